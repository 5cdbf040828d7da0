"""Schemes: what a place at a table is worth in a tournament.

| scheme | pays | settings |
|---|---|---|
| `place_share` | (n − place)/(n − 1): 1 for first, 0 for last; the default | |
| `fair` | a fixed list for each table size, 6 a seat in sum | |
| `places` | a list of one's own, first place first | `values`, `ties` |
| `win_draw` | two seats only: a win, a draw, a loss | `win`, `draw`, `loss` |
| `table_percent` | the seat's share of the table's sum | |
| `score` | the series total; where fewest is best, its negative | |

Ties at a table split what their places are worth; under `ties: full` each gets what the best of
those places is worth. `bye` and `no_show` are settings of every scheme for tables of more than
two. More points are always better, in every scheme and game, so a standing never needs to know
the game's direction. Numbers are exact and may be given as 3, "7/2" or "3.5".
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.rules.errors import BadSetting, one_of
from tournaments.rules.places import DIRECTIONS, FEWEST, Number, slots
from tournaments.rules.scheme_settings import check_never_rising, check_settings, number, numbers

Settings = Mapping[str, object]
Points = tuple[Fraction, ...]

DEFAULT_SCHEME = "place_share"
UNPLAYED = ("bye", "walkover", "no_show")
FAIR = {
    2: (9, 3),
    3: (10, 6, 2),
    4: (11, 7, 4, 2),
    5: (12, 8, 5, 3, 2),
    6: (13, 9, 6, 4, 3, 1),
}


@dataclass(frozen=True)
class Scheme:
    """A scheme as a tournament pins it: name, version and all its settings, defaults included.

    Made by `check_scheme`; the settings are JSON-able.
    """

    name: str
    version: int
    settings: Settings


@dataclass(frozen=True)
class SchemeRule:
    """One row of `SCHEMES`.

    `sizes`: the table sizes it pays. `defaults` names every setting (None: must be given).
    `worths`: what each place of a table that size is worth, best first; None where only the
    series itself can say. `pays_by_place`: points follow from the place alone.
    """

    version: int
    sizes: range
    defaults: Settings
    worths: Callable[[Settings, int], Points] | None
    pays_by_place: bool = True


def points(
    scheme: Scheme, places: Sequence[Fraction], totals: Sequence[Number], best: str
) -> Points:
    """What each seat of one table gets, seat 0 first, from its series' places and totals.

    Raises `BadSetting` for an unknown scheme or version and for a table size it does not pay.
    """
    one_of("best", best, DIRECTIONS)
    if len(places) != len(totals):
        raise ValueError(f"{len(places)} places but {len(totals)} totals")
    rule = rule_of(scheme, len(places))
    if rule.worths is None:
        sign = -1 if best == FEWEST else 1
        return tuple(Fraction(sign * total) for total in totals)
    if not rule.pays_by_place:
        return table_percent(totals, best)
    worths = rule.worths(scheme.settings, len(places))
    return tuple(_shared(scheme.settings, worths, shared) for shared in slots(places))


def table_percent(totals: Sequence[Number], best: str) -> Points:
    """Each seat's share of the table, 1 in sum.

    Most is best: total/Σ. Fewest is best: (Σ − total)/((n − 1)Σ). All totals 0: 1/n each.
    """
    one_of("best", best, DIRECTIONS)
    seats, whole = len(totals), Fraction(sum(totals))
    if seats < 2 or min(totals) < 0:
        raise ValueError("shares need at least two totals, none below 0")
    if whole == 0:
        return (Fraction(1, seats),) * seats
    if best == FEWEST:
        return tuple((whole - total) / ((seats - 1) * whole) for total in totals)
    return tuple(Fraction(total) / whole for total in totals)


def unplayed_points(scheme: Scheme, kind: str, seats: int) -> Fraction:
    """What a `bye`, a `walkover` or a `no_show` is worth at a table of that size.

    Two seats: a win, a win, a loss. Larger tables: the settings `bye` (default the scheme's mean
    a seat; a walkover is paid like a bye) and `no_show` (default the scheme's worst).
    `BadSetting("no_unplayed_points")` for `score`, where only a series can say.
    """
    one_of("kind", kind, UNPLAYED)
    rule = rule_of(scheme, seats)
    if rule.worths is None:
        raise BadSetting(
            "no_unplayed_points",
            f"The scheme {scheme.name} has no points for a series that nobody played.",
            {"scheme": scheme.name, "kind": kind},
        )
    worths = rule.worths(scheme.settings, seats)
    if seats == 2:
        return worths[-1] if kind == "no_show" else worths[0]
    mean = sum(worths, Fraction(0)) / seats
    level = scheme.settings["no_show" if kind == "no_show" else "bye"]
    return {"best": worths[0], "mean": mean, "worst": worths[-1]}[str(level)]


def check_scheme(name: str, settings: object = None) -> Scheme:
    """The scheme with its defaults filled in and its numbers in one spelling.

    Raises `BadSetting`: `unknown_scheme`, `unknown_setting`, `missing_setting`, `unknown_choice`,
    `not_a_number`, `bad_values`, `worse_pays_more`.
    """
    rule = _known(name)
    checked = check_settings(name, rule.defaults, {} if settings is None else settings)
    if "values" in checked:
        check_never_rising(name, numbers(checked["values"]))
    if "draw" in checked:
        check_never_rising(name, [number(checked[result]) for result in ("win", "draw", "loss")])
    return Scheme(name, rule.version, checked)


def _known(name: str) -> SchemeRule:
    if name not in SCHEMES:
        raise BadSetting(
            "unknown_scheme",
            f"There is no scheme called {name!r}: choose one of {', '.join(SCHEMES)}.",
            {"scheme": str(name), "choices": list(SCHEMES)},
        )
    return SCHEMES[name]


def rule_of(scheme: Scheme, seats: int) -> SchemeRule:
    """The scheme's rule for tables of that size.

    Raises `BadSetting`: `unknown_scheme`, `unknown_version`, `wrong_table_size`.
    """
    rule = _known(scheme.name)
    if scheme.version != rule.version:
        raise BadSetting(
            "unknown_version",
            f"The scheme {scheme.name} has no version {scheme.version}.",
            {"scheme": scheme.name, "version": scheme.version},
        )
    if seats not in rule.sizes:
        raise BadSetting(
            "wrong_table_size",
            f"The scheme {scheme.name} does not pay tables of {seats}.",
            {"scheme": scheme.name, "seats": seats, "choices": list(rule.sizes)},
        )
    return rule


def _shared(settings: Settings, worths: Points, shared: range) -> Fraction:
    """What one seat gets that fills these slots (0 = first) together with those it is tied with."""
    if len(shared) > 1 and "draw" in settings:
        return number(settings["draw"])
    if settings.get("ties") == "full":
        return worths[shared[0]]
    return sum((worths[slot] for slot in shared), Fraction(0)) / len(shared)


def _place_share_worths(settings: Settings, seats: int) -> Points:
    return tuple(Fraction(seats - place, seats - 1) for place in range(1, seats + 1))


def _fair_worths(settings: Settings, seats: int) -> Points:
    return tuple(map(Fraction, FAIR[seats]))


def _places_worths(settings: Settings, seats: int) -> Points:
    """Places beyond the list are worth 0, or its last value where that is below 0."""
    values = numbers(settings["values"])
    return (values + (min(values[-1], Fraction(0)),) * seats)[:seats]


def _win_draw_worths(settings: Settings, seats: int) -> Points:
    return (number(settings["win"]), number(settings["loss"]))


def _table_percent_worths(settings: Settings, seats: int) -> Points:
    """The two ends a share can reach; their mean a seat is the mean of any table."""
    return (Fraction(1),) + (Fraction(0),) * (seats - 1)


_ANY_SIZE = range(2, 7)
_UNPLAYED_SETTINGS: Settings = {"bye": "mean", "no_show": "worst"}

SCHEMES: Mapping[str, SchemeRule] = {
    "place_share": SchemeRule(1, _ANY_SIZE, _UNPLAYED_SETTINGS, _place_share_worths),
    "fair": SchemeRule(1, _ANY_SIZE, _UNPLAYED_SETTINGS, _fair_worths),
    "places": SchemeRule(
        1, _ANY_SIZE, {"values": None, "ties": "split", **_UNPLAYED_SETTINGS}, _places_worths
    ),
    "win_draw": SchemeRule(1, range(2, 3), {"win": 1, "draw": "1/2", "loss": 0}, _win_draw_worths),
    "table_percent": SchemeRule(
        1, _ANY_SIZE, _UNPLAYED_SETTINGS, _table_percent_worths, pays_by_place=False
    ),
    "score": SchemeRule(1, _ANY_SIZE, {}, None, pays_by_place=False),
}
