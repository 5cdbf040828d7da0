"""`python -m engines`: play games between bots, verify and show records, count trees, measure."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from engines import bench
from engines.json_text import read_values
from engines.play import perft, play_game
from engines.record import RecordBroken, parse_record, replay, verify
from engines.registry import ENGINES
from engines.rng import mixed
from engines.values import RuleBroken, clipped

Arguments = argparse.Namespace


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0; 1 where a record is bad or a game can't be played; 2 for a wrong call."""
    given = parser().parse_args(arguments)
    action: Callable[[Arguments], int] = given.action
    try:
        return action(given)
    except RuleBroken as broken:
        return complain(broken.message)
    except OSError as error:
        return complain(f"{error.filename}: {error.strerror}")


def complain(message: str) -> int:
    sys.stderr.write(f"engines: {message}\n")
    return 1


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(prog="python -m engines", description=__doc__)
    commands = whole.add_subparsers(required=True, metavar="COMMAND")

    play = commands.add_parser(
        "play",
        help="play games between bots",
        description="Play games between bots. Niwa's bots need a limit of exchanges in a row: "
        "where --options has no max_exchanges, it is 12 for each player (N4.2).",
    )
    _about_a_game(play)
    play.add_argument("--bots", default="", help="a name a seat, by commas; one name for all")
    play.add_argument("--games", type=_count, default=1)
    play.add_argument("--records", type=Path, help="write the records there, as JSON Lines")
    play.set_defaults(action=play_games)

    check = commands.add_parser("verify", help="replay records; 1 where one is bad")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE")
    check.set_defaults(action=verify_files)

    count = commands.add_parser("perft", help="count the lines of so many decisions")
    _about_a_game(count)
    count.add_argument("--depth", type=_count, required=True)
    count.set_defaults(action=count_tree)

    show = commands.add_parser("show", help="show a record after so many decisions")
    show.add_argument("file", type=Path, metavar="FILE")
    show.add_argument("--move", type=_whole, help="after so many decisions; all if not given")
    show.add_argument("--record", type=_count, default=1, help="which record of the file, from 1")
    show.add_argument("--svg", action="store_true", help="a picture in place of the view")
    show.set_defaults(action=show_record)

    measure = commands.add_parser("bench", help="moves a second, on this machine")
    measure.add_argument("--json", action="store_true")
    measure.add_argument("--seconds", type=float, default=1.0, help="for each figure")
    measure.set_defaults(action=measure_speed)
    return whole


def _about_a_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", choices=list(ENGINES))
    command.add_argument("--players", type=_count, default=3)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--options", type=_options, default={}, help="JSON")
    command.add_argument("--board", help="Gazebo: a board's name")
    command.add_argument("--mission", type=int, help="Niwa: 1 to 8; drawn if not given")
    command.add_argument("--start", type=int, help="the seat that starts, from 0")


def _count(text: str) -> int:
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a whole number from 1 on")
    return number


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError("a whole number from 0 on")
    return int(text)


def _options(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise argparse.ArgumentTypeError(f"no JSON: {error}") from error
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError("a JSON object of names with values")
    return value


def _told(given: Arguments) -> dict[str, object]:
    """What the deal is told beside players, seed and options."""
    told = {"board": given.board, "mission": given.mission, "start": given.start}
    return {name: value for name, value in told.items() if value is not None}


# Commands ---------------------------------------------------------------------------------------


def play_games(given: Arguments) -> int:
    engine = ENGINES[given.game]
    names = [name.strip() for name in (given.bots or "random").split(",")]
    bots = names * given.players if len(names) == 1 else names
    if len(bots) != given.players:
        return complain(f"{len(bots)} bots are named for {given.players} players")
    wins, scores = [0.0] * given.players, [0] * given.players
    lines = []
    for number in range(given.games):
        record = play_game(engine, bots, mixed(given.seed, number), given.options, **_told(given))
        result: dict[str, Any] = record.result or {}
        for seat in result["winners"]:
            wins[seat] += 1 / len(result["winners"])
        scores = [a + b for a, b in zip(scores, result["scores"], strict=True)]
        lines.append(json.dumps(record.written(), ensure_ascii=False, separators=(",", ":")))
    if given.records:
        given.records.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    for seat, bot in enumerate(bots):
        share, mean = wins[seat] / given.games, scores[seat] / given.games
        say(f"seat {seat}  {bot:<10}  wins {share:.3f}  mean score {mean:.2f}")
    return 0


def verify_files(given: Arguments) -> int:
    bad = 0
    for file in given.files:
        values = read_values(_read(file))
        for number, value in enumerate(values, start=1):
            fault = verify(value, ENGINES)
            if fault:
                bad += 1
                say(f"{file}, record {number}: {fault}")
    return 1 if bad else 0


def count_tree(given: Arguments) -> int:
    position = ENGINES[given.game].deal(given.players, given.seed, given.options, **_told(given))
    for depth in range(1, given.depth + 1):
        say(f"{depth} {perft(position, depth)}")
    return 0


def show_record(given: Arguments) -> int:
    values = read_values(_read(given.file))
    if given.record > len(values):
        return complain(f"{given.file} has {len(values)} records")
    try:
        record = parse_record(values[given.record - 1], ENGINES)
        position = replay(record, ENGINES, given.move)
    except RecordBroken as broken:
        return complain(f"{given.file}, {broken}")
    if given.svg:
        say(ENGINES[record.game].picture(position))
    else:
        say(json.dumps(position.view(None), ensure_ascii=False, indent=1))
    return 0


def measure_speed(given: Arguments) -> int:
    figures = bench.measure(given.seconds)
    say(json.dumps(figures, indent=1) if given.json else bench.as_text(figures))
    return 0


def _read(file: Path) -> str:
    """Raises RuleBroken where a file is no text, OSError where it can't be read."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{clipped(str(file))} is no text in UTF-8 (byte {error.start})."
        raise RuleBroken("not_utf8", message) from error


if __name__ == "__main__":
    sys.exit(main())
