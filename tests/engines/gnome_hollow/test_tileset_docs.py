"""The page of tile sets says what the code does: keys, faults, examples, the picture."""

import json
import re
from pathlib import Path

import pytest

from engines.__main__ import main
from engines.gnome_hollow.tileset.faults import MOST_FAULTS, OPTIONAL, REQUIRED
from engines.gnome_hollow.tileset.names import TILESETS
from engines.gnome_hollow.tileset.sets import load_tileset, parse_tileset
from engines.gnome_hollow.tileset.svg import tileset_svg
from tests.engines.gnome_hollow.tilesets import put, whole, without
from tests.engines.pages import ROOT, Page

PAGE = Page("gnome_hollow_tilesets")
CHECKERS = ("form", "faults", "tile_faults", "board_faults")


def test_every_fault_is_explained_with_its_rule() -> None:
    code = "".join(
        (ROOT / f"engines/gnome_hollow/tileset/{name}.py").read_text(encoding="utf-8")
        for name in CHECKERS
    )
    told = {row[0].strip("`"): row[1] for row in PAGE.rows("What is wrong, and what to do")}
    assert set(re.findall(r'refusal\(\s*"(\w+)"', code)) == set(told)
    for name, rule in told.items():
        if rule.startswith("H"):
            assert re.search(rf'refusal\(\s*"{name}", [^)]*?"{rule}"', code), name
    assert f"At most {MOST_FAULTS} faults" in PAGE.text


def test_every_key_of_a_set_is_explained() -> None:
    keys = {row[0].strip("`") for row in PAGE.rows("Writing one")}
    assert keys == {*REQUIRED, *OPTIONAL, "note"}


def test_the_examples_are_a_tile_and_a_space() -> None:
    tile, space = (json.loads(block) for block in PAGE.blocks("json"))
    assert parse_tileset(put(tile, "garden_tiles", 16)).tiles[16]
    spaces = [*whole()["advanced_board"]["4"][:1], space]
    board = parse_tileset(put(spaces, "advanced_board", "4")).advanced_board
    assert board is not None
    assert board[1][1].mushrooms == 2


@pytest.mark.parametrize("name", TILESETS)
def test_the_picture_is_what_is_drawn_today(name: str) -> None:
    """Where it is not, write `tileset_svg(load_tileset(name), columns=12)` and a newline."""
    file = PAGE.path.parent / "tilesets" / f"{name}.svg"
    picture = tileset_svg(load_tileset(name), columns=12)
    assert file.read_text(encoding="utf-8") == f"{picture}\n"
    assert f"(tilesets/{name}.svg)" in PAGE.text


def test_the_calls_of_the_page_check_and_draw_and_play_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (shown,) = PAGE.blocks("sh")
    calls = [line.split(" > ")[0].split(" ")[3:] for line in shown.splitlines()]
    ours = tmp_path / "ours.json"
    ours.write_text(json.dumps(without("market", "pink", "2")), encoding="utf-8")
    assert [main(call) for call in calls] == [1, 1, 1]
    fault = "The market for pink has no space for a pair, 2 (H6)."
    told = capsys.readouterr()
    assert told.out == f"ours.json, market.pink: {fault}\n" * 2
    assert told.err == f"engines: ours.json: {fault}\n"
    assert not (tmp_path / "night.jsonl").exists()
    ours.write_text(json.dumps(whole()), encoding="utf-8")
    assert [main(call) for call in calls] == [0, 0, 0]
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first == "ours.json: recon-1, version 1. Reconstruction, not the printed tiles."
    assert second == tileset_svg(load_tileset()).encode("ascii", "xmlcharrefreplace").decode()
    assert (tmp_path / "night.jsonl").exists()
