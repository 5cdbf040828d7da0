"""`./teien manage create_owner`: the first account and its club, from the terminal."""

import sys
from getpass import getpass
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.errors import Refused
from tournaments.models import User
from tournaments.services import clubs


class Command(BaseCommand):
    help = "Creates the first owner and the club. The password is asked for, or read from a pipe."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--username", required=True)
        parser.add_argument("--club", required=True, help="the club's name")
        parser.add_argument("--timezone", required=True, help="such as Europe/Berlin, Asia/Tokyo")

    def handle(self, *args: Any, **options: Any) -> None:
        if User.objects.exists():  # said before anybody types a password
            raise CommandError("Teien is set up already. Sign in on the page instead.")
        try:
            club = clubs.create_owner(
                options["username"], read_password(), options["club"], options["timezone"]
            )
        except Refused as refusal:
            raise CommandError(refusal.message) from refusal
        self.stdout.write(f"{options['username']} owns “{club}”. Sign in on the page.")


def read_password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass("Password: ")
    if getpass("Once more: ") != password:
        raise CommandError("The two passwords differ. Nothing was created.")
    return password
