"""The agent in the box: what it needs, which network plays, how it is packed, and that it plays as it was trained."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import eval as tournament
from agents import box, make_agent
from agents.box import Boxed
from agents.learning import checkpoint, pack
from gangzzz_env import gangzzz_v0
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.state import Decision
from tests.agents.whole_games import positions

ROOT = Path(__file__).resolve().parents[2]
NAME = "don_corleone"
PLAYERS = (2, 3, 4)

# Loads the agent while every unpickling is an error, then plays a game against it.
PROGRAM = """
import sys
def refuse(event, arguments):
    if event == "pickle.find_class" and loading:
        raise RuntimeError("unpickled " + str(arguments))
sys.addaudithook(refuse)
from agents import make_agent
loading = True
make_agent("don_corleone")
loading = False
from gangzzz_env import gangzzz_v0
env = gangzzz_v0.make_gym(opponents=["don_corleone"], num_players=3)
seen, info = env.reset(seed=1)
over = False
while not over:
    seen, reward, over, _, info = env.step(env.action_space.sample(seen["action_mask"]))
print(*sorted({"torch", "stable_baselines3", "sb3_contrib", "onnx"} & set(sys.modules)), "played")
"""


@pytest.fixture(scope="module")
def seen_positions():
    """Views and masks of whole games, by number of players."""
    return {players: positions(players, seed=players) for players in PLAYERS}


@pytest.mark.slow
def test_it_plays_without_torch_and_nothing_is_unpickled():
    run = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True)
    assert run.stdout.strip() == "played", run.stderr


def test_it_plays_in_every_door():
    settings = {"opponents": [NAME, "random"], "num_players": 3}
    games = gangzzz_v0.make_gym_vec(4, **settings)
    seen, _ = games.reset(seed=1)
    for _ in range(60):
        seen, *_ = games.step(games.action_space.sample(tuple(seen["action_mask"])))
    env = gangzzz_v0.make_sb3_env(**settings)
    env.reset(seed=1)
    assert NAME in env.step(env.action_masks().argmax())[4].get("opponents", (NAME,))


def test_it_is_an_agent_of_tournaments_which_say_what_is_other(tmp_path, capsys):
    options = ["--agents", f"{NAME},random", "--num-players", "4", "--games", "8", "--out", str(tmp_path)]
    assert tournament.main(options) == 0
    said = capsys.readouterr()
    assert f"{NAME} vs {NAME}" in said.out
    trained = make_agent(NAME).network(4).players
    assert ("players, not 4" in said.err) == (4 not in trained)


def test_nothing_is_other_than_where_it_was_trained():
    for players in (2, 4):
        assert make_agent(NAME).differences(players, GAME.read_rules(None)) == []


def test_its_configuration_says_how_it_was_made():
    for network in make_agent(NAME).networks.values():
        config = network.config
        assert config["rules_hash"] == checkpoint.rules_hash(GAME.read_rules(None))
        assert config["made"]["command"].startswith("python train.py --preset ")
        assert f"--seed {config['options']['seed']}" in config["made"]["command"]
        assert config["made"]["decisions"] == config["decisions"] > 0
        assert config["made"]["hours"] > 0
        assert config["made"]["date"][:2] == "20"
        assert all(row["low"] < row["win_rate"] < row["high"] for row in config["made"]["evaluation"])


def test_it_is_of_a_few_megabytes():
    files = list((box.BOX / NAME).glob("*/*"))
    assert {path.name for path in files} == {"config.json", "weights.npz"}
    assert sum(path.stat().st_size for path in files) < 8e6


def test_the_positions_are_of_every_decision(seen_positions):
    decisions = {decision for views, _ in seen_positions.values() for decision in views["decision"].tolist()}
    assert decisions == set(Decision) - {Decision.OVER}


@pytest.mark.parametrize("players", PLAYERS)
def test_its_moves_are_those_of_the_network_in_torch(players, seen_positions):
    torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
    from agents.learned import DECIMALS
    from agents.learning.seen import seen

    views, masks = seen_positions[players]
    agent = make_agent(NAME).network(players)
    (folder,) = [path.parent for path in (box.BOX / NAME).glob("*/config.json") if players_of(path) == agent.players]
    network = checkpoint.read_network(folder).double()
    inputs = torch.from_numpy(seen(views, masks, agent.adviser)).double()
    with torch.no_grad():
        logits = network.forward_actor(inputs).numpy()
    assert len(views) > 500
    moves = np.where(masks, logits.round(DECIMALS), -np.inf).argmax(1)
    assert agent.act(views, masks).tolist() == moves.tolist()


def players_of(config: Path) -> tuple[int, ...]:
    return checkpoint.players(json.loads(config.read_text()))


class Stub:
    """A network that always says how many players it was trained with."""

    def __init__(self, *players):
        self.players = players

    def act(self, views, masks):
        return np.full(len(views), self.players[0])


def boxed(monkeypatch, tmp_path, *networks) -> Boxed:
    """An agent with networks that were trained with these numbers of players."""
    for players in networks:
        (tmp_path / NAME / "_".join(map(str, players))).mkdir(parents=True)
        (tmp_path / NAME / "_".join(map(str, players)) / "config.json").touch()
    monkeypatch.setattr(box, "BOX", tmp_path)
    monkeypatch.setattr(box, "Learned", lambda folder: Stub(*map(int, folder.name.split("_"))))
    return Boxed(NAME)


@pytest.mark.parametrize(
    ("networks", "moves"),
    [
        ([(2,)], [2, 2, 2]),
        ([(2,), (4,)], [2, 4, 4]),
        ([(4,), (2,)], [2, 4, 4]),
        ([(2, 3, 4)], [2, 2, 2]),
        ([(4, 2, 3), (3,)], [4, 3, 4]),
    ],
)
def test_each_view_is_for_the_network_of_its_number_of_players(networks, moves, monkeypatch, tmp_path):
    agent, views = boxed(monkeypatch, tmp_path, *networks), np.zeros(6, GAME.state_dtype)
    views["num_seats"] = [4, 2, 3, 3, 2, 4]
    assert agent.act(views, np.ones((6, GAME.num_actions), np.int8)).tolist() == [
        moves[k - 2] for k in (4, 2, 3, 3, 2, 4)
    ]


def test_a_mixed_batch_gets_the_moves_of_each_game_alone(seen_positions):
    agent = make_agent(NAME)
    views, masks = (np.concatenate([seen_positions[players][k][::9] for players in PLAYERS]) for k in range(2))
    order = np.random.default_rng(1).permutation(len(views))
    alone = [agent.act(views[k : k + 1], masks[k : k + 1])[0] for k in order]
    assert agent.act(views[order], masks[order]).tolist() == alone


def source() -> Path:
    """A checkpoint to pack: the one in the box."""
    return next((box.BOX / NAME).glob("*/config.json")).parent


def test_packing_keeps_the_weights_and_adds_how_they_were_made(tmp_path, capsys):
    assert pack.main([str(source()), "--name", "sonny", "--box", str(tmp_path), "--hours", "1.5"]) == 0
    (place,) = (tmp_path / "sonny").iterdir()
    assert capsys.readouterr().out == f"wrote {place}\n"
    assert (place / "weights.npz").read_bytes() == (source() / "weights.npz").read_bytes()
    made = json.loads((place / "config.json").read_text())["made"]
    assert made["hours"] == 1.5
    assert "--num-players 2,4 --seed 0" in made["command"] and made["command"].endswith("--panel boss")


def test_packing_takes_the_place_of_networks_of_the_same_players_alone(tmp_path):
    config = json.loads((source() / "config.json").read_text())
    for players in (2, 4, [2, 3], 2):
        pack.pack(source(), config | {"num_players": players}, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["players_2", "players_2_3", "players_4"]
    pack.pack(source(), config | {"num_players": [2, 3, 4]}, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["players_2_3_4"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["nowhere", "--name", "sonny"], "nowhere is missing"),
        (["CHECKPOINT", "--name", "../sonny"], "--name is '../sonny'"),
        (["CHECKPOINT", "--name", "sonny", "--box", "/proc/nowhere"], "/proc/nowhere/sonny cannot be written"),
        (["CHECKPOINT"], "--name"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(arguments, named, capsys):
    with pytest.raises(SystemExit) as stop:
        pack.main([str(source()) if word == "CHECKPOINT" else word for word in arguments])
    said = capsys.readouterr()
    assert stop.value.code == 2
    assert said.err.count("\n") == 1
    assert named in said.err
