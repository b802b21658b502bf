"""9: Fair Fight (minigame 4)."""

from tests.reference.gangzzz.geometry import distance
from tests.reference.gangzzz.position import Position
from tests.reference.gangzzz.tables import ATTACK, ATTRIBUTES, CARDS, COMMIT, FIGHT_DICE, GANGS, PASS


class FairFight(Position):
    def legal_attack(self, seat: int) -> list[int]:
        """9.1: attack an opponent's gang with one of yours, or pass."""
        actions = [PASS]
        for g, letter in enumerate(GANGS):
            gang = self.gang(seat, letter)
            for o, opponent in enumerate(self.opponents(seat)):
                for t, target_letter in enumerate(GANGS):
                    target = self.gang(opponent, target_letter)
                    if (
                        not gang["attacked"]
                        and not target["hides"]
                        and gang["cards"]
                        and target["cards"]
                        and distance(gang["crossing"], target["crossing"]) <= self.rule("fight_range")
                    ):
                        actions.append(ATTACK + (g * 3 + o) * 4 + t)
        return actions

    def do_attack(self, seat: int, action: int) -> None:
        """9.1, 9.2: pass, or attack: both gangs roll."""
        if action == PASS:
            self.player(seat)["out"] = True
            self.turn_ends("attack", seat)
            return
        rest, t = divmod(action - ATTACK, 4)
        g, o = divmod(rest, 3)
        defender = self.opponents(seat)[o]
        self.gang(seat, GANGS[g])["attacked"] = True
        fight = {"attacker": seat, "gang": GANGS[g], "defender": defender, "target": GANGS[t]}
        rolls = [self.chance.die(), self.chance.die()]  # first the attacker's
        self.state["fight"] = fight | {"rolls": rolls, "committed": [None, None], "winner": None}
        self.count(seat, "fights")
        self.count(defender, "fights")
        self.ask("attacker commits", seat)

    def legal_attacker_commits(self, seat: int) -> list[int]:
        """9.3: any card of the attacking gang."""
        return [COMMIT + slot for slot in range(len(self.gang(seat, self.state["fight"]["gang"])["cards"]))]

    def do_attacker_commits(self, seat: int, action: int) -> None:
        """9.3: first the attacker."""
        fight = self.state["fight"]
        fight["committed"][0] = self.gang(seat, fight["gang"])["cards"][action - COMMIT]
        self.ask("defender commits", fight["defender"])

    def legal_defender_commits(self, seat: int) -> list[int]:
        """9.3: any card of the target gang."""
        return [COMMIT + slot for slot in range(len(self.gang(seat, self.state["fight"]["target"])["cards"]))]

    def do_defender_commits(self, seat: int, action: int) -> None:
        """9.3, 9.4, 9.1: then the defender; the fight is decided."""
        fight = self.state["fight"]
        attacker = fight["attacker"]
        attacking, target = self.gang(attacker, fight["gang"]), self.gang(seat, fight["target"])
        fight["committed"][1] = target["cards"][action - COMMIT]
        self.show(fight["committed"])

        about, defence_mark = (FIGHT_DICE[g["die"]][r - 1] for g, r in zip((attacking, target), fight["rolls"]))
        attribute = ATTRIBUTES[about]
        attack_die, defence_die = fight["rolls"]
        if defence_mark != about:
            defence_die //= self.rule("mismatch_divisor")
        attack_card, defence_card = fight["committed"]
        attack = CARDS[attack_card][attribute] + attacking["bonus"][attribute] + attack_die
        defence = CARDS[defence_card][attribute] + target["bonus"][attribute] + defence_die

        if attack > defence:
            target["hides"] = True
            fight["winner"] = attacker
            self.capture(attacker, fight["gang"], seat, target, defence_card)
        else:
            fight["winner"] = seat
            self.capture(seat, fight["target"], attacker, attacking, attack_card)
        self.turn_ends("attack", attacker)

    def capture(self, winner: int, letter: str, loser: int, losing_gang: dict, card: int) -> None:
        """9.4, 4.2: the winner takes the committed card; without room it leaves the game."""
        losing_gang["cards"].remove(card)
        self.count(loser, "cards_lost")
        self.count(winner, "cards_won")
        gang = self.gang_with_room(winner, letter)
        if gang is None:
            self.state["out_of_game"] = sorted(self.state["out_of_game"] + [card])
        else:
            self.join(winner, gang, card)
