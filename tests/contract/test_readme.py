"""The README's table is the example night's, and its links lead somewhere."""

import re

from django.conf import settings

from tests.examples import readme

TEXT = (settings.BASE_DIR / "README.md").read_text(encoding="utf-8")
PLAYER = r" (.+?) \| (\S+) \| (\S+) \|"
ROW = re.compile(rf"^\| (\d+) \|{PLAYER} \|{PLAYER} \|{PLAYER}$", re.M)


def test_the_table_is_the_example_nights() -> None:
    tables = readme.tables()
    shown = ROW.findall(TEXT)
    assert len(shown) == 5
    for index, evening in ((1, "Niwa"), (4, "Gazebo"), (7, "Gnome Hollow")):
        expected = tables[f"{evening} evening, final standing"][: len(shown)]
        assert [(row[0], *row[index : index + 3]) for row in shown] == [
            (row["rank"], row["player"], row["points"], row["wins"]) for row in expected
        ]


def test_links_lead_somewhere() -> None:
    for name in ("README.md", "CONTRIBUTING.md"):
        text = (settings.BASE_DIR / name).read_text(encoding="utf-8")
        targets = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
        assert all((settings.BASE_DIR / target).exists() for target in targets), targets


def test_pages_call_the_games_by_the_checkouts_own_python() -> None:
    pages = ["README.md", "CONTRIBUTING.md", "docs/**/*.md", "examples/**/*.md"]
    calls = [
        call
        for pattern in pages
        for page in settings.BASE_DIR.glob(pattern)
        for call in re.findall(r"\S*python3? -m engines", page.read_text(encoding="utf-8"))
    ]
    assert len(calls) > 10
    assert {call.lstrip("`(") for call in calls} == {".venv/bin/python -m engines"}
