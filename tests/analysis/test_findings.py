"""Which findings a report opens with."""

from gangzzz_env.analysis.report.findings import MOST, subject, told, untold
from tests.analysis.report_parts import chapter, finding

THINGS = {"casino", "bounty", "boss"}


def sentences(chapters, vocabulary=THINGS):
    return [one.finding.sentence for one in told(chapters, vocabulary)]


def test_the_heaviest_comes_first_whatever_its_chapter():
    chapters = [chapter(finding("One.", 1.5), finding("Two.", 1.2)), chapter(finding("Three.", 4.0), name="skill")]
    assert sentences(chapters) == ["Three.", "One.", "Two."]


def test_what_weighs_less_than_one_is_not_told():
    assert sentences([chapter(finding("Too small.", 0.99))]) == []


def test_no_more_than_five_are_told():
    assert len(sentences([chapter(*(finding(f"Number {k}.", 2.0 + k) for k in range(9)))])) == MOST == 5


def test_findings_about_the_same_thing_are_told_as_one():
    chapters = [chapter(finding("Casinos bring half of the income.", 3.0)), chapter(finding("A casino wins.", 2.0))]
    (one,) = told(chapters, THINGS)
    assert one.finding.sentence == "Casinos bring half of the income."
    assert [also.sentence for also in one.also] == ["A casino wins."]


def test_findings_about_different_things_stay_apart():
    chapters = [chapter(finding("Casinos pay.", 3.0), finding("The bounty decides.", 2.0), finding("Boss wins.", 1.5))]
    assert len(sentences(chapters)) == 3


def test_findings_that_name_nothing_stay_apart():
    assert len(sentences([chapter(finding("It is long."), finding("It is short."))])) == 2


def test_a_word_is_not_found_inside_another_one():
    assert subject("The bossy casinos", THINGS) == {"casino"}


def test_names_of_several_words_are_found():
    assert subject("It pays side payments.", {"side payments", "side"}) == {"side payments", "side"}


def test_of_chapters_without_a_finding_the_greatest_is_named():
    quiet = chapter(finding("Small.", 0.2), finding("Greater.", 0.6))
    loud = chapter(finding("Large.", 3.0), finding("Tiny.", 0.1), name="skill")
    assert [found.sentence for found in untold([quiet, loud, chapter(name="empty")])] == ["Greater."]
