"""What is read from a file that is in order, whatever program has written it."""

import pytest

from tournaments.services.player_files import MEANINGS, PlayerRow, Problem, read

GARDEN = "庭野 花子"
ZOE = "Zoë Österberg"


def people(data: str | bytes) -> list[tuple[str, str, str]]:
    """(name, reading, number) of each row of a file that must have no errors."""
    file = read(data if isinstance(data, bytes) else data.encode())
    assert file.errors == ()
    return [(row.name, row.reading, row.number) for row in file.rows]


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"], ids=["no BOM", "BOM"])
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"], ids=["CRLF", "LF", "CR"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
def test_encoding_mark_line_ends_and_delimiter_make_no_difference(
    bom: bytes, end: str, delimiter: str
) -> None:
    rows = [["name", "reading", "number"], [GARDEN, "にわの はなこ", "1"], [ZOE, "", "2"]]
    text = end.join(delimiter.join(row) for row in rows)
    for data in (bom + text.encode(), bom + (text + end).encode()):
        assert people(data) == [(GARDEN, "にわの はなこ", "1"), (ZOE, "", "2")]
        assert read(data).delimiter == delimiter
        assert [(row.row, row.line) for row in read(data).rows] == [(2, 2), (3, 3)]


@pytest.mark.parametrize("header", sorted(MEANINGS))
def test_a_header_is_known_by_each_of_its_words_in_any_form(header: str) -> None:
    field = MEANINGS[header]
    needed = "" if field == "name" else "name,"
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in header)
    for form in (header, f"  {header.upper()} ", f'"{header}"', wide):
        data = f"{needed}{form}\n{needed and 'Anna,'}7\n".encode()
        assert [getattr(row, field) for row in read(data).rows] == ["7"]


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ('"Name";"No"\n"Berg, Anna";1\n"Berg, Zoë";2\n', ";"),
        ('name,"reading; as spoken",number\n"Berg, Anna",x;y,1\n"Berg, Zoë",,2\n', ","),
        ('name\tnumber\n"Berg, Anna"\t1\nBerg, Zoë\t2\n', "\t"),
        ('name, number\n"Berg, Anna", 1\n"Berg, Zoë", 2\n', ","),
        ('"Club, town; and\tland",name,number\nx,"Berg, Anna",1\ny,"Berg, Zoë",2\n', ","),
    ],
)
def test_delimiters_in_quotes_are_no_delimiters(text: str, delimiter: str) -> None:
    assert [(name, number) for name, _, number in people(text)] == [
        ("Berg, Anna", "1"),
        ("Berg, Zoë", "2"),
    ]
    assert read(text.encode()).delimiter == delimiter


def test_rows_count_as_in_a_spreadsheet_and_lines_as_in_the_file() -> None:
    text = '\r\nname,number\r\n\r\n"Anna\r\n  Berg",1\r\n,\r\nZoë,2\r\n'
    file = read(text.encode())
    assert file.rows == (
        PlayerRow(4, 4, "Anna Berg", "anna berg", "", "1"),
        PlayerRow(6, 7, "Zoë", "zoë", "", "2"),
    )
    assert file.errors == ()


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_a_line_break_in_a_name_is_one_space(end: str) -> None:
    assert people(f'name{end}"Anna {end}{end} Berg"{end}') == [("Anna Berg", "", "")]


def test_quotes_are_undone() -> None:
    assert people('name,reading\n"Zoë ""Z"" K",\nAnna "A" B,""\n') == [
        ('Zoë "Z" K', "", ""),
        ('Anna "A" B', "", ""),
    ]


def test_composed_and_decomposed_names_are_stored_composed() -> None:
    assert people("name,reading\nZoe\u0308,か\u3099\n") == [("Zoë", "が", "")]
    composed, decomposed = read("name\nZoë".encode()), read("name\nZoe\u0308".encode())
    assert composed == decomposed


@pytest.mark.parametrize("name", ["𠮷田 𠮷子", "Moss 🌿", "👩‍🌾 Anna", "𝒵oë"])
def test_letters_of_four_bytes_are_letters(name: str) -> None:
    assert people(f"name\n{name}\n") == [(name, "", "")]


def test_a_short_row_is_blank_in_what_it_lacks_and_blank_cells_too_many_do_no_harm() -> None:
    text = "name,reading,number,\nAnna\nBert,b\nCarl,,3, ,,\n"
    assert people(text) == [("Anna", "", ""), ("Bert", "b", ""), ("Carl", "", "3")]
    assert read(text.encode()).warnings == ()


def test_columns_in_another_order_and_unknown_ones() -> None:
    file = read("No.;Club ;;氏名\n7;Koi;x;花子\n".encode())
    assert file.rows == (PlayerRow(2, 2, "花子", "花子", "", "7"),)
    assert file.warnings == (
        Problem("ignored_column", "Column 2 (“Club”) is ignored.", 1, 1, "Club"),
        Problem("ignored_column", "Column 3, which has no name, is ignored.", 1, 1, ""),
    )


def test_a_single_column_needs_no_delimiter() -> None:
    assert people("Player\nAnna\nZoë\n") == [("Anna", "", ""), ("Zoë", "", "")]
    assert read(b"Player\nAnna; the first\n").rows[0].name == "Anna; the first"


def test_one_number_in_two_forms_is_two_numbers() -> None:
    assert people("name,number\nAnna,7\nZoë,07\n") == [("Anna", "", "7"), ("Zoë", "", "07")]


def test_a_name_of_the_greatest_length_is_taken() -> None:
    name, number = "庭" * 120, "9" * 40
    assert people(f"name,reading,number\n{name},{name},{number}\n") == [(name, name, number)]


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem("x", "No."), "No."),
        (Problem("x", "No.", line=3), "Line 3: No."),
        (Problem("x", "No.", 3, 3), "Row 3: No."),
        (Problem("x", "No.", 3, 5), "Row 3, line 5: No."),
    ],
)
def test_a_problem_says_where_it_is(problem: Problem, text: str) -> None:
    assert str(problem) == text


def test_good_rows_beside_bad_ones_are_read() -> None:
    file = read("name,number\nAnna,1\n,2\nZoë,1\nBert,3\n".encode())
    assert [row.name for row in file.rows] == ["Anna", "Bert"]
    assert [(problem.row, problem.code) for problem in file.errors] == [
        (3, "missing"),
        (4, "repeated_number"),
    ]
