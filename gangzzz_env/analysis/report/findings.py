"""Which findings a report opens with: the heaviest of all chapters, those about the same thing told as one."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from gangzzz_env.analysis.report.parts import Chapter, Finding

MOST = 5


@dataclass(frozen=True)
class Told:
    """A finding that the report opens with.

    Attributes:
        finding: the heaviest about its subject.
        also: the others about the same subject, from the heaviest on.
    """

    finding: Finding
    also: tuple[Finding, ...] = ()


def subject(sentence: str, vocabulary: Collection[str]) -> frozenset[str]:
    """The words of a vocabulary that a sentence is about, one or many of each: `casinos` is `casino`."""
    return frozenset(words for words in vocabulary if re.search(rf"\b{re.escape(words)}s?\b", sentence, re.IGNORECASE))


def told(chapters: Sequence[Chapter], vocabulary: Collection[str]) -> tuple[Told, ...]:
    """The findings to open with, from the heaviest on: at most five, none whose weight is under 1.

    Args:
        chapters: with all their findings.
        vocabulary: the words that name things; two findings with the same ones are about the same thing. A finding
            that names none is about itself.
    """
    heavy = sorted((finding for chapter in chapters for finding in chapter.findings), key=lambda found: -found.weight)
    groups = {}
    for finding in heavy:
        if finding.weight >= 1:
            groups.setdefault(subject(finding.sentence, vocabulary) or finding.sentence, []).append(finding)
    return tuple(Told(group[0], tuple(group[1:])) for group in list(groups.values())[:MOST])


def untold(chapters: Sequence[Chapter]) -> tuple[Finding, ...]:
    """Of each chapter in which nothing is worth telling, the greatest thing that was looked at."""
    greatest = [max(chapter.findings, key=lambda found: found.weight) for chapter in chapters if chapter.findings]
    return tuple(finding for finding in greatest if finding.weight < 1)
