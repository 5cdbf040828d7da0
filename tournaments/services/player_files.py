"""Files of players: the bytes of a CSV file → its rows, or what is wrong with it and where.

Plain Python without Django or a database. `row` counts as a spreadsheet does (the header is
row 1, blank rows count, a line break inside quotes starts no row); `line` is the line of the file
in which the row begins.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.errors import Refused
from tournaments.services import texts

MOST_BYTES = 1_000_000
MOST_ROWS = 5_000
MOST_COLUMNS = 200
LONGEST_KEY = 240
LONGEST_VALUE = 60
"""How much of a cell an error repeats."""

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab"}
FIELDS = {"name": (120, True), "reading": (120, False), "number": (40, False)}
"""Field ↦ (longest, required), as `players.FIELDS`."""
HEADERS = {
    "name": ("name", "player", "player name", "full name", "名前", "氏名", "選手", "選手名"),
    "reading": (
        "reading", "kana", "furigana", "よみ", "よみがな", "読み", "読み仮名", "ふりがな",
        "フリガナ", "カナ",
    ),
    "number": ("number", "no", "no.", "nr", "nr.", "#", "番号", "会員番号"),
}  # fmt: skip
"""Field ↦ what its column may be called, as compared (`texts.name_key`)."""
MEANINGS = {header: field for field, headers in HEADERS.items() for header in headers}

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
BLANK = re.compile(r'[\s",;]*')
LINE_END = re.compile(r"\r\n|\r|\n")
SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
UTF_16 = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
SAVE_AGAIN = "Save it again as “CSV UTF-8” (text encoding: Unicode UTF-8)."


@dataclass(frozen=True)
class Problem:
    """What is wrong, or worth knowing, and where. `column` is a field or a header as written."""

    code: str
    message: str
    row: int | None = None
    line: int | None = None
    column: str = ""
    value: str = ""

    def __str__(self) -> str:
        if self.row is None:
            return self.message if self.line is None else f"Line {self.line}: {self.message}"
        place = f"Row {self.row}" if self.row == self.line else f"Row {self.row}, line {self.line}"
        return f"{place}: {self.message}"


@dataclass(frozen=True)
class PlayerRow:
    """A person as the file has them: cleaned texts, blank where the file says nothing."""

    row: int
    line: int
    name: str
    name_key: str
    reading: str = ""
    number: str = ""


@dataclass(frozen=True)
class PlayerFile:
    """What `read` found. With errors, `rows` holds only those that are in order by themselves."""

    rows: tuple[PlayerRow, ...] = ()
    errors: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    delimiter: str = ""


@dataclass(frozen=True)
class Record:
    """The cells of one row that is not blank."""

    row: int
    line: int
    cells: tuple[str, ...]

    def problem(self, code: str, message: str, column: str = "", value: str = "") -> Problem:
        return Problem(code, message, self.row, self.line, column, shorten(value))


class Unreadable(Exception):
    """Nothing after this can be read."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*map(str, problems))
        self.problems = problems


def read(data: bytes) -> PlayerFile:
    """The players of a CSV file, or every error in it that can be found. Never raises."""
    rows: list[PlayerRow] = []
    errors: list[Problem] = []
    warnings: list[Problem] = []
    delimiter = ""
    try:
        text = decode(data)
        delimiter = find_delimiter(text)
        records = read_records(text, delimiter)
        header = read_header(records, warnings)
        for record in limited(records):
            cleaned = read_row(record, header)
            if isinstance(cleaned, PlayerRow):
                rows.append(cleaned)
            else:
                errors += cleaned
    except Unreadable as fault:
        errors += fault.problems
    unique, repeated = tell_apart(rows)
    errors = sorted([*errors, *repeated], key=lambda problem: problem.line or 0)
    return PlayerFile(tuple(unique), tuple(errors), tuple(warnings), delimiter)


def decode(data: bytes) -> str:
    """The file's text. Refuses what is too large, empty, no UTF-8, or holds control characters."""
    if len(data) > MOST_BYTES:
        raise Unreadable(Problem("too_large", "The file is larger than 1 MB."))
    if data.startswith(SPREADSHEETS):
        raise Unreadable(Problem("not_csv", f"This is a spreadsheet, not a CSV file. {SAVE_AGAIN}"))
    if data.startswith(UTF_16) or data.count(0) * 4 > len(data):
        raise Unreadable(Problem("utf_16", f"The file is in UTF-16 or UTF-32. {SAVE_AGAIN}"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(_not_utf_8(error)) from error
    if BLANK.fullmatch(text):
        raise Unreadable(Problem("empty_file", "The file is empty."))
    if control := CONTROL.search(text):
        message = f"There is a control character (U+{ord(control[0]):04X}). Remove it."
        line = line_at(text, control.start())
        raise Unreadable(Problem("bad_characters", message, line=line))
    return text


def _not_utf_8(error: UnicodeDecodeError) -> Problem:
    before = error.object[: error.start].decode("utf-8")
    after = error.object[error.start : error.start + LONGEST_VALUE]
    line_so_far = LINE_END.split(before)[-1]
    here = line_so_far[-LONGEST_VALUE // 2 :] + after.decode("utf-8", "backslashreplace")
    return Problem(
        "not_utf_8",
        f"The file is not UTF-8: byte 0x{error.object[error.start]:02X} is no letter. {SAVE_AGAIN}",
        line=line_at(before, len(before)),
        value=shorten(LINE_END.split(here)[0]),
    )


def find_delimiter(text: str) -> str:
    """The delimiter by which the header names the most columns that are known, then the most."""

    def columns(delimiter: str) -> tuple[int, int]:
        try:
            cells = next(read_records(text, delimiter)).cells
        except Unreadable:
            return 0, 0
        return sum(meaning(cell) is not None for cell in cells), len(cells)

    return max(DELIMITERS, key=columns)


def read_records(text: str, delimiter: str) -> Iterator[Record]:
    """The rows that are not blank: at least one, as `decode` has seen to. `Unreadable` at quotes
    that don't match."""
    lines = io.StringIO(text, newline="")
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    row = 0
    while True:
        row, line = row + 1, reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise Unreadable(_bad_quotes(str(error), row, line)) from error
        if any(cell.strip() for cell in cells):
            yield Record(row, line, tuple(cells))


def _bad_quotes(error: str, row: int, line: int) -> Problem:
    if "end of data" in error:
        message = 'A quote (") opens in this row and is never closed.'
        return Problem("unclosed_quote", message, row, line)
    if "field larger" in error:
        message = 'A cell of this row has no end. Perhaps a quote (") is never closed.'
        return Problem("unclosed_quote", message, row, line)
    message = 'Something follows a closing quote ("). Inside quotes, write a quote twice ("").'
    return Problem("bad_quotes", message, row, line)


def limited(records: Iterator[Record]) -> Iterator[Record]:
    """The records after the header: at least one, and no more than are taken at once."""
    count = 0
    for count, record in enumerate(records, start=1):
        if count > MOST_ROWS:
            raise Unreadable(
                record.problem("too_many_rows", f"The file has more than {MOST_ROWS:,} players.")
            )
        yield record
    if count == 0:
        raise Unreadable(Problem("no_players", "The file has a header and no players."))


@dataclass(frozen=True)
class Header:
    """Field ↦ where its column is (0-based), and how many columns there are."""

    columns: dict[str, int]
    width: int


def read_header(records: Iterator[Record], warnings: list[Problem]) -> Header:
    """What the columns mean. Columns that mean nothing here are ignored with a warning."""
    record = next(records)
    names = [" ".join(cell.split()) for cell in record.cells]
    while not names[-1]:
        names.pop()
    if len(names) > MOST_COLUMNS:
        message = f"The header has more than {MOST_COLUMNS} columns."
        raise Unreadable(record.problem("too_many_columns", message))
    _refuse_bad_header(record, names)
    warnings += [
        record.problem("ignored_column", f"Column {called(name, at)} is ignored.", name)
        for at, name in enumerate(names, start=1)
        if meaning(name) is None
    ]
    columns = {field: at for at, name in enumerate(names) if (field := meaning(name))}
    return Header(columns, len(names))


def _refuse_bad_header(record: Record, names: Sequence[str]) -> None:
    fields = {meaning(name) for name in names}
    if "name" not in fields:
        code = "no_header" if fields == {None} else "no_name_column"
        message = (
            "The first row must name the columns, and one of them must be “name” (or “player”, "
            f"“名前”, “氏名”). It begins with “{shorten(names[0])}”."
        )
        raise Unreadable(record.problem(code, message, "name", names[0]))
    first: dict[str, tuple[str, int]] = {}
    twice = []
    for at, name in enumerate(names, start=1):
        key = meaning(name) or texts.name_key(name)
        if key and key in first:
            message = f"Columns {called(*first[key])} and {called(name, at)} are the same one."
            twice.append(record.problem("duplicate_header", message, name, name))
        first.setdefault(key, (name, at))
    if twice:
        raise Unreadable(*twice)


def read_row(record: Record, header: Header) -> PlayerRow | list[Problem]:
    """One person, or what is wrong with each cell. Cells that are missing are blank."""
    extra = [cell for cell in record.cells[header.width :] if cell.strip()]
    if extra:
        message = (
            f"This row has more cells than the header ({header.width}). Put quotes around a cell "
            "that holds the delimiter."
        )
        return [record.problem("too_many_fields", message, value=extra[0])]
    values: dict[str, str] = {}
    problems = []
    for field in FIELDS:
        at = header.columns.get(field, len(record.cells))
        cell = record.cells[at] if at < len(record.cells) else ""
        try:
            values[field] = clean_cell(field, cell)
        except Refused as refusal:
            problems.append(record.problem(refusal.code, refusal.message, field, cell))
    if problems:
        return problems
    key = texts.name_key(values["name"])
    return PlayerRow(record.row, record.line, name_key=key, **values)


def clean_cell(field: str, cell: str) -> str:
    """A cell as one clean line: a line break in it becomes a space. `Refused` as in a form."""
    longest, required = FIELDS[field]
    line = texts.clean_line(cell, field=field, longest=longest, required=required)
    if field == "name" and len(texts.name_key(line)) > LONGEST_KEY:
        raise Refused("too_long", "Name is too long to be compared.", field=field)
    return line


def tell_apart(rows: Sequence[PlayerRow]) -> tuple[list[PlayerRow], list[Problem]]:
    """The rows that are the first of their name and number, and an error for each other one."""
    names: dict[str, PlayerRow] = {}
    numbers: dict[str, PlayerRow] = {}
    unique, repeated = [], []
    for row in rows:
        if earlier := names.get(row.name_key):
            message = f"“{row.name}” is in row {earlier.row} already."
            repeated.append(
                Problem("repeated_player", message, row.row, row.line, "name", shorten(row.name))
            )
        elif earlier := numbers.get(row.number):
            message = f"The number {row.number} is that of “{earlier.name}” in row {earlier.row}."
            repeated.append(
                Problem("repeated_number", message, row.row, row.line, "number", row.number)
            )
        else:
            unique.append(row)
        names.setdefault(row.name_key, row)
        if row.number:
            numbers.setdefault(row.number, row)
    return unique, repeated


def meaning(header: str) -> str | None:
    """The field that a column's header stands for, if any."""
    return MEANINGS.get(texts.name_key(header))


def called(name: str, at: int) -> str:
    """A column in a sentence."""
    return f"{at} (“{shorten(name)}”)" if name else f"{at}, which has no name,"


def line_at(text: str, position: int) -> int:
    """The line (from 1) of a position in a text; CR, LF and CRLF end a line."""
    return len(LINE_END.findall(text, 0, position)) + 1


def shorten(value: str) -> str:
    """A value on one line and short enough to be repeated in an error."""
    line = " ".join(value.split())
    return line if len(line) <= LONGEST_VALUE else line[: LONGEST_VALUE - 1] + "…"
