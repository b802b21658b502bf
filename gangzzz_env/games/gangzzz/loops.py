"""What Python calls: the rules compiled as loops over arrays of records (one record is an array of one).

Every function takes arrays and plain numbers, releases the GIL, and writes into buffers that the caller owns. `games`
are the indices of the records to take, int64; row k of the other arrays belongs to games[k], for k in [low, high).
"""

import numpy as np

from gangzzz_env.games.gangzzz import flow, score, state
from gangzzz_env.games.gangzzz.observe import write_observation
from gangzzz_env.games.gangzzz.view import fill as fill_view
from gangzzz_env.games.gangzzz.view import view as write_view
from gangzzz_env.jit import entry, rule
from gangzzz_env.restart import Restart
from gangzzz_env.reward import MARGIN, add_margin, final_reward
from gangzzz_env.rng import next_word

# What `play` returns for an action that the mask does not allow.
ILLEGAL = -2


@entry
def setup(states, games, low, high, num_seats, rules, seeds):
    """Set up games: num_seats int64[n], rules RULES_DTYPE[n], seeds u4[n, 4]."""
    for k in range(low, high):
        state.setup(states[games[k] : games[k] + 1], num_seats[k], rules[k], seeds[k])


@entry
def setup_next(states, games, low, high, num_seats, rules):
    """Set up the game that follows each game, by the words of its own generator (num_seats and rules as in `setup`)."""
    seed = np.empty(4, np.uint32)
    for k in range(low, high):
        set_up_next(states[games[k] : games[k] + 1], num_seats[k], rules[k], seed)


@rule
def set_up_next(game, num_seats, rules, seed):
    """Set up the game that follows one, a record in an array of one; `seed` u4[4] is written on the way."""
    for i in range(4):
        seed[i] = next_word(game[0].random[state.Stream.NEXT_GAME])
    state.setup(game, num_seats, rules, seed)


@rule
def apply_and_reward(game, action, reward_kind, rewards):
    """Play an action; write what each seat gets for it, rewards float64[4]. Whether the game has ended."""
    before = np.empty(state.SEATS, np.int64)
    for seat in range(state.SEATS):
        before[seat] = game.money[seat]
        rewards[seat] = 0.0
    flow.apply(game, action)
    over = score.is_over(game)
    if reward_kind == MARGIN:
        add_margin(before, game.money, int(game.num_seats), rewards)
    elif over:
        standing = np.empty((state.SEATS, 2), np.int64)
        score.payoff(game, standing)
        final_reward(reward_kind, standing, int(game.num_seats), rewards)
    return over


@entry
def apply(states, games, low, high, actions, reward_kind, rewards, over):
    """Play actions int64[n]; write what each seat gets, rewards float64[n, 4], and whether the game ended, bool[n]."""
    for k in range(low, high):
        over[k] = apply_and_reward(states[games[k]], actions[k], reward_kind, rewards[k])


@entry
def advance(
    # what is played, and by what
    states, num_seats, rules, low, high, actions, reward_kind, restart,
    # what is written
    rewards, over, finals, movers, views, masks, shown, observations,
):  # fmt: skip
    """A step of a batch in one call: play, start anew what is over as `Restart` says, and look at what comes.

    States STATE[n] with their num_seats int64[n] and rules RULES_DTYPE[n]; movers int64[n] and masks int8[n, 755] are
    as the step before left them. Rewards float64[n, 4] and over bool[n] are written as by `apply`, finals STATE[n]
    where a game ends and another starts, views STATE[n], masks and movers as by `see`, but a finished game has a mask
    of ones. `shown` int8[n, 755] is a second copy of the masks. Observations are int8[n, size], or int8[0, size] if
    nobody looks: then there are no views either.
    """
    seed = np.empty(4, np.uint32)
    for k in range(low, high):
        if movers[k] >= 0:
            over[k] = apply_and_reward(states[k], actions[k], reward_kind, rewards[k])
            if over[k] and restart == Restart.SAME_STEP:
                finals[k] = states[k]
                set_up_next(states[k : k + 1], num_seats[k], rules[k], seed)
        else:
            over[k] = restart == Restart.NEVER
            for seat in range(state.SEATS):
                rewards[k, seat] = 0.0
            if restart != Restart.NEVER:
                set_up_next(states[k : k + 1], num_seats[k], rules[k], seed)
        movers[k] = flow.to_move(states[k])
        if len(observations) > 0:
            write_view(states[k], movers[k] if movers[k] >= 0 else state.SPECTATOR, views[k : k + 1])
            flow.legal(views[k], masks[k])
            write_observation(views[k : k + 1], observations[k])
        else:
            flow.legal(states[k], masks[k])
        show_mask(movers[k], masks[k], shown[k])


@rule
def show_mask(mover, mask, shown):
    """Copy a mask; that of a finished game is all ones."""
    if mover < 0:
        state.set_all(mask, 1)
    for action in range(len(mask)):
        shown[action] = mask[action]


@entry
def play(states, action, reward_kind, views, masks, rewards):
    """`apply` and `see` in one call, for one game in arrays of one: returns the seat to move next, -1 when it is over.

    An action outside the mask is not played; it returns `ILLEGAL`. rewards float64[4].
    """
    if masks[0, action] == 0:
        return ILLEGAL
    game = states[0]
    apply_and_reward(game, action, reward_kind, rewards)
    mover = flow.to_move(game)
    write_view(game, mover if mover >= 0 else state.SPECTATOR, views)
    flow.legal(views[0], masks[0])
    return mover


@entry
def see(states, games, low, high, views, masks, movers):
    """For the seat to move in each game: its view STATE[n], its mask int8[n, 755], and the seat int64[n].

    A finished game has seat -1, the spectator's view and an empty mask.
    """
    for k in range(low, high):
        game = states[games[k]]
        seat = flow.to_move(game)
        movers[k] = seat
        write_view(game, seat if seat >= 0 else state.SPECTATOR, views[k : k + 1])
        flow.legal(views[k], masks[k])


@entry
def look(states, games, low, high, seats, views):
    """The view of seats[k] (0-3 or SPECTATOR), int64[n], of each game."""
    for k in range(low, high):
        write_view(states[games[k]], seats[k], views[k : k + 1])


@entry
def observe_seats(states, games, low, high, observations):
    """What every seat of each game sees, observations int8[n, 4, size]; zeros for seats that the game does not have."""
    view = np.empty(1, state.STATE_DTYPE)
    for k in range(low, high):
        for seat in range(state.SEATS):
            if seat < states[games[k]].num_seats:
                write_view(states[games[k]], seat, view)
                write_observation(view, observations[k, seat])
            else:
                state.set_all(observations[k, seat], 0)


@entry
def legal(views, low, high, masks):
    """The mask of each view: what its seat may do now; all zero if another seat is to move."""
    for k in range(low, high):
        flow.legal(views[k], masks[k])


@entry
def fill(views, low, high, randoms, states):
    """A possible state of each view, from the generators u4[n, 4]."""
    for k in range(low, high):
        fill_view(views[k], randoms[k], states[k : k + 1])


@entry
def to_move(states, low, high, movers):
    """The seat to move in each game, int64[n], -1 when it is over."""
    for k in range(low, high):
        movers[k] = flow.to_move(states[k])


@entry
def standings(states, low, high, out):
    """For each game and seat, than how many seats it stands better and worse: int64[n, 4, 2]."""
    for k in range(low, high):
        score.payoff(states[k], out[k])
