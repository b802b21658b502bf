"""Clauses 4.3-4.6: who may see what, what is known for good, the notebook, and filling in."""

import numpy as np
import pytest

from gangzzz_env.games.gangzzz.actions import encode
from gangzzz_env.games.gangzzz.state import FIELDS, OUT_OF_GAME, SPECTATOR, UNKNOWN, Decision, Tally
from tests.gangzzz.scene import CITY, GYM, HERE, STRENGTH, UNDERWORLD, A, B, C, D, Scene, at, card_of, cards_with
from tests.gangzzz.table import fill, look

COMMIT = encode("commit", 0)
PUBLIC = [name for name, _, _, who, _ in FIELDS if who == "all" and name != "observer"]


def fight(mine: int = 5, theirs: int = 1) -> Scene:
    """Gang A of player 0 attacks gang A of player 1 in a game of three; both hold a card more; strength decides."""
    scene = Scene(3)
    scene.give(0, A, card_of(STRENGTH, mine))
    scene.give(1, A, card_of(STRENGTH, theirs))
    for seat in range(2):
        scene.give_any(seat, A, 1)
        scene.give_die(seat, A, 3, STRENGTH)
    scene.load_dice(3, 3)
    scene.ask(Decision.ATTACK).play(encode("attack", A, 0, A))
    return scene


def commit(scene: Scene, seat: int, card: int) -> None:
    scene.play(COMMIT + scene.gang(seat, A).index(card))


def fought() -> tuple[Scene, int, int]:
    """After a fight that player 0 has won: the scene, the winner's card, and the card taken from player 1."""
    scene, mine, theirs = fight(), card_of(STRENGTH, 5), card_of(STRENGTH, 1)
    commit(scene, 0, mine)
    commit(scene, 1, theirs)
    assert scene.state.fight_winner == 0
    return scene, mine, theirs


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_4_3_the_hideout_the_deck_the_chance_and_others_cards_are_hidden(seat):
    scene = Scene()
    for owner in range(2):
        scene.give_any(owner, B, 2)
    view = look(scene.states, seat)[0]
    assert (view.hideout == -1).all() and (view.deck == -1).all() and not view.random.any()
    for owner in range(2):
        seen = [int(view.place[card]) for card in scene.gang(owner, B)]
        assert seen == ([4 * owner + B] * 2 if owner == seat else [UNKNOWN] * 2)
        assert (view.notebook[owner] == scene.state.notebook[owner]) == (owner == seat)


@pytest.mark.parametrize("seat", [0, 2, SPECTATOR])
def test_4_3_everything_else_is_public(seat):
    scene, _, _ = fought()
    scene.state.licenses[1], scene.state.bonus[1, 2] = 2, 3
    view = look(scene.states, seat)[0]
    for name in PUBLIC:
        assert np.asarray(view[name]).tobytes() == np.asarray(scene.state[name]).tobytes(), name


def test_4_3_the_attackers_card_is_hidden_until_the_defender_has_committed():
    scene = fight()
    mine = card_of(STRENGTH, 5)
    commit(scene, 0, mine)
    assert [int(look(scene.states, seat)[0].fight_card[0]) for seat in (0, 1, 2, SPECTATOR)] == [mine, -1, -1, -1]
    commit(scene, 1, card_of(STRENGTH, 1))
    assert [int(look(scene.states, seat)[0].fight_card[0]) for seat in (0, 1, 2, SPECTATOR)] == [mine] * 4


def test_4_3_what_was_seen_in_a_library_is_the_lookers_own():
    scene = Scene()
    scene.build("small library", "LEX/50TH")
    scene.stand(0, C, "LEX/50TH")
    scene.ask(Decision.PLACE_MANAGER).play(encode("place manager", C, 0, HERE, UNDERWORLD))
    assert look(scene.states, 0)[0].notebook[0] == scene.state.notebook[0] > 0
    assert look(scene.states, 1)[0].notebook[0] == 0
    assert look(scene.states, 1)[0].tally[0, Tally.LOOKS] == 1


def test_4_4_a_fight_shows_the_faces_of_both_cards_but_not_their_clues():
    scene, mine, theirs = fought()
    assert np.flatnonzero(scene.state.shown).tolist() == sorted((mine, theirs))
    view = look(scene.states, 2)[0]
    assert view.place[mine] == view.place[theirs] == A
    assert view.clue[mine] == view.clue[theirs] == -1


def test_4_4_the_new_owner_sees_the_clue_and_the_old_one_knows_it_for_good():
    scene, mine, theirs = fought()
    clue = int(scene.state.clue[theirs])
    assert look(scene.states, 0)[0].clue[theirs] == clue
    assert look(scene.states, 1)[0].clue[theirs] == clue
    assert scene.state.notebook[0] >> clue & 1
    assert look(scene.states, 1)[0].clue[mine] == -1


def test_4_4_a_shown_face_stays_known_wherever_it_goes():
    scene = Scene()
    card = cards_with(GYM, 3)[0]
    scene.give(0, A, card)
    scene.state.shown[card] = 1
    scene.ask(Decision.REGROUP).play(encode("regroup", GYM, A, D - 1))
    assert look(scene.states, 1)[0].place[card] == D
    assert look(scene.states, 1)[0].clue[card] == -1


def test_4_5_the_notebook_has_the_clue_of_every_card_drawn():
    scene = Scene()
    top = scene.deck()[-1]
    scene.ask(Decision.PLACE_MANAGER).play(encode("place manager", A, 1, HERE, CITY))
    assert scene.state.notebook[0] == 1 << int(scene.state.clue[top])
    assert not scene.state.notebook[1:].any()


def test_4_5_the_notebook_has_the_clue_of_a_card_won_and_forgets_none():
    scene = fight()
    before = scene.state.notebook.copy()
    clue = int(scene.state.clue[card_of(STRENGTH, 1)])
    commit(scene, 0, card_of(STRENGTH, 5))
    commit(scene, 1, card_of(STRENGTH, 1))
    assert scene.state.notebook[0] == before[0] | 1 << clue
    assert scene.state.notebook[1] == before[1] and before[1] >> clue & 1


def test_4_5_the_notebook_is_never_public():
    scene, _, _ = fought()
    for seat in (0, 1, 2, SPECTATOR):
        view = look(scene.states, seat)[0]
        known = [other for other in range(3) if view.notebook[other]]
        assert known == ([seat] if seat < 2 else [])


def test_4_6_who_has_held_a_shown_card_is_public_and_of_an_unknown_one_is_not():
    scene, mine, theirs = fought()
    unknown = scene.gang(1, A)[0]
    view = look(scene.states, 2)[0]
    assert view.held[theirs] == 0b11 and view.held[mine] == 0b01
    assert view.held[unknown] == 0 and view.place[unknown] == UNKNOWN
    assert look(scene.states, 1)[0].held[unknown] == 0b10


def test_4_6_the_place_of_a_card_out_of_the_game_is_seen_and_of_a_removed_one_is_not():
    scene = Scene()
    gone = scene.deck()[0]
    aside = int(np.flatnonzero(scene.state.place > OUT_OF_GAME - 2)[0])
    scene.state.place[gone] = OUT_OF_GAME
    view = look(scene.states, 1)[0]
    assert view.place[gone] == OUT_OF_GAME
    assert view.place[aside] == UNKNOWN


def test_4_6_the_hideout_is_seen_once_it_is_found():
    scene = Scene()
    scene.state.hideout[:] = (0, 0, CITY)
    scene.ask(Decision.CHASE)
    assert (look(scene.states, 1)[0].hideout == -1).all()
    scene.play(encode("raid", CITY))
    assert look(scene.states, 1)[0].hideout.tolist() == [0, 0, CITY]
    assert look(scene.states, SPECTATOR)[0].hideout.tolist() == [0, 0, CITY]


@pytest.mark.parametrize("seat", [0, 1, 2, SPECTATOR])
def test_4_6_a_filled_state_has_the_same_view_byte_for_byte(seat):
    scene = fight()
    commit(scene, 0, card_of(STRENGTH, 5))
    views = look(scene.states, seat)
    for seed in range(5):
        states = fill(views, seed)
        assert look(states, seat).tobytes() == views.tobytes()
        assert states.tobytes() != scene.states.tobytes()


def test_4_6_the_hideout_is_filled_in_where_no_note_and_no_failed_raid_speaks_against_it():
    scene = Scene()
    scene.state.notebook[0] = 0b1100_111110_111100
    scene.state.ruled_out[at("1ST/47TH"), 0] = 1
    views = look(scene.states, 0)
    hideouts = {tuple(fill(views, seed)[0].hideout.tolist()) for seed in range(60)}
    assert hideouts == {(0, 0, 1), (1, 0, 0), (1, 0, 1)}


def test_4_6_the_filled_cards_keep_the_counts_and_the_known_clues():
    scene, _, theirs = fought()
    for seed in range(5):
        state = fill(look(scene.states, 1), seed)[0]
        assert state.clue[theirs] == scene.state.clue[theirs]
        assert np.bincount(state.clue).tolist() == [7] * 16
        counts = np.bincount(state.place, minlength=20)
        assert counts[:16].reshape(4, 4).tolist() == scene.state.gang_count.tolist()
        assert (
            counts[16] == state.deck_count
            and sorted(state.deck[: counts[16]]) == np.flatnonzero(state.place == 16).tolist()
        )


def test_4_6_another_notebook_is_filled_with_the_clues_held_and_one_for_each_look():
    scene = Scene()
    scene.give_any(1, A, 1)
    scene.state.tally[1, Tally.LOOKS] = 2
    views = look(scene.states, 0)
    flags = [int(fill(views, seed)[0].notebook[1]).bit_count() for seed in range(40)]
    assert min(flags) >= 1 and max(flags) == 3


def test_4_6_the_committed_card_is_filled_in_from_the_attackers_gang():
    scene = fight()
    commit(scene, 0, card_of(STRENGTH, 5))
    views = look(scene.states, 1)
    filled = [fill(views, seed)[0] for seed in range(20)]
    assert all(state.place[state.fight_card[0]] == A for state in filled)
    assert len({int(state.fight_card[0]) for state in filled}) > 5
