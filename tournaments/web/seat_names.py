"""Refusals of a sheet with people's names: the engines know only seats."""

import re
from collections.abc import Sequence

from tournaments.errors import Refused
from tournaments.models import Seat
from tournaments.templatetags.show import numbers, person

SEATS = re.compile(r'"[^"]*"|\b(?:hands? of )?[Ss]eats? (\d+(?:(?:, | and )\d+)*)')
"""What was typed, in quotes, or seats from 1: `Seat 2`, `the hands of seats 1, 2 and 4`."""


def named(refused: Refused, seats: Sequence[Seat]) -> Refused:
    """The refusal as the page says it: whose hand it is, instead of which seat's."""

    def names(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]
        at = [int(number) for number in re.findall(r"\d+", found[1])]
        if not all(1 <= number <= len(seats) for number in at):
            return found[0]
        people = numbers(person(seats[number - 1].player) for number in at)
        return found[0][: found[0].lower().index("seat")] + people

    refused.message = SEATS.sub(names, refused.message)
    return refused
