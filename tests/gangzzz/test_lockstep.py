"""The engine against the reference, a plain game written from the rulebook alone: equal after every decision."""

import ast
import random
from pathlib import Path

import numpy as np
import pytest

from gangzzz_env.games.gangzzz import loops
from gangzzz_env.games.gangzzz.position import from_position, to_position
from gangzzz_env.games.gangzzz.rules import Rules
from gangzzz_env.games.gangzzz.state import Stream
from tests import reference
from tests.gangzzz.generator import WORD, Generator
from tests.gangzzz.table import LINE_UPS, PLAYERS, Table, random_rules
from tests.reference.gangzzz import DEFAULT_RULES, Game, new_position
from tests.reference.gangzzz.tables import KINDS, PRODUCTS

WAYS_TO_PLAY = ("random", "busy", "chaser", "delayer")
RULES = {
    "default": lambda chance: Rules(),
    "old rent": lambda chance: Rules(old_rent=1),
    "mixed warehouses": lambda chance: Rules(mixed_warehouses=1),
    "random": random_rules,
}


class EngineChance:
    """The reference's chance, drawn from copies of the engine's generators."""

    def __init__(self, states: np.ndarray):
        self.dice = Generator(states["random"][0, Stream.DICE].tolist())
        self.looks = Generator(states["random"][0, Stream.LOOKS].tolist())

    def die(self) -> int:
        return 1 + self.dice.below(6)

    def shuffle(self, cards: list) -> None:
        """The engine's deck is a stack: its last card is the next one."""
        cards.reverse()
        for i in range(len(cards) - 1, 0, -1):
            j = self.looks.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        cards.reverse()

    def words(self) -> list[list[int]]:
        return [self.dice.words, self.looks.words]


def differences(one: dict, other: dict, key: str = "") -> list[str]:
    """Where two positions differ, in words."""
    if isinstance(one, dict) and isinstance(other, dict) and set(one) == set(other):
        return [line for name in one for line in differences(one[name], other[name], f"{key}.{name}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [line for i in range(len(one)) for line in differences(one[i], other[i], f"{key}[{i}]")]
    return [] if one == other else [f"{key}: engine {one}, reference {other}"]


def engine_position(table: Table) -> dict:
    position = to_position(table.states)
    del position["random"]
    return position


def play_in_lockstep(num_players: int, rules: str, way: str, seed: int) -> list[str]:
    """One game; the names of the decisions it went through."""
    chance = random.Random(f"{num_players} {rules} {way} {seed}")
    return play_out(Table(num_players, chance.randrange(WORD), RULES[rules](chance)), way, chance)


def play_out(table: Table, way: str, chance: random.Random) -> list[str]:
    """The game at a table, to its end, on both sides. Any difference fails, with what led to it."""
    follower = EngineChance(table.states)
    game = Game(to_position(table.states), follower)
    del game.state["random"]
    actions, decisions = [], []
    while not table.is_over:
        legal = table.legal()
        assert game.seat_to_move == table.mover()
        assert game.legal() == legal, f"after {actions}"
        actions.append(PLAYERS[way](table, legal, chance))
        decisions.append(game.state["decision"])
        table.apply(actions[-1])
        game.apply(actions[-1])
        position = engine_position(table)
        assert position == game.state, f"after {actions}: {differences(position, game.state)}"
        assert follower.words() == table.states["random"][0, [Stream.DICE, Stream.LOOKS]].tolist()
    assert game.is_over
    assert game.legal() == table.legal() == []
    assert game.winners() == winners(table)
    return decisions


def winners(table: Table) -> list[int]:
    """11.3 The seats that no other seat stands better than."""
    standings = np.zeros((1, 4, 2), np.int64)
    loops.standings(table.states, 0, 1, standings)
    return [seat for seat in range(int(table.state.num_seats)) if standings[0, seat, 1] == 0]


def play_many(num_players: int, rules: str, way: str, seeds: range) -> None:
    decisions = {decision for seed in seeds for decision in play_in_lockstep(num_players, rules, way, seed)}
    assert {"place gangster", "place manager", "park", "chase"} <= decisions


@LINE_UPS
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("way", WAYS_TO_PLAY)
def test_engine_and_reference_play_the_same_game(num_players, rules, way):
    play_many(num_players, rules, way, range(1))


@pytest.mark.slow
@LINE_UPS
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("way", WAYS_TO_PLAY)
def test_engine_and_reference_play_hundreds_of_the_same_games(num_players, rules, way):
    play_many(num_players, rules, way, range(1000, 1016))


def what_is_not_random(position: dict) -> dict:
    """3 A position before the first decision, with everything that chance decides counted only."""
    crossings, players = position["crossings"].values(), position["players"]
    dice = [gang.pop("die") for player in players for gang in player["gangs"].values()]
    return (
        position
        | {
            "crossings": {key: sorted(str(crossing[key]) for crossing in crossings) for key in KINDS},
            "keys of crossings": sorted({key for crossing in crossings for key in crossing}),
            "pieces": [sum(crossing["pieces"][product] for crossing in crossings) for product in PRODUCTS],
            "clues": sorted(position["clues"]),
            "piles": [len(position[pile]) for pile in ("deck", "set_aside", "removed")],
            "cards": sorted(position["deck"] + position["set_aside"] + position["removed"]),
            "clues set aside": {position["clues"][card] for card in position["set_aside"]}
            == {*position["hideout"].values()},
            "dice": len(set(dice)),
            "values": [sorted(position[way]) for way in ("avenues", "streets")],
        }
        | dict.fromkeys(("deck", "set_aside", "removed", "hideout", "avenues", "streets"))
    )


@LINE_UPS
def test_3_engine_and_reference_set_up_the_same_game(num_players):
    for seed in range(5):
        one = engine_position(Table(num_players, seed))
        other = new_position(num_players, DEFAULT_RULES, random.Random(seed))
        assert what_is_not_random(one) == what_is_not_random(other)


@LINE_UPS
def test_the_engine_plays_on_from_what_the_reference_has_set_up(num_players):
    chance, table = random.Random(num_players), Table(num_players, 0)
    table.states = from_position(new_position(num_players, DEFAULT_RULES, chance))
    assert len(play_out(table, "busy", chance)) > 50


def test_lockstep_play_reaches_every_decision_and_the_hideout():
    """What the comparison is worth: all ways together meet every decision, and the chaser finds the hideout."""
    seen = {decision for seed in range(2) for decision in play_in_lockstep(3, "default", "busy", seed)}
    assert len(seen) == 10
    found = 0
    for seed in range(5):
        chance, table = random.Random(seed), Table(2, seed)
        while not table.is_over:
            table.apply(PLAYERS["chaser"](table, table.legal(), chance))
        found += table.states["finder"][0] >= 0
    assert found >= 3


@pytest.mark.parametrize("path", sorted(Path(reference.__file__).parent.rglob("*.py")), ids=lambda path: path.name)
def test_the_reference_takes_nothing_from_the_engine(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        imported = (
            [node.module] if isinstance(node, ast.ImportFrom) else [name.name for name in getattr(node, "names", [])]
        )
        assert not any(name.startswith("gangzzz_env") for name in imported)
