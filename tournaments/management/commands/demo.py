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
PLAYED_FILE = "demo_played"
"""Says that all of it was played: from then on the club is its reader's, whatever they rename."""
SHOWN = 5


class Command(BaseCommand):
    help = "Plays the example club night into an empty database and prints what came out."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--address", default="", help="where the pages are served")

    def handle(self, *args: Any, **options: Any) -> None:
        played = Path(settings.VAR_DIR) / PLAYED_FILE
        is_played = played.exists() and played.read_text(encoding="utf-8") == demo.mark()
        if not is_played and not demo.may_play():
            raise CommandError(
                "This database has a club of its own; the demo needs an empty one. "
                "Serve yours with ./teien up, or set TEIEN_VAR to another folder."
            )
        password = demo_password(played.with_name(PASSWORD_FILE))
        if is_played:
            self.stdout.write("The club night was played before, and is as you left it.")
        else:
            self.play(password)
            played.write_text(demo.mark(), encoding="utf-8")
        for tournament in demo.find_tournaments():
            self.print_standing(tournament, options["address"])
        self.print_open_match(options["address"])
        self.stdout.write(f"\nSign in as {demo.OWNER} (owner) or {demo.SCORER} (scorer)")
        self.stdout.write(f"with the password {password}")

    def play(self, password: str) -> None:
        goes_on = demo.has_begun()
        self.stdout.write("Going on with the club night:" if goes_on else "Playing a club night:")
        night = demo.open_club(FOLDER, password)
        self.stdout.write(f"{night.club}: {len(night.players)} players")
        for name in demo.EVENINGS:
            for line in demo.play_evening(night, FOLDER / f"{name}.json"):
                self.stdout.write(f"  {line}")

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

    def print_open_match(self, address: str) -> None:
        match = demo.find_open_match()
        if match and address:
            self.stdout.write(f"\n{demo.OPEN_TABLE}: try entering a result")
            self.stdout.write(f"  page {address}/matches/{match.pk}/result/")
            self.stdout.write(f"  API  POST {address}/api/v1/matches/{match.pk}/report")


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
