"""What a decision is worth: the three rewards of every game.

`win`: winner +1, losers -1 / (n - 1), shared victories averaged. `rank`: +1 for the first to -1 for the last in equal
steps, ties averaged. `margin`: at each decision the change of own money minus the mean of the others', over 50.
All three are zero-sum.
"""

from enum import IntEnum

from gangzzz_env.jit import entry, rule

MARGIN_SCALE = 50.0


class Reward(IntEnum):
    """The kinds of reward, by the name that users pass in lower case."""

    WIN = 0
    RANK = 1
    MARGIN = 2


REWARD_NAMES = tuple(kind.name.lower() for kind in Reward)
MARGIN = Reward.MARGIN


def read_reward(name: str) -> int:
    """The kind of reward a user names.

    Raises:
        ValueError: there is no such reward.
    """
    if name not in REWARD_NAMES:
        raise ValueError(f"unknown reward {name!r}; the rewards are {', '.join(REWARD_NAMES)}")
    return REWARD_NAMES.index(name)


@rule
def final_reward(kind, standing, num_seats, out):
    """Write WIN or RANK: out[seat], from standing[seat] = (stands better than, stands worse than) so many seats."""
    winners = 0
    for seat in range(num_seats):
        winners += standing[seat, 1] == 0
    for seat in range(num_seats):
        better = standing[seat, 0]
        worse = standing[seat, 1]
        if kind == Reward.RANK:
            out[seat] = (better - worse) / (num_seats - 1)
        elif worse == 0:
            out[seat] = (1.0 - (winners - 1) / (num_seats - 1)) / winners
        else:
            out[seat] = -1.0 / (num_seats - 1)


@rule
def add_margin(before, now, num_seats, out):
    """Add MARGIN to out[seat], from every seat's money before and after a decision."""
    total = 0
    for seat in range(num_seats):
        total += int(now[seat]) - int(before[seat])
    for seat in range(num_seats):
        own = int(now[seat]) - int(before[seat])
        out[seat] += (own - (total - own) / (num_seats - 1)) / MARGIN_SCALE


@entry
def final_rewards(kind, standings, num_seats, rewards):
    """`final_reward` for each of standings int64[n, 4, 2], into rewards float64[n, 4]."""
    for k in range(len(standings)):
        final_reward(kind, standings[k], num_seats, rewards[k])
