"""The addresses of the pages about boards and tile sets."""

from django.urls import URLPattern, path

from tournaments.web import boards
from tournaments.web.data_pages import BOARDS, TILE_SETS, DataPages


def _addresses(pages: DataPages, address: str) -> list[URLPattern]:
    told = {"pages": pages}
    of_club = f"clubs/<int:pk>/{address}/"
    return [
        path(of_club, boards.of_club, told, pages.urls),
        path(f"{of_club}new/", boards.new, told, f"{pages.url}_new"),
        path(f"{of_club}named/", boards.named, told, f"{pages.url}_named"),
        path(f"{address}/<int:pk>/", boards.show, told, pages.url),
    ]


board_urls = [*_addresses(BOARDS, "boards"), *_addresses(TILE_SETS, "tile-sets")]
