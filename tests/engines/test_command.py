"""`python -m engines`: what it prints, and with which exit status."""

import json
from pathlib import Path
from typing import Any

import pytest

from engines.__main__ import main
from engines.json_text import read_values
from engines.play import play_game
from engines.record import Record, parse_record, replay
from engines.registry import ENGINES

PLAY = ["play", "niwa", "--players", "2", "--options", '{"max_exchanges": 12}', "--seed", "5"]


@pytest.fixture
def records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Three games between two bots."""
    file = tmp_path / "記録.jsonl"
    assert main([*PLAY, "--bots", "greedy,random", "--games", "3", "--records", str(file)]) == 0
    capsys.readouterr()
    return file


def test_games_are_played_and_summed_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PLAY, "--bots", "greedy,random", "--games", "40"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("seat 1  greedy      wins ")
    assert second.startswith("seat 2  random      wins ")
    shares = [float(line.split("wins ")[1].split()[0]) for line in (first, second)]
    assert sum(shares) == pytest.approx(1, abs=0.001)
    assert shares[0] > 0.8


def test_records_that_were_written_are_right(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(records.read_text().splitlines()) == 3
    assert main(["verify", str(records)]) == 0
    assert capsys.readouterr().out == ""


def test_one_line_for_each_bad_record(
    records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = records.read_text().splitlines()
    broken = json.loads(lines[1])
    broken["moves"][2] = "T8"
    bad = tmp_path / "bad.jsonl"
    bad.write_text("\n".join([lines[0], json.dumps(broken), "no json", lines[2]]))
    assert main(["verify", str(records), str(bad)]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f'{bad}, record 2: move 2 "T8": ')
    assert second.startswith(f"{bad}, record 3: set-up: This is no JSON: ")


def test_a_megabyte_of_noise_gets_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noise = tmp_path / "noise"
    noise.write_bytes(bytes(range(256)) * 4096)
    assert main(["verify", str(noise)]) == 1
    assert "is no text in UTF-8 (byte 128)." in capsys.readouterr().err
    noise.write_text(("{[\x01 " * 10 + "\n") * 25_000)
    assert main(["verify", str(noise)]) == 1
    assert capsys.readouterr().out == (
        f"{noise}, record 1: set-up: This is no JSON: Expecting property name enclosed in double "
        "quotes at line 1, column 2.\n"
    )
    noise.write_text('{"format": 2}\n' + "noise\n5\n{}\n" * 2_000 + '{"format": 3}\n')
    assert main(["verify", str(noise)]) == 1
    assert capsys.readouterr().out == (
        f"{noise}, record 1: set-up: The format must be 1, not 2.\n"
        f"{noise}, record 2: set-up: This is no JSON: Expecting value at line 2, column 1.\n"
        f"{noise}, record 3: set-up: A record is a JSON object; many stand one a line.\n"
        f"{noise}, record 4: set-up: The format must be 1, not nothing.\n"
        f"{noise}, record 6002: set-up: The format must be 1, not 3.\n"
        f"{noise}: and 5997 more that are no record\n"
    )


def test_a_board_that_is_not_the_one_of_its_name_is_warned_of_and_the_record_stays_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = ["random", "random"]
    boards = [{"name": name, "rows": ["F....", ".1...", "..G.."]} for name in ("bird", "ours")]
    games = [play_game(ENGINES["gazebo"], bots, 1, {}, board=board) for board in (*boards, "bird")]
    file = tmp_path / "games.jsonl"
    values = [game.written() for game in games]
    file.write_text("".join(json.dumps(value) + "\n" for value in values))
    assert main(["verify", str(file)]) == 0
    warning = "The board is bird (not the rows of the garden that Teien ships) (G2.3)."
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"engines: {file}, record 1: {warning}\n")
    file.write_text(json.dumps(values[0] | {"moves": ["FG a9e"]}))
    assert main(["verify", str(file)]) == 1
    told = capsys.readouterr()
    assert told.out == f'{file}, record 1: move 0 "FG a9e": The board has no square a9 (G2.1).\n'
    assert told.err == f"engines: {file}, record 1: {warning}\n"


def test_one_slip_in_a_record_is_one_line_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example = Path(__file__).resolve().parents[2] / "examples" / "niwa-record.json"
    text = example.read_text()
    slip = tmp_path / "slip.json"
    slip.write_text(text.replace('"G5>P9", ', '"G5>P9" '))
    before = text[: text.index('"G5>P9", ') + len('"G5>P9" ')]
    line, column = before.count("\n") + 1, len(before.split("\n")[-1]) + 1
    assert main(["verify", str(slip)]) == 1
    assert capsys.readouterr().out == (
        f"{slip}, record 1: set-up: This is no JSON: Expecting ',' delimiter "
        f"at line {line}, column {column}.\n"
    )


def test_files_that_cannot_be_read_get_a_line_and_the_others_are_verified(
    records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    none, latin, bad = (tmp_path / name for name in ("none", "latin", "bad"))
    latin.write_bytes(b'{"game": "\xe9"}')
    bad.write_text("{}")
    assert main(["verify", *map(str, (none, tmp_path, records, latin, bad))]) == 1
    told = capsys.readouterr()
    assert told.err.splitlines() == [
        f"engines: {none}: No such file or directory",
        f"engines: {tmp_path}: Is a directory",
        f"engines: {latin} is no text in UTF-8 (byte 10).",
    ]
    assert told.out == f"{bad}, record 1: set-up: The format must be 1, not nothing.\n"
    assert main(["show", str(none)]) == 1
    assert capsys.readouterr().err == f"engines: {none}: No such file or directory\n"


def test_records_are_not_opened_for_what_cannot_be_played(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = records.read_bytes()
    for wrong in (
        ["--bots", "clever"], ["--bots", "random,random,random"], ["--mission", "9"],
        ["--start", "2"], ["--options", '{"tea": 1}'], ["--players", "7"],
    ):  # fmt: skip
        assert main([*PLAY, *wrong, "--records", str(records)]) == 1
    assert records.read_bytes() == before
    assert capsys.readouterr().out == ""


def test_a_place_that_takes_no_records_is_told_before_the_first_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engines.__main__.play_game", lambda *_: pytest.fail("it was played"))
    for place in (tmp_path, tmp_path / "none" / "file"):
        assert main([*PLAY, "--records", str(place)]) == 1
        told = capsys.readouterr()
        assert told.err.startswith(f"engines: {place}: ")
        assert told.out == ""


def test_each_record_is_written_before_the_next_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, seen = tmp_path / "kept.jsonl", []

    def play_after_a_look(*given: Any, **told: Any) -> Record:
        seen.append(len(file.read_text().splitlines()))
        return play_game(*given, **told)

    monkeypatch.setattr("engines.__main__.play_game", play_after_a_look)
    assert main([*PLAY, "--games", "3", "--records", str(file)]) == 0
    assert seen == [0, 1, 2]
    assert len(file.read_text().splitlines()) == 3


def test_a_tree_is_counted_from_its_root(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "niwa", "--players", "2", "--depth", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    position = ENGINES["niwa"].deal(2, 1, {})
    moves = position.moves()
    after = 0
    for move in moves:
        next_one = position.copy()
        next_one.push(move)
        after += len(next_one.moves())
    assert lines == [f"1 {len(moves)}", f"2 {after}"]


def test_a_record_is_shown_after_so_many_moves(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", str(records), "--record", "2", "--move", "4"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["game"], shown["seat"]) == ("niwa", None)
    assert main(["show", str(records), "--record", "4"]) == 1
    assert capsys.readouterr().err == f"engines: {records} has 3 records\n"


def test_what_is_no_record_is_shown_as_verify_tells_it(
    records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where a later record is asked for: a file is not said to have records that it lacks."""
    file = tmp_path / "noise"
    first = records.read_text().splitlines()[0]
    texts = {"": 1, "\x01\n\x02\n\x03": 1, f"{first}\n{{}}": 2, f"{first}{first} noise": 3}
    for text, number in texts.items():
        file.write_text(text)
        assert main(["verify", str(file)]) == 1
        told = capsys.readouterr().out
        assert told.startswith(f"{file}, record {number}: set-up: ")
        later = ["9"] if "{}" not in text else []
        for record in (str(number), *later):
            assert main(["show", str(file), "--record", record]) == 1
            shown = capsys.readouterr()
            assert (shown.out, shown.err) == ("", f"engines: {told}")


def test_a_file_that_is_too_large_is_told_and_the_others_are_verified(
    records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    large, bad = tmp_path / "large", tmp_path / "bad"
    large.write_text("large")
    bad.write_text("{}")

    def read_what_fits(text: str) -> list[object]:
        if text == "large":
            raise MemoryError
        return read_values(text)

    monkeypatch.setattr("engines.__main__.read_values", read_what_fits)
    assert main(["verify", str(large), str(records), str(bad)]) == 1
    told = capsys.readouterr()
    assert told.err == f"engines: {large} is too large for this machine's memory.\n"
    assert told.out == f"{bad}, record 1: set-up: The format must be 1, not nothing.\n"


@pytest.mark.parametrize("name", ["a\nb", "red \x1b[31m", "\x07" * 30, "\u202eback", "half \udcff"])
def test_a_files_name_is_a_label_whatever_stands_in_it(
    name: str, records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name)
    odd, label = tmp_path / name, tmp_path / shown
    assert main(["verify", str(odd)]) == main(["show", str(odd)]) == 1
    assert capsys.readouterr().err == f"engines: {label}: No such file or directory\n" * 2
    assert main([*PLAY, "--records", str(odd / "none")]) == 1
    assert capsys.readouterr().err == f"engines: {label}/none: No such file or directory\n"
    odd.write_text("{}")
    fault = "record 1: set-up: The format must be 1, not nothing.\n"
    assert main(["verify", str(odd)]) == main(["show", str(odd)]) == 1
    told = capsys.readouterr()
    assert (told.out, told.err) == (f"{label}, {fault}", f"engines: {label}, {fault}")
    odd.write_text("5\n" * 5)
    assert main(["verify", str(odd)]) == 1
    assert capsys.readouterr().out.count(f"{label}, record ") == 1
    odd.write_text(records.read_text())
    for wrong, has in (
        (["--record", "4"], " has 3 records"),
        (["--move", "5000"], ", record 1 has"),
    ):
        assert main(["show", str(odd), *wrong]) == 1
        assert capsys.readouterr().err.startswith(f"engines: {label}{has}")
    odd.write_bytes(b"\xff")
    assert main(["verify", str(odd)]) == 1
    assert capsys.readouterr().err == f"engines: {label} is no text in UTF-8 (byte 0).\n"


@pytest.mark.parametrize("options", [[], ["--svg"]])
def test_what_is_asked_is_shown_where_all_up_to_it_is_right(
    options: list[str], records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is wrong behind it: a move that is no text, none of the game, or illegal."""
    record = json.loads(records.read_text().splitlines()[0])
    moves = record["moves"]

    def show(changed: dict[str, Any], *more: str) -> tuple[int, str, str]:
        records.write_text(json.dumps(changed))
        status = main(["show", str(records), *more, *options])
        return status, *capsys.readouterr()

    right = {move: show(record, "--move", str(move)) for move in (0, 1, 4, len(moves))}
    assert {status for status, _, _ in right.values()} == {0}
    for wrong in (None, 5, "tea", "P0>P0"):
        changed = record | {"moves": [*moves[:4], wrong, *moves[5:]]}
        for move in (0, 1, 4):
            assert show(changed, "--move", str(move)) == right[move]
        for asked in (["--move", "5"], []):
            status, out, err = show(changed, *asked)
            assert (status, out) == (1, "")
            assert err.startswith(f"engines: {records}, record 1: move 4")
    for result in (None, "tea", record["result"] | {"scores": []}):
        for asked in (["--move", str(len(moves))], []):
            assert show(record | {"result": result}, *asked) == right[len(moves)]
    earlier = record | {"moves": ["tea", *moves[1:4], None]}
    assert show(earlier, "--move", "1")[2].startswith(f'engines: {records}, record 1: move 0 "tea"')


@pytest.mark.parametrize("options", [[], ["--svg"]])
def test_more_moves_than_a_record_has_are_not_shown(
    options: list[str], records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(records.read_text().splitlines()[1])
    for moves in (record["moves"], record["moves"][:1]):
        one = records.with_name("one.json")
        one.write_text(json.dumps(record | {"moves": moves, "note": 1}))
        many = f"{len(moves)} move{'s' if len(moves) > 1 else ''}"
        for move in (len(moves) + 1, 50_000):
            assert main(["show", str(one), "--move", str(move), *options]) == 1
            told = capsys.readouterr()
            assert (told.out, told.err) == ("", f"engines: {one}, record 1 has {many}\n")
        assert main(["show", str(one), "--move", str(len(moves)), *options]) == 0
        assert capsys.readouterr().out
    assert main(["show", str(one), "--record", "2"]) == 1
    assert capsys.readouterr().err == f"engines: {one} has 1 record\n"


@pytest.mark.parametrize("game", list(ENGINES))
def test_a_record_is_drawn_after_so_many_moves(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "one.jsonl"
    assert main(["play", game, "--bots", "greedy", "--seed", "3", "--records", str(file)]) == 0
    capsys.readouterr()
    record = parse_record(json.loads(file.read_text()), ENGINES)
    for move in (0, 5, len(record.moves)):
        assert main(["show", str(file), "--move", str(move), "--svg"]) == 0
        position = replay(record, ENGINES, move)
        picture = ENGINES[game].picture(position).encode("ascii", "xmlcharrefreplace")
        assert capsys.readouterr().out == picture.decode() + "\n"


@pytest.mark.parametrize(
    ("options", "written"),
    [
        ("{}", {"max_exchanges": 48}),
        ('{"min_run": 3}', {"min_run": 3, "max_exchanges": 48}),
        ('{"max_exchanges": 20}', {"max_exchanges": 20}),
        ('{"max_exchanges": 0}', {}),
    ],
)
def test_bots_exchange_twelve_times_a_player_unless_another_limit_is_given(
    options: str, written: dict[str, int], tmp_path: Path
) -> None:
    file = tmp_path / "one.jsonl"
    call = ["play", "niwa", "--players", "4", "--bots", "greedy", "--records", str(file)]
    assert main([*call, "--options", options]) == 0
    assert json.loads(file.read_text())["options"] == written


def test_bots_need_no_option_in_gazebo(tmp_path: Path) -> None:
    file = tmp_path / "one.jsonl"
    assert main(["play", "gazebo", "--bots", "greedy", "--records", str(file)]) == 0
    assert json.loads(file.read_text())["options"] == {}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([*PLAY, "--bots", "clever"], 'There is no bot "clever"; bots are random, greedy and'),
        ([*PLAY, "--bots", "mcts:0"], 'There is no bot "mcts:0"'),
        ([*PLAY, "--bots", "mcts:01"], 'There is no bot "mcts:01"'),
        ([*PLAY, "--bots", "random,random,random"], "3 bots are named for 2 players"),
        ([*PLAY, "--players", "7"], "N1.2"),
        (["play", "niwa", "--players", "834"], "Niwa takes 2 to 6 players, not 834 (N1.2)."),
        (["play", "niwa", "--players", "999999999"], "Niwa takes 2 to 6 players, not 999999999"),
        (["play", "gazebo", "--players", "999999999"], "Gazebo takes 2 to 4 players, not"),
        ([*PLAY, "--mission", "9"], "mission"),
        ([*PLAY, "--start", "2"], "N2.4"),
        ([*PLAY, "--options", '{"tea": 1}'], "tea"),
    ],
)
def test_what_cannot_be_played_is_said(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    told = capsys.readouterr()
    assert message in told.err
    assert told.out == ""


@pytest.mark.parametrize(
    "arguments",
    [
        [], ["play"], ["play", "chess"], [*PLAY, "--games", "0"], [*PLAY, "--games", "x"],
        [*PLAY, "--options", "{"], [*PLAY, "--options", "[]"], ["perft", "niwa", "--depth", "-1"],
    ],
)  # fmt: skip
def test_a_wrong_call_ends_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([*PLAY, "--players", "-1"], "argument --players: a whole number from 1 on"),
        ([*PLAY, "--players", "0"], "argument --players: a whole number from 1 on"),
        (["show", "x", "--move", "-1"], "argument --move: a whole number from 0 on"),
        ([*PLAY, "--options", '{"min_run": NaN}'],
         "argument --options: no JSON: NaN is no number of JSON"),
        ([*PLAY, "--options", '{"min_run": 2, "min_run": 3}'],
         'argument --options: no JSON: the key "min_run" stands twice in one object'),
        *((["bench", "--seconds", wrong],
           "argument --seconds: a number above 0, and not without end")
          for wrong in ("0", "-1", "inf", "nan", "1e999", "x")),
    ],
)  # fmt: skip
def test_a_wrong_value_is_told_with_what_is_taken(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_speed_is_measured_for_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--seconds", "0.01"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert isinstance(figures.pop("compiled"), bool)
    assert list(figures) == list(ENGINES)
    for rates in figures.values():
        assert list(rates) == ["random", "greedy", "step"]
        assert min(rates.values()) > 0
