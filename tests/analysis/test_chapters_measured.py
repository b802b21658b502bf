"""The chapters on length, choice, waiting, lead, income, things and unused rules, from real and from made-up games."""

import dataclasses
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from agents import make_agent
from gangzzz_env.analysis.measure import measure
from gangzzz_env.analysis.play import paired_seeds, play_lineup
from gangzzz_env.analysis.report import choice, income, lead, length, things, unused, waiting
from gangzzz_env.analysis.report.seatings import seatings, winning_with
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.games.gangzzz import GAME

CHAPTERS = (length, choice, waiting, lead, income, things, unused)


def played(lineup: tuple[str, ...], games: int, rules=None) -> Meeting:
    """A meeting of scripted agents."""
    agents = {name: make_agent(name, place) for place, name in enumerate(dict.fromkeys(lineup))}
    seeds = paired_seeds(3, games, len(lineup))
    return Meeting(len(lineup), lineup, GAME.read_rules(rules), (), play_lineup(GAME, lineup, agents, seeds, rules))


@pytest.fixture(scope="module")
def meetings() -> list[Meeting]:
    return [played(("greedy", "trader"), 120), played(("greedy", "brawler", "landlord"), 90)]


@pytest.fixture(scope="module")
def measures(meetings):
    return [measure(GAME, meeting) for meeting in meetings]


@pytest.fixture(scope="module")
def chapters(meetings, measures):
    return {module.NAME: module.chapter(GAME, meetings, measures) for module in CHAPTERS}


def table(chapter, name: str) -> list[dict]:
    """The rows of a table as dictionaries."""
    found = next(each for each in chapter.tables if each.name == name)
    return [dict(zip(found.columns, row, strict=True)) for row in found.rows]


@pytest.mark.parametrize("module", CHAPTERS, ids=lambda module: module.NAME)
def test_a_chapter_is_whole(chapters, meetings, module):
    chapter = chapters[module.NAME]
    assert chapter.words
    assert all(each.definition and each.rows for each in chapter.tables if each.name != "hardly_taken")
    for found in chapter.findings:
        assert found.low <= found.effect <= found.high
        assert (found.chapter, bool(found.scale), found.games > 0) == (module.NAME, True, True)
    for plot in chapter.plots:
        ElementTree.fromstring(plot.svg)
        assert not re.search(r"\b(nan|inf)\b", plot.svg)
    for example in (*chapter.examples, *(e for found in chapter.findings for e in found.examples)):
        assert example.game < len(meetings[example.meeting].games.seed)


@pytest.mark.parametrize("module", CHAPTERS, ids=lambda module: module.NAME)
def test_tables_have_numbers_of_python_that_every_file_can_hold(chapters, module):
    kinds = {type(value) for each in chapters[module.NAME].tables for row in each.rows for value in row}
    assert kinds <= {int, float, str, type(None)}


def test_length_is_that_of_the_games(chapters, meetings):
    rows = table(chapters["length"], "length_by_players")
    assert [row["players"] for row in rows] == [2, 3]
    assert rows[0]["decisions"] == pytest.approx(meetings[0].games.decisions.mean())
    examples = {example.why.split(" game")[0]: example for example in chapters["length"].examples}
    shortest = examples["the shortest"]
    assert meetings[shortest.meeting].games.decisions[shortest.game] == min(m.games.decisions.min() for m in meetings)
    parts = table(chapters["length"], "length_by_part")
    assert sum(row["decisions"] for row in parts if row["players"] == 3) == pytest.approx(rows[1]["decisions"])


def test_income_adds_up_to_the_money(chapters, meetings):
    rows = [row for row in table(chapters["income"], "income_by_source") if row["players"] == 3]
    assert sum(row["dollars"] for row in rows) == pytest.approx(meetings[1].games.ledger.sum(axis=2).mean())
    parts = [row["part"] for row in table(chapters["income"], "lead_by_source") if row["players"] == 3]
    assert sum(parts) == pytest.approx(1)


def test_a_bounty_far_too_high_is_found():
    meeting = played(("greedy", "brawler"), 100, {"bounty": 500})
    found = max(income.chapter(GAME, [meeting], [measure(GAME, meeting)]).findings, key=lambda each: each.weight)
    assert "bounty" in found.sentence
    assert found.weight > 1


def test_what_goes_with_winning_is_found_with_its_size_and_the_rest_is_not(meetings, measures):
    random, casino = np.random.default_rng(1), GAME.things.index("influential_gentlemen.casino")
    games = meetings[0].games
    many = 40
    big = dataclasses.replace(
        meetings[0],
        games=dataclasses.replace(
            games,
            **{
                name: np.tile(getattr(games, name), (many,) + (1,) * (getattr(games, name).ndim - 1))
                for name in ("share",)
            },
            seed=np.arange(len(games.seed) * many).astype(np.uint64) // 2,
            rotation=np.tile(games.rotation, many),
        ),
    )
    n = len(games.seed) * many
    taken = random.integers(0, 4, (n, 2, len(GAME.things))).astype(np.uint8)
    first = random.random(n) < 0.5 + 0.1 * (taken[:, 0, casino].astype(float) - taken[:, 1, casino])
    big.games.share[:] = np.stack([first, ~first], axis=1)
    measured = dataclasses.replace(measures[0], games=np.arange(n), offered=np.full_like(taken, 4), taken=taken)
    seats = seatings([big], [measured])
    found = winning_with(seats, seats.of([measured.taken]), seats.of([measured.offered]))
    assert found.value[casino] == pytest.approx(0.1, abs=4 * found.error[casino])
    assert found.error[casino] < 0.02
    others = np.delete(np.abs(found.value) / found.error, casino)
    assert np.median(others) < 1.2
    assert others.max() < 5


def test_agents_that_win_more_and_take_more_do_not_make_a_thing_look_strong(meetings, measures):
    seats = seatings(meetings, measures)
    strong = (seats.stratum == seats.stratum.min()).astype(float)
    seats = dataclasses.replace(seats, share=strong)
    found = winning_with(seats, np.stack([10 * strong + np.arange(len(strong)) % 3], axis=1))
    assert found.value[0] == pytest.approx(0, abs=1e-12)


def test_rules_that_never_fire_are_named():
    rules = {"crash_at_most": 0, "recruits": 0, "city_cards_assistant": 0, "city_cards_manager": 0, "gym_cards": 0}
    rules |= {"link_cards_1": 0, "link_cards_2": 0, "link_cards_3": 0}
    meeting = played(("greedy", "brawler"), 40, rules)
    chapter = unused.chapter(GAME, [meeting], [measure(GAME, meeting)])
    assert "a car crashes (11.1)" in chapter.words[0]
    assert "a set is paid (10.2)" in chapter.words[0]
    assert "attack" in chapter.words[1]
    fired = {row["what"]: row["times"] for row in table(chapter, "rules_fired")}
    assert fired["a Manager runs a building"] > 0


def test_who_leads_and_how_far():
    leader, ahead = lead.leads(np.array([[3, 9, 5], [4, 4, 1], [0, 0, 7]]))
    assert leader.tolist() == [1, -1, 2]
    assert ahead.tolist() == [4, 0, 7]


def test_what_goes_with_winning_is_shown_by_who_wins_with_it_and_with_losing_by_who_does_not(
    chapters, meetings, measures
):
    words = re.compile(r"player (\d) (wins|does not win) with (\d+) of (.+)")
    shown = [(found, *found.examples) for found in chapters["things"].findings if found.examples]
    assert {found.effect > 0 for found, _ in shown} == {True, False}
    for found, example in shown:
        seat, verb, times, name = words.fullmatch(example.why).groups()
        place, games = example.meeting, meetings[example.meeting].games
        assert (verb == "wins") == (games.share[example.game, int(seat)] == 1) == (found.effect > 0)
        row = list(measures[place].games).index(example.game)
        counts = dict(zip(map(things.words_of, GAME.things), measures[place].taken[row, int(seat)]))
        held = (things.words_of(f"held.{name}") for name in GAME.holdings)
        assert int(times) in (counts.get(name), dict(zip(held, measures[place].held[row, int(seat)])).get(name))


def test_what_winners_are_ahead_by_is_shown_by_a_winner(chapters, meetings):
    for found in chapters["income"].findings:
        (example,) = found.examples
        seat, dollars, more = re.match(
            r"player (\d) wins with (\d+) dollars of .+ (more|less) than", example.why
        ).groups()
        games = meetings[example.meeting].games
        source = re.search(r"dollars of (.+) (?:more|less)", example.why)[1].replace(" ", "_")
        money = games.ledger[example.game, :, GAME.sources.index(source)]
        ahead = money[int(seat)] - (money.sum() - money[int(seat)]) / (len(money) - 1)
        assert games.share[example.game, int(seat)] == 1
        assert f"{abs(ahead):.0f}" == dollars and (ahead >= 0) == (more == "more")


def test_what_is_in_vain_is_shown_by_the_game_in_which_it_is_most_often(chapters, measures):
    names = [what for _, what in GAME.clauses]
    shown = [example for found in chapters["unused"].findings for example in found.examples]
    assert shown
    for example in shown:
        times, what = re.fullmatch(r"(\d+) times (.+)", example.why).groups()
        measured = measures[example.meeting]
        fired = measured.fired[list(measured.games).index(example.game), names.index(what)]
        assert fired == int(times) == max(m.fired[:, names.index(what)].max() for m in measures)
