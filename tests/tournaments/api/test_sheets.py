"""How score sheets look: what docs/api.md and the description say is what the games take."""

import json
from pathlib import Path

import pytest

from engines import registry
from tests.tournaments.api.client import description
from tournaments.api.views.series import SHEETS

PAGE = Path(__file__).parents[3] / "docs" / "api.md"
KEYS = [
    "hand", "points", "left", "end", "last_pair",
    "flowers", "markers", "treasure", "mushrooms", "total",
]  # fmt: skip


def written() -> tuple[str, list[str]]:
    """The page's part on score sheets, and its examples, one a line."""
    part = PAGE.read_text().split("## Score sheets\n")[1].split("\n## ")[0]
    return part, part.split("```json\n")[1].split("```")[0].splitlines()


@pytest.mark.parametrize(
    ("number", "game", "setup", "options", "scores", "winners"),
    [
        (0, "niwa", {"mission": 5}, {}, (4, 41), (1,)),
        (1, "gazebo", {"board": "bird"}, {}, (3, 0, 4), (1,)),
        (2, "gazebo", {"board": "bird"}, {"partnership": True}, (3, 4, 5, 2), (2, 3)),
        (3, "gnome_hollow", {"tileset": "recon-1"}, {}, (37, 37), (1,)),
    ],
)
def test_the_sheets_on_the_page_are_taken_by_the_games(
    number: int, game: str, setup: dict[str, object], options: dict[str, object],
    scores: tuple[int, ...], winners: tuple[int, ...],
) -> None:  # fmt: skip
    sheet = json.loads(written()[1][number])
    seats = len(sheet["seats"])
    scored = registry.game(game).score_match(sheet, setup=setup, options=options, seats=seats)
    assert (scored.scores, scored.winners) == (scores, winners)


def test_the_sheets_of_the_description_are_taken_by_the_games() -> None:
    taken = [
        (name, game.score_match(
            example.value["sheet"], setup=setup, options=options,
            seats=len(example.value["sheet"]["seats"]),
        ).winners)
        for example, name, setup, options in zip(
            SHEETS,
            ("niwa", "gazebo", "gazebo", "gnome_hollow"),
            ({"mission": 5}, {"board": "bird"}, {"board": "bird"}, {"tileset": "recon-1"}),
            ({}, {}, {"partnership": True}, {}),
            strict=True,
        )
        for game in [registry.game(name)]
    ]  # fmt: skip
    assert taken == [("niwa", (1,)), ("gazebo", (1,)), ("gazebo", (2, 3)), ("gnome_hollow", (1,))]


@pytest.mark.parametrize(
    "body", ["ReportResultRequest", "CorrectResultRequest", "PreviewResultRequest"]
)
def test_every_key_of_a_sheet_is_described(body: str) -> None:
    sheet = description()["components"]["schemas"][body]["properties"]["sheet"]
    assert [key for key in KEYS if f"`{key}`" not in sheet["description"]] == []
    page, examples = written()
    assert [key for key in KEYS if f"`{key}`" not in page and f".{key}`" not in page] == []
    assert len(examples) == 4
