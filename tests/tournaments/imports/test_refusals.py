"""A file that is wrong is refused with every reason, and nothing in the club changes."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests import factories
from tests.tournaments.imports.cases import BAD, Bad
from tournaments.errors import Forbidden, Refused
from tournaments.models import Club, JournalEntry, Player, User
from tournaments.services import player_files, players
from tournaments.services.imports import import_players
from tournaments.services.player_files import Problem

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(owner: User) -> Club:
    """A club where Anna is number 1 and Bert number 2."""
    club = factories.club(owner)
    players.add_player(owner, club, name="Anna", number="1")
    players.add_player(owner, club, name="Bert", number="2")
    return club


def state(club: Club) -> tuple[Any, ...]:
    """All that an import could change."""
    club.refresh_from_db()
    rows = Player.objects.order_by("id").values_list()
    return club.position, club.version, JournalEntry.objects.count(), list(rows)


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.name)
def test_a_wrong_file_is_refused_with_every_error_and_changes_nothing(
    owner: User, club: Club, case: Bad
) -> None:
    before = state(club)
    report = import_players(owner, club, case.data, dry_run=True)
    assert report.errors == case.errors
    with pytest.raises(Refused) as refusal:
        import_players(owner, club, case.data, dry_run=False)
    assert (refusal.value.code, refusal.value.status) == ("bad_import", 422)
    assert refusal.value.message == f"Nothing was imported. {case.errors[0]}"
    assert refusal.value.facts["errors"] == report.as_json()["errors"]
    assert refusal.value.facts["report"] == report.as_json() | {"dry_run": False}
    assert state(club) == before


def test_a_member_who_may_not_manage_players_learns_nothing_of_the_file(
    owner: User, club: Club
) -> None:
    before, scorer = state(club), factories.member(owner, club, "scorer", "scorer")
    for dry_run in (True, False):
        with pytest.raises(Forbidden) as refusal:
            import_players(scorer, club, b"name\nAnna\nAnna\n", dry_run=dry_run)
        assert refusal.value.code == "not_allowed"
        assert "report" not in refusal.value.facts
    assert state(club)[3] == before[3]


def test_errors_after_the_first_200_are_counted(owner: User, club: Club) -> None:
    before = state(club)
    data = b"name,number\n" + b",1\n" * 203
    report = import_players(owner, club, data, dry_run=True)
    assert len(report.errors) == 201
    assert report.errors[199] == Problem("missing", "Name is missing.", 201, 201, "name")
    assert report.errors[200] == Problem("more", "And 3 more like these.")
    assert state(club) == before


def test_exactly_the_most_is_taken(owner: User, club: Club) -> None:
    rows = "".join(f"Player {number}\n" for number in range(player_files.MOST_ROWS))
    data = ("name\n" + rows).encode().ljust(player_files.MOST_BYTES)
    report = import_players(owner, club, data, dry_run=True)
    assert (len(report.added), report.errors) == (5_000, ())


def test_the_fields_of_a_file_are_those_of_a_player() -> None:
    assert player_files.FIELDS == players.FIELDS
    longest = Player._meta.get_field("name_key").max_length
    assert longest == player_files.LONGEST_KEY


def test_every_code_and_header_is_in_the_docs() -> None:
    page = Path(settings.BASE_DIR, "docs", "importing-players.md").read_text()
    codes = {problem.code for case in BAD for problem in case.errors}
    others = {"bad_import", "players_changed", "renamed", "ignored_column", "more"}
    assert [code for code in sorted(codes | others) if f"`{code}`" not in page] == []
    assert [header for header in player_files.MEANINGS if f"`{header}`" not in page] == []
