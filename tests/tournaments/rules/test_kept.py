"""The form in which standings are kept, and older forms of it."""

from fractions import Fraction

from tournaments.rules import kept
from tournaments.rules.lines import Addend, LeftOut, StandingRow

ROW = StandingRow(
    1, 7, {"points": Fraction(3, 4), "direct": None}, 1,
    (Addend("points", Fraction(3, 4), "place_points", 12, 1, 2, Fraction(3, 2), 3, 2,
            "(3 − 3/2)/(3 − 1)"),),
)  # fmt: skip
ADDEND_1 = {
    "key": "points", "value": "3/4", "source": "place_points", "series": 12, "round": 1,
    "opponent": None, "step": 1,
}  # fmt: skip


def in_form_1(*, played):
    row = {
        "rank": 1, "player": 7, "state": "checked_in", "played": played,
        "values": {"points": "3/4", "lot": "99"}, "addends": [ADDEND_1],
    }  # fmt: skip
    return {"round": 1, "keys": ["points", "lot"], "scheme": "place_share", "rows": [row]}


def test_a_row_is_kept_with_every_reason():
    left_out = [LeftOut(7, 2, "abandoned", 21, 4), LeftOut(8, 1, "no_seat"),
                LeftOut(7, 3, "no_seat")]  # fmt: skip
    assert kept.write([ROW], {7: "dropped"}, left_out) == [
        {
            "rank": 1,
            "player": 7,
            "state": "dropped",
            "played": 1,
            "values": {"points": "3/4", "direct": None},
            "addends": [
                {
                    "key": "points", "value": "3/4", "source": "place_points", "series": 12,
                    "round_number": 1, "table": 2, "place": "3/2", "size": 3, "shared_by": 2,
                    "formula": "(3 − 3/2)/(3 − 1)", "note": None, "opponent": None, "step": 1,
                }
            ],
            "left_out": [
                {"series": 21, "round_number": 2, "table": 4, "reason": "abandoned"},
                {"series": None, "round_number": 3, "table": None, "reason": "no_seat"},
            ],
        }
    ]  # fmt: skip


def test_the_newest_form_is_read_as_it_is():
    standing = {"format": kept.FORMAT, "rows": kept.write([ROW], {7: "dropped"}, [])}
    assert kept.read(standing) is standing


def test_an_older_form_is_read_as_the_newest_and_left_as_it_was():
    old = in_form_1(played=1)
    read = kept.read(old)
    assert old == in_form_1(played=1)
    (row,) = read.pop("rows")
    assert read == {"format": 3, "round": 1, "keys": ["points", "lot"], "scheme": "place_share"}
    (addend,) = row["addends"]
    assert addend == {
        "key": "points", "value": "3/4", "source": "place_points", "series": 12, "round_number": 1,
        "table": None, "place": None, "size": None, "shared_by": None, "formula": None,
        "note": None, "opponent": None, "step": 1,
    }  # fmt: skip
    assert (row["rank"], row["values"], row["left_out"]) == (1, {"points": "3/4", "lot": "99"}, [])


def test_in_an_older_form_too_nobody_has_a_rank_before_a_table_counts():
    (row,) = kept.read(in_form_1(played=0))["rows"]
    assert (row["rank"], row["values"], row["addends"]) == (None, {"points": None, "lot": None}, [])


def in_form_2(*rows):
    """Rows from (rank, player, played, reasons)."""
    return {
        "format": 2, "round": 2, "keys": ["points"],
        "rows": [
            {
                "rank": rank, "player": player, "state": "registered", "played": played,
                "values": {"points": "0"}, "addends": [{"key": "lot"}],
                "left_out": [{"series": None, "reason": reason} for reason in reasons],
            }
            for rank, player, played, reasons in rows
        ],
    }  # fmt: skip


def test_form_2_is_read_without_the_ranks_of_those_who_had_no_seat():
    absent, waiting = ["no_seat", "no_seat"], ["no_seat", "unfinished"]
    kept_rows = [(1, 9, 0, absent), (2, 4, 2, []), (3, 7, 0, absent), (3, 2, 0, waiting),
                 (3, 5, 1, ["no_seat"]), (6, 3, 0, ["abandoned", "no_seat"])]  # fmt: skip
    old = in_form_2(*kept_rows)
    read = kept.read(old)
    assert old == in_form_2(*kept_rows)
    assert read["format"] == 3
    assert [
        (row["rank"], row["player"], row["values"]["points"], len(row["addends"]))
        for row in read["rows"]
    ] == [
        (1, 4, "0", 1), (2, 2, "0", 1), (2, 5, "0", 1), (4, 3, "0", 1),
        (None, 7, None, 0), (None, 9, None, 0),
    ]  # fmt: skip
    assert [one["reason"] for one in read["rows"][4]["left_out"]] == absent


def test_form_2_is_read_as_it_is_where_everybody_had_a_seat_or_nobody_a_rank():
    for rows in ([(1, 4, 1, []), (2, 2, 0, ["unfinished"])], [(None, 2, 0, ["no_seat"])]):
        assert kept.read(in_form_2(*rows)) == in_form_2(*rows) | {"format": 3}
