"""What a report is made of: chapters of findings, tables and plots, each with its definition beside it.

Chapters are made from games by files of their own; the page, the CSV and the Parquet files are made from these parts
alone.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class GameReference:
    """One of the saved games, to be shown.

    Attributes:
        meeting: index among the meetings of the report.
        game: index among that meeting's games.
        why: what it shows, in a few words.
    """

    meeting: int
    game: int
    why: str


@dataclass(frozen=True)
class Finding:
    """Something that a designer should know, in plain words.

    Attributes:
        sentence: what was found, as a person says it.
        effect: its size, in `unit`.
        low, high: the interval of the effect that holds together with those of all things that were looked at.
        unit: of effect, low and high, as `points of winning` (percent) or `dollars`.
        games: distinct games that it stands on.
        agents: names of the agents that played them.
        weight: how much it matters: the size of the effect over the size that `scale` calls worth a finding; findings
            are told from the greatest on, and those under 1 are not told.
        scale: in words, from which size on this kind of finding is told, and why.
        chapter: name of the chapter that has the evidence.
        examples: games that show it.
    """

    sentence: str
    effect: float
    low: float
    high: float
    unit: str
    games: int
    agents: tuple[str, ...]
    weight: float
    scale: str
    chapter: str
    examples: tuple[GameReference, ...] = ()


@dataclass(frozen=True)
class Table:
    """Rows of numbers.

    Attributes:
        name: of its CSV and Parquet file, as `win_rate_by_seat`.
        title: what it says.
        definition: what each number is, in one or a few sentences.
        columns: names; of a number with an interval `x`, `x_low`, `x_high`, which the page shows as one column.
        rows: as long as columns; numbers, words or None.
    """

    name: str
    title: str
    definition: str
    columns: tuple[str, ...]
    rows: tuple[tuple, ...]


@dataclass(frozen=True)
class Plot:
    """A picture of a table.

    Attributes:
        title: what it shows.
        svg: the picture, which needs nothing from elsewhere.
    """

    title: str
    svg: str


@dataclass(frozen=True)
class Chapter:
    """One question and what the games answer.

    Attributes:
        name: as `seats`, for links and files.
        title: the question.
        words: the answer, in a paragraph or a few.
        findings, tables, plots, examples: what it stands on.
    """

    name: str
    title: str
    words: tuple[str, ...]
    findings: tuple[Finding, ...] = ()
    tables: tuple[Table, ...] = ()
    plots: tuple[Plot, ...] = ()
    examples: tuple[GameReference, ...] = ()
