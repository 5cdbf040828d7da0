"""A batch's figures as lines of text."""

from collections.abc import Mapping
from typing import Any

from engines.batch import Batch, named
from engines.registry import GAMES
from engines.values import JSON, listed, seat_label

NAMELESS = "Board without a name"


def described(game: str, setup: Mapping[str, JSON]) -> str:
    """A set-up in words, with the status of its tile set and all that it says beside; a board may
    have been given with its rows and without a name."""
    told = dict(setup) if game == "gnome_hollow" else named(setup)
    text = NAMELESS if told.get("board") == "" else GAMES[game].describe_setup(told)
    key = next(iter(GAMES[game].setup_choices()[0]))
    return ", ".join([text, *(_beside(name, it) for name, it in told.items() if name != key)])


def _beside(name: str, value: JSON) -> str:
    """What a set-up says beside its mission, board or tile set: who starts, what lies where."""
    if name == "start" and isinstance(value, int):
        return f"{seat_label(value)} starts"
    if isinstance(value, list):
        return f"{name.replace('_', ' ')}: {listed([str(each) for each in value], 'and')}"
    return f"{name.replace('_', ' ')}: {value}"


def as_text(batch: Batch, found: dict[str, Any]) -> str:
    """Over which games, what was played, a line a bot, a line a seat; shares with intervals of
    95 %."""
    lines = [
        f"{batch.game}, seed {batch.seed}: {found['games']:,} games in {found['blocks']:,} deals, "
        f"{interval(found['moves'], 1)} decisions a game; ends: {ends(found['ends'])}",
        f"played: {'; '.join(described(batch.game, setup) for setup in batch.setups)}",
    ]
    even = f"{1 / len(batch.bots):.3f}"
    lines += [
        f"{bot['bot']:<12} wins {interval(bot['share'], 3)} of its games (even: {even})"
        for bot in found["bots"]
    ]
    lines += [
        f"seat {seat['seat'] + 1:<7} wins {interval(seat['share'], 3)}"
        + "".join(f"; {cell['bot']} scores {interval(cell['score'], 2)}" for cell in seat["bots"])
        for seat in found["seats"]
    ]
    return "\n".join(lines)


def interval(found: dict[str, Any], digits: int) -> str:
    """`0.512 (0.498–0.526)`; without ends where nothing is known of them."""
    value = f"{found['value']:.{digits}f}"
    if found["low"] is None or found["high"] is None:
        return value
    return f"{value} ({found['low']:.{digits}f}–{found['high']:.{digits}f})"


def ends(found: dict[str, int]) -> str:
    total = sum(found.values())
    return ", ".join(f"{end} {count / total:.1%}" for end, count in found.items()) or "none"
