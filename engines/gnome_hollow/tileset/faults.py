"""What is wrong with a tile set as a person writes it, all at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from engines.gnome_hollow.tileset.board_faults import (
    board_faults,
    market_faults,
    sign_faults,
    trade_faults,
)
from engines.gnome_hollow.tileset.facts import (
    LONGEST_NAME,
    LONGEST_NOTE,
    MOST_VERSION,
    SOURCED,
    STATUSES,
)
from engines.gnome_hollow.tileset.form import (
    LONGEST_LIST,
    is_between,
    key_faults,
    not_object,
    told,
    within,
)
from engines.gnome_hollow.tileset.tile_faults import flower_faults, stump_faults, tile_faults
from engines.texts import are_lines, is_line
from engines.values import JSON, RuleBroken, listed, refusal, shown

MOST_FAULTS = 100
"""As many as a person will read; a file of noise has no end of them."""

REQUIRED = (
    "id",
    "stump",
    "flower_kinds",
    "player_board",
    "market",
    "signposts",
    "garden_tiles",
)
OPTIONAL = ("version", "status", "sourced", "advanced_board", "trade_board")


def faults(value: object) -> list[RuleBroken]:
    """Every fault of a tile set, none where it is well formed; at most `MOST_FAULTS`.

    value: the set as JSON, in the shape of `data/recon-1.json`. A fault's facts: `field`, the path
    to the place with entries of lists from 0 (`garden_tiles.16.pieces.0.edges`), and where there
    is one the `key`, the `tile` or the `edge`.
    """
    return list(islice(_faults(value), MOST_FAULTS))


def told_at_once(found: list[RuleBroken]) -> RuleBroken:
    """The refusal of a set with these faults; all of them in its `errors`."""
    first = found[0]
    many = f"{MOST_FAULTS} or more" if len(found) == MOST_FAULTS else str(len(found))
    message = first.message
    if len(found) > 1:
        message = f"The tile set has {many} faults, the first: {message}"
    errors: list[JSON] = [
        {"code": one.code, "message": one.message, "rule": one.rule, **one.facts} for one in found
    ]
    return RuleBroken("bad_tileset", message, first.rule, {"errors": errors})


def _faults(value: object) -> Iterator[RuleBroken]:
    if not isinstance(value, Mapping):
        sentence = f"A tile set is an object, not {shown(value)}"
        yield refusal("no_tileset", sentence, field="")
        return
    yield from key_faults(value, REQUIRED, OPTIONAL, "The tile set", "")
    yield from _label_faults(value)
    if value.get("sourced") is not None:
        yield from _sourced_faults(value["sourced"])
    parts = {
        "flower_kinds": flower_faults,
        "stump": stump_faults,
        "garden_tiles": tile_faults,
        "market": market_faults,
        "signposts": sign_faults,
    }
    for key, part_faults in parts.items():
        if value.get(key) is not None:
            yield from part_faults(value[key])
    for key in ("player_board", "advanced_board"):
        if value.get(key) is not None:
            yield from board_faults(value[key], key)
    if value.get("trade_board") is not None:
        yield from trade_faults(value["trade_board"], value.get("signposts"))


def _label_faults(value: Mapping[object, object]) -> Iterator[RuleBroken]:
    """Of what only names a set: `id`, `version`, `status`, `note`."""
    name, version = value.get("id"), value.get("version")
    status, note = value.get("status"), value.get("note")
    if name is not None and not _is_name(name):
        sentence = (
            f"The id, the set's name, must be a text of 1 to {LONGEST_NAME} characters on one "
            f"line, with single spaces between words, not {shown(name)}"
        )
        yield refusal("set_name", sentence, field="id")
    if version is not None and not is_between(version, 1, MOST_VERSION):
        sentence = (
            f"The version must be a whole number from 1 to {MOST_VERSION}, not {told(version)}"
        )
        yield refusal("set_version", sentence, field="version")
    if status is not None and status not in STATUSES:
        sentence = f"The status must be {listed(STATUSES)}, not {shown(status)}"
        yield refusal("set_status", sentence, field="status")
    if note is not None and not _is_note(note):
        sentence = (
            f"The note must be a text of at most {LONGEST_NOTE} characters, without controls or "
            "characters of private use"
        )
        yield refusal("set_note", sentence, field="note")


def _is_name(name: object) -> bool:
    return isinstance(name, str) and 1 <= len(name) <= LONGEST_NAME and is_line(name)


def _is_note(note: object) -> bool:
    return isinstance(note, str) and len(note) <= LONGEST_NOTE and are_lines(note)


def _sourced_faults(sourced: object) -> Iterator[RuleBroken]:
    """The facts of the box may be left out, all or some; none may say anything else."""
    if not isinstance(sourced, Mapping):
        yield not_object(sourced, "The block of facts", "sourced", "H1.1")
        return
    yield from key_faults(sourced, (), tuple(SOURCED), "The block of facts", "sourced", "H1.1")
    for key, fact in SOURCED.items():
        if key in sourced and not _is_same(sourced[key], fact):
            typed = _typed(sourced[key], fact)
            sentence = f"{key} is a fact of the game, {_fact(fact)}, not {typed}"
            yield refusal("fact", sentence, "H1.1", field=within("sourced", key))


def _is_same(value: object, fact: JSON) -> bool:
    """Whether a typed value is the fact; true is not 1, and 1.0 is not."""
    if isinstance(fact, list):
        return (
            isinstance(value, list | tuple)
            and len(value) == len(fact)
            and all(_is_same(one, other) for one, other in zip(value, fact, strict=True))
        )
    return type(value) is type(fact) and value == fact


def _typed(value: object, fact: JSON) -> str:
    """What stands in the place of a fact; of a list its items, unless they are more."""
    if not isinstance(fact, list) or not isinstance(value, list | tuple):
        return told(value)
    if len(value) > max(len(fact), LONGEST_LIST):
        return f"a list of {len(value)}"
    return _fact([*value])


def _fact(fact: JSON) -> str:
    return f"[{', '.join(map(shown, fact))}]" if isinstance(fact, list) else shown(fact)
