"""`python -m engines` with Gnome Hollow: every option, tile sets by name and by file."""

import json
import os
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines.__main__ import main
from engines.gnome_hollow.options import OPTIONS
from engines.gnome_hollow.tileset.sets import load_tileset, write_tileset
from tests.engines.games import cases
from tests.engines.gnome_hollow.games import SHARP
from tests.engines.gnome_hollow.tilesets import whole, without
from tests.engines.pages import ROOT

PLAY = ["play", "gnome_hollow", "--players", "2", "--bots", "random", "--seed", "3"]
OTHER = [
    ({option.needs: True} if option.needs else {}) | {option.name: choice}
    for option in OPTIONS
    for choice in option.choices
    if choice != option.default
]
RECORD = json.loads((ROOT / "examples" / "gnome_hollow-record.json").read_text(encoding="utf-8"))
NOTE = "The tile set is recon-1: reconstruction."


@pytest.mark.parametrize("options", cases([{}, *OTHER], 4), ids=str)
def test_games_of_every_option_are_played_verified_and_drawn(
    options: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    given = ["--options", json.dumps(options)]
    assert main([*PLAY, *given, "--games", "2", "--records", str(file)]) == 0
    assert [json.loads(line)["options"] for line in file.read_text().splitlines()] == [options] * 2
    assert capsys.readouterr().out.splitlines()[0] == NOTE
    assert main(["verify", str(file)]) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"engines: {file}, record 1: {NOTE}\n")
    assert main(["show", str(file), "--record", "2", "--move", "40", "--svg"]) == 0
    assert capsys.readouterr().out.startswith("<svg ")
    assert main(["show", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["options"] == options
    assert main(["perft", "gnome_hollow", "--players", "2", "--depth", "1", *given]) == 0
    assert int(capsys.readouterr().out.split(" ")[1]) > 100


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--options", '{"permission": "no"}'], "The option permission must be ask, always or"),
        (["--options", '{"trade_on_bonus": "on"}'], "The option trade_on_bonus has a meaning only"),
        (["--options", '{"max_exchanges": 3}'], "A game of Gnome Hollow has no option"),
        (["--players", "5"], "Gnome Hollow takes 2 to 4 players, not 5 (H1.1)."),
        (["--start", "2"], "The start player must sit at this table of 2: "),
        (["--board", "bird"], 'What is given to a deal has "board", which is not known; '),
        (["--tileset", "tea"], 'The tile set must be recon-1, not "tea".'),
        (["--tileset", ""], 'The tile set must be recon-1, not "".'),
        (["--tileset", "tea.json"], "tea.json: No such file or directory"),
    ],
)
def test_what_cannot_be_played_is_one_line(
    given: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    assert main([*PLAY, *given, "--records", str(file)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"engines: {said}")
    assert told.err.count("\n") == 1
    assert not file.exists()


def test_a_tile_set_of_a_file_is_played_with_and_stands_in_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours, games = tmp_path / "ours.json", tmp_path / "games.jsonl"
    written = write_tileset(replace(SHARP, name="ours", status="own"))
    ours.write_text(json.dumps(written), encoding="utf-8")
    assert main([*PLAY, "--tileset", str(ours), "--records", str(games)]) == 0
    assert json.loads(games.read_text())["setup"]["tileset"] == written
    note = "The tile set is ours: own."
    assert capsys.readouterr().out.splitlines()[0] == note
    assert main(["verify", str(games)]) == 0
    assert capsys.readouterr().err == f"engines: {games}, record 1: {note}\n"


def test_a_copy_of_the_shipped_set_stands_as_such_in_the_record(tmp_path: Path) -> None:
    ours, games = tmp_path / "ours.json", tmp_path / "games.jsonl"
    copied = write_tileset(replace(load_tileset(), name="ours", status="own"))
    ours.write_text(json.dumps(copied), encoding="utf-8")
    assert main([*PLAY, "--tileset", str(ours), "--records", str(games)]) == 0
    written = json.loads(games.read_text())["setup"]["tileset"]
    assert written == {**copied, "status": "reconstruction"}


def test_a_file_is_read_once_for_all_games(tmp_path: Path) -> None:
    """So a pipe will do, and a file that changes meanwhile changes no game."""
    pipe, file = tmp_path / "pipe", tmp_path / "games.jsonl"
    os.mkfifo(pipe)
    writer = threading.Thread(
        target=pipe.write_text, args=[json.dumps(write_tileset(SHARP))], daemon=True
    )
    writer.start()
    given = ["--tileset", str(pipe), "--games", "2", "--records", str(file)]
    assert main([*PLAY, *given]) == 0
    writer.join(timeout=60)
    written = [json.loads(line)["setup"]["tileset"] for line in file.read_text().splitlines()]
    assert written == [write_tileset(SHARP)] * 2


def test_records_are_not_written_over_the_set_that_is_played_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours, link = tmp_path / "ours.json", tmp_path / "link.json"
    ours.write_text(json.dumps(whole()), encoding="utf-8")
    link.symlink_to(ours)
    for records in (ours, link):
        assert main([*PLAY, "--tileset", str(ours), "--records", str(records)]) == 1
        said = capsys.readouterr().err
        assert said == f"engines: {records}: records can't be written over the set\n"
        assert json.loads(ours.read_text()) == whole()


def test_records_in_a_file_that_is_called_like_a_shipped_set_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert main([*PLAY, "--tileset", "recon-1", "--records", "recon-1"]) == 0
    assert json.loads(Path("recon-1").read_text())["setup"]["tileset"] == "recon-1"


def test_a_path_without_a_suffix_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PLAY, "--tileset", "nowhere/ours"]) == 1
    assert capsys.readouterr().err == "engines: nowhere/ours: No such file or directory\n"


def test_the_shipped_set_in_a_file_is_the_shipped_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours = tmp_path / "ours.json"
    ours.write_text(json.dumps(whole()), encoding="utf-8")
    printed = []
    for tileset in ("recon-1", str(ours)):
        assert main([*PLAY, "--tileset", tileset]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]


def test_a_note_is_told_once_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    for file in (first, second):
        file.write_text(f"{json.dumps(RECORD)}\n" * 3)
    assert main(["verify", str(first), str(second)]) == 0
    assert capsys.readouterr().err.splitlines() == [
        f"engines: {file}, record 1: {NOTE}" for file in (first, second)
    ]


@pytest.mark.parametrize("more", [[], ["--svg"]])
def test_every_fault_of_a_tile_set_is_a_line_with_its_place(
    more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours = tmp_path / "ours.json"
    wrong = without("market", "pink", "2") | {"version": 0}
    ours.write_text(json.dumps(wrong), encoding="utf-8")
    assert main(["tileset", str(ours), *more]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0] for line in lines] == [
        f"{ours}, version", f"{ours}, market.pink",
    ]  # fmt: skip


def test_a_whole_tile_set_is_named_and_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours = tmp_path / "庭.json"
    ours.write_text(json.dumps(write_tileset(replace(SHARP, name="庭", status="own"))), "utf-8")
    assert main(["tileset", str(ours)]) == 0
    assert capsys.readouterr().out == f"{ours}: 庭, version 1. A set of the club's own.\n"
    assert main(["tileset", str(ours), "--svg"]) == 0
    narrow = capsys.readouterr().out
    assert main(["tileset", str(ours), "--svg", "--columns", "12"]) == 0
    wide = capsys.readouterr().out
    assert narrow.isascii()
    assert "&#24237;" in narrow
    assert [picture.split('"')[3] for picture in (narrow, wide)] == [
        f"0 0 {width} {picture.split()[5].rstrip(chr(34))}"
        for width, picture in ((360, narrow), (708, wide))
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[1", " is no JSON: "),
        (b'{"id": 1} {}', " is no JSON: there is more behind the value"),
        (b"\xff{}", " is no text in UTF-8 (byte 0)."),
        (b"", " is no JSON: "),
    ],
)
def test_a_file_that_holds_no_tile_set_is_one_line(
    content: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours = tmp_path / "ours.json"
    ours.write_bytes(content)
    for call in (["tileset", str(ours)], [*PLAY, "--tileset", str(ours)]):
        assert main(call) == 1
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith(f"engines: {ours}{said}")
        assert told.err.count("\n") == 1


def test_a_list_is_no_tile_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours = tmp_path / "ours.json"
    ours.write_text("[]")
    assert main(["tileset", str(ours)]) == 1
    told = capsys.readouterr()
    assert told.out.startswith(f"{ours}, the whole: ")
    assert told.err == ""
    assert main(["tileset", str(tmp_path / "none")]) == 1
    assert capsys.readouterr().err == f"engines: {tmp_path / 'none'}: No such file or directory\n"


@pytest.mark.parametrize("columns", ["5", "93", "999999999", "many"])
def test_a_picture_has_six_tiles_a_row_or_more_and_no_more_than_there_are(
    columns: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["tileset", "ours.json", "--svg", "--columns", columns])
    told = capsys.readouterr()
    assert (ended.value.code, told.out) == (2, "")
    assert told.err.endswith("argument --columns: a whole number from 6 to 92\n")
