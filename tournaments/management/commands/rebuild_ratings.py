"""`./teien manage rebuild_ratings`: counts every series anew, as an update would have."""

from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments import queries_ratings
from tournaments.models import Club
from tournaments.models.tournaments import GameName
from tournaments.services import ratings

WRITTEN = "only what came out differently was written"


class Command(BaseCommand):
    help = "Rebuilds the ratings of all clubs and games, or of one, from their series."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--club", type=int, metavar="ID", help="only this club's")
        parser.add_argument("--game", choices=GameName.values, help="only this game's")

    def handle(self, *args: Any, **options: Any) -> None:
        clubs = Club.objects.order_by("id")
        if options["club"] is not None:
            clubs = clubs.filter(pk=options["club"])
            if not clubs:
                raise CommandError(f"There is no club {options['club']}.")
        told = [self._rebuild(club, options["game"]) for club in clubs]
        if ratings.BUSY in chain.from_iterable(told):
            raise CommandError("Ratings that a worker is counting were left; try again later.")

    def _rebuild(self, club: Club, only: str | None) -> list[str]:
        """What was done with each game, in words, which are printed."""
        games = [game for game in queries_ratings.games_played(club) if only in {None, game}]
        told = []
        for game in games:
            told.append(ratings.rebuild(club, game))
            written = "" if told[-1] == ratings.BUSY else f"; {WRITTEN}"
            self.stdout.write(f"{club}, {game}: {told[-1]}{written}")
        return told
