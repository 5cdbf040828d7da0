"""What a club may want to know of a board that nobody refuses."""

from engines.gazebo.board import parse_board
from engines.gazebo.board_warnings import most_gazebos, warnings
from tests.engines.refusals import check_form


def warned(rows: list[str]) -> list[tuple[str, str, str]]:
    found = warnings(parse_board(rows))
    for warning in found:
        check_form(warning)
    return [(warning.code, warning.rule, warning.message) for warning in found]


def only(rows: list[str], code: str) -> list[str]:
    return [message for found, _, message in warned(rows) if found == code]


def test_the_most_gazebos_are_a_nook_on_every_two_squares_and_full_patios() -> None:
    assert most_gazebos(parse_board(["F...", "1.22", "^..z"])) == 8 // 2 + 1 + 2 + 1
    assert most_gazebos(parse_board(["F.#.", "..#W"])) == 4 // 2 + 2 // 2
    assert most_gazebos(parse_board(["F..#W.."])) == 3 // 2 + 3 // 2


def test_little_room_names_the_numbers_of_players_who_can_all_get_stuck() -> None:
    end = "players all can be stuck with some left (G1.2)."
    row = "." * 10
    nine = ["F" + "." * 9, *[row] * 8, "." * 8 + "##", "1" + "#" * 9]
    assert only(nine, "little_room") == [
        f"There is little room: the board holds at most 50 gazebos, so with 3 or 4 {end}"
    ]
    # 57 gazebos: three times fourteen and fifteen, and of three players 18, 18 and 19.
    enough = ["F" + "." * 9, *[row] * 10, "...." + "1" * 6]
    assert most_gazebos(parse_board(enough)) == 58
    assert only(enough, "little_room") == []
    assert most_gazebos(parse_board([*enough[:-1], "##.." + "#" * 5 + "1"])) == 57
    assert only([*enough[:-1], "##.." + "#" * 5 + "1"], "little_room") == []
    assert only([*enough[:-1], "##.." + "#" * 6], "little_room") == [
        f"There is little room: the board holds at most 56 gazebos, so with 4 {end}"
    ]


def test_much_room_is_more_than_all_dominoes_cover() -> None:
    rows = ["F" + "." * 17, *["." * 18] * 8]
    assert only(rows, "much_room") == []
    more = [*rows, ".." + "1" + "#" * 15]
    assert only(more, "much_room") == [
        "The board has 163 open squares; all 81 dominoes together cover 162 (G1.1)."
    ]


def test_a_board_without_patios() -> None:
    assert only(["F.."], "no_patios") == ["The board has no patio; every garden has (G2.3)."]
    assert only(["F.1"], "no_patios") == []


def test_a_patio_that_no_nook_can_touch() -> None:
    message = "Nobody can ever claim the patio d1: no nook can touch it (G4.7)."
    assert only(["F.#1", "..#1"], "idle_patio") == [message]
    assert only(["F..1"], "idle_patio") == []
    assert only([".F1#"], "idle_patio") == []  # a nook of the start square itself


def test_squares_and_starts_and_vases_without_use() -> None:
    assert only(["F.#", "#.G", "v#.", "###"], "idle_square") == [
        "No domino fits on c3: no open square is beside it (G3.1)."
    ]
    assert only(["F.#W"], "idle_start") == ["Nothing can grow from the start square d1 (G3.1)."]
    assert only(["F.#v", "..v#"], "idle_vase") == ["No nook can ever touch the vase d1 (G6.1)."]


def test_a_warning_s_facts_name_the_square() -> None:
    found = warnings(parse_board(["F.#W", "..11"]))
    assert [(one.code, one.facts) for one in found if one.code == "idle_start"] == [
        ("idle_start", {"field": "rows", "square": "d1", "row": 0, "column": 3})
    ]
