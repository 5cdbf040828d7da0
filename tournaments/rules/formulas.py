"""How a table's points come about, written out: `(4 − 5/2)/(4 − 1)`.

A formula is a sum that works out to exactly what `points` pays; it has numbers, brackets and
`+ − · /` only, so it needs no translation.
"""

from collections.abc import Sequence
from fractions import Fraction

from tournaments.rules.places import FEWEST, Number, slots
from tournaments.rules.points import Points, Scheme, Settings, rule_of


def formulas(
    scheme: Scheme, places: Sequence[Fraction], totals: Sequence[Number], best: str
) -> tuple[str, ...]:
    """A formula for what each seat gets by `points`, seat 0 first. Raises what `points` raises."""
    rule = rule_of(scheme, len(places))
    if rule.worths is None:
        return tuple(_text(-total if best == FEWEST else total) for total in totals)
    if not rule.pays_by_place:
        return share_formulas(totals, best)
    size = len(places)
    if scheme.name == "place_share":
        return tuple(f"({size} − {place})/({size} − 1)" for place in places)
    worths = rule.worths(scheme.settings, size)
    return tuple(_of_places(scheme.settings, worths, shared) for shared in slots(places))


def share_formulas(totals: Sequence[Number], best: str) -> tuple[str, ...]:
    """A formula for each seat's `table_percent`, seat 0 first."""
    seats, whole = len(totals), sum(totals)
    if whole == 0:
        return (f"1/{seats}",) * seats
    if best == FEWEST:
        return tuple(f"({whole} − {total})/(({seats} − 1) · {whole})" for total in totals)
    return tuple(f"{total}/{whole}" for total in totals)


def _of_places(settings: Settings, worths: Points, shared: range) -> str:
    """What the filled places are worth; tied seats split it, unless the scheme says otherwise."""
    if len(shared) > 1 and "draw" in settings:
        return _text(Fraction(str(settings["draw"])))
    if len(shared) == 1 or settings.get("ties") == "full":
        return _text(worths[shared[0]])
    terms = " + ".join(_term(worths[slot]) for slot in shared)
    return f"({terms})/{len(shared)}"


def _text(value: Number) -> str:
    return str(value).replace("-", "−")


def _term(value: Fraction) -> str:
    return _text(value) if value >= 0 else f"({_text(value)})"
