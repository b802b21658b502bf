"""Training: what it writes, how it goes on after a stop, what it refuses, and that nothing illegal is played."""

import dataclasses
import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("sb3_contrib", reason="the extra `train` is not installed")

import eval as tournament
import train
from agents import make_agent
from agents.learned import Learned
from agents.learning import checkpoint, presets
from agents.learning import run as run_of_training
from agents.learning.lookahead import GAMES, HORIZON, MOVES, Classroom
from agents.learning.network import CRITIC, HEADS, ActorCritic
from agents.learning.presets import Settings
from agents.learning.rows import ROWS
from agents.learning.seen import seen
from gangzzz_env import jit
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.actions import ACTIONS, PASS

ROOT = Path(__file__).resolve().parents[2]
TINY = Settings(
    positions=4096,
    lessons=2 * GAMES,
    decisions=4 * 256,
    num_envs=8,
    rollout=32,
    batch=64,
    epochs=2,
    snapshot_every=2,
)


class Positions:
    """Two-player games of greedy, each broken off somewhere, as the seats to move see them."""

    def __init__(self, num_players: int):
        classroom = Classroom(GAME, make_agent("greedy"), num_players, None, 5)
        classroom.warm_up()
        self.states, games = classroom.states, np.arange(GAMES)
        self.views, self.movers = np.zeros(GAMES, GAME.state_dtype), np.zeros(GAMES, np.int64)
        self.masks = np.zeros((GAMES, GAME.num_actions), np.int8)
        GAME.see(self.states, games, 0, GAMES, self.views, self.masks, self.movers)
        self.inputs = torch.from_numpy(seen(self.views, self.masks, None)).float()


@pytest.fixture(scope="module")
def positions():
    """Two-player games, broken off somewhere."""
    return Positions(2)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a whole run of the smallest training."""
    return run(tmp_path_factory.mktemp("run") / "whole")


def run(folder: Path, *options: str, settings: Settings = TINY) -> Path:
    """Train with these settings."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(presets.PRESETS, "quick", settings)
        assert train.main(["--out", str(folder), "--games", "4", *options]) == 0
    return folder


def weights(folder: Path) -> dict[str, np.ndarray]:
    """The weights of a checkpoint."""
    with np.load(folder / "weights.npz") as arrays:
        return dict(arrays)


def are_equal(first: Path, second: Path) -> bool:
    """Whether two checkpoints hold the same weights, bit for bit."""
    ours, theirs = weights(first), weights(second)
    return ours.keys() == theirs.keys() and all((ours[name] == theirs[name]).all() for name in ours)


def last(folder: Path) -> Path:
    """The last checkpoint of a run."""
    return checkpoint.find(folder)


@pytest.mark.parametrize("decision", HEADS)
def test_every_legal_action_but_passing_has_a_row(positions, decision):
    asked = np.flatnonzero(positions.views["decision"] == decision)
    has_row = np.zeros((len(asked), GAME.num_actions), bool)
    has_row[:, PASS] = True
    first = {section.name: section.first for section in ACTIONS}
    for actions, targets in HEADS[decision]:
        games, numbers, _ = ROWS[targets](positions.inputs[asked])
        has_row[games, first[actions] + numbers] = True
    assert not (positions.masks[asked].astype(bool) & ~has_row).any()


def test_a_look_ahead_ends_where_the_teacher_would_play_to(positions):
    """From the same filled state, each move played on by hand gives the money that the outcome says."""
    classroom = Classroom(GAME, make_agent("greedy"), 2, None, 5)
    views, movers = positions.views[:12], positions.movers[:12]
    moves = positions.masks[:12].argmax(1)
    random = np.random.default_rng(3).integers(0, 2**32, (12, 4), np.uint32)
    dollars, seen_by, goes_on = classroom._rollouts(views, random.copy(), movers, moves)
    states = np.zeros(12, GAME.state_dtype)
    GAME.fill(views, 0, 12, random.copy(), states)
    ends = []
    for k in range(12):
        game, before, action = states[k : k + 1], margin(states[k], movers[k]), moves[k]
        for _ in range(HORIZON):
            if action >= 0:
                GAME.apply(game, np.zeros(1, int), 0, 1, np.array([action]), 0, np.zeros((1, 4)), np.zeros(1, bool))
                action = move_of_greedy(game)
        assert dollars[k] == pytest.approx(margin(game[0], movers[k]) - before)
        if action >= 0:
            ends.append(k)
    assert goes_on.tolist() == ends
    assert 0 < len(ends) < 12
    seen_by_hand = np.zeros(len(ends), GAME.state_dtype)
    GAME.look(states, np.array(ends), 0, len(ends), movers[ends], seen_by_hand)
    assert seen_by.tobytes() == seen_by_hand.tobytes()


def move_of_greedy(game) -> int:
    """What greedy would do in a game, -1 if it is over."""
    view, mask, mover = np.zeros(1, GAME.state_dtype), np.zeros((1, GAME.num_actions), np.int8), np.zeros(1, int)
    GAME.to_move(game, 0, 1, mover)
    if mover[0] < 0:
        return -1
    GAME.see(game, np.zeros(1, int), 0, 1, view, mask, mover)
    return int(make_agent("greedy").act(view, mask)[0])


def margin(state, seat: int) -> int:
    """Dollars that a seat is ahead."""
    return int(state["money"][seat]) - int(state["money"][1 - seat])


def test_the_moves_tried_are_legal_each_once_and_the_first_is_the_teachers():
    classroom = Classroom(GAME, make_agent("greedy"), 2, None, 5)
    classroom.warm_up()
    before = classroom.states.copy()
    lesson = classroom.lessons(ActorCritic(), torch.nn.Linear(CRITIC, 1))
    views, movers = np.zeros(GAMES, GAME.state_dtype), np.zeros(GAMES, np.int64)
    masks = np.zeros((GAMES, GAME.num_actions), np.int8)
    GAME.see(before, np.arange(GAMES), 0, GAMES, views, masks, movers)
    assert lesson.moves[:, 0].tolist() == make_agent("greedy").act(views, masks).tolist()
    for moves, mask in zip(lesson.moves, masks):
        tried = moves[moves >= 0]
        assert len(set(tried)) == len(tried) == min(MOVES, mask.sum())
        assert mask[tried].all()


def test_a_run_leaves_an_agent_its_configuration_curves_and_an_evaluation(trained):
    config = json.loads((last(trained) / "config.json").read_text())
    assert config["decisions"] == TINY.decisions
    assert config["rules_hash"] == checkpoint.rules_hash(GAME.read_rules(None))
    assert config["settings"] == json.loads(json.dumps(dataclasses.asdict(TINY)))
    assert (trained / "curves-0" / "progress.csv").stat().st_size > 0
    assert list((trained / "curves-0").glob("events.out.tfevents.*"))
    shown = json.loads((trained / "eval.json").read_text())
    assert shown["games"][0]["games"] == 4
    assert not list(trained.glob(".*"))
    assert not are_equal(checkpoint.at(trained, 0), last(trained))


def test_the_same_seed_trains_the_same_agent_and_another_one_another(tmp_path, trained):
    assert are_equal(last(run(tmp_path / "again")), last(trained))
    assert not are_equal(last(run(tmp_path / "other", "--seed", "1")), last(trained))


@pytest.mark.parametrize("stop", [0, 256, 512])
def test_a_resumed_run_ends_as_if_it_had_not_been_stopped(tmp_path, trained, monkeypatch, stop):
    """Stopped amid look-ahead, at a checkpoint that is there only to go on from, and at one that is kept."""
    monkeypatch.setattr(run_of_training, "SPACING", 0.0)
    monkeypatch.setattr(run_of_training, "LESSONS_SPACING", 0.0)
    stopped, save = tmp_path / "stopped", checkpoint.save

    def save_and_stop(run, decisions, *rest):
        place = save(run, decisions, *rest)
        if decisions == stop:
            raise Stop
        return place

    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "save", save_and_stop)
        with pytest.raises(Stop):
            run(stopped)
    assert json.loads((last(stopped) / "config.json").read_text())["decisions"] == stop
    assert ("kept" in checkpoint.read_training(last(stopped))) == (stop == 0)
    assert presets.PRESETS["quick"] != TINY  # the preset of today is not that of the run
    assert train.main(["--resume", str(stopped)]) == 0
    assert are_equal(last(stopped), last(trained))
    assert [checkpoint.decisions_of(place) for place in checkpoint.all_of(stopped)] == [0, 512, 1024]


class Stop(Exception):
    """A training was killed here."""


def test_scratch_learns_without_look_ahead(tmp_path):
    folder = run(tmp_path / "scratch", "--start", "scratch", "--num-players", "3")
    assert json.loads((last(folder) / "config.json").read_text())["num_players"] == 3


def test_a_learned_agent_plays_the_same_in_any_batch(trained, positions):
    agent, views, masks = Learned(last(trained)), positions.views[:200], positions.masks[:200]
    alone = [agent.act(views[k : k + 1], masks[k : k + 1])[0] for k in range(200)]
    assert agent.act(views, masks).tolist() == alone


def test_a_tournament_takes_a_checkpoint_and_says_what_is_other_than_in_training(trained, tmp_path, capsys):
    agents = f"{trained},random"
    assert tournament.main(["--agents", agents, "--num-players", "3", "--games", "3", "--out", str(tmp_path)]) == 0
    assert "trained with 2 players, not 3" in capsys.readouterr().err


def test_a_checkpoint_says_if_greedy_whose_moves_it_sees_has_changed(trained, tmp_path, monkeypatch):
    rules = GAME.read_rules(None)
    assert Learned(trained).differences(2, rules) == []
    options = json.loads((last(trained) / "config.json").read_text())["options"]
    alone = damaged(trained, tmp_path / "alone", options=options | {"start": "scratch"})
    monkeypatch.setattr(checkpoint, "greedy_hash", lambda: "0123")
    assert Learned(trained).differences(2, rules) == ["it sees the moves of greedy, which is not as it was in training"]
    assert Learned(alone).differences(2, rules) == []


def test_greedy_is_other_if_one_of_its_judgments_is_and_not_if_another_agent_or_the_engine_is(tmp_path, monkeypatch):
    greedy, agents = checkpoint.greedy_hash(), tmp_path / "agents"
    shutil.copytree(ROOT / "agents", agents)  # and no engine
    monkeypatch.setattr(jit, "ROOT", tmp_path)
    monkeypatch.setattr(checkpoint, "AGENTS", agents)
    (agents / "random.py").write_text("")
    assert checkpoint.greedy_hash() == greedy
    (agents / "judgment" / "weights.py").write_text("")
    assert checkpoint.greedy_hash() != greedy


def damaged(trained: Path, folder: Path, **changes) -> Path:
    """A copy of a checkpoint whose configuration is another."""
    shutil.copytree(last(trained), folder)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | changes))
    return folder


def test_foreign_and_damaged_checkpoints_are_refused(trained, tmp_path):
    with pytest.raises(ValueError, match="of the game chess_v6"):
        make_agent(str(damaged(trained, tmp_path / "a", game="chess_v6")))
    with pytest.raises(ValueError, match="layout 0123"):
        make_agent(str(damaged(trained, tmp_path / "b", observation="0123")))
    cut = damaged(trained, tmp_path / "c")
    (cut / "weights.npz").write_bytes((cut / "weights.npz").read_bytes()[:1000])
    with pytest.raises(ValueError, match="damaged"):
        make_agent(str(cut))
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="no checkpoint"):
        make_agent(str(tmp_path / "empty"))
    with pytest.raises(ValueError, match="missing"):
        make_agent(str(tmp_path / "nowhere"))


@pytest.mark.parametrize(("missing", "more"), [("trust", {}), ("entropy", {"warm_up": 3})])
def test_a_run_with_settings_that_this_version_does_not_share_is_not_resumed(trained, tmp_path, capsys, missing, more):
    settings = {name: value for name, value in dataclasses.asdict(TINY).items() if name != missing}
    damaged(trained, tmp_path / last(trained).name, settings=settings | more)
    with pytest.raises(SystemExit) as exit_:
        train.main(["--resume", str(tmp_path)])
    assert exit_.value.code == 2
    error = capsys.readouterr().err
    assert all(name in error for name in (missing, *more))
    assert "cannot be resumed" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"settings": None}, "has no settings"),
        ({"settings": dataclasses.asdict(TINY) | {"decisions": "many"}}, "setting decisions is 'many'"),
        ({"settings": dataclasses.asdict(TINY) | {"weights": [1.0]}}, "setting weights is [1.0]"),
        ({"settings": dataclasses.asdict(TINY) | {"itself": -1}}, "setting itself is -1"),
        ({"settings": dataclasses.asdict(TINY) | {"num_envs": 16}}, "does not fit its configuration"),
        ({"options": {"preset": "quick"}}, "does not say how to go on"),
        ({"options": {"start": "lookahead", "seed": -1, "games": 4}}, "does not say how to go on"),
        ({"num_players": 5}, "does not say how to go on"),
        ({"rules": {}}, "does not say how to go on"),
        ({"rules_hash": "0123"}, "does not say how to go on"),
    ],
)
def test_a_run_whose_configuration_was_changed_is_not_resumed(trained, tmp_path, capsys, changes, words):
    damaged(trained, tmp_path / last(trained).name, **changes)
    assert refused(["--resume", str(tmp_path)], capsys).count(words) == 1


@pytest.mark.parametrize("other", [{}, {"policy": {}}, [], None])
def test_a_run_whose_training_is_of_something_else_is_not_resumed(trained, tmp_path, capsys, other):
    torch.save(other, damaged(trained, tmp_path / last(trained).name) / "training.pt")
    assert "training.pt" in refused(["--resume", str(tmp_path)], capsys)


def refused(options: list[str], capsys) -> str:
    """The one sentence with which a program leaves with exit code 2."""
    with pytest.raises(SystemExit) as exit_:
        train.main(options)
    error = capsys.readouterr().err
    assert exit_.value.code == 2
    assert error.strip().count("\n") == 0
    return error


def test_two_runs_do_not_train_in_one_folder(trained, tmp_path, capsys, monkeypatch):
    second = []

    def train_another(self):
        second.append(refused(["--out", str(tmp_path)], capsys))

    monkeypatch.setattr(run_of_training.Run, "train", train_another)
    assert train.main(["--out", str(tmp_path)]) == 0
    assert "another program is training in" in second[0]
    assert not list(tmp_path.iterdir())


def test_a_seed_may_be_of_any_size(tmp_path):
    few = dataclasses.replace(TINY, decisions=256)
    assert not are_equal(
        last(run(tmp_path / "a", "--seed", str(2**70), settings=few)),
        last(run(tmp_path / "b", "--seed", "0", settings=few)),
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--num-players", "5"], "num_players is 5"),
        (["--num-players", "two"], "'two' must be a whole number"),
        (["--preset", "fast"], "invalid choice: 'fast'"),
        (["--seed", "-1"], "'-1' must be a whole number"),
        (["--games", "0"], "'0' must be a whole number"),
        (["--rules", "nowhere.toml"], "nowhere.toml"),
        (["--out", "/proc/nowhere"], "/proc/nowhere cannot be written"),
        (["--resume", "nowhere"], "nowhere is missing"),
        (["--resume", "nowhere", "--seed", "3"], "--seed cannot be given with --resume"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(options, words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as exit_:
        train.main(options)
    error = capsys.readouterr().err
    assert exit_.value.code == 2
    assert words in error
    assert error.strip().count("\n") == 0


def test_who_stops_a_run_is_told_whether_it_can_go_on(trained, tmp_path, monkeypatch, capsys):
    def stop(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(run_of_training.Run, "train", stop)
    assert train.main(["--out", str(tmp_path)]) == train.main(["--resume", str(trained)]) == 130
    nothing, goes_on = capsys.readouterr().err.split("\n")[1::2]
    assert "nothing is saved" in nothing
    assert f"--resume {trained} goes on" in goes_on


def test_a_folder_with_a_run_in_it_is_not_written_to(trained, capsys):
    with pytest.raises(SystemExit) as exit_:
        train.main(["--out", str(trained)])
    assert exit_.value.code == 2
    assert "holds a run" in capsys.readouterr().err


@pytest.mark.slow
def test_a_killed_run_leaves_only_whole_files_and_goes_on(tmp_path):
    folder = tmp_path / "killed"
    code = (
        "import sys; from agents.learning import presets; from agents.learning.presets import Settings; import train\n"
        "presets.PRESETS['quick'] = Settings(4096, 512, 1 << 20, num_envs=8, rollout=32, snapshot_every=1)\n"
        "train.main(['--out', sys.argv[1]])"
    )
    process = subprocess.Popen([sys.executable, "-c", code, str(folder)], cwd=ROOT)
    while len(checkpoint.all_of(folder)) < 4:
        assert process.poll() is None
        time.sleep(0.2)
    process.send_signal(signal.SIGKILL)
    process.wait()
    for place in checkpoint.all_of(folder):
        assert Learned(place).config["decisions"] == checkpoint.decisions_of(place)
    assert checkpoint.read_training(last(folder))["decisions"] == Learned(folder).config["decisions"]


@pytest.mark.slow
def test_case_1_no_illegal_action_reaches_the_engine_in_training_and_tournaments(tmp_path, monkeypatch):
    """20,000 decisions of self-play with an evaluation, then a tournament: each action is looked up in its mask."""
    played = {"actions": 0, "illegal": 0}
    apply = GAME.apply

    def audited(states, games, low, high, actions, *rest):
        n = high - low
        views, masks, movers = np.zeros(n, GAME.state_dtype), np.zeros((n, GAME.num_actions), np.int8), np.zeros(n, int)
        GAME.see(states, games[low:high], 0, n, views, masks, movers)
        played["actions"] += n
        played["illegal"] += int((masks[np.arange(n), actions[low:high]] != 1).sum())
        apply(states, games, low, high, actions, *rest)

    object.__setattr__(GAME, "apply", audited)
    try:
        settings = Settings(lessons=4096, decisions=20 * 1024, num_envs=32, rollout=32)
        folder = run(tmp_path / "run", settings=settings)
        names = f"{folder},greedy,random"
        assert tournament.main(["--agents", names, "--games", "60", "--out", str(tmp_path / "eval")]) == 0
    finally:
        object.__setattr__(GAME, "apply", apply)
    assert played["actions"] > 50_000
    assert played["illegal"] == 0
