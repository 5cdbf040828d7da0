"""`./teien manage import_players`."""

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests import factories
from tournaments.management.choices import HOW_TO_BEGIN
from tournaments.models import Club, JournalEntry, Player, User
from tournaments.services import clubs, players

GOOD = "name;number\r\n庭野 花子;1\r\nZoë;2\r\n"

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "the players.csv"
    path.write_bytes(GOOD.encode())
    return path


def run(*args: str) -> tuple[str, str]:
    """What the command prints to standard output and to standard error."""
    out, err = io.StringIO(), io.StringIO()
    call_command("import_players", *args, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def refused(*args: str) -> tuple[str, str, str]:
    """What a command that fails says: its last word, standard output, standard error."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(CommandError) as refusal:
        call_command("import_players", *args, stdout=out, stderr=err)
    assert refusal.value.returncode == 1
    return str(refusal.value), out.getvalue(), err.getvalue()


def names() -> list[str]:
    return list(Player.objects.order_by("id").values_list("name", flat=True))


def test_it_imports_into_the_only_club_as_its_first_owner(
    owner: User, club: Club, file: Path
) -> None:
    factories.member(owner, club, "second", "owner")
    assert run(str(file)) == (
        "Imported: 2 added, 0 changed, 0 unchanged (delimiter: semicolon).\n", "",
    )  # fmt: skip
    assert names() == ["庭野 花子", "Zoë"]
    assert JournalEntry.objects.latest("id").actor == owner
    assert run(str(file))[0] == (
        "Imported: 0 added, 0 changed, 2 unchanged (delimiter: semicolon).\n"
    )


def test_a_dry_run_says_what_would_change_and_writes_nothing(
    owner: User, club: Club, file: Path
) -> None:
    players.add_player(owner, club, name="Hanako", number="1")
    out, err = run(str(file), "--dry-run")
    assert out == (
        "Row 2: name of 庭野 花子: “Hanako” → “庭野 花子”\n"
        "Dry run, nothing was written: 1 added, 1 changed, 0 unchanged (delimiter: semicolon).\n"
    )
    assert err == "Row 2: “Hanako”, number 1, will be called “庭野 花子”.\n"
    assert names() == ["Hanako"]
    assert not JournalEntry.objects.filter(verb="import_players").exists()


@pytest.mark.parametrize("option", [[], ["--dry-run"]])
def test_errors_are_printed_row_by_row_and_nothing_is_imported(
    club: Club, file: Path, option: list[str]
) -> None:
    file.write_text(f'name,no,club\nAnna,1,x\n,2,y\n"Zo\në",{"3" * 41},z\n\nanna,4,z\n')
    assert refused(str(file), *option) == (
        "Nothing was imported.",
        "",
        "Row 1: Column 3 (“club”) is ignored.\n"
        "Row 3: Name is missing.\n"
        f"Row 4: Number is longer than 40 characters. [{'3' * 41}]\n"
        "Row 6, line 7: “anna” is in row 2 already.\n",
    )
    assert names() == []
    assert JournalEntry.objects.count() == 1


def test_json_is_the_whole_report(club: Club, file: Path) -> None:
    report = json.loads(run(str(file), "--json")[0])
    assert [item["name"] for item in report["added"]] == ["庭野 花子", "Zoë"]
    assert [item["player"] for item in report["added"]] == list(
        Player.objects.order_by("id").values_list("id", flat=True)
    )
    file.write_text("name\nAnna\nAnna\n")
    last, out, err = refused(str(file), "--json")
    report = json.loads(out)
    assert (report["dry_run"], report["errors"][0]["code"]) == (False, "repeated_player")
    assert (last, err) == ("Nothing was imported.", "Row 3: “Anna” is in row 2 already.\n")
    assert names() == ["庭野 花子", "Zoë"]


def test_a_hyphen_is_standard_input(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(GOOD.encode())))
    run("-")
    assert names() == ["庭野 花子", "Zoë"]


def test_a_terminal_without_the_letters_gets_escapes(owner: User, club: Club, file: Path) -> None:
    players.add_player(owner, club, name="Hanako", number="1")
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="latin-1", write_through=True)
    call_command("import_players", str(file), stdout=out, stderr=io.StringIO())
    assert raw.getvalue().startswith(b"Row 2: name of \\u5ead\\u91ce \\u82b1\\u5b50: ")
    assert names() == ["庭野 花子", "Zoë"]


def test_the_club_is_named_by_id_or_by_name(owner: User, club: Club, file: Path) -> None:
    moss, stone = factories.club(owner, "Club Moss"), factories.club(owner, "Stone")
    run(str(file), "--club", "Club Moss")
    run(str(file), "--club", str(stone.pk))
    assert [each.players.count() for each in (club, moss, stone)] == [0, 2, 2]


def test_a_club_that_is_not_clear_is_refused(owner: User, club: Club, file: Path) -> None:
    assert refused(str(file), "--club", "Moss")[0] == "There is no club “Moss”."
    assert refused(str(file), "--club", "9" * 30)[0] == f"There is no club “{'9' * 30}”."
    number = factories.club(owner, str(club.pk))
    assert refused(str(file))[0] == (
        f"Say which club with --club. There are {club.pk} (Club Koi), {number.pk} ({number.name})."
    )
    assert refused(str(file), "--club", number.name)[0] == (
        f"“{number.name}” is the id of one club and the name of another."
    )
    assert names() == []


def test_without_a_club_it_says_how_to_make_one(db: None, file: Path) -> None:
    assert refused(str(file))[0] == f"There is no club yet. Make one, such as: {HOW_TO_BEGIN}"


def test_who_imports_is_named_and_needs_the_right(owner: User, club: Club, file: Path) -> None:
    organiser = factories.member(owner, club, "organiser", "organiser")
    factories.member(owner, club, "scorer", "scorer")
    assert refused(str(file), "--as", "scorer")[0] == (
        "Only an owner or organiser of the club may add, change and import players."
    )
    assert refused(str(file), "--as", "nobody")[0] == "There is no account “nobody”."
    assert names() == []
    run(str(file), "--as", "organiser")
    assert JournalEntry.objects.latest("id").actor == organiser


def test_without_an_active_owner_it_asks_who_imports(owner: User, club: Club, file: Path) -> None:
    organiser = factories.member(owner, club, "organiser", "organiser")
    User.objects.filter(pk=owner.pk).update(is_active=False)
    assert refused(str(file))[0] == "“Club Koi” has no owner. Say who it is with --as."
    run(str(file), "--as", organiser.username)
    assert names() == ["庭野 花子", "Zoë"]


def test_a_file_that_can_t_be_read_is_named(club: Club, tmp_path: Path) -> None:
    missing = tmp_path / "none.csv"
    assert refused(str(missing))[0] == f"Can't read {missing}: No such file or directory."
    assert refused(str(tmp_path))[0] == f"Can't read {tmp_path}: Is a directory."
    assert refused("a\0b")[0] == "Can't read a\0b: embedded null byte."


def test_a_huge_file_is_not_read_to_its_end(club: Club, file: Path) -> None:
    with file.open("wb") as huge:
        huge.truncate(10_000_000_000)
    assert refused(str(file))[2] == "The file is larger than 1 MB.\n"
    assert names() == []


def test_a_first_run_and_an_import_go_together(db: None, file: Path) -> None:
    clubs.create_owner("hanako", factories.PASSWORD, "Club Koi")
    run(str(file))
    assert names() == ["庭野 花子", "Zoë"]
