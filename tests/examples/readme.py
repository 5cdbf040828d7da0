"""The tables and sums of the club night's README."""

import re

from tests.examples.evening import FOLDER

Row = dict[str, str]
SUM = re.compile(r"[0-9/]+(?: \+ [0-9/]+)+ = [0-9/]+")


def text() -> str:
    return (FOLDER / "README.md").read_text(encoding="utf-8")


def tables() -> dict[str, list[Row]]:
    """The table under each heading, row by row; a cell by the title of its column."""
    found: dict[str, list[Row]] = {}
    for section in re.split(r"^#+ ", text(), flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        lines = [_cells(line) for line in body.splitlines() if line.startswith("|")]
        if lines:
            titles, _rule, *rows = lines
            found[heading] = [dict(zip(titles, row, strict=True)) for row in rows]
    return found


def sums() -> list[str]:
    """Everything of the form `16 + 20 = 36`, without the marks of emphasis."""
    return SUM.findall(text().replace("*", ""))


def value(cell: str) -> str:
    """What a cell comes to: the last number of `12 + *18* = 30 ★` is 30."""
    return cell.replace("★", "").replace("*", "").rpartition("=")[2].strip()


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
