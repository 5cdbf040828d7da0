"""Files that are refused, each with every error that is to be found in it."""

from dataclasses import dataclass

from tournaments.services.player_files import Problem

UTF_8 = "Save it again as “CSV UTF-8” (text encoding: Unicode UTF-8)."
FIRST_ROW = (
    "The first row must name the columns, and one of them must be “name” (or “player”, “名前”, "
    "“氏名”). It begins with “{}”."
)
UTF_16 = Problem("utf_16", f"The file is in UTF-16 or UTF-32. {UTF_8}")
EMPTY = Problem("empty_file", "The file is empty.")
NO_PLAYERS = Problem("no_players", "The file has a header and no players.")
LONGER = "{} is longer than {} characters."
UNCLOSED = 'A quote (") opens in this row and is never closed.'
AFTER_QUOTE = 'Something follows a closing quote ("). Inside quotes, write a quote twice ("").'
MORE_CELLS = (
    "This row has more cells than the header ({}). Put quotes around a cell that holds the "
    "delimiter."
)


def not_utf_8(byte: str, line: int, value: str) -> Problem:
    message = f"The file is not UTF-8: byte 0x{byte} is no letter. {UTF_8}"
    return Problem("not_utf_8", message, line=line, value=value)


def control(code: str, line: int) -> Problem:
    message = f"There is a control character (U+{code}). Remove it."
    return Problem("bad_characters", message, line=line)


@dataclass(frozen=True)
class Bad:
    name: str
    data: bytes
    errors: tuple[Problem, ...]


def bad(name: str, text: str | bytes, *errors: Problem) -> Bad:
    return Bad(name, text if isinstance(text, bytes) else text.encode(), errors)


BAD_BYTES = [
    bad("nothing", b"", EMPTY),
    bad("only a BOM", b"\xef\xbb\xbf", EMPTY),
    bad("only blanks", " \r\n\t\n", EMPTY),
    bad("only delimiters", ",,\n,,\n", EMPTY),
    bad("only empty quotes", '""\n', EMPTY),
    bad("UTF-16 from a spreadsheet", "name\nZoë\n".encode("utf-16"), UTF_16),
    bad("UTF-16, big end first", b"\xfe\xff" + "name\nZoë\n".encode("utf-16-be"), UTF_16),
    bad("UTF-16 without a BOM", "name\nZoë\n".encode("utf-16-le"), UTF_16),
    bad("UTF-32", "name\nZoë\n".encode("utf-32"), UTF_16),
    bad(
        "latin-1", "name,no\r\nAnna,1\r\nZoë,2\r\n".encode("latin-1"),
        not_utf_8("EB", 3, "Zo\\xeb,2"),
    ),
    bad("latin-1 after a BOM", b"\xef\xbb\xbfname\rZo\xeb", not_utf_8("EB", 2, "Zo\\xeb")),
    bad("Shift-JIS", "名前\n庭子\n".encode("shift-jis"), not_utf_8("96", 1, "\\x96\\xbc\\x91O")),
    bad(
        "latin-1 far into a line", b"name\n" + b"x" * 300 + b"\xeb\n",
        not_utf_8("EB", 2, "x" * 30 + "\\xeb"),
    ),
    bad("cut in a letter", "name\nZoë".encode()[:-1], not_utf_8("C3", 2, "Zo\\xc3")),
    bad("a surrogate", b"name\nZo\xed\xa0\x80\n", not_utf_8("ED", 2, "Zo\\xed\\xa0\\x80")),
    bad(
        "a workbook", b"PK\x03\x04\x14\x00\x06\x00",
        Problem("not_csv", f"This is a spreadsheet, not a CSV file. {UTF_8}"),
    ),
    bad("a NUL", "name,no\nAnna,1\nZo\x00ë,2\n", control("0000", 3)),
    bad("a bell", 'name\r\n"An\r\nna\x07"\r\n', control("0007", 3)),
    bad("a C1 control", "name\rAnna\rZo\x85ë", control("0085", 3)),
    bad(
        "too large", b"name\n" + b"x" * 1_000_000,
        Problem("too_large", "The file is larger than 1 MB."),
    ),
]  # fmt: skip

BAD_HEADERS = [
    bad("header only", "name,reading,number\r\n", NO_PLAYERS),
    bad("header and blank lines", "name\n\n  \n", NO_PLAYERS),
    bad(
        "one column without a header", "Anna Berg\nZoë\n",
        Problem("no_header", FIRST_ROW.format("Anna Berg"), 1, 1, "name", "Anna Berg"),
    ),
    bad(
        "several columns without a header", "\nAnna;1\nZoë;2\n",
        Problem("no_header", FIRST_ROW.format("Anna"), 2, 2, "name", "Anna"),
    ),
    bad(
        "no column for the name", "Number,よみ\n1,にわ\n",
        Problem("no_name_column", FIRST_ROW.format("Number"), 1, 1, "name", "Number"),
    ),
    bad(
        "a column twice", "Name,No,name\nAnna,1,Zoë\n",
        Problem(
            "duplicate_header", "Columns 1 (“Name”) and 3 (“name”) are the same one.", 1, 1,
            "name", "name",
        ),
    ),
    bad(
        "two words for a column, and an unknown one twice", "氏名;Player;Club;ＣＬＵＢ \nA;B;C;D\n",
        Problem(
            "duplicate_header", "Columns 1 (“氏名”) and 2 (“Player”) are the same one.", 1, 1,
            "Player", "Player",
        ),
        Problem(
            "duplicate_header", "Columns 3 (“Club”) and 4 (“ＣＬＵＢ”) are the same one.", 1, 1,
            "ＣＬＵＢ", "ＣＬＵＢ",
        ),
    ),
    bad(
        "far too many columns", "name" + ",x" * 200 + "\nAnna\n",
        Problem("too_many_columns", "The header has more than 200 columns.", 1, 1),
    ),
]  # fmt: skip

BAD_ROWS = [
    bad("an unclosed quote", 'name\nAnna\n"Zoë\nBert\n', Problem("unclosed_quote", UNCLOSED, 3, 3)),
    bad(
        "an unclosed quote in the header", '"name\nAnna\n',
        Problem("unclosed_quote", UNCLOSED, 1, 1),
    ),
    bad(
        "a quote closed far too late", 'name\n"' + "x\n" * 70_000 + '"\n',
        Problem(
            "unclosed_quote", 'A cell of this row has no end. Perhaps a quote (") is never closed.',
            2, 2,
        ),
    ),
    bad(
        "a quote inside quotes", 'name,no\n"Zoë "Z" K",1\n',
        Problem("bad_quotes", AFTER_QUOTE, 2, 2),
    ),
    bad(
        "a name is missing", "name,reading,number\nAnna,,1\n,にわ,2\n",
        Problem("missing", "Name is missing.", 3, 3, "name"),
    ),
    bad(
        "cells that are too long", f"name,reading,number\n{'n' * 121},{'r' * 121},{'1' * 41}\n",
        Problem("too_long", LONGER.format("Name", 120), 2, 2, "name", "n" * 59 + "…"),
        Problem("too_long", LONGER.format("Reading", 120), 2, 2, "reading", "r" * 59 + "…"),
        Problem("too_long", LONGER.format("Number", 40), 2, 2, "number", "1" * 41),
    ),
    bad(
        "a name that is too long to be compared", "name\n" + "\ufdfa" * 120 + "\n",
        Problem("too_long", "Name is too long to be compared.", 2, 2, "name", "\ufdfa" * 59 + "…"),
    ),
    bad(
        "a letter for private use", "name\nZo\ue000\n",
        Problem(
            "bad_characters", "Name has characters that are no text.", 2, 2, "name", "Zo\ue000"
        ),
    ),
    bad(
        "too many cells, after a line break in quotes", 'name,no\n"Anna\nBerg",1\nBerg, Zoë,2\n',
        Problem("too_many_fields", MORE_CELLS.format(2), 3, 4, "", "2"),
    ),
    bad(
        "a comma in the only column", "name\nBerg, Zoë\n",
        Problem("too_many_fields", MORE_CELLS.format(1), 2, 2, "", "Zoë"),
    ),
    bad(
        "one person twice", "name,number\nZoë,5\nCarl,6\nZOE\u0308,7\nＺｏë,\n",
        Problem("repeated_player", "“ZOË” is in row 2 already.", 4, 4, "name", "ZOË"),
        Problem("repeated_player", "“Ｚｏë” is in row 2 already.", 5, 5, "name", "Ｚｏë"),
    ),
    bad(
        "one number twice", "name,number\nZoë,7\nAnna,7\nBert,7\n",
        Problem("repeated_number", "The number 7 is that of “Zoë” in row 2.", 3, 3, "number", "7"),
        Problem("repeated_number", "The number 7 is that of “Zoë” in row 2.", 4, 4, "number", "7"),
    ),
    bad(
        "every error at once", 'name,number\n,1\nA,2,3\nB,4\nb,5\n"C\n',
        Problem("missing", "Name is missing.", 2, 2, "name"),
        Problem("too_many_fields", MORE_CELLS.format(2), 3, 3, "", "3"),
        Problem("repeated_player", "“b” is in row 4 already.", 5, 5, "name", "b"),
        Problem("unclosed_quote", UNCLOSED, 6, 6),
    ),
    bad(
        "too many players", "name\n" + "".join(f"P{number}\n" for number in range(5_001)),
        Problem("too_many_rows", "The file has more than 5,000 players.", 5_002, 5_002),
    ),
]  # fmt: skip

BAD_BY_THE_CLUB = [
    bad(
        "a number of one player, a name of another", "name,number\nAnna,2\n",
        Problem(
            "number_and_name",
            "The number 2 belongs to “Bert”, but “Anna” is another player of this club.",
            2, 2, "number", "2",
        ),
    ),
    bad(
        "one player by number, then by name", "name,number\nAnna Berg,1\nZoë,\nANNA,\n",
        Problem(
            "repeated_player", "This is “Anna”, who is in row 2 already.", 4, 4, "name", "ANNA"
        ),
    ),
    bad(
        "two players who change names", "name,number\nBert,1\nAnna,2\n",
        Problem(
            "number_and_name",
            "The number 1 belongs to “Anna”, but “Bert” is another player of this club.",
            2, 2, "number", "1",
        ),
        Problem(
            "number_and_name",
            "The number 2 belongs to “Bert”, but “Anna” is another player of this club.",
            3, 3, "number", "2",
        ),
    ),
]  # fmt: skip
"""Refused in a club where Anna is number 1 and Bert number 2."""

BAD = BAD_BYTES + BAD_HEADERS + BAD_ROWS + BAD_BY_THE_CLUB
