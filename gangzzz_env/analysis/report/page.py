"""The report as one HTML page that opens offline: made from the parts alone, whatever the game and the chapters.

Nothing on it needs JavaScript or another file; only the pages that step through games lie beside it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from gangzzz_env.analysis.report.findings import Told
from gangzzz_env.analysis.report.numbers import cells, effect
from gangzzz_env.analysis.report.parts import Chapter, Finding, GameReference, Plot, Table

PAGES = Path(__file__).parents[2] / "pages"
# A longer table shows so many rows, and the rest when asked.
ROWS = 15


@dataclass(frozen=True)
class ShownGame:
    """A game that the page tells.

    Attributes:
        reference: which one, and what it shows.
        title: who played, and how it ended.
        sentences: each decision.
        path: of the page that steps through it, from the report on; "" if there is none.
    """

    reference: GameReference
    title: str
    sentences: tuple[str, ...]
    path: str = ""


@dataclass(frozen=True)
class Report:
    """All that a page tells.

    Attributes:
        title: its heading.
        words: what kind of report it is; the first paragraph says how far it is to be trusted.
        told: the findings it opens with.
        untold: what was looked at and is not worth a finding.
        chapters: in order.
        games: that findings and chapters refer to.
        facts: how it was made: name and value.
    """

    title: str
    words: tuple[str, ...]
    told: tuple[Told, ...]
    untold: tuple[Finding, ...]
    chapters: tuple[Chapter, ...]
    games: tuple[ShownGame, ...]
    facts: tuple[tuple[str, str], ...]


def page(report: Report) -> str:
    """The page, a HTML document."""
    known = {_anchor(game.reference): number for number, game in enumerate(report.games, 1)}
    titles = {chapter.name: chapter.title for chapter in report.chapters}
    fields = {
        "title": escape(report.title),
        "style": _text("common.css") + _text("report.css"),
        "words": f'<p class="notice">{escape(report.words[0])}</p>' + _paragraphs(report.words[1:]),
        "opening": "What stands out" if report.told else "Nothing stands out",
        "findings": _opening(report, titles, known),
        "contents": "\n".join(_contents(report)),
        "chapters": "\n".join(_chapter(chapter, known) for chapter in report.chapters),
        "games": _games(report.games),
        "facts": _facts(report.facts),
    }
    document = _text("report.html")
    for name, value in fields.items():
        document = document.replace("{{" + name + "}}", value)
    return document


def _text(name: str) -> str:
    return (PAGES / name).read_text(encoding="utf-8")


def _paragraphs(words: Iterable[str]) -> str:
    return "\n".join(f"<p>{escape(paragraph)}</p>" for paragraph in words)


def _anchor(reference: GameReference) -> str:
    return f"game-{reference.meeting}-{reference.game}"


def _opening(report: Report, titles: dict[str, str], known: dict[str, int]) -> str:
    """The findings, and what was looked at without one."""
    items = "\n".join(f"<li>{_finding(told.finding, known, titles)}{_also(told.also)}</li>" for told in report.told)
    parts = [f'<ol class="findings">{items}</ol>'] if report.told else []
    if report.untold:
        parts.append(_untold(report.untold, titles, bool(report.told)))
    return "\n".join(parts)


def _untold(findings: Sequence[Finding], titles: dict[str, str], is_beside: bool) -> str:
    """The greatest effect of each chapter that has nothing to tell, and from which size on it would have been told."""
    lead = "Also looked at, and not worth a finding" if is_beside else "What was looked at"
    items = "\n".join(
        f'<li><a href="#{escape(found.chapter)}">{escape(titles[found.chapter])}</a> Greatest: '
        f'{escape(found.sentence)} <span class="interval">{escape(effect(found))}</span>. '
        f'<span class="faded">Told {escape(found.scale)}.</span></li>'
        for found in findings
    )
    return f"<h3>{lead}</h3>\n<ul>{items}</ul>"


def _finding(finding: Finding, known: dict[str, int], titles: dict[str, str]) -> str:
    """One finding: the sentence, its size, what it stands on, and where to look; `titles`: of chapters to link to."""
    title = titles.get(finding.chapter)
    evidence = f' · <a href="#{escape(finding.chapter)}">evidence: {escape(title)}</a>' if title else ""
    return (
        f'<p class="sentence">{escape(finding.sentence)}</p>'
        f'<p><span class="interval">{escape(effect(finding))}</span></p>'
        f'<p class="evidence">{finding.games:,} games · {escape(", ".join(finding.agents))}{evidence}'
        f"{_mentions(finding.examples, known)}</p>"
        f'<p class="evidence">Told {escape(finding.scale)}.</p>'
    )


def _also(findings: Sequence[Finding]) -> str:
    """Other findings about the same thing."""
    return "".join(
        f'<p class="evidence">Also: {escape(found.sentence)} {escape(effect(found))} '
        f'(<a href="#{escape(found.chapter)}">evidence</a>)</p>'
        for found in findings
    )


def _mentions(references: Sequence[GameReference], known: dict[str, int]) -> str:
    """Links to games."""
    links = [
        f'<a href="#{anchor}">game {known[anchor]}</a> ({escape(reference.why)})'
        for reference in references
        for anchor in [_anchor(reference)]
        if anchor in known
    ]
    return f" · games that show it: {', '.join(links)}" if links else ""


def _contents(report: Report) -> Iterable[str]:
    for chapter in report.chapters:
        yield f'<li><a href="#{escape(chapter.name)}">{escape(chapter.title)}</a></li>'
    if report.games:
        yield '<li><a href="#games">Games to look at</a></li>'
    yield '<li><a href="#made">How this was made</a></li>'


def _chapter(chapter: Chapter, known: dict[str, int]) -> str:
    findings = "\n".join(f"<li>{_finding(found, known, {})}</li>" for found in chapter.findings if found.weight >= 1)
    parts = [
        f'<section class="chapter" id="{escape(chapter.name)}">\n<h2>{escape(chapter.title)}</h2>',
        _paragraphs(chapter.words),
        f'<ul class="findings">{findings}</ul>' if findings else "",
        *(_plot(plot) for plot in chapter.plots),
        *(_table(chapter, table) for table in chapter.tables),
        _examples(chapter.examples, known),
        "</section>",
    ]
    return "\n".join(part for part in parts if part)


def _examples(references: Sequence[GameReference], known: dict[str, int]) -> str:
    mentions = _mentions(references, known).removeprefix(" · games that show it: ")
    return f"<p>Games to look at: {mentions}.</p>" if mentions else ""


def _plot(plot: Plot) -> str:
    return (
        f'<figure><figcaption>{escape(plot.title)}</figcaption><div class="wide" role="img" tabindex="0" '
        f'aria-label="{escape(plot.title)}">{plot.svg}</div></figure>'
    )


def file_name(chapter: Chapter, table: Table) -> str:
    """The name of a table's files, without what tells CSV from Parquet."""
    return f"{chapter.name}_{table.name}"


def _table(chapter: Chapter, table: Table) -> str:
    """A table with its title and definition; what is beyond the first rows is shown when asked."""
    columns, rows = cells(table)
    sides = ["" if _is_number(table, name) else ' class="word"' for name in columns]
    head = f'<h3>{escape(table.title)}</h3>\n<p class="definition">{escape(table.definition)} '
    head += f"<code>tables/{escape(file_name(chapter, table))}.csv</code></p>"
    shown = _rows(columns, sides, rows[:ROWS])
    if len(rows) <= ROWS:
        return f"{head}\n{shown}"
    rest = _rows(columns, sides, rows[ROWS:])
    return f"{head}\n{shown}\n<details><summary>{len(rows) - ROWS} more rows</summary>{rest}</details>"


def _is_number(table: Table, name: str) -> bool:
    place = table.columns.index(name)
    return all(row[place] is None or isinstance(row[place], (int, float)) for row in table.rows)


def _rows(columns: list[str], sides: list[str], rows: list[list[tuple[str, str]]]) -> str:
    head = "".join(f'<th scope="col"{side}>{escape(name.replace("_", " "))}</th>' for name, side in zip(columns, sides))
    body = "\n".join(f"<tr>{''.join(_cells(row, sides))}</tr>" for row in rows)
    return f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>'


def _cells(row: list[tuple[str, str]], sides: list[str]) -> Iterable[str]:
    for place, ((value, bound), side) in enumerate(zip(row, sides)):
        told = escape(value) + (f"<small>{escape(bound)}</small>" if bound else "")
        yield f"<td{side}>{told}</td>" if place else f'<th scope="row"{side}>{told}</th>'


def _games(games: Sequence[ShownGame]) -> str:
    """The games, each in sentences that are shown when asked."""
    if not games:
        return ""
    told = "\n".join(_game(number, game) for number, game in enumerate(games, 1))
    return f'<section id="games">\n<h2>Games to look at</h2>\n{told}\n</section>'


def _game(number: int, game: ShownGame) -> str:
    link = f' · <a href="{escape(game.path)}">step through it</a>' if game.path else ""
    sentences = "".join(f"<li>{escape(sentence)}</li>" for sentence in game.sentences)
    return (
        f'<div class="game" id="{_anchor(game.reference)}"><p><b>Game {number}</b>: {escape(game.reference.why)}. '
        f"{escape(game.title)}{link}</p><details><summary>all {len(game.sentences)} decisions</summary>"
        f"<ol>{sentences}</ol></details></div>"
    )


def _facts(facts: Sequence[tuple[str, str]]) -> str:
    rows = "\n".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    return f"<dl>{rows}</dl>"
