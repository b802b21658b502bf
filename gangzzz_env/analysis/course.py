"""The course of games: choices, waits and the lead, from what every decision was like.

Compiled, and of no game in particular: it reads only who decided, in which part, among how many actions, and the money
after it. Who *leads* is the seat with more money than every other; while several have the most, nobody newly leads.
"""

from gangzzz_env.jit import entry, rule

TENTHS = 11
MOST_WAIT = 63
NOBODY = -1


@entry
def follow(
    # what is read
    low, high, starts, movers, parts, choices, money, share,
    # what is written
    asked, chosen, waits, longest, money_at, lead_changes, decided, king_maker, king_part, ender,
):  # fmt: skip
    """Follow games [low, high) through their decisions, rows starts[k] to starts[k + 1] of the first arrays.

    Read: movers int8, parts int8, choices int16, money int32[., 4] of each decision; share f8[n, players].
    Written, for each game and seat: asked and chosen int16[n, players, parts], decisions and those with more than one
    legal action; longest int16[n, players], the longest wait. For each game: money_at int32[n, 11, players] after each
    tenth of its decisions; lead_changes int16[n]; decided int16[n], after how many decisions the winner led for good;
    king_maker int8[n] and king_part int8[n], the seat that made another the winner and in which part, or -1; ender
    int8[n], the seat of the last decision. Added to: waits int64[parts, MOST_WAIT + 1], how often a seat waited for so
    many decisions of others since its last one.
    """
    for k in range(low, high):
        rows = starts[k + 1] - starts[k]
        first = starts[k]
        players = share.shape[1]
        count_decisions(first, rows, movers, parts, choices, asked[k], chosen[k])
        count_waits(first, rows, movers, parts, players, waits, longest[k])
        for tenth in range(TENTHS):
            row = (rows * tenth + 5) // 10
            for seat in range(players):
                money_at[k, tenth, seat] = money[first + row - 1, seat] if row > 0 else 0
        decided[k] = led_from(first, rows, money, share[k])
        ender[k] = movers[first + rows - 1] if rows > 0 else NOBODY
        king_part[k] = NOBODY
        king_maker[k] = NOBODY
        row, changes = last_change(first, rows, money, players)
        lead_changes[k] = changes
        if row > 0 and is_king_making(row, first + rows, movers, parts, money, share[k]):
            king_maker[k] = movers[row]
            king_part[k] = parts[row]


@rule
def count_decisions(first, rows, movers, parts, choices, asked, chosen):
    """Decisions of each seat in each part, and the real choices among them."""
    for row in range(first, first + rows):
        asked[movers[row], parts[row]] += 1
        chosen[movers[row], parts[row]] += choices[row] > 1


@rule
def count_waits(first, rows, movers, parts, players, waits, longest):
    """How many decisions of others lie between two of a seat, by the part of the later one."""
    for seat in range(players):
        last = NOBODY
        for row in range(first, first + rows):
            if movers[row] != seat:
                continue
            if last >= 0:
                wait = row - last - 1
                waits[parts[row], min(wait, MOST_WAIT)] += 1
                longest[seat] = max(int(longest[seat]), wait)
            last = row


@rule
def leader(money, row, players):
    """The seat with more money than every other after a decision, or -1."""
    best = 0
    alone = True
    for seat in range(1, players):
        if money[row, seat] > money[row, best]:
            best = seat
            alone = True
        elif money[row, seat] == money[row, best]:
            alone = False
    return best if alone else NOBODY


@rule
def last_change(first, rows, money, players):
    """The row of the last decision that gave the lead to another seat, -1 if there is none, and how many there are."""
    led = NOBODY
    changes = 0
    last = NOBODY
    for row in range(first, first + rows):
        now = leader(money, row, players)
        if now >= 0:
            if led >= 0 and now != led:
                changes += 1
                last = row
            led = now
    return last, changes


@rule
def led_from(first, rows, money, share):
    """After how many decisions the winner led for good; all of them if money alone does not make the winner."""
    for back in range(rows):
        led = leader(money, first + rows - 1 - back, len(share))
        if led < 0 or share[led] < 1:
            return rows - back + 1 if back > 0 else rows
    return 1


@rule
def place_of(money, row, seat, players):
    """How many seats have more money than this one after a decision."""
    better = 0
    for rival in range(players):
        better += money[row, rival] > money[row, seat]
    return better


@rule
def is_king_making(row, end, movers, parts, money, share):
    """Whether the decision of this row, the last that changed the lead, was a king-maker's.

    There are three or more players; it does not close a part of the game, which may pay everybody; it gives the lead to
    another seat; whoever takes it did not lead, does not win and stands no better by it; and the new leader wins.
    """
    players = len(share)
    seat = movers[row]
    led = leader(money, row, players)
    if players < 3 or row + 1 >= end or parts[row + 1] != parts[row]:
        return False
    if led == seat or share[seat] > 0 or share[led] < 1 or leader(money, row - 1, players) == seat:
        return False
    return place_of(money, row, seat, players) >= place_of(money, row - 1, seat, players)
