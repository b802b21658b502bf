"""Results as one HTML page that works offline: sentences, plots and tables, in the style of the pages of games."""

import re
import shlex
from collections.abc import Sequence
from html import escape
from pathlib import Path

PAGES = Path(__file__).parent / "pages"
SIZE = re.compile(r'width="([^"]*)" height="[^"]*"')


def section(title: str, *parts: str) -> str:
    """Parts under a heading."""
    return f"<section><h2>{escape(title)}</h2>\n{chr(10).join(parts)}\n</section>"


def paragraph(words: str) -> str:
    """A sentence or more."""
    return f"<p>{escape(words)}</p>"


def command(words: str) -> str:
    """What is typed to get this."""
    return f"<pre><code>{escape(words)}</code></pre>"


def plot(svg: str, words: str) -> str:
    """An SVG element that a narrow page makes smaller, with words for who hears it; it styles nothing outside of it."""
    drawn = re.sub(r"<style.*?</style>|<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    told = 'role="img" aria-label="{}" style="max-width: {}"'
    drawn = SIZE.sub(lambda size: told.format(escape(words), size[1]), drawn, count=1)
    return f"<figure>{drawn}</figure>"


def table(head: Sequence[str], rows: Sequence[Sequence[object]], marked: int | None = None) -> str:
    """A table whose first column names its rows; the marked one stands out."""
    heads = "".join(f'<th scope="col">{escape(str(cell))}</th>' for cell in head)
    lines = []
    for place, (name, *cells) in enumerate(rows):
        inner = "".join(f"<td>{escape(str(cell))}</td>" for cell in cells)
        mark = ' class="marked"' if place == marked else ""
        lines.append(f'<tr{mark}><th scope="row">{escape(str(name))}</th>{inner}</tr>')
    return (
        f'<div class="wide"><table><thead><tr>{heads}</tr></thead>\n<tbody>{chr(10).join(lines)}</tbody></table></div>'
    )


def settings(told: dict) -> str:
    """A table of names and values, as they are typed on the command line."""
    return table(["setting", "value"], [[name.replace("_", " "), plain(value)] for name, value in told.items()])


def plain(value: object) -> str:
    """A value as it is typed on the command line, `-` for None."""
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return "-" if value is None else str(value)


def typed(program: str, options: dict) -> str:
    """The command that runs a program with these options; those that are None are not given."""
    words = ["python", program]
    for name, value in options.items():
        if value is not None:
            words += [f"--{name.replace('_', '-')}", plain(value)]
    return shlex.join(words)


def page(title: str, summary: str, sections: Sequence[str]) -> str:
    """The document."""
    document = (PAGES / "result.html").read_text(encoding="utf-8")
    style = "\n".join((PAGES / name).read_text(encoding="utf-8") for name in ("common.css", "result.css"))
    fields = {"title": escape(title), "summary": escape(summary), "style": style, "sections": "\n".join(sections)}
    return re.sub(r"\{\{(\w+)\}\}", lambda match: fields[match[1]], document)
