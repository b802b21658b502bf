"""`gangzzz play --terminal`: whole games by typed words, who sees what, and what a wrong word is answered."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gangzzz_env import menu
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.tables import CARD_ATTRIBUTES, CARD_EMBLEM, CARD_POINTS, EMBLEM_NAMES, GANGS
from gangzzz_env.play_terminal import HELP, TerminalGame
from gangzzz_env.replay import Player, Replay
from gangzzz_env.table import Table
from gangzzz_env.telling import Move
from gangzzz_env.terminal import columns, wrapped

ROOT = Path(__file__).resolve().parent.parent
PLAY = [sys.executable, "-m", "gangzzz_env", "play", "--terminal", "--seed", "1920"]
END = re.compile(r"The game is over; it is won by player \d")


class Typist:
    """Types what it is given, and then ends the input; it keeps what was on the screen before each answer."""

    def __init__(self, words, capsys):
        self.words, self.capsys, self.screens = iter(words), capsys, []

    def __call__(self, prompt: str) -> str:
        self.screens.append(self.capsys.readouterr().out + prompt)
        try:
            return next(self.words)
        except StopIteration:
            raise EOFError from None


@pytest.fixture
def play(monkeypatch, capsys, tmp_path):
    """Plays at a table with these words; returns the game, the screens before each answer, and the last one."""
    monkeypatch.setenv("COLUMNS", "400")

    def played(words, seats=(None, "greedy"), path=tmp_path / "game.json"):
        typist = Typist(words, capsys)
        monkeypatch.setattr("builtins.input", typist)
        game = TerminalGame(Table.begin(GAME, seats, seed=1920), path)
        game.run()
        return game, [*typist.screens, capsys.readouterr().out]

    return played


def numbers(seed: int, most: int):
    """Numbers to type, without end."""
    rng = np.random.default_rng(seed)
    while True:
        yield str(rng.integers(1, most + 1))


def test_a_whole_game_is_played_through_a_pipe_without_colors_in_80_columns(tmp_path):
    typed = "\n".join(word for word, _ in zip(numbers(1, 4), range(2000)))
    command = [*PLAY, "--agents", "greedy", "--folder", str(tmp_path)]
    answer = subprocess.run(
        command, cwd=ROOT, input=typed, capture_output=True, text=True, timeout=900, env=os.environ | {"COLUMNS": "80"}
    )
    assert answer.returncode == 0, answer.stderr
    assert END.search(answer.stdout)
    assert "\x1b" not in answer.stdout
    (path,) = tmp_path.glob("*.json")
    assert f"gangzzz replay {path} makes a page of it" in answer.stdout
    table = Table.load(path)
    assert table.is_over
    assert {decision.seat for decision in table.replay().decisions} == {0, 1}
    lines = [line for line in answer.stdout.splitlines() if str(path) not in line and "player 0> " not in line]
    assert max(map(len, lines)) <= 80


def test_two_people_share_a_real_terminal_and_ctrl_c_keeps_the_game(tmp_path):
    keeper, end = pty.openpty()
    command = [*PLAY, "--people", "2", "--agents", "greedy", "--folder", str(tmp_path)]
    program = subprocess.Popen(command, cwd=ROOT, stdin=end, stdout=end, stderr=end, start_new_session=True)
    os.close(end)
    screen = ""
    try:
        for waits_for, typed in [
            ("player 0, it is your turn; press Enter when only you can see the screen: ", "\n"),
            ("player 0> ", "lex 48\n"),
            ("player 0> ", "1\n"),
            ("player 1, it is your turn; press Enter when only you can see the screen: ", "\n"),
            ("player 1> ", None),
        ]:
            shown = _until(keeper, waits_for)
            screen += shown
            if typed is not None:
                os.write(keeper, typed.encode())
        program.send_signal(signal.SIGINT)
        while not select.select([keeper], [], [], 10)[0]:  # Python does not hear it between a prompt and the reading
            program.send_signal(signal.SIGINT)
        screen += _until(keeper, "goes on with it.")
        assert program.wait(60) == 0
    finally:
        program.kill()
        os.close(keeper)
    (path,) = tmp_path.glob("*.json")
    assert len(Replay.load(path).decisions) == 1
    assert "\x1b[31mplayer 0\x1b[0m" in screen
    assert screen.count("\x1b[2J\x1b[3J\x1b[H") == 2
    assert "\x1b[H\nplayer" not in screen and "\x1b[Hplayer 1, it is your turn" in screen


def _until(keeper: int, words: str) -> str:
    """What comes from a terminal up to some words; it fails when nothing comes for ten minutes."""
    text = ""
    while words not in text:
        assert select.select([keeper], [], [], 600)[0], text
        text += os.read(keeper, 65536).decode()
    return text


def test_nobody_sees_the_cards_of_another_and_nothing_is_shown_before_enter(play, monkeypatch):
    seen, show = [], TerminalGame._print

    def spied(self, text):
        seen.append((self.present, self.table.position, text))
        show(self, text)

    monkeypatch.setattr(TerminalGame, "_print", spied)
    game, screens = play((word for word, _ in zip(numbers(2, 5), range(600))), (None, None, "random"))
    assert len({present for present, _, _ in seen}) >= 2
    player, looks = game.table.replay().play(), 0
    for present, position, text in seen:
        if not text.startswith("Gangzzz") or (game.table.is_over and position == game.table.position):
            continue
        looks += 1
        assert text == GAME.describe(game.table.view(present, position)[0], game.paint, 400)
        assert not any(words in text for words in _hidden(game.table, player, present, position))
    assert looks > 20
    for before, screen in zip(screens, screens[1:]):
        if "press Enter when only you" in screen:
            called = screen.split("\n")[-1]
            assert re.fullmatch(r"player \d, it is your turn; press Enter when only you can see the screen: ", called)
            assert "place gangster" not in screen
            assert before


def _hidden(table: Table, player: Player, seat: int, position: int) -> list[str]:
    """The cards of other people that a seat does not know, in words."""
    state, view = player.record_at(position)[0], table.view(seat, position)[0]
    others = (state.place >= 0) & (state.place // GANGS != seat) & (state.place < GANGS * table.num_players)
    words = []
    for card in np.flatnonzero(others & (view.place < 0)):
        values = "/".join(map(str, CARD_ATTRIBUTES[card]))
        words.append(f"{values} {EMBLEM_NAMES[CARD_EMBLEM[card]]} {CARD_POINTS[card]} (")
    return words


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("0", "there is no 0 in the list: type 1-4, words, or help"),
        ("99", "there is no 99 in the list: type 1-4, words, or help"),
        ("-1", "no move has the words '-1': type a number of the list, other words, or help"),
        ("fly away", "no move has the words 'fly away': type a number of the list, other words, or help"),
        ("quit now", "no move has the words 'quit now': type a number of the list, other words, or help"),
        ("undo", "player 0 has no move to take back"),
        ("hint nobody", "unknown agent 'nobody'"),
        ("save", "save needs the name of a file, as save game.json"),
        ("save pyproject.toml", "pyproject.toml is there and is no saved game: save needs another name"),
        (
            "save no/such/folder/game.json",
            "replay no/such/folder/game.json cannot be written: No such file or directory",
        ),
        ("load", "load needs the name of a file, as load game.json"),
        ("load no.json", "replay no.json cannot be read: No such file or directory"),
        ("load pyproject.toml", "pyproject.toml is not a replay"),
    ],
)
def test_a_wrong_word_is_answered_by_one_sentence_and_changes_nothing(play, typed, answer, monkeypatch):
    monkeypatch.chdir(ROOT)
    before = (ROOT / "pyproject.toml").read_bytes()
    game, screens = play([typed])
    said = screens[1].removesuffix("player 0> ")
    assert answer in said
    assert said.count("\n") == 1
    assert game.table.position == 0
    assert (ROOT / "pyproject.toml").read_bytes() == before


def test_a_move_is_reached_step_by_step_and_by_words(play):
    game, screens = play(["2", "lex 48", "b 48 lex", "1"])
    assert "1 gangster A (36 moves)\n" in screens[0] and "Your moves (144):" in screens[0]
    assert "Your moves (36):" in screens[1] and "gangster A" not in screens[1]
    assert screens[2].count("LEX/48TH") == 4
    assert screens[3] == "\nYour moves (1):\n1 place gangster B at LEX/48TH (value 10)\nplayer 0> "
    assert game.table.replay().decisions[0].words.startswith("place gangster B at LEX/48TH")
    assert "Since your last decision:\nplayer 0: place gangster B at LEX/48TH (value 10)\n    you get " in screens[4]
    assert "player 1 (greedy): place gangster" in screens[4]


def test_a_hint_can_be_followed_and_taken_back(play):
    game, screens = play(["hint", "1", "hint greedy", "1", "undo", "help"])
    hinted = re.search(r"^boss would: (.*)$", screens[1], re.MULTILINE)[1]
    assert screens[1].endswith(f"1 {hinted}\nplayer 0> ")
    assert screens[3].startswith("greedy would: place gangster")
    assert [decision.seat for decision in game.table.replay().decisions].count(0) == 1
    assert "your last move is taken back" in screens[5]
    assert HELP in screens[6]


def test_among_people_nothing_is_taken_back(play):
    _, screens = play(["", "1", "1", "", "undo"], (None, None))
    assert screens[-2].startswith("a move can be taken back only where all the others are agents\n")


def test_a_saved_game_is_gone_on_with_and_kept_in_its_file(play, tmp_path):
    other = tmp_path / "other.json"
    game, screens = play(["1", "1", f"save {other}", "1", "1", f"save {other}", f"load {other}", "1", "1"])
    assert screens[3] == f"saved in {other}\nplayer 0> "
    assert f"this is the game in {other}\n" in screens[7]
    assert game.path == other
    own = [decision.seat for decision in Replay.load(other).decisions].count(0)
    assert own == 3
    assert [decision.seat for decision in Replay.load(tmp_path / "game.json").decisions].count(0) == 2


@pytest.mark.parametrize("words", [["1", "1"], ["1", "1", "quit"]])
def test_the_end_of_input_and_quit_keep_the_game_and_say_how_to_go_on(play, tmp_path, words):
    path = tmp_path / "my game.json"
    game, screens = play(words, path=path)
    assert screens[-1] == f"\nThe game is kept in {path}: gangzzz play --terminal --load '{path}' goes on with it.\n"
    assert Table.load(path).position == game.table.position >= 2


def test_a_game_is_in_its_file_before_the_agents_think(play, tmp_path, monkeypatch):
    def killed(self):
        if self.position:
            raise SystemExit

    monkeypatch.setattr(Table, "let_agents_play", killed)
    with pytest.raises(SystemExit):
        play(["1", "1"])
    assert len(Replay.load(tmp_path / "game.json").decisions) == 1


def moves(*groups: str) -> list[Move]:
    return [Move(k, f"move {k} of {group}", group, ()) for k, group in enumerate(groups)]


def test_many_moves_are_listed_by_steps_and_few_at_once():
    many = moves("pass", *["LEX/48TH, city"] * 7, *["LEX/48TH, commercial"] * 8, *["1ST/47TH, city"] * 3)
    listed = menu.entries(many)
    assert [entry.words for entry in listed] == ["move 0 of pass", "LEX/48TH (15 moves)", "1ST/47TH (3 moves)"]
    within = menu.entries(listed[1].moves)
    assert [entry.words for entry in within] == ["city (7 moves)", "commercial (8 moves)"]
    assert [entry.moves for entry in menu.entries(within[1].moves)] == [(move,) for move in many[8:16]]
    assert sorted(move.action for entry in listed for move in entry.moves) == list(range(19))


def test_every_move_of_a_long_step_has_a_line_in_as_many_columns_as_fit():
    listed = menu.entries(moves(*["drive"] * 30))
    for width, tall in ((10, 30), (60, 15), (200, 10)):
        lines = menu.lines(listed, width)
        assert len(lines) == tall
        assert sorted(map(int, re.findall(r"(\d+) move", " ".join(lines)))) == list(range(1, 31))
    assert menu.lines([], 80) == []


def test_long_lines_are_broken_between_words_and_colors_take_no_place():
    line = "\x1b[31mplayer 0\x1b[0m has  ten cards"
    assert wrapped(line, 14, 2) == ["\x1b[31mplayer 0\x1b[0m has", "  ten cards"]
    assert wrapped(line, columns(line), 2) == [line]
    assert wrapped("", 10, 2) == [""]
    assert wrapped("extraordinary word", 5, 1) == ["extraordinary", " word"]
