"""`./teien manage import_players`: a club's players from a CSV file."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q

from tournaments.errors import Refused
from tournaments.models import Club, Membership, User
from tournaments.models.clubs import Role
from tournaments.services.imports import import_players
from tournaments.services.player_files import DELIMITERS, MOST_BYTES, Problem


class Command(BaseCommand):
    help = "Adds and changes the players of a club as a CSV file says: all of it, or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a CSV file in UTF-8; - reads standard input")
        parser.add_argument("--club", help="id or name; needed if there are several clubs")
        parser.add_argument("--as", dest="username", help="who imports; the club's first owner")
        parser.add_argument("--dry-run", action="store_true", help="report and write nothing")
        parser.add_argument("--json", action="store_true", help="print the whole report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            club = find_club(options["club"])
            actor = find_actor(options["username"], club)
            data = read_file(options["file"])
            report = import_players(actor, club, data, dry_run=options["dry_run"]).as_json()
        except Refused as refusal:
            if "report" not in refusal.facts:
                raise CommandError(refusal.message) from refusal
            report = refusal.facts["report"]
        self.print_report(report, as_json=options["json"])
        if report["errors"]:
            raise CommandError("Nothing was imported.")

    def print_report(self, report: dict[str, Any], *, as_json: bool) -> None:
        """The report to standard output, its warnings and errors to standard error."""
        if as_json:
            self.stdout.write(json.dumps(report, indent=2))
        elif not report["errors"]:
            for line in summary(report):
                self.stdout.write(printable(line, self.stdout))
        for problem in report["warnings"] + report["errors"]:
            self.stderr.write(printable(problem_line(problem), self.stderr))


def find_club(id_or_name: str | None) -> Club:
    """The club that is named, by id or by name; the only one if none is named."""
    if id_or_name is not None:
        known = Q(name=id_or_name)
        if id_or_name.isdecimal() and len(id_or_name) < 19:
            known |= Q(pk=int(id_or_name))
        found = list(Club.objects.filter(known))
        if not found:
            raise CommandError(f"There is no club “{id_or_name}”.")
        if len(found) > 1:
            raise CommandError(f"“{id_or_name}” is the id of one club and the name of another.")
        return found[0]
    clubs = list(Club.objects.all()[:20])
    if not clubs:
        raise CommandError("There is no club yet. Make one: ./teien manage create_owner")
    if len(clubs) > 1:
        names = ", ".join(f"{club.pk} ({club.name})" for club in clubs)
        raise CommandError(f"Say which club with --club. There are {names}.")
    return clubs[0]


def find_actor(username: str | None, club: Club) -> User:
    """The account that is named, else the club's first owner."""
    if username is not None:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no account “{username}”.")
        return user
    owners = Membership.objects.filter(club=club, role=Role.OWNER, user__is_active=True)
    owner = owners.select_related("user").order_by("id").first()
    if owner is None:
        raise CommandError(f"“{club.name}” has no owner. Say who imports with --as.")
    return owner.user


def read_file(name: str) -> bytes:
    """The file's bytes, and no more of a huge one than shows that it is too large."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"Can't read {name}: {reason}.") from error


def summary(report: dict[str, Any]) -> list[str]:
    """What changed line by line, then how many; not who was added, which may be thousands."""
    lines = [
        f"Row {item['row']}: {key} of {item['name']}: “{old}” → “{new}”"
        for item in report["changed"]
        for key, (old, new) in item["changes"].items()
    ]
    counts = ", ".join(f"{len(report[key])} {key}" for key in ("added", "changed", "unchanged"))
    start = "Dry run, nothing was written: " if report["dry_run"] else "Imported: "
    return [*lines, f"{start}{counts} (delimiter: {DELIMITERS[report['delimiter']]})."]


def problem_line(problem: dict[str, Any]) -> str:
    """An error or a warning on one line, with the cell it is about."""
    line = str(Problem(**problem))
    return line if problem["value"] in line else f"{line} [{problem['value']}]"


def printable(line: str, stream: Any) -> str:
    """The line with escapes for what the terminal's encoding lacks."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return line.encode(encoding, "backslashreplace").decode(encoding)
