"""Boards over the API: checked, saved, listed, drawn as pictures and planned."""

from typing import Any

import pytest

from engines.gazebo.board import board_text, load_board
from engines.gazebo.boards import BOARDS
from tests import factories
from tests.tournaments.api.cases import everything
from tests.tournaments.api.client import Client
from tournaments.models import BoardVersion, Club, Player, User
from tournaments.services import boards, casual, game_data

pytestmark = pytest.mark.django_db

SMALL = ["...", ".F.", "..."]


@pytest.fixture
def pair(owner: User, club: Club) -> list[Player]:
    return factories.add_players(owner, club, 2)


def ids(response: Any) -> list[int]:
    assert response.status_code == 200, response.content
    return [row["id"] for row in response.json()["results"]]


def test_a_board_is_saved_and_read(api: Client, anonymous: Client, owner: User, club: Club) -> None:
    rows, patios = ["11....", "..F.G.", "......"], [["a1"], ["b1"]]
    made = api.post(
        "boards", {"club": club.pk, "name": "Moon garden", "rows": rows, "patios": patios}
    )
    assert made.status_code == 201
    shown = anonymous.get(made["Location"]).json()
    expected = {
        "club": club.pk, "name": "Moon garden", "number": 1, "status": "own", "in_force": True,
        "rows": rows, "patios": patios, "text": "11....\n..F.G.\n......\n\na1\nb1\n", "matches": 0,
        "made_by": owner.pk, "version": 1,
    }  # fmt: skip
    assert {key: shown[key] for key in expected} == expected
    assert [one["code"] for one in shown["warnings"]] == ["little_room"]
    again = api.post("boards/check", {"club": club.pk, "name": "Moon garden", "rows": rows,
                                      "patios": shown["patios"]})  # fmt: skip
    again = again.json()
    assert (again["same"], again["newest"], again["number"]) == (shown["id"], shown["id"], 2)


def test_a_check_says_all_and_saves_nothing(api: Client, club: Club) -> None:
    before = everything()
    typed = {
        "club": club.pk,
        "name": "qin",
        "rows": ["FF.", "###", ".1."],
        "patios": [["b2", "z9"]],
    }
    shown = api.post("boards/check", typed).json()
    told = [(one["code"], one["field"], one["rule"], one.get("square")) for one in shown["faults"]]
    assert told == [
        ("shipped_name", "name", "", None),
        ("starts_touch", "rows", "G2.4", "a1"),
        ("unreachable", "rows", "G2.4", "a3"),
        ("unreachable", "rows", "G2.4", "c3"),
        ("no_patio_square", "patios", "G2.2", "b2"),
        ("no_such_square", "patios", "G2.1", None),
        ("patio_missing", "patios", "G2.2", "b3"),
    ]  # fmt: skip
    assert (shown["svg"], shown["text"], shown["rows"]) == (None, None, None)
    fine = api.post("boards/check", {"club": club.pk, "name": " Tea\u200b", "rows": SMALL}).json()
    assert (fine["name"], fine["faults"], fine["number"], fine["same"]) == ("Tea", [], 1, None)
    assert (fine["rows"], fine["patios"], fine["text"]) == (SMALL, None, "...\n.F.\n...\n")
    assert '<title id="board-title">Gazebo board Tea</title>' in fine["svg"]
    assert everything() == before
    refused = api.post("boards", typed)
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_board")
    assert refused.json()["errors"] == shown["faults"]
    assert everything() == before


def test_a_next_version_is_based_on_the_newest(api: Client, owner: User, club: Club) -> None:
    first = factories.board(owner, club)
    body: dict[str, Any] = {"club": club.pk, "name": "Tea garden", "rows": SMALL}
    before = everything()
    refused = api.post("boards", body)
    assert (refused.status_code, refused.json()["code"]) == (409, "board_exists")
    assert (refused.json()["board_version"], refused.json()["number"]) == (first.pk, 1)
    assert everything() == before
    made = api.post("boards", body | {"based_on": first.pk})
    assert (made.status_code, made.json()["number"]) == (201, 2)
    before = everything()
    body["rows"] = ["....", ".F.."]
    for seen in (first.pk, made.json()["id"] + 9):
        refused = api.post("boards", body | {"based_on": seen})
        assert (refused.status_code, refused.json()["code"]) == (409, "board_saved_meanwhile")
        assert refused.json()["board_version"] == made.json()["id"]
    for nothing in (0, "1", 1.5, True):
        refused = api.post("boards", body | {"based_on": nothing})
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid")
    assert everything() == before
    assert api.post("boards/check", body | {"based_on": first.pk}).json()["number"] == 3


def test_a_version_is_taken_up_again_instead_of_the_one_that_was_seen(
    api: Client, owner: User, club: Club
) -> None:
    first = factories.board(owner, club)
    second = factories.board(owner, club, rows=SMALL)
    address = f"boards/{first.pk}"
    seen = api.get(address)
    third = factories.board(owner, club, rows=["....", ".F.."])
    before = everything()
    for body in (None, {}, {"instead_of": None}, {"instead_of": second.pk}):
        refused = api.post(f"{address}/restore", body, headers={"If-Match": seen["ETag"]})
        problem = refused.json()
        assert (refused.status_code, problem["code"]) == (409, "other_board_in_force")
        assert (problem["field"], problem["board_version"], problem["number"]) == (
            "instead_of", third.pk, 3,
        )  # fmt: skip
        assert problem["detail"].startswith(
            "Nothing is changed. Version 3 of Tea garden is in force now."
        )
    for wrong in (*({"instead_of": one} for one in (0, "1", 1.5, True)), {"based_on": third.pk}):
        refused = api.post(f"{address}/restore", wrong)
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid")
    assert everything() == before
    answer = api.post(f"{address}/restore", {"instead_of": third.pk})
    assert (answer.status_code, answer.json()["in_force"]) == (200, True)
    assert ids(api.get(f"boards?club={club.pk}&in_force=true")) == [first.pk]


def test_nobody_checks_anonymously(anonymous: Client, club: Club) -> None:
    answer = anonymous.post("boards/check", {"club": club.pk, "name": "Tea", "rows": SMALL})
    assert (answer.status_code, answer.json()["code"]) == (401, "sign_in")


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"rows": []}, "no_rows"),
        ({"rows": [1]}, "row_not_text"),
        ({"rows": [["."]]}, "row_not_text"),
        ({"rows": [".F.", None]}, "row_not_text"),
        ({"rows": SMALL, "patios": []}, None),
        ({"rows": SMALL, "patios": [1]}, "patios_form"),
        ({"rows": SMALL, "patios": [[{"a": [1e300]}]]}, "no_such_square"),
        ({"rows": ["." * 1_000_000]}, "board_too_large"),
        ({"rows": ["é" * 20_000] * 20}, "board_too_large"),
        ({"rows": [10**300] * 99}, "board_too_large"),
        ({"rows": "..."}, "invalid"),
        ({"rows": None}, "invalid"),
        ({"rows": SMALL, "patios": {}}, "invalid"),
        ({"rows": SMALL, "name": 3}, "invalid"),
        ({"rows": SMALL, "text": "..."}, "invalid"),
    ],
)
def test_whatever_is_sent_for_a_board_is_checked(
    owner: User, club: Club, typed: dict[str, Any], code: str | None
) -> None:
    """What is not as described too."""
    body = {"club": club.pk, "name": "Tea"} | typed
    answer = factories.api(owner).post("/api/v1/boards/check", body, format="json").json()
    told = answer.get("faults", [answer])
    assert [one["code"] for one in told] == ([code] if code else [])


def test_the_list_is_narrowed_and_sorted(
    api: Client, owner: User, club: Club, pair: list[Player]
) -> None:
    first = factories.board(owner, club)
    second = factories.board(owner, club, rows=SMALL)
    rose = factories.board(owner, club, "Róse garden")
    other = factories.board(owner, factories.club(owner, "Pine"))
    casual.start_series(owner, club, game="gazebo", players=pair, matches=[{"board": "bird"}])
    bird = BoardVersion.objects.get(club=None)
    every = [first.pk, second.pk, rose.pk, other.pk, bird.pk]
    narrowed = {
        "": every,
        f"club={club.pk}": every[:3],
        f"club={club.pk}&in_force=true": [second.pk, rose.pk],
        "in_force=false": [first.pk],
        "name=TEA": [first.pk, second.pk, other.pk],
        "status=reconstruction": [bird.pk],
        "status=own&ordering=-name": [other.pk, second.pk, first.pk, rose.pk],
        "updated_since=2199-01-01T00:00:00Z": [],
    }
    for query, expected in narrowed.items():
        assert ids(api.get(f"boards?{query}")) == expected, query
    rose = game_data.retire(boards.BOARD, owner, rose)
    since = rose.changed_at.isoformat().replace("+", "%2B")
    assert ids(api.get(f"boards?updated_since={since}")) == [rose.pk]
    assert api.get("boards?status=lost").status_code == 400


def test_the_picture_is_kept_by_its_tag(anonymous: Client, owner: User, club: Club) -> None:
    board = factories.board(owner, club, "<Tea>")
    address = anonymous.get(f"boards/{board.pk}").json()["svg"]
    picture = anonymous.get(address)
    assert picture["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert picture.content.startswith(b'<svg xmlns="http://www.w3.org/2000/svg"')
    assert b"Gazebo board &lt;Tea&gt;" in picture.content
    again = anonymous.get(address, headers={"If-None-Match": picture["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert anonymous.get(f"boards/{board.pk + 9}/svg").status_code == 404
    assert anonymous.get(f"{address}?width=3").status_code == 400
    game_data.retire(boards.BOARD, owner, board)
    assert anonymous.get(address)["ETag"] != picture["ETag"]


def test_own_boards_are_planned_beside_the_shipped(
    api: Client, owner: User, club: Club, pair: list[Player]
) -> None:
    board = factories.board(owner, club)
    body = {"club": club.pk, "game": "gazebo", "players": [player.pk for player in pair],
            "matches": [{"board": "bird"}, {"board": "Tea garden"}]}  # fmt: skip
    series = api.post("series", body)
    bird = BoardVersion.objects.get(club=None)
    assert [(one["setup_text"], one["board_version"]) for one in series.json()["matches"]] == [
        ("Garden: bird (reconstruction)", bird.pk),
        ("Board: Tea garden", board.pk),
    ]
    newer = factories.board(owner, club, rows=SMALL)
    match = api.get("matches?ordering=-id").json()["results"][0]
    assert match["board_version"] == board.pk
    assert [api.get(f"boards/{one.pk}").json()["matches"] for one in (board, newer)] == [1, 0]
    shipped = api.get(f"boards/{bird.pk}").json()
    assert (shipped["club"], shipped["status"], shipped["text"]) == (
        None, "reconstruction", board_text(load_board("bird")),
    )  # fmt: skip
    night = {"club": club.pk, "name": "Night", "game": "gazebo", "starts_on": "2026-12-07",
             "table_size": 2, "matches": [{"board": "Tea garden"}]}  # fmt: skip
    assert api.post("tournaments", night).status_code == 201
    game_data.retire(boards.BOARD, owner, newer)
    before = everything()
    for address, sent, field in (
        ("series", body, "matches.1.board"), ("tournaments", night, "matches.0.board"),
    ):  # fmt: skip
        refused = api.post(address, sent)
        problem = refused.json()
        assert (refused.status_code, problem["code"]) == (422, "unknown_board")
        assert (problem["field"], problem["boards"], problem["withdrawn"]) == (
            field, [*BOARDS], True,
        )  # fmt: skip
        assert problem["detail"].endswith('or qin, not "Tea garden", which is withdrawn (G2.3).')
    assert everything() == before


def test_a_shipped_board_is_nobodys_to_change(
    api: Client, owner: User, club: Club, pair: list[Player]
) -> None:
    casual.start_series(owner, club, game="gazebo", players=pair, matches=[{"board": "qin"}])
    address = f"boards/{BoardVersion.objects.get().pk}"
    before = everything()
    for answer in (
        api.post(f"{address}/retire"),
        api.post(f"{address}/restore"),
        api.delete(address),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "shipped_board")
    assert everything() == before
