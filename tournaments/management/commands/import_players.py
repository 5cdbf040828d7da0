"""`./teien manage import_players`: a club's players from a CSV file."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.errors import Refused
from tournaments.management.choices import find_actor, find_club
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
