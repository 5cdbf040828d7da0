"""A club's own tile sets: checked, saved, in force, planned, played with, and never changed.

What they share with boards, `test_boards` tests; here is what is theirs, and that they share it.
"""

import json
from html import unescape
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from engines.gnome_hollow.tileset.sets import load_tileset, parse_tileset, write_tileset
from engines.gnome_hollow.tileset.shipped import status_of
from engines.gnome_hollow.tileset.svg import LABELS, tileset_svg
from tests import factories
from tests.tournaments.api.cases import everything
from tournaments import queries_boards
from tournaments.errors import Conflict, Forbidden, Refused
from tournaments.models import Club, Match, Player, Series, TileSetVersion, User
from tournaments.services import casual, game_data, tile_sets

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair(owner: User, club: Club) -> list[Player]:
    return factories.add_players(owner, club, 2)


def check(club: Club, name: Any, tileset: Any) -> Any:
    return game_data.check(tile_sets.TILE_SET, club, name, {"tileset": tileset})


def recon(**changes: Any) -> dict[str, Any]:
    """The shipped set as somebody sends it, with these parts changed; None: left out."""
    content = write_tileset(load_tileset()) | changes
    return {key: value for key, value in content.items() if value is not None}


def play(owner: User, club: Club, pair: list[Player], name: str, **options: Any) -> Series:
    return casual.start_series(
        owner, club, game="gnome_hollow", players=pair, matches=[{"tileset": name}],
        options=options,
    )  # fmt: skip


def planned_with(series: Series) -> tuple[str, int]:
    version = series.matches.get().tile_set_version
    assert version is not None
    return version.name, version.number


def test_a_set_is_saved_under_the_clubs_name_and_read_again(owner: User, club: Club) -> None:
    made = factories.save_tile_set(
        owner, club, name=" Hollow  moon", tileset=recon(id="recon-1", note="Typed in by Aoi.")
    )
    assert (made.name, made.number, made.made_by) == ("Hollow moon", 1, owner)
    found = queries_boards.read_tile_set(TileSetVersion.objects.get())
    assert (found.name, found.version, found.note) == ("Hollow moon", 1, "Typed in by Aoi.")
    assert found.tiles == load_tileset().tiles
    assert parse_tileset(json.loads(made.text)).tiles == found.tiles


def test_the_sets_own_labels_make_no_other_version(owner: User, club: Club) -> None:
    made = factories.tile_set(owner, club)
    before = everything()
    for labels in ({"id": "x"}, {"id": "y" * 99}, {"version": 7}, {"version": "no"}):
        with pytest.raises(Conflict) as refused:
            factories.save_tile_set(
                owner, club, name="HOLLOW moon", tileset=recon(**labels), based_on=made.pk
            )
        assert (refused.value.code, refused.value.facts["tile_set_version"]) == (
            "same_tile_set", made.pk,
        )  # fmt: skip
    assert everything() == before


@pytest.mark.parametrize("status", ["sourced", "Reconstruction", "", 3, ["own"]])
def test_a_status_that_is_none_is_told_and_nothing_is_saved(
    owner: User, club: Club, status: Any
) -> None:
    """A slip in it does not make a reconstruction the club's own."""
    sent, before = recon(status=status), everything()
    (fault,) = check(club, "Moon", sent).faults
    assert (fault["code"], fault["field"]) == ("set_status", "tileset.status")
    with pytest.raises(Refused, match="The status must be own or reconstruction"):
        factories.save_tile_set(owner, club, name="Moon", tileset=sent)
    assert everything() == before


OTHER = {"advanced_board": None}
"""What makes a copy of the shipped set another."""


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({}, "reconstruction"),
        ({"status": "own"}, "reconstruction"),
        ({"status": None}, "reconstruction"),
        ({"status": "own", "note": "Ours."}, "reconstruction"),
        (OTHER, "reconstruction"),
        (OTHER | {"status": "own"}, "own"),
        (OTHER | {"status": None}, "own"),
    ],
)
def test_h1_1_a_set_has_one_status_whatever_shows_it(
    owner: User, club: Club, changes: dict[str, Any], status: str
) -> None:
    """What its text says, but what equals a shipped set is what that is."""
    sent = recon(**changes)
    checked = check(club, "Moon", sent)
    made = factories.save_tile_set(owner, club, name="Moon", tileset=sent)
    read = queries_boards.read_tile_set(TileSetVersion.objects.get())
    told = (checked.data.status, made.status, read.status, status_of(read))
    assert told == (status,) * 4
    assert f"{LABELS['title']} Moon: {LABELS[status]}" in unescape(tileset_svg(read))


def test_another_status_is_another_version_with_the_same_hash(owner: User, club: Club) -> None:
    first = factories.save_tile_set(owner, club, name="Moon", tileset=recon(**OTHER))
    own = recon(**OTHER, status="own")
    second = factories.save_tile_set(owner, club, name="Moon", tileset=own, based_on=first.pk)
    assert [(one.number, one.status) for one in (first, second)] == [
        (1, "reconstruction"), (2, "own"),
    ]  # fmt: skip
    assert (first.hash, first.text) == (second.hash, second.text)
    assert queries_boards.read_tile_set(first).status == "reconstruction"
    before = everything()
    for sent in (own, recon(**OTHER)):
        with pytest.raises(Conflict) as refused:
            factories.save_tile_set(owner, club, name="Moon", tileset=sent, based_on=second.pk)
        assert refused.value.code == "same_tile_set"
    assert everything() == before


def test_a_clubs_set_is_never_sourced(owner: User, club: Club) -> None:
    made = factories.tile_set(owner, club)
    with pytest.raises(IntegrityError, match="tile_set_own_or_shipped"), transaction.atomic():
        TileSetVersion.objects.create(
            club=club, name="Rose", name_key="rose", text=made.text, hash=made.hash,
            status="sourced",
        )  # fmt: skip
    assert TileSetVersion.objects.get() == made


def test_another_content_is_the_next_version(owner: User, club: Club) -> None:
    first = factories.tile_set(owner, club)
    second = factories.tile_set(owner, club, advanced_board=None)
    first.refresh_from_db()
    assert (second.number, second.retired_at, first.retired_at is None) == (2, None, False)
    assert queries_boards.read_tile_set(second).advanced_board is None
    before = everything()
    for based_on, code in ((None, "tile_set_exists"), (first.pk, "tile_set_saved_meanwhile")):
        with pytest.raises(Conflict) as refused:
            factories.save_tile_set(
                owner, club, name="Hollow moon", tileset=recon(note="New."), based_on=based_on
            )
        assert (refused.value.code, refused.value.facts) == (
            code, {"field": "name", "tile_set_version": second.pk, "number": 2},
        )  # fmt: skip
    assert everything() == before


def test_every_fault_is_told_at_once_with_its_place(owner: User, club: Club) -> None:
    wrong = recon(stump={"pieces": [{"edges": [0, 0], "mushrooms": []}]})
    wrong["garden_tiles"][16]["pieces"][0]["edges"] = [0, 9]
    before = everything()
    checked = check(club, "Recon-1", wrong)
    assert [(fault["code"], fault["field"]) for fault in checked.faults] == [
        ("shipped_name", "name"),
        ("piece_edges", "tileset.stump.pieces.0.edges"),
        ("piece_edges", "tileset.garden_tiles.16.pieces.0.edges"),
    ]
    assert (checked.data, checked.name) == (None, "")
    assert checked.faults[0]["message"] == (
        "“Recon-1” is a tile set that ships with Teien: choose another name."
    )
    with pytest.raises(Refused) as refused:
        factories.save_tile_set(owner, club, name="Recon-1", tileset=wrong)
    assert refused.value.code == "bad_tileset"
    assert refused.value.facts == {"errors": checked.faults}
    assert refused.value.message == "The tile set is not saved: 3 things are to be mended first."
    assert everything() == before


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        (None, "no_tileset"),
        ([], "no_tileset"),
        ("recon-1", "no_tileset"),
        ({}, "missing"),
        ({"garden_tiles": ["x" * 300_000]}, "tile_set_too_large"),
    ],
)
def test_what_is_no_set_is_told_so(club: Club, typed: Any, code: str) -> None:
    faults = check(club, "Moon", typed).faults
    assert faults[0]["code"] == code
    assert {fault["field"].partition(".")[0] for fault in faults} == {"tileset"}


def test_versions_are_withdrawn_taken_up_again_and_deleted(
    owner: User, club: Club, pair: list[Player]
) -> None:
    first = factories.tile_set(owner, club)
    second = factories.tile_set(owner, club, note="Newer.")
    with pytest.raises(Conflict) as refused:
        game_data.restore(tile_sets.TILE_SET, owner, first)
    assert (refused.value.code, refused.value.facts["tile_set_version"]) == (
        "other_tile_set_in_force", second.pk,
    )  # fmt: skip
    first = game_data.restore(tile_sets.TILE_SET, owner, first, instead_of=second.pk)
    assert planned_with(play(owner, club, pair, "Hollow moon")) == ("Hollow moon", 1)
    for done, code in (
        (lambda: game_data.restore(tile_sets.TILE_SET, owner, first), "tile_set_in_force"),
        (lambda: game_data.retire(tile_sets.TILE_SET, owner, second), "tile_set_retired"),
        (lambda: game_data.delete(tile_sets.TILE_SET, owner, first), "tile_set_played"),
    ):
        before = everything()
        with pytest.raises(Conflict) as refused:
            done()
        assert refused.value.code == code
        assert everything() == before
    assert game_data.delete(tile_sets.TILE_SET, owner, second) is None
    assert factories.tile_set(owner, club, note="Third.").number == 3


def test_matches_keep_the_version_that_they_were_planned_with(
    owner: User, club: Club, pair: list[Player]
) -> None:
    factories.tile_set(owner, club)
    old = play(owner, club, pair, "Hollow moon")
    factories.tile_set(owner, club, note="Newer.")
    new = play(owner, club, pair, "Hollow moon")
    assert (planned_with(old), planned_with(new)) == (("Hollow moon", 1), ("Hollow moon", 2))


def test_a_shipped_set_has_one_row_that_is_nobodys_to_change(
    owner: User, club: Club, pair: list[Player]
) -> None:
    for _ in range(2):
        assert planned_with(play(owner, club, pair, "recon-1")) == ("recon-1", 1)
    row = TileSetVersion.objects.get()
    assert (row.club, row.status) == (None, "reconstruction")
    assert queries_boards.read_tile_set(row) == load_tileset()
    before = everything()
    with pytest.raises(Forbidden) as refused:
        game_data.retire(tile_sets.TILE_SET, owner, row)
    assert refused.value.code == "shipped_tile_set"
    assert everything() == before


def test_who_plans_with_a_set_that_is_not_there_is_told_those_that_are(
    owner: User, club: Club, pair: list[Player]
) -> None:
    game_data.retire(tile_sets.TILE_SET, owner, factories.tile_set(owner, club))
    factories.tile_set(owner, club, "Rose")
    before = everything()
    with pytest.raises(Refused) as refused:
        play(owner, club, pair, "Hollow moon")
    assert refused.value.message == (
        'The tile set must be recon-1 or Rose, not "Hollow moon", which is withdrawn.'
    )
    assert (refused.value.code, refused.value.facts["tile_sets"]) == (
        "unknown_tileset", ["recon-1", "Rose"],
    )  # fmt: skip
    assert everything() == before


@pytest.mark.parametrize(
    ("without", "option", "rule"),
    [("trade_board", "trade_board", "H9.1"), ("advanced_board", "advanced_board", "H9.2")],
)
def test_h9_a_set_without_a_variants_board_is_not_planned_with_it(
    owner: User, club: Club, pair: list[Player], without: str, option: str, rule: str
) -> None:
    factories.save_tile_set(owner, club, name="Plain", tileset=recon(**{without: None}))
    assert planned_with(play(owner, club, pair, "Plain")) == ("Plain", 1)
    assert planned_with(play(owner, club, pair, "recon-1", **{option: True}))[0] == "recon-1"
    before = everything()
    settings = {"matches": [{"tileset": "Plain"}], "options": {option: True}}
    for plan in (
        lambda: play(owner, club, pair, "Plain", **{option: True}),
        lambda: factories.tournament(owner, club, **(factories.GNOME_HOLLOW | settings)),
    ):
        with pytest.raises(Refused) as refused:
            plan()
        assert (refused.value.code, refused.value.facts["field"]) == (
            "no_such_variant", f"options.{option}",
        )  # fmt: skip
        words = option.replace("_", " ")
        assert refused.value.message == f"The tile set Plain has no {words} ({rule})."
    assert everything() == before


def test_members_without_a_role_save_nothing(owner: User, club: Club) -> None:
    sora = factories.member(owner, club, "sora", "scorer")
    before = everything()
    with pytest.raises(Forbidden):
        factories.tile_set(sora, club)
    assert everything() == before


def test_a_tournament_plans_names_and_its_rounds_take_the_version_in_force(
    owner: User, club: Club
) -> None:
    factories.tile_set(owner, club)
    night = factories.entered(
        owner, club, 3, **(factories.GNOME_HOLLOW | {"matches": [{"tileset": "Hollow moon"}]})
    )
    second = factories.tile_set(owner, club, note="Newer.")
    game_data.retire(tile_sets.TILE_SET, owner, second)
    factories.draw(owner, night)
    assert Match.objects.get().tile_set_version == second
