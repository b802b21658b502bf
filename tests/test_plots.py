"""Plots and pages of results: what they say, that the same gives the same, and pages without the extra `plot`."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gangzzz_env import result_page
from gangzzz_env.analysis import eval_page
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import plotting

ROOT = Path(__file__).resolve().parent.parent
TYPED = result_page.typed("eval.py", {"agents": ["a<b", "boss"], "rules": None})


class Text(HTMLParser):
    """The words of a page, its tags, and whether each is closed where it must be."""

    VOID = {"meta"}

    def __init__(self, page: str):
        super().__init__()
        self.words, self.tags, self.open = [], [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def row(agent: str, win_rate: float, **dollars) -> dict:
    """A row of the table `agents`."""
    sources = dict.fromkeys(GAME.sources, 0.0) | dollars
    told = {"win_rate": win_rate, "low": win_rate - 0.04, "high": win_rate + 0.04, "n": 600}
    return {"agent": agent, "money": sum(sources.values()), **told, **sources}


@pytest.fixture
def results() -> tuple[dict, dict]:
    """Settings and summary of a tournament."""
    rows = [row("a<b", 0.42, rent=20.0, fines=-30.0), row("boss", 0.58, trade=11.0)]
    rules = json.loads(json.dumps(vars(GAME.read_rules({"bounty": 60}))))
    summary = {
        "agents": rows,
        "seats": [row | {"seat": seat} for row in rows for seat in range(2)],
        "lineups": [row | {"lineup": "a<b vs boss"} for row in rows],
        "games": [{"lineup": "a<b vs boss", "games": 640, "distinct": 600, "unfinished": 0, "decisions": 110.5}],
    }
    return {"agents": ["a<b", "boss"], "num_players": 2, "games": 640, "rules": rules}, summary


def test_a_tournament_is_shown_as_a_page_with_every_number_of_its_tables(tmp_path, results):
    eval_page.write(tmp_path, GAME, TYPED, *results)
    page = (tmp_path / "eval.html").read_text()
    text = Text(page)
    assert text.open == []
    for words in ("58.0% [54.0, 62.0]", "a<b vs boss", "110.5", "-30.0", "python eval.py --agents 'a<b,boss'"):
        assert words in text.words
    assert text.words[text.words.index("rule bounty") + 1] == "60"
    assert "rule chase rounds" not in text.words
    assert "640 games of 2 players; boss wins 58.0% [54.0, 62.0]" in text.words


def test_a_page_needs_no_network_and_styles_no_foreign_part(tmp_path, results):
    eval_page.write(tmp_path, GAME, TYPED, *results)
    page = (tmp_path / "eval.html").read_text()
    assert not re.findall(r'(?:src|href)="(?!#)', page)
    assert [tag for tag, _ in Text(page).tags].count("style") == 1
    assert "script" not in page


def test_the_plot_shows_who_wins_with_intervals_and_what_was_paid(results):
    plots = pytest.importorskip("gangzzz_env.analysis.plots", reason="the extra `plot` is not installed")
    settings, summary = results
    above, below = plots.tournament(summary["agents"], GAME.sources, 2).axes
    assert [label.get_text() for label in above.get_yticklabels()] == ["a<b (n = 600)", "boss (n = 600)"]
    intervals = [bar.get_segments()[0][:, 0].tolist() for bar in above.collections]
    assert intervals == [pytest.approx([38.0, 46.0]), pytest.approx([54.0, 62.0])]
    bars = {(bar.get_x(), bar.get_width(), round(bar.get_y() + 0.5)) for bar in below.patches if bar.get_width()}
    assert bars == {(0.0, 20.0, 0), (-30.0, 30.0, 0), (0.0, 11.0, 1)}
    assert {"20.0", "-30.0", "11.0"} <= {text.get_text() for text in below.texts}


def test_the_same_results_give_the_same_files_byte_by_byte(tmp_path, results):
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")
    first, again = tmp_path / "first", tmp_path / "again"
    for folder in (first, again):
        folder.mkdir()
        assert [path.name for path in eval_page.write(folder, GAME, TYPED, *results)] == ["eval.png", "eval.html"]
    for name in ("eval.png", "eval.html"):
        assert (first / name).read_bytes() == (again / name).read_bytes()


def test_without_matplotlib_a_sentence_says_so_and_the_page_has_no_plot(tmp_path, results, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "gangzzz_env.analysis.plots", raising=False)
    assert [path.name for path in eval_page.write(tmp_path, GAME, TYPED, *results)] == ["eval.html"]
    assert capsys.readouterr().err == 'without the package matplotlib no plot is drawn: pip install -e ".[plot]"\n'
    assert "<figure>" not in (tmp_path / "eval.html").read_text()


def test_plots_leave_the_global_state_of_matplotlib_alone():
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")
    code = (
        "import sys, matplotlib; before = dict(matplotlib.rcParams); from gangzzz_env.analysis import plots\n"
        "figure = plots.figure(2, 2); plots.svg(figure, 'x'); plots.png(figure)\n"
        "from matplotlib import pyplot; sys.exit(bool(pyplot.get_fignums()) or before != dict(matplotlib.rcParams))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, timeout=120).returncode == 0


def test_nothing_in_a_table_is_taken_for_html():
    text = Text(result_page.table(["<i>", "&"], [["<b>x", '"'], ["y", "z"]], marked=1))
    assert text.words == ["<i>", "&", "\n", "<b>x", '"', "\n", "y", "z"]
    assert ("tr", {"class": "marked"}) in text.tags


def test_a_module_that_draws_is_given_when_it_is_there():
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")
    assert plotting("gangzzz_env.analysis.plots").png
