"""Whatever the bytes are, they are imported or refused; nothing else comes out."""

import json

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tournaments.errors import Refused
from tournaments.models import Club, JournalEntry, Player, User
from tournaments.services.imports import import_players
from tournaments.services.player_files import FIELDS, PlayerFile, read

GOOD = 'name,reading,number\r\n庭野 花子,にわの,1\r\n"Zoë, K",,2\r\n𠮷田,,\r\n'.encode()
PIECES = [
    *"aAß7,;\t\r\n\"\" '#=\x00\x0c\x1c\x85\xa0\u0308\u200b\u2028\ufdfa\ufeff\U0001f33f\U000e0001",
    "\r\n", "name", "name,", "number", "reading;", "氏名\t", "Zoë", "Zoe\u0308", "𠮷", "か\u3099",
    "x" * 119, '"a\nb"', "\n\n", ",,", "İ", "ŉ" * 100,
]  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A good file with some stretches replaced by other bytes."""
    data = GOOD
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 6)))
        piece = draw(st.one_of(st.binary(max_size=4), st.sampled_from(PIECES).map(str.encode)))
        data = data[:start] + piece + data[end:]
    return data


pieces = st.lists(st.sampled_from(PIECES), max_size=12).map(lambda texts: "".join(texts).encode())
named = pieces.map(lambda data: b"name,number\n" + data)
files = st.one_of(st.binary(max_size=60), pieces, named, mutated())


def check_promises(file: PlayerFile) -> None:
    """Rows are fit to be stored, and without rows there is an error."""
    assert file.rows or file.errors
    for row in file.rows:
        assert row.name
        assert 1 < row.row <= row.line
        for field, (longest, _) in FIELDS.items():
            value = getattr(row, field)
            assert len(value) <= longest
            assert value == " ".join(value.split())
            assert "\x00" not in value
    names = [row.name_key for row in file.rows]
    numbers = [row.number for row in file.rows if row.number]
    assert len(set(names)) == len(names)
    assert len(set(numbers)) == len(numbers)
    assert all(problem.code and problem.message for problem in file.errors)


@given(files)
@example(GOOD)
@example(b'"')
@example(b"name\n\xff")
@settings(max_examples=400)
def test_a_file_is_read_or_its_errors_are_said(data: bytes) -> None:
    file = read(data)
    check_promises(file)
    assert read(data) == file


@pytest.mark.django_db
@given(st.one_of(named, mutated()))
@example(GOOD)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_import_does_what_its_dry_run_says_and_a_second_one_nothing(
    owner: User, club: Club, data: bytes
) -> None:
    with transaction.atomic():
        _import_twice(owner, club, data)
        transaction.set_rollback(True)


def _import_twice(owner: User, club: Club, data: bytes) -> None:
    entries = JournalEntry.objects.count()
    promised = import_players(owner, club, data, dry_run=True)
    json.dumps(promised.as_json())
    if promised.errors:
        with pytest.raises(Refused, match="Nothing was imported"):
            import_players(owner, club, data, dry_run=False)
        assert (Player.objects.count(), JournalEntry.objects.count()) == (0, entries)
        return
    report = import_players(owner, club, data, dry_run=False)
    assert [item.name for item in report.added] == [item.name for item in promised.added]
    assert Player.objects.count() == len(report.added) > 0
    again = import_players(owner, club, data, dry_run=False)
    assert (again.added, again.changed, len(again.unchanged)) == ((), (), len(report.added))
    assert JournalEntry.objects.count() == entries + 1
