"""7: An Offer You Can't Refuse (trade, closes minigame 2)."""

from tests.reference.gangzzz.geometry import others
from tests.reference.gangzzz.position import Position
from tests.reference.gangzzz.tables import ACCEPT, CROSSINGS, DECLINE, FORGE, OFFER, PASS, PRODUCTS, SELL, SIDES


class Trade(Position):
    def next_reward(self, crossing: str, manager: bool) -> int:
        """7.1: what the next piece dealt at this commercial building pays."""
        reward = self.value(crossing)
        if manager:
            reward += self.building(crossing, "commercial")["coins"]
        smaller = reward // 2
        return reward - smaller if self.state["crossings"][crossing]["dealt"] == 0 else smaller

    def best(self, seat: int, subtype: str, product: str) -> str | None:
        """7.3: the crossing of the player's warehouse with that supply (or bar with that demand) that pays most."""
        held = self.held_buildings(seat)
        usable = [
            crossing
            for crossing in CROSSINGS
            if (crossing, "commercial") in held
            and self.building(crossing, "commercial")["subtype"] == subtype
            and self.state["crossings"][crossing]["pieces"][product] > 0
        ]
        return max(usable, key=lambda crossing: self.next_reward(crossing, held[crossing, "commercial"]), default=None)

    def can_deal(self, seller: int, buyer: int, product: str) -> bool:
        """7.1: the seller has a piece, a bar of the buyer wants it."""
        return None not in (self.best(seller, "warehouse", product), self.best(buyer, "bar", product))

    def deal(self, seller: int, buyer: int, product: str) -> None:
        """7.1, 7.3: one piece moves, both sides are paid."""
        for seat, subtype in ((seller, "warehouse"), (buyer, "bar")):
            crossing = self.best(seat, subtype, product)
            manager = self.held_buildings(seat)[crossing, "commercial"]
            self.pay(seat, "trade", self.next_reward(crossing, manager))
            self.state["crossings"][crossing]["pieces"][product] -= 1
            self.state["crossings"][crossing]["dealt"] += 1
        for seat in {seller, buyer}:
            self.count(seat, "deals")

    def legal_trade(self, seat: int) -> list[int]:
        """7.2: sell to yourself, offer, forge or finish."""
        me = self.player(seat)
        actions = [PASS]
        for p, product in enumerate(PRODUCTS):
            if self.can_deal(seat, seat, product):
                actions.append(SELL + p)
            if me["licenses"] > 0 and self.best(seat, "warehouse", product) is not None:
                actions += [FORGE + p * 3 + other for other in range(3)]
        if sum(entry["times"] for entry in me["declined"]) < self.rule("max_refusals"):
            for o, opponent in enumerate(self.opponents(seat)):
                for p, product in enumerate(PRODUCTS):
                    for s, (seller, buyer) in enumerate(((seat, opponent), (opponent, seat))):
                        if self.can_deal(seller, buyer, product):
                            first = OFFER + ((o * 4 + p) * 2 + s) * 3
                            if self.player(opponent)["money"] >= self.rule("side_payment"):
                                actions.append(first)
                            actions.append(first + 1)
                            if me["money"] >= self.rule("side_payment"):
                                actions.append(first + 2)
        return actions

    def do_trade(self, seat: int, action: int) -> None:
        """7.2: one turn of the trade."""
        if OFFER <= action < ACCEPT:
            rest, payment = divmod(action - OFFER, 3)
            rest, side = divmod(rest, 2)
            o, p = divmod(rest, 4)
            opponent = self.opponents(seat)[o]
            offer = {"from": seat, "to": opponent, "product": PRODUCTS[p], "side": SIDES[side]}
            self.state["offer"] = offer | {"payment": (payment - 1) * self.rule("side_payment")}
            self.count(seat, "offers")
            self.ask("answer", opponent)
            return
        if action == PASS:
            self.player(seat)["out"] = True
        elif SELL <= action < FORGE:
            self.deal(seat, seat, PRODUCTS[action - SELL])
        else:
            old, other = divmod(action - FORGE, 3)
            pieces = self.state["crossings"][self.best(seat, "warehouse", PRODUCTS[old])]["pieces"]
            pieces[PRODUCTS[old]] -= 1
            pieces[others(PRODUCTS, PRODUCTS[old])[other]] += 1
            self.player(seat)["licenses"] -= 1
        self.turn_ends("trade", seat)

    def legal_answer(self, seat: int) -> list[int]:
        """7.2: accept or decline."""
        return [ACCEPT, DECLINE]

    def do_answer(self, seat: int, action: int) -> None:
        """7.2: the opponent answers at once; then the turn goes on after the offering player."""
        offer, self.state["offer"] = self.state["offer"], None
        maker, product, side = offer["from"], offer["product"], offer["side"]
        if action == ACCEPT:
            seller, buyer = (maker, seat) if side == "sell" else (seat, maker)
            self.deal(seller, buyer, product)
            self.pay(maker, "side_payments", -offer["payment"])
            self.pay(seat, "side_payments", offer["payment"])
        else:
            what = {"to": seat, "product": product, "side": side}
            declined = self.player(maker)["declined"]
            entry = next((entry for entry in declined if entry.items() >= what.items()), None)
            if entry is None:
                entry = what | {"times": 0}
                declined.append(entry)
            entry["times"] += 1
            declined.sort(key=lambda e: (e["to"], PRODUCTS.index(e["product"]), SIDES.index(e["side"])))
        self.turn_ends("trade", maker)
