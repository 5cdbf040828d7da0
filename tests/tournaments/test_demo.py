"""The demo: the example night as its README says, and whole again after an interruption."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from tests import factories
from tests.examples import readme
from tournaments.models import Club, JournalEntry, Match, Player, Result, Round, Tournament, User
from tournaments.services import demo, results, standings
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


def test_the_demo_gives_the_standings_of_its_readme(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo")
    niwa, gazebo = demo.find_tournaments()
    for tournament in (niwa, gazebo):
        rows = readme.tables()[f"{tournament.name}, final standing"]
        expected = [(int(row["rank"]), row["player"], row["points"]) for row in rows]
        assert shown(tournament) == expected
    assert (niwa.state, gazebo.state) == ("finished", "open")
    assert Result.objects.filter(state="superseded").count() == 1
    assert "渡邉 千尋" in capsys.readouterr().out


def test_a_second_demo_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo")
    first, entries = capsys.readouterr().out, JournalEntry.objects.count()
    call_command("demo")
    assert JournalEntry.objects.count() == entries
    assert capsys.readouterr().out.splitlines()[-3:] == first.splitlines()[-3:]


@pytest.mark.parametrize("stop_after", [0, 1, 20, 36, 59])
def test_an_interrupted_demo_goes_on(monkeypatch: pytest.MonkeyPatch, stop_after: int) -> None:
    real, calls = results.report_result, []

    def report(*args: Any, **options: Any) -> Result:
        if len(calls) == stop_after:
            raise KeyboardInterrupt
        calls.append(1)
        return real(*args, **options)

    monkeypatch.setattr(results, "report_result", report)
    with pytest.raises(KeyboardInterrupt):
        call_command("demo")
    monkeypatch.setattr(results, "report_result", real)
    call_command("demo")
    niwa, _ = demo.find_tournaments()
    assert shown(niwa)[0][1:] == ("渡邉 千尋", "2")
    assert Match.objects.exclude(state="done").count() == 0


def test_the_demo_leaves_a_clubs_own_database_alone(owner: User, club: Club) -> None:
    factories.add_players(owner, club, 2)
    before = JournalEntry.objects.count()
    with pytest.raises(CommandError, match="needs an empty one"):
        call_command("demo")
    assert JournalEntry.objects.count() == before
