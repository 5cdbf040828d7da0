"""The pages of the games in `docs/games/`, taken apart for tests."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Page:
    """The page of a game."""

    def __init__(self, game: str) -> None:
        self.path = ROOT / "docs" / "games" / f"{game}.md"
        self.text = self.path.read_text(encoding="utf-8")

    def section(self, title: str) -> str:
        """What stands under `## title`."""
        return self.text.split(f"\n## {title}\n")[1].split("\n## ")[0]

    def rows(self, title: str) -> list[list[str]]:
        """The cells of the section's table, without its head."""
        lines = [line for line in self.section(title).splitlines() if line.startswith("| ")]
        return [[cell.strip() for cell in line[1:-1].split(" | ")] for line in lines][1:]

    def blocks(self, language: str) -> list[str]:
        """What is fenced and marked as this language."""
        return re.findall(rf"^```{language}\n(.*?)^```$", self.text, re.M | re.S)


def cited(sources: list[Path], rule: re.Pattern[str]) -> set[str]:
    """The rules that the sources name."""
    return {name for file in sources for name in rule.findall(file.read_text(encoding="utf-8"))}
