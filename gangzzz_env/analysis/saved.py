"""Meetings saved in a folder: what was played by whom and how, and every game of it.

A folder has a file of games for each meeting, named by a fingerprint of what is in it, and `meetings.json`, which is
written last. So a folder is whole at any time, also when a program that adds to it is killed.
"""

import dataclasses
import hashlib
import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import gangzzz_env
from gangzzz_env.analysis.play import Games
from gangzzz_env.game import Game
from gangzzz_env.program import write_whole
from gangzzz_env.save import layout

FORMAT = "gangzzz_env meetings 1"
LIST = "meetings.json"
# Columns of `Games` as they are in memory; in a file, what comes from the record has the record's type.
COLUMNS = {
    "seed": np.uint64,
    "rotation": np.int64,
    "share": np.float64,
    "ledger": np.int64,
    "tally": np.int64,
    "decisions": np.int64,
    "is_finished": np.bool_,
    "waived": np.int64,
    "actions": np.int16,
}


@dataclass(frozen=True)
class Meeting:
    """Games of one line-up, by the same rules and under the same restriction.

    Attributes:
        num_players: of each game.
        lineup: the agents' names, rotated over the seats.
        rules: what `game.read_rules` returned.
        restriction: who may not do or must do what: (seat or name of an agent, "forbid" or "force", pattern) each.
        games: all of them.
    """

    num_players: int
    lineup: tuple[str, ...]
    rules: object
    restriction: tuple[tuple[int | str, str, str], ...]
    games: Games

    @property
    def facts(self) -> dict:
        """All but the games, as JSON holds it."""
        return {
            "num_players": self.num_players,
            "lineup": list(self.lineup),
            "rules": dataclasses.asdict(self.rules),
            "restriction": [list(part) for part in self.restriction],
        }


def write(game: Game, folder: str | Path, meetings: Sequence[Meeting]) -> None:
    """Save these meetings and no others in a folder, which is made if it is missing.

    Raises:
        ValueError: it cannot be written; what was saved there before is still there.
    """
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        rows = [meeting.facts | {"games": _write_games(game, folder, meeting.games)} for meeting in meetings]
        made_by = {"format": FORMAT, "game": game.name, "version": gangzzz_env.__version__, "layout": layout(game)}
        write_whole(folder / LIST, json.dumps(made_by | {"meetings": rows}, indent=1) + "\n")
        kept = {_file_name(row["games"]) for row in rows}
        for stale in (path for path in folder.glob("games-*.npz") if path.name not in kept):
            stale.unlink()
    except OSError as error:
        raise ValueError(f"folder {folder} cannot be written: {error.strerror}") from None


def read(game: Game, folder: str | Path) -> list[Meeting]:
    """The meetings that `write` saved.

    Raises:
        ValueError: the folder cannot be read, holds none, or damaged ones, or those of another game or version.
    """
    folder = Path(folder)
    made = _read_list(folder)
    here = {"format": FORMAT, "game": game.name, "version": gangzzz_env.__version__, "layout": layout(game)}
    for name, value in here.items():
        if made.get(name) != value:
            raise ValueError(f"folder {folder} holds games of {name} {made.get(name)!r}, but this is {value!r}")
    try:
        return [_read_meeting(game, folder, row) for row in made["meetings"]]
    except (KeyError, TypeError, AttributeError):
        raise ValueError(f"{folder / LIST} is damaged: an entry is missing or of the wrong kind") from None


def is_saved(folder: str | Path) -> bool:
    """Whether a folder holds meetings."""
    return (Path(folder) / LIST).is_file()


def _file_name(digest: str) -> str:
    return f"games-{digest[:16]}.npz"


def _write_games(game: Game, folder: Path, games: Games) -> str:
    """Write the file of these games if it is not there; returns the fingerprint of what is in it."""
    stored = {name: getattr(games, name) for name in COLUMNS}
    stored |= {name: stored[name].astype(game.state_dtype[name].base) for name in ("ledger", "tally")}
    digests = np.frombuffer(b"".join(games.digest), np.uint8).reshape(len(games.digest), -1)
    content = io.BytesIO()
    np.savez_compressed(content, lineup=np.array(games.lineup), digest=digests, **stored)
    fingerprint = hashlib.sha256(content.getvalue()).hexdigest()
    if not (folder / _file_name(fingerprint)).is_file():
        write_whole(folder / _file_name(fingerprint), content.getvalue())
    return fingerprint


def _read_list(folder: Path) -> dict:
    try:
        made = json.loads((folder / LIST).read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"folder {folder} holds no saved games: {LIST} cannot be read: {error.strerror}") from None
    except ValueError:
        raise ValueError(f"{folder / LIST} is damaged: it is no JSON") from None
    if not isinstance(made, dict):
        raise ValueError(f"{folder / LIST} is damaged: it lists no meetings")
    return made


def _read_meeting(game: Game, folder: Path, row: dict) -> Meeting:
    return Meeting(
        num_players=game.read_num_players(row["num_players"]),
        lineup=tuple(row["lineup"]),
        rules=game.read_rules(row["rules"]),
        restriction=tuple(tuple(part) for part in row["restriction"]),
        games=_read_games(folder / _file_name(row["games"]), row["games"]),
    )


def _read_games(path: Path, fingerprint: str) -> Games:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ValueError(f"saved games {path} cannot be read: {error.strerror}") from None
    if hashlib.sha256(content).hexdigest() != fingerprint:
        raise ValueError(f"saved games {path} are damaged: they are not what was saved")
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as stored:
            columns = {name: stored[name].astype(dtype) for name, dtype in COLUMNS.items()}
            digest = tuple(row.tobytes() for row in stored["digest"])
            return Games(lineup=tuple(stored["lineup"].tolist()), digest=digest, **columns)
    except (KeyError, ValueError, zipfile.BadZipFile):
        raise ValueError(f"saved games {path} are damaged: a column is missing or of the wrong kind") from None
