"""`python -m engines`: what it prints, and with which exit status."""

import json
from pathlib import Path

import pytest

from engines.__main__ import main
from engines.record import parse_record, replay
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
    assert first.startswith("seat 0  greedy      wins ")
    assert second.startswith("seat 1  random      wins ")
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
    noise.write_text("{[\x01 \n" * 200_000)
    assert main(["verify", str(noise)]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["verify", str(tmp_path / "none")], ["verify", str(tmp_path)]):
        assert main(command) == 1
        assert capsys.readouterr().err.startswith(f"engines: {command[1]}: ")


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
        assert capsys.readouterr().out == ENGINES[game].picture(position) + "\n"


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


def test_speed_is_measured_for_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--seconds", "0.01"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert isinstance(figures.pop("compiled"), bool)
    assert list(figures) == list(ENGINES)
    for rates in figures.values():
        assert list(rates) == ["random", "greedy", "step"]
        assert min(rates.values()) > 0
