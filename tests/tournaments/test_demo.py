"""The demo: the example night as its README says, and whole again after an interruption."""

import json
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from tests import factories
from tests.examples import readme
from tournaments.management.commands import demo as command
from tournaments.models import Club, JournalEntry, Match, Player, Result, Round, Tournament, User
from tournaments.services import clubs, demo, entries, imports, results, rounds, standings
from tournaments.tasks import compute_standings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _worker_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A worker that has always just been there, and a folder of its own."""

    def compute(round_: Round) -> str:
        compute_standings(str(round_.stage.tournament_id))
        assert round_.snapshots.filter(revision=0).exists()
        return "computed"

    monkeypatch.setattr(demo, "wait_for_worker", compute)
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)


def shown(tournament: Tournament) -> list[tuple[int, str, str]]:
    round_ = Round.objects.filter(stage__tournament=tournament).latest("number")
    rows = standings.current(round_).standings["rows"]
    names = {player.pk: player.name for player in Player.objects.all()}
    return [(row["rank"], names[row["player"]], row["values"]["points"]) for row in rows]


def test_the_demo_gives_the_standings_of_its_readme_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("demo")
    first, journal = capsys.readouterr().out, JournalEntry.objects.count()
    niwa, gazebo = demo.find_tournaments()
    for tournament in (niwa, gazebo):
        rows = readme.tables()[f"{tournament.name}, final standing"]
        expected = [(int(row["rank"]), row["player"], row["points"]) for row in rows]
        assert shown(tournament) == expected
    assert (niwa.state, gazebo.state) == ("finished", "open")
    assert Result.objects.filter(state="superseded").count() == 1
    assert "渡邉 千尋" in first
    call_command("demo")
    assert JournalEntry.objects.count() == journal
    assert capsys.readouterr().out.splitlines()[-3:] == first.splitlines()[-3:]


@pytest.fixture
def first_round(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The demo with nothing but the first round of Gazebo: 12 matches, the first one misread."""
    folder = command.FOLDER
    shutil.copy(folder / "players.csv", tmp_path)
    evening = json.loads((folder / "gazebo_evening.json").read_text(encoding="utf-8"))
    evening["rounds"] = evening["rounds"][:1]
    (tmp_path / "gazebo_evening.json").write_text(json.dumps(evening), encoding="utf-8")
    monkeypatch.setattr(command, "FOLDER", tmp_path)
    monkeypatch.setattr(demo, "EVENINGS", ("gazebo_evening",))


@pytest.mark.usefixtures("first_round")
@pytest.mark.parametrize(
    ("service", "verb", "call"),
    [
        (clubs, "add_member", 1),
        (imports, "import_players", 1),
        (entries, "enter_players", 1),
        (rounds, "publish_round", 1),
        (results, "report_result", 1),
        (results, "correct_result", 1),
        (results, "report_result", 7),
        (results, "confirm_result", 7),
        (rounds, "close_round", 1),
    ],
)
def test_an_interrupted_demo_goes_on(
    monkeypatch: pytest.MonkeyPatch, service: ModuleType, verb: str, call: int
) -> None:
    real, calls = getattr(service, verb), []

    def interrupted(*args: Any, **options: Any) -> Any:
        calls.append(1)
        if len(calls) == call:
            raise KeyboardInterrupt
        return real(*args, **options)

    monkeypatch.setattr(service, verb, interrupted)
    with pytest.raises(KeyboardInterrupt):
        call_command("demo")
    monkeypatch.setattr(service, verb, real)
    call_command("demo")
    (gazebo,) = demo.find_tournaments()
    assert [(rank, points) for rank, _, points in shown(gazebo)][:3] == [
        (1, "1"), (2, "1"), (3, "1"),
    ]  # fmt: skip
    assert gazebo.entries.count() == 11
    assert Result.objects.filter(state="confirmed").count() == Match.objects.count() == 12
    assert Result.objects.filter(state="superseded").count() == 1
    assert Round.objects.get().state == "closed"


def test_the_demo_leaves_a_clubs_own_database_alone(owner: User, club: Club) -> None:
    factories.add_players(owner, club, 2)
    before = JournalEntry.objects.count()
    with pytest.raises(CommandError, match="needs an empty one"):
        call_command("demo")
    assert JournalEntry.objects.count() == before
