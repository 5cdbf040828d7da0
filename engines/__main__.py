"""`python -m engines`: play games between bots, verify and show records, count trees, measure, and
check tile sets."""

from __future__ import annotations

import argparse
import errno
import io
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from engines import bench
from engines.arguments import between, count, integer, json_object, seconds, whole
from engines.gnome_hollow.terms import TILES
from engines.gnome_hollow.tileset.faults import faults
from engines.gnome_hollow.tileset.names import TILESETS
from engines.gnome_hollow.tileset.sets import TileSet, parse_tileset
from engines.gnome_hollow.tileset.shipped import labelled, status_of
from engines.gnome_hollow.tileset.svg import LABELS, tileset_svg
from engines.json_text import NoJson, Unreadable, parse_json, read_values
from engines.play import always, check_game, perft, play_game
from engines.record import Record, RecordBroken, notes, parse_moves, replay, verify
from engines.registry import ENGINES
from engines.rng import mixed
from engines.values import RuleBroken, clipped

Arguments = argparse.Namespace
Parsed = TypeVar("Parsed")
MOST_NOISE = 3
"""Pieces of a file that are no record and get a line each; a file of noise has no end of them."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0; 1 where a record is bad or a game can't be played; 2 for a wrong call; 130
    after Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # So that every name can be printed, whatever the terminal has letters for.
            stream.reconfigure(errors="backslashreplace")
    given = parser().parse_args(arguments)
    action: Callable[[Arguments], int] = given.action
    try:
        status = action(given)
        if sys.stdout is not None:
            sys.stdout.flush()
    except RuleBroken as broken:
        return complain(broken.message)
    except OSError as error:
        return complain(str(error.strerror))
    except MemoryError:
        return complain("There is not enough memory for this.")
    except KeyboardInterrupt:
        return 130
    return status


def complain(message: str) -> int:
    """Where nothing takes it, the status has to say it alone."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"engines: {message}\n")
    return 1


def say(line: str) -> None:
    """Raises OSError where the output takes nothing, or is closed (then Python has none)."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    sys.stdout.write(line + "\n")


def printable(file: Path) -> str:
    """A file's name on one line, with a mark for each character that cannot be printed."""
    return "".join(map(clipped, str(file)))


def parser() -> argparse.ArgumentParser:
    every = argparse.ArgumentParser(prog="python -m engines", description=__doc__)
    commands = every.add_subparsers(required=True, metavar="COMMAND")

    play = commands.add_parser(
        "play",
        help="play games between bots",
        description="Play games between bots. Niwa's bots need a limit of exchanges in a row: "
        "where --options has no max_exchanges, it is 12 for each player (N4.2).",
    )
    _about_a_game(play)
    play.add_argument("--bots", default="", help="a name a seat, by commas; one name for all")
    play.add_argument("--games", type=count, default=1)
    play.add_argument("--records", type=Path, help="write the records there, as JSON Lines")
    play.set_defaults(action=play_games)

    check = commands.add_parser("verify", help="replay records; 1 where one is bad")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE")
    check.set_defaults(action=verify_files)

    tree = commands.add_parser("perft", help="count the lines of so many decisions")
    _about_a_game(tree)
    tree.add_argument("--depth", type=count, required=True)
    tree.set_defaults(action=count_tree)

    show = commands.add_parser("show", help="show a record after so many decisions")
    show.add_argument("file", type=Path, metavar="FILE")
    show.add_argument("--move", type=whole, help="after so many decisions; all if not given")
    show.add_argument("--record", type=count, default=1, help="which record of the file, from 1")
    show.add_argument("--svg", action="store_true", help="a picture in place of the view")
    show.set_defaults(action=show_record)

    tiles = commands.add_parser(
        "tileset",
        help="check a tile set of Gnome Hollow, or draw it",
        description="Tell all that is wrong with a tile set of Gnome Hollow, or draw it. How one "
        "is written stands in docs/games/gnome_hollow_tilesets.md.",
    )
    tiles.add_argument("file", type=Path, metavar="FILE")
    tiles.add_argument("--svg", action="store_true", help="a picture, where nothing is wrong")
    tiles.add_argument("--columns", type=_columns, default=6, help="tiles a row of it, 6 to 92")
    tiles.set_defaults(action=check_tileset)

    measure = commands.add_parser("bench", help="moves a second, on this machine")
    measure.add_argument("--json", action="store_true")
    measure.add_argument("--seconds", type=seconds, default=1.0, help="for each figure")
    measure.set_defaults(action=measure_speed)
    return every


def _about_a_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", choices=list(ENGINES))
    command.add_argument("--players", type=count, default=3)
    command.add_argument("--seed", type=integer, default=1)
    command.add_argument("--options", type=json_object, default={}, help="JSON")
    command.add_argument("--board", help="Gazebo: a board's name")
    command.add_argument("--tileset", help="Gnome Hollow: a tile set's name, or a file")
    command.add_argument("--mission", type=integer, help="Niwa: 1 to 8; drawn if not given")
    command.add_argument("--start", type=integer, help="who starts, as in records: 0 is seat 1")


def _columns(text: str) -> int:
    return between(text, 6, TILES)


def _told(given: Arguments) -> dict[str, object]:
    """What each deal is told beside players, seed and options; a file is read once."""
    told = {"board": given.board, "mission": given.mission, "start": given.start}
    if given.tileset is not None:
        told["tileset"] = _tileset(given.tileset)
    return {name: value for name, value in told.items() if value is not None}


def _tileset(text: str) -> str | TileSet:
    """A set's name, or the set in a file. Raises RuleBroken where that can't be read or played."""
    file = Path(text)
    if text in ("", *TILESETS) or not (file.suffix or "/" in text or file.exists()):
        return text
    try:
        tileset = parse_tileset(_json(file))
        return replace(tileset, status=status_of(tileset))
    except RuleBroken as broken:
        if broken.code != "bad_tileset":
            raise
        message = f"{printable(file)}: {broken.message}"
        raise RuleBroken(broken.code, message, broken.rule, broken.facts) from broken


# Commands ---------------------------------------------------------------------------------------


def play_games(given: Arguments) -> int:
    engine, told = ENGINES[given.game], _told(given)
    is_file = isinstance(told.get("tileset"), TileSet)
    if is_file and given.records and _is_same(given.records, Path(given.tileset)):
        return complain(f"{printable(given.records)}: records can't be written over the set")
    # Before bots are named for all seats: a number of players has no end.
    dealt = engine.deal(given.players, given.seed, given.options, **told)
    names = [name.strip() for name in (given.bots or "random").split(",")]
    bots = names * given.players if len(names) == 1 else names
    if len(bots) != given.players:
        return complain(f"{len(bots)} bots are named for {given.players} players")
    check_game(engine, bots, given.options, **told)
    games = _games(given, bots, told)
    wins, scores = [0.0] * given.players, [0] * given.players
    for record in _kept(games, given.records) if given.records else games:
        result: dict[str, Any] = record.result or {}
        for seat in result["winners"]:
            wins[seat] += 1 / len(result["winners"])
        scores = [a + b for a, b in zip(scores, result["scores"], strict=True)]
    for note in engine.notes(dealt):
        say(note)
    for seat, bot in enumerate(bots):
        share, mean = wins[seat] / given.games, scores[seat] / given.games
        say(f"seat {seat + 1}  {bot:<10}  wins {share:.3f}  mean score {mean:.2f}")
    return 0


def _is_same(file: Path, other: Path) -> bool:
    """Whether two names lead to one file that is there."""
    with suppress(OSError):
        return file.samefile(other)
    return False


def _games(given: Arguments, bots: Sequence[str], told: Mapping[str, object]) -> Iterator[Record]:
    for game in range(given.games):
        seed = mixed(given.seed, game)
        yield play_game(ENGINES[given.game], bots, seed, given.options, always, **told)


def _kept(games: Iterator[Record], file: Path) -> Iterator[Record]:
    """The games, each written before the next is played, so that a stop loses none."""
    with _naming(file), file.open("w", encoding="utf-8") as lines:
        for record in games:
            written = json.dumps(record.written(), ensure_ascii=False, separators=(",", ":"))
            lines.write(written + "\n")
            lines.flush()
            yield record


def verify_files(given: Arguments) -> int:
    """A bad file doesn't keep the others from being read."""
    right = True
    for file in given.files:
        try:
            right = _verify_values(printable(file), _values(file)) and right
        except RuleBroken as broken:
            complain(broken.message)
            right = False
    return 0 if right else 1


def _verify_values(file: str, values: Sequence[object]) -> bool:
    """A note that many records of a file have is told of the first."""
    right, noise = True, 0
    noted: set[str] = set()
    for number, value in enumerate(values, start=1):
        fault = verify(value, ENGINES)
        if fault:
            right = False
            is_noise = not isinstance(value, dict) or "format" not in value
            noise += is_noise
            if not is_noise or noise <= MOST_NOISE:
                say(f"{file}, record {number}: {fault}")
        for note in notes(value, ENGINES):
            if note not in noted:
                complain(f"{file}, record {number}: {note}")
            noted.add(note)
    if noise > MOST_NOISE:
        say(f"{file}: and {noise - MOST_NOISE} more that are no record")
    return right


def count_tree(given: Arguments) -> int:
    position = ENGINES[given.game].deal(given.players, given.seed, given.options, **_told(given))
    for depth in range(1, given.depth + 1):
        say(f"{depth} {perft(position, depth)}")
    return 0


def show_record(given: Arguments) -> int:
    values, file = _values(given.file), printable(given.file)
    number = given.record
    if number > len(values):
        if not isinstance(values[-1], Unreadable):
            return complain(f"{file} has {_counted(len(values), 'record')}")
        number = len(values)  # what ended the reading there is told
    try:
        record = parse_moves(values[number - 1], ENGINES, given.move)
        if given.move is not None and given.move > len(record.moves):
            many = _counted(len(record.moves), "move")
            return complain(f"{file}, record {number} has {many}")
        position = replay(record, ENGINES, given.move)
    except RecordBroken as broken:
        return complain(f"{file}, record {number}: {broken}")
    if given.svg:
        _draw(ENGINES[record.game].picture(position))
    else:
        say(json.dumps(position.view(None), indent=1))
    return 0


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def check_tileset(given: Arguments) -> int:
    """Every fault on a line with its place; else the picture, or what the set is."""
    file, value = printable(given.file), _json(given.file)
    found = faults(value)
    for fault in found:
        say(f"{file}, {fault.facts['field'] or 'the whole'}: {fault.message}")
    if found:
        return 1
    tileset = parse_tileset(value)
    if given.svg:
        _draw(tileset_svg(tileset, columns=given.columns))
    else:
        shown = labelled(tileset)
        say(f"{file}: {shown.name}, version {shown.version}. {LABELS[shown.status]}.")
    return 0


def _draw(picture: str) -> None:
    """Pure ASCII, so that a file is right whatever the terminal's letters are."""
    say(picture.encode("ascii", "xmlcharrefreplace").decode("ascii"))


def measure_speed(given: Arguments) -> int:
    figures = bench.measure(given.seconds)
    say(json.dumps(figures, indent=1) if given.json else bench.as_text(figures))
    return 0


def _values(file: Path) -> list[object]:
    """All that a file holds. Raises RuleBroken where it can't be read, is too large or no text."""
    return _parsed(file, read_values)


def _json(file: Path) -> object:
    """The one value of a file. Raises RuleBroken as `_values` does, and where it is no JSON."""
    try:
        return _parsed(file, parse_json)
    except NoJson as error:
        raise RuleBroken("no_json", f"{printable(file)} is no JSON: {error}.") from error


def _parsed(file: Path, parse: Callable[[str], Parsed]) -> Parsed:
    try:
        with _naming(file):
            return parse(file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        message = f"{printable(file)} is no text in UTF-8 (byte {error.start})."
        raise RuleBroken("not_utf8", message) from error
    except MemoryError:
        message = f"{printable(file)} is too large for this machine's memory."
        raise RuleBroken("too_large", message) from None


@contextmanager
def _naming(file: Path) -> Iterator[None]:
    """What goes wrong with a file is told with its name. Raises RuleBroken."""
    try:
        yield
    except OSError as error:
        raise RuleBroken("file", f"{printable(file)}: {error.strerror}") from error


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a closed pipe ends this like other tools
    status = main()
    if sys.stdout is not None:
        with suppress(OSError):  # what could not be written has been told
            sys.stdout.close()
    sys.exit(status)
