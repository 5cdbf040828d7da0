"""`./teien demo`: plays the example club night, unless it is there, and says what to see."""

import secrets
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments import queries
from tournaments.models import Player, Tournament
from tournaments.services import demo, standings

FOLDER = settings.BASE_DIR / "examples" / "club_night"
PASSWORD_FILE = "demo_password"
SHOWN = 5


class Command(BaseCommand):
    help = "Plays the example club night into an empty database and prints what came out."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--address", default="", help="where the pages are served")

    def handle(self, *args: Any, **options: Any) -> None:
        if not demo.may_play():
            raise CommandError(
                "This database has a club of its own; the demo needs an empty one. "
                "Serve yours with ./teien up, or set TEIEN_VAR to another folder."
            )
        password = demo_password(Path(settings.VAR_DIR) / PASSWORD_FILE)
        night = demo.open_club(FOLDER, password)
        self.stdout.write(f"{night.club}: {len(night.players)} players")
        for name in demo.EVENINGS:
            is_last = name == demo.EVENINGS[-1]
            for line in demo.play_evening(night, FOLDER / f"{name}.json", last=is_last):
                self.stdout.write(f"  {line}")
        for tournament in demo.find_tournaments():
            self.print_standing(tournament, options["address"])
        self.stdout.write(f"\nSign in as {demo.OWNER} (owner) or {demo.SCORER} (scorer)")
        self.stdout.write(f"with the password {password}")

    def print_standing(self, tournament: Tournament, address: str) -> None:
        round_ = queries.newest_round(tournament)
        if round_ is None:
            return
        rows = standings.current(round_).standings["rows"]
        names = Player.objects.in_bulk([row["player"] for row in rows])
        self.stdout.write(f"\n{tournament.name}, after round {round_.number}")
        for row in rows[:SHOWN]:
            points = row["values"]["points"]
            name = names[row["player"]].name
            self.stdout.write(f"  {row['rank']:>2}  {points:>6} = {decimal(points)}  {name}")
        if len(rows) > SHOWN:
            self.stdout.write(f"      … and {len(rows) - SHOWN} more")
        if address:
            self.stdout.write(f"  page {address}/tournaments/{tournament.pk}/standings/")
            self.stdout.write(f"  API  {address}/api/v1/tournaments/{tournament.pk}/standings")


def decimal(fraction: str) -> str:
    return f"{float(Fraction(fraction)):.3f}"


def demo_password(file: Path) -> str:
    """The password of the demo's two accounts, made once, readable by the folder's owner only."""
    if file.exists():
        return file.read_text(encoding="utf-8").strip()
    password = f"moss-{secrets.token_hex(4)}-stone"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    file.write_text(password + "\n", encoding="utf-8")
    return password
