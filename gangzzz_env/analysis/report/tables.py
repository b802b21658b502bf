"""The tables of a report as files: CSV and Parquet."""

import csv
import io
from pathlib import Path

from gangzzz_env.analysis.report.page import file_name
from gangzzz_env.analysis.report.parts import Chapter, Table
from gangzzz_env.program import write_whole


def write(folder: Path, chapters: tuple[Chapter, ...]) -> None:
    """Write each table of the chapters as CSV and as Parquet."""
    folder.mkdir(exist_ok=True)
    for chapter in chapters:
        for table in chapter.tables:
            write_whole(folder / f"{file_name(chapter, table)}.csv", _csv(table))
            write_whole(folder / f"{file_name(chapter, table)}.parquet", _parquet(table))


def _csv(table: Table) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return text.getvalue()


def _parquet(table: Table) -> bytes:
    import pyarrow
    from pyarrow import parquet

    columns = {name: [row[place] for row in table.rows] for place, name in enumerate(table.columns)}
    content = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), content)
    return content.getvalue()
