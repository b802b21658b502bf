"""The page of a game: every position as everybody saw it, in words too, in one offline file that tells no secrets."""

import base64
import functools
import html.parser
import json
import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

from gangzzz_env.__main__ import main
from gangzzz_env.replay import Replay
from gangzzz_env.replay_page import Looker, is_over, lookers_of, page
from gangzzz_env.rng import seed_words
from gangzzz_env.sample import MaskSampler
from tests.conftest import LINE_UPS
from tests.playing import play, started

ROOT = Path(__file__).resolve().parent.parent
MEGABYTE = 2**20
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--virtual-time-budget=8000", "--dump-dom"),
)


@functools.cache
def replay(line_up, decisions=10**9):
    """A random game, whole or its first decisions."""
    env = started(line_up, seed=6)
    play(env, MaskSampler(6), decisions)
    return env.replay()


@functools.cache
def whole_page(line_up):
    """The page of a whole game for everybody, and what plays it."""
    player = replay(line_up).play()
    return page(player, lookers_of(player)), player


def data_of(document):
    """The data of a page."""
    packed = re.search(r'<script id="data" type="text/plain">([^<]*)</script>', document)[1]
    return json.loads(zlib.decompress(base64.b64decode(packed)))


def view_of(player, looker):
    """What somebody sees where the player is."""
    return (player.record if looker.seat is None else player.view(looker.seat))[0]


def test_every_position_of_the_page_is_the_picture_of_everybodys_view(line_up):
    document, player = whole_page(line_up)
    data, game = data_of(document), line_up[0]
    assert len(data["lookers"]) == line_up[1] + 2
    for looker, told in zip(lookers_of(player), data["lookers"]):
        shown = {}
        assert len(told["frames"]) == len(player) + 1
        for position, changes in enumerate(told["frames"]):
            shown |= dict(zip(changes[::2], changes[1::2]))
            if position % 15 == 0 or position == len(player):
                player.go_to(position)
                drawn = {
                    name: inner
                    for panel in game.sheet(view_of(player, looker)).panels
                    for name, inner in panel.parts.items()
                }
                parts = {data["parts"][part]: data["fragments"][fragment] for part, fragment in shown.items()}
                assert {name: inner for name, inner in parts.items() if inner} == {
                    name: inner for name, inner in drawn.items() if inner
                }


def test_the_page_has_a_place_for_each_part(line_up):
    document, _ = whole_page(line_up)
    places = re.findall(r'<g data-part="(\w+)"/>', document)
    assert sorted(places) == sorted(data_of(document)["parts"])


def test_each_step_is_told_in_the_words_of_who_looks(line_up):
    document, player = whole_page(line_up)
    game, data = line_up[0], data_of(document)
    for looker, told in zip(lookers_of(player), data["lookers"]):
        for position in range(0, len(player), 9):
            player.go_to(position)
            decision = player.replay.decisions[position]
            words = game.action_heard(view_of(player, looker), decision.action)
            assert told["words"][position] == f"player {decision.seat}: {words}"
            if looker.seat == decision.seat:
                assert words == decision.words


def test_money_and_what_brought_it_agree(line_up):
    document, player = whole_page(line_up)
    data = data_of(document)
    gained = [0] * line_up[1]
    for told in filter(None, data["effects"]):
        for part in told.split("; "):
            seat = int(re.match(r"player (\d): ", part)[1])
            gained[seat] += sum(int(f"{sign}{dollars}") for sign, dollars in re.findall(r"([+-])\$(\d+)", part))
    assert data["money"][0] == [0] * line_up[1]
    assert data["money"][-1] == gained == player.record_at(len(player))["money"][0][: line_up[1]].tolist()


def test_chapters_begin_where_the_minigame_changes(line_up):
    document, player = whole_page(line_up)
    chapters = data_of(document)["chapters"]
    assert chapters[0][0] == 0
    for position in range(len(player) + 1):
        here = [name for first, name in chapters if first <= position][-1]
        assert here == line_up[0].minigame(player.record_at(position)[0])


class Links(html.parser.HTMLParser):
    """What a page refers to, and whether its elements are closed."""

    def __init__(self):
        super().__init__()
        self.links, self.open = [], []

    def handle_starttag(self, tag, attributes):
        self.links += [value for name, value in attributes if name in ("src", "href", "action", "data")]
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.links += [value for name, value in attributes if name in ("src", "href")]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_is_one_small_file_that_needs_no_other(line_up):
    document, _ = whole_page(line_up)
    assert len(document.encode()) < MEGABYTE // 3
    links = Links()
    links.feed(document)
    assert links.open == []
    assert all(link.startswith("#") for link in links.links)
    assert not re.search(r"url\(|@import|https?://", document)


def test_who_may_look_depends_on_whether_the_game_is_over(line_up):
    game, num_players = line_up
    whole, begun = replay(line_up).play(), replay(line_up, 9).play()
    assert (is_over(whole), is_over(begun)) == (True, False)
    everybody = [looker.seat for looker in lookers_of(whole)]
    assert everybody == [*range(num_players), game.seats[1], None]
    assert lookers_of(begun) == [Looker("spectator", game.seats[1])]
    for player in (whole, begun):
        assert lookers_of(player, 1) == [Looker("player 1", 1)]
        with pytest.raises(ValueError, match=f"seat is {num_players}, but this game has seats 0-{num_players - 1}"):
            lookers_of(player, num_players)


def test_the_page_of_a_seat_or_a_spectator_is_the_same_for_states_of_one_view(line_up):
    game, num_players = line_up
    for decisions in (0, 20, 45, 60):
        player = replay(line_up, decisions).play()
        player.go_to(len(player))
        for seat in (0, num_players - 1, game.seats[1]):
            other = np.zeros(1, game.state_dtype)
            game.fill(player.view(seat), 0, 1, seed_words(decisions)[np.newaxis], other)
            assert other.tobytes() != player.record.tobytes()
            pages = {
                page(Replay.of(game, start, []).play(), [Looker("who looks", seat)]) for start in (player.record, other)
            }
            assert len(pages) == 1


def test_others_do_not_hear_which_card_is_committed_or_moved(line_up):
    told = [looker["words"] for looker in data_of(whole_page(line_up)[0])["lookers"]]
    own, heard = set(), set()
    for seat, words in enumerate(told[: line_up[1]]):
        for line in words:
            if re.match(r"player \d: (commit|regroup)", line):
                (own if line.startswith(f"player {seat}:") else heard).add(line[10:])
    assert all(re.fullmatch("commit a card of the gang|regroup a card from [A-D] to [A-D]", line) for line in heard)
    assert own
    assert not own & heard


@pytest.fixture
def saved(tmp_path):
    """The file of a game of two."""
    path = tmp_path / "game.json"
    replay(LINE_UPS[0]).save(path)
    return path


def test_the_program_writes_the_page(saved, capsys):
    assert main(["replay", str(saved), "-o", str(saved.with_name("page.html"))]) == 0
    assert saved.with_name("page.html").read_text(encoding="utf-8") == whole_page(LINE_UPS[0])[0]
    assert main(["replay", str(saved), "--seat", "1"]) == 0
    looked = data_of(saved.with_suffix(".html").read_text(encoding="utf-8"))["lookers"]
    assert [looker["name"] for looker in looked] == ["player 1"]
    assert "wrote" in capsys.readouterr().out


BAD = (
    (["nothing.json"], "replay .*nothing.json cannot be read"),
    (["damaged.json"], "damaged.json is a damaged replay"),
    (["cut.json"], "cut.json is not a replay, or a damaged one"),
    (["foreign.json"], "foreign.json is not a replay of gangzzz_env"),
    (["game.json", "-o", "game.json"], "would replace the replay"),
    (["game.json", "-o", "nowhere/page.html"], "output file nowhere/page.html cannot be written: No such file"),
    (["game.json", "-o", "."], r"output file \. cannot be written: it is no ordinary file"),
    (["game.json", "--seat", "2"], "seat is 2, but this game has seats 0-1"),
    (["game.json", "--seat", "x"], "'x' must be a whole number from 0 on"),
    ([], "the following arguments are required"),
)


@pytest.mark.parametrize(("arguments", "said"), BAD)
def test_bad_input_is_one_sentence_exit_2_and_nothing_is_written(saved, monkeypatch, capsys, arguments, said):
    monkeypatch.chdir(saved.parent)
    text = saved.read_text(encoding="utf-8")
    Path("damaged.json").write_text(text.replace('"seat": 0', '"seat": 1', 1), encoding="utf-8")
    Path("cut.json").write_text(text[: len(text) // 2], encoding="utf-8")
    Path("foreign.json").write_text('{"format": "chess"}', encoding="utf-8")
    before = {path: path.read_bytes() for path in Path().iterdir()}
    with pytest.raises(SystemExit) as stop:
        main(["replay", *arguments])
    assert stop.value.code == 2
    error = capsys.readouterr().err
    assert re.search(said, error)
    assert error.count("\n") == 1
    assert {path: path.read_bytes() for path in Path().iterdir()} == before


def test_without_a_command_the_program_says_what_it_wants():
    run = subprocess.run([sys.executable, "-m", "gangzzz_env"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (2, "gangzzz: the following arguments are required: COMMAND\n")


ACTS = """
<script>
const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const click = (selector, text) =>
  [...document.querySelectorAll(selector)].find((node) => node.textContent === text).click();
const seen = [];
const see = () => seen.push([at("step").textContent, at("words").firstChild.textContent,
  document.querySelector('[data-part="head"]').textContent]);
setTimeout(() => {
  for (const key of ["", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home", "PageDown", "PageUp"]) {
    press(key);
    see();
  }
  click("#controls button", ">"); see();
  click("#lookers button", "player 1"); see();
  click("#chapters button", "The end"); see();
  at("slider").value = 5; at("slider").dispatchEvent(new Event("input")); see();
  document.body.replaceChildren(made("pre", JSON.stringify(seen), { id: "seen" }));
}, 2000);
</script>
</body>
"""


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")
def test_in_a_browser_the_page_is_stepped_through_by_keys_and_clicks(tmp_path):
    document, player = whole_page(LINE_UPS[0])
    data = data_of(document)
    path = tmp_path / "page.html"
    path.write_text(document.replace("</body>\n", ACTS), encoding="utf-8")
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", path.as_uri()]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    seen = json.loads(html.unescape(re.search(r'<pre id="seen">(.*?)</pre>', run.stdout, re.DOTALL)[1]))
    last, second = len(player), data["chapters"][1][0]
    steps = [0, 1, 2, 1, last, 0, second, 0, 1, 1, last, 5]
    assert [step for step, _, _ in seen] == [f"{step} / {last}" for step in steps]
    words = [data["lookers"][0]["words"]] * 9 + [data["lookers"][1]["words"]] * 3
    assert [told for _, told, _ in seen] == [
        said[step - 1] if step else "the game begins" for said, step in zip(words, steps)
    ]
    assert [f"after {step} decisions" in head for step, (_, _, head) in zip(steps, seen)] == [True] * len(steps)
    assert "as player 0 sees it" in seen[8][2]
    assert "as player 1 sees it" in seen[9][2]
