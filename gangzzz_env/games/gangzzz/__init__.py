"""Gangzzz, a board game of New York mafia families around 1920 for 2 to 4 players."""

import dataclasses

from gangzzz_env.game import Game
from gangzzz_env.games.gangzzz import firing, loops, observe_deduction, things, tracing
from gangzzz_env.games.gangzzz.actions import NUM_ACTIONS, action_name
from gangzzz_env.games.gangzzz.choices import action_group, action_places, places_heard
from gangzzz_env.games.gangzzz.flow import MAX_DECISIONS
from gangzzz_env.games.gangzzz.legality import why_illegal
from gangzzz_env.games.gangzzz.observation_sections import DEDUCED_SIZE
from gangzzz_env.games.gangzzz.observe import OBSERVATION_SIZE, observe_all
from gangzzz_env.games.gangzzz.outcomes import outcome
from gangzzz_env.games.gangzzz.picture import draw, sheet
from gangzzz_env.games.gangzzz.position import check_state
from gangzzz_env.games.gangzzz.rules import read_rules
from gangzzz_env.games.gangzzz.state import EVERYBODY, SOURCE_NAMES, STATE_DTYPE, TALLY_NAMES
from gangzzz_env.games.gangzzz.tables import SEATS
from gangzzz_env.games.gangzzz.words import action_heard, action_words, describe, minigame

GAME = Game(
    name="gangzzz_v0",
    title="Gangzzz",
    seats=(2, SEATS),
    state_dtype=STATE_DTYPE,
    everybody=EVERYBODY,
    num_actions=NUM_ACTIONS,
    observation_size=OBSERVATION_SIZE,
    max_decisions=MAX_DECISIONS,
    sources=SOURCE_NAMES,
    tallies=TALLY_NAMES,
    things=things.THINGS,
    parts=things.PARTS,
    holdings=tracing.HOLDINGS,
    clauses=firing.RULES,
    in_vain=firing.IN_VAIN_PAIRS,
    endings=firing.ENDINGS,
    read_rules=read_rules,
    setup=loops.setup,
    setup_next=loops.setup_next,
    apply=loops.apply,
    advance=loops.advance,
    play=loops.play,
    illegal=loops.ILLEGAL,
    see=loops.see,
    look=loops.look,
    observe_seats=loops.observe_seats,
    legal=loops.legal,
    observe=observe_all,
    fill=loops.fill,
    mark_things=things.mark_things,
    find_things=things.find_things,
    trace=tracing.trace,
    to_move=loops.to_move,
    standings=loops.standings,
    check_state=check_state,
    action_name=action_name,
    action_words=action_words,
    action_heard=action_heard,
    action_group=action_group,
    action_places=action_places,
    places_heard=places_heard,
    outcome=outcome,
    minigame=minigame,
    why_illegal=why_illegal,
    describe=describe,
    draw=draw,
    sheet=sheet,
)

# The same game for who wants to see more: its observations end with what `deduction.deduce` finds.
DEDUCED = dataclasses.replace(
    GAME,
    name="gangzzz_deduction_v0",
    observation_size=DEDUCED_SIZE,
    observe=observe_deduction.observe,
    advance=observe_deduction.advance,
    observe_seats=observe_deduction.observe_seats,
)
