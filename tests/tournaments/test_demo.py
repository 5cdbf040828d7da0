"""The demo: the example night as its README says, and whole again after an interruption."""

import json
import re
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from tests import factories
from tests.examples import evening, readme
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
    evenings = demo.find_tournaments()
    for tournament in evenings:
        rows = readme.tables()[f"{tournament.name}, final standing"]
        expected = [(int(row["rank"]), row["player"], row["points"]) for row in rows]
        assert shown(tournament) == expected
    assert [(each.game, each.state) for each in evenings] == [
        ("niwa", "finished"), ("gazebo", "open"), ("gnome_hollow", "open"),
    ]  # fmt: skip
    assert Result.objects.filter(state="superseded").count() == 1
    assert "渡邉 千尋" in first
    assert first.startswith("Playing a club night:\nKomorebi (demo club): 23 players\n")
    call_command("demo")
    assert JournalEntry.objects.count() == journal
    again = "The club night was played before, and is as you left it.\n"
    shown_again = first[first.index("\nNiwa evening, after round 2") :]
    assert capsys.readouterr().out == again + shown_again


@pytest.fixture
def late_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The demo with nothing but the table that it leaves open."""
    monkeypatch.setattr(demo, "EVENINGS", ("late_table",))


@pytest.mark.usefixtures("late_table")
def test_the_demo_leaves_a_table_open_and_says_where_to_enter_its_result(
    capsys: pytest.CaptureFixture[str], client: Client
) -> None:
    call_command("demo", address="http://club.example")
    told = capsys.readouterr().out
    match = Match.objects.earliest("pk")
    assert (match.series.round.state, match.state) == ("published", "planned")
    page, address = f"/matches/{match.pk}/result/", f"/api/v1/matches/{match.pk}/report"
    assert told.split("\n\n")[1] == (
        "Late table: try entering a result\n"
        f"  page http://club.example{page}\n"
        f"  API  POST http://club.example{address}"
    )
    client.force_login(User.objects.get(username="kaede"))
    assert client.get(page).status_code == 200
    sheet = {"seats": [{"left": 0}, {"left": 3}, {"left": 5}, {"left": 2}]}
    answer = client.post(address, {"sheet": sheet}, content_type="application/json")
    assert [score["score"] for score in answer.json()["scores"]] == [0, 3, 5, 2]
    call_command("demo", address="http://club.example")
    assert f"/matches/{match.pk + 1}/result/" in capsys.readouterr().out


EXAMPLE = re.compile(
    r"curl -X POST http://127\.0\.0\.1:8000/api/v1/matches/(\d+)/report.*?"
    r"If-Match: (\S+)'.*?-d '(.+?)'",
    re.DOTALL,
)


@pytest.mark.usefixtures("late_table")
def test_the_result_in_the_apis_documentation_is_taken_by_the_demo(client: Client) -> None:
    """Its match is counted from the first one of the evenings, in an empty database."""
    call_command("demo")
    text = (settings.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")
    ((number, version, body),) = EXAMPLE.findall(text)
    evenings = [evening.evening(name) for name in evening.NAMES]
    before = sum(len(table.sheets) for each in evenings for table in each.tables)
    match = Match.objects.order_by("pk")[int(number) - before - 1]
    client.force_login(User.objects.get(username="hanako"))
    answer = client.post(
        f"/api/v1/matches/{match.pk}/report",
        body,
        content_type="application/json",
        headers={"If-Match": version},
    )
    assert answer.status_code == 201, answer.json()
    assert match.results.get().sheet == json.loads(body)["sheet"]


@pytest.mark.usefixtures("late_table")
def test_a_demo_whose_names_were_changed_is_still_the_demo(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("demo")
    Club.objects.update(name="Our club")
    Tournament.objects.update(name="Sunday")
    before = JournalEntry.objects.count()
    capsys.readouterr()
    call_command("demo")
    told = capsys.readouterr().out
    assert told.startswith("The club night was played before, and is as you left it.\n")
    assert JournalEntry.objects.count() == before


@pytest.mark.usefixtures("late_table")
def test_a_folder_of_a_demo_makes_no_demo_of_another_database(owner: User, club: Club) -> None:
    before = JournalEntry.objects.count()
    for mark in ("", "2026-11-30T19:00:00+00:00"):
        (Path(settings.VAR_DIR) / command.PLAYED_FILE).write_text(mark)
        with pytest.raises(CommandError, match="needs an empty one"):
            call_command("demo")
    assert JournalEntry.objects.count() == before


@pytest.fixture
def first_round(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The demo with nothing but the first round of Gazebo: 12 matches, the first one misread."""
    folder = command.FOLDER
    shutil.copy(folder / "players.csv", tmp_path)
    gazebo = json.loads((folder / "gazebo_evening.json").read_text(encoding="utf-8"))
    gazebo["rounds"] = gazebo["rounds"][:1]
    (tmp_path / "gazebo_evening.json").write_text(json.dumps(gazebo), encoding="utf-8")
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
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    service: ModuleType,
    verb: str,
    call: int,
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
    capsys.readouterr()
    call_command("demo")
    assert capsys.readouterr().out.startswith("Going on with the club night:\n")
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
