"""The values of a file of records: which there are, and where the first that is none stands."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.json_text import NoJson, Unreadable, levels, parse_json, read_values
from engines.record import verify
from engines.registry import ENGINES

ONE, TWO = {"a": 1}, {"b": [2, {}]}
SPREAD = json.dumps(TWO, indent=2)
BEGINS = ", in the value that begins"


def test_a_file_holds_one_record_or_many_or_none() -> None:
    assert read_values(SPREAD) == [TWO]
    assert read_values(f"{json.dumps(ONE)}\n\n{json.dumps(TWO)}\r\n") == [ONE, TWO]
    assert read_values(f"{json.dumps(ONE)}\r{json.dumps(TWO)}") == [ONE, TWO]
    assert read_values(json.dumps([ONE, TWO])) == [[ONE, TWO]]
    for text in ("", "nonsense", "one\ntwo\nthree", "1 2 3", "NaN"):
        (value,) = read_values(text)
        assert isinstance(value, Unreadable)


def test_records_spread_over_lines_may_stand_one_after_the_other() -> None:
    assert read_values(f"{SPREAD}\n{SPREAD}{json.dumps(ONE)}\n\n") == [TWO, TWO, ONE]
    wrong = Unreadable("Expecting ':' delimiter at line 8, column 7")
    assert read_values(f'{SPREAD}\n{{\n  "c" 1\n}}\n{SPREAD}') == [TWO, wrong]


def test_one_slip_in_a_record_spread_over_lines_is_one_fault_with_its_place() -> None:
    text = json.dumps({"moves": ["G5>P9", "P5>P10"], "result": {}}, indent=1)
    slip = text.replace('"G5>P9",', '"G5>P9"')
    assert read_values(slip) == [Unreadable("Expecting ',' delimiter at line 4, column 3")]


@pytest.mark.parametrize(
    ("lines", "bad"),
    [(['{"a": 1}', '{"a" 1}', "[]", '{"a": 1}'], 1), (['{"a": 1', '{"a": 1}', '{"a": 1}'], 0)],
)
def test_a_bad_line_among_whole_objects_leaves_the_other_lines_whole(
    lines: list[str], bad: int
) -> None:
    values = read_values("\n" + "\n".join(lines))
    assert [isinstance(value, Unreadable) for value in values] == [
        number == bad for number in range(len(lines))
    ]
    assert f" at line {bad + 2}, column " in str(values[bad])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (' \n {"a": NaN}', f"NaN is no number of JSON{BEGINS} at line 2, column 2"),
        ('{"a": -Infinity}', f"-Infinity is no number of JSON{BEGINS} at line 1, column 1"),
        ("9" * 5000, f"a number has 5000 digits{BEGINS} at line 1, column 1"),
        ("[\n" * 100_000, f"it nests more than 32 levels{BEGINS} at line 1, column 1"),
        (" " + "[" * 33 + "]" * 33, f"it nests more than 32 levels{BEGINS} at line 1, column 2"),
        ('{"a":' * 32 + "1" + "}" * 32,
         f"it nests more than 32 levels{BEGINS} at line 1, column 1"),
        ("-1e999", f"the number -1e999 is too large{BEGINS} at line 1, column 1"),
        ('{"a": {"b": 1, "b": 1}}',
         f'the key "b" stands twice in one object{BEGINS} at line 1, column 1'),
        ('{"a": 1}\n1', "there is more behind the value at line 2, column 1"),
        ('{"a":\n"\x01"}', "Invalid control character at line 2, column 2"),
        ("", "Expecting value at line 1, column 1"),
    ],
)  # fmt: skip
def test_what_is_no_json_is_told_with_its_place(text: str, why: str) -> None:
    with pytest.raises(NoJson) as caught:
        parse_json(text)
    assert str(caught.value) == why


def test_a_value_may_nest_32_levels() -> None:
    assert list(levels(parse_json("[" * 32 + "]" * 32)))[31] == [[]]
    assert len(list(levels(parse_json('{"a":' * 31 + "1" + "}" * 31)))) == 32


def test_a_whole_reason_is_told_by_the_verifier() -> None:
    (value,) = read_values('{"players": 2,\n "players": 3}')
    fault = verify(value, ENGINES)
    assert str(fault) == (
        'set-up: This is no JSON: the key "players" stands twice in one object, in the value '
        "that begins at line 1, column 1."
    )


@given(st.text(max_size=300) | st.text('{}[]":,1a\n ', max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    values = read_values(text)
    assert values
    for value in values:
        assert isinstance(value, Unreadable) or verify(value, ENGINES) is not None
