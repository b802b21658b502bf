"""The page of a report: what stands on it, and that it needs nothing else."""

import re
from html.parser import HTMLParser

import pytest

from gangzzz_env.analysis.report.numbers import cells, effect, number
from gangzzz_env.analysis.report.page import ROWS, page
from gangzzz_env.analysis.report.parts import Table
from tests.analysis.report_parts import chapter, finding, report, table

EMPTY = {"meta", "br", "link", "img", "input"}


class Reader(HTMLParser):
    """Reads a page: its text, ids, links, and whether all elements are closed."""

    def __init__(self, document: str):
        super().__init__()
        self.words, self.ids, self.links, self.open, self.names = [], [], [], [], set()
        self.feed(document)

    def handle_starttag(self, tag, attrs):
        facts = dict(attrs)
        self.names.add(tag)
        self.ids += [facts["id"]] if "id" in facts else []
        self.links += [facts[name] for name in ("href", "src") if name in facts]
        self.open += [] if tag in EMPTY else [tag]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def test_a_finding_is_told_with_effect_interval_games_agents_and_links():
    read = Reader(page(report(finding())))
    assert "The first seat wins." in read.text
    assert "+4.2\u00a0[3.1,\u00a05.4] points of winning" in page(report(finding()))
    assert "12,345 games · boss, greedy" in read.text
    assert {"#seats", "#game-2-40", "games/2-40.html"} <= set(read.links)


def test_every_link_on_the_page_leads_somewhere():
    read = Reader(page(report(finding())))
    assert {link[1:] for link in read.links if link.startswith("#")} <= set(read.ids)
    assert read.open == []


def test_the_page_needs_no_script_and_nothing_from_elsewhere():
    document = page(report(finding()))
    read = Reader(document)
    assert not read.names & {"script", "link", "img", "iframe"}
    assert not re.search(r"https?:|@import|url\(", document)


def test_the_page_says_first_that_it_is_no_table_play():
    assert Reader(page(report())).text.split("not table play")[0].endswith("This is a pre-flight check, ")


def test_without_a_finding_it_says_so_and_what_was_looked_at():
    small = finding("The last seat wins a little.", weight=0.3)
    text = Reader(page(report(untold=(small,), chapters=(chapter(small),)))).text
    assert "Nothing stands out" in text
    assert "The last seat wins a little." in text and "Told from 3 points on." in text


def test_words_are_shown_as_they_are():
    document = page(report(finding("A <b>bold</b> & wrong claim.")))
    assert "A &lt;b&gt;bold&lt;/b&gt; &amp; wrong claim." in document
    assert "player 1: raids &lt;city&gt;" in document


def test_a_number_and_its_interval_are_one_column():
    columns, rows = cells(table())
    assert columns == ["agent", "rate", "games"]
    assert rows[0] == [("agent 0", ""), ("50.1", "[48.0, 52.0]"), ("1,000", "")]


def test_a_long_table_shows_its_beginning_and_the_rest_when_asked():
    document = page(report(chapters=(chapter(tables=(table(ROWS + 3),)),)))
    assert "<summary>3 more rows</summary>" in document
    assert document.index(f"agent {ROWS - 1}") < document.index("3 more rows") < document.index(f"agent {ROWS}")


@pytest.mark.parametrize(
    ("value", "places", "told"),
    [(None, 1, "–"), (float("nan"), 1, "–"), (-1234, 0, "−1,234"), (0.5, 3, "0.500"), ("boss", 1, "boss")],
)
def test_numbers_are_written_for_people(value, places, told):
    assert number(value, places) == told


def test_a_loss_has_a_minus():
    assert effect(finding(effect=-4.0, low=-5.0, high=-3.0)).startswith("−4.0\u00a0[−5.0,\u00a0−3.0]")


def test_a_column_of_nothing_is_dashes():
    assert cells(Table("t", "t", "t", ("a", "x", "x_low", "x_high"), (("one", None, None, None),)))[1] == [
        [("one", ""), ("–", "")]
    ]
