"""The addresses of the pages about boards."""

from django.urls import URLPattern, path

from tournaments.web import boards

board_urls: list[URLPattern] = [
    path("clubs/<int:pk>/boards/", boards.of_club, name="boards"),
    path("clubs/<int:pk>/boards/new/", boards.new, name="board_new"),
    path("clubs/<int:pk>/boards/named/", boards.named, name="board_named"),
    path("boards/<int:pk>/", boards.show, name="board"),
]
