"""The addresses of the pages."""

from django.urls import URLPattern, path

from tournaments.web import ratings
from tournaments.web.urls_boards import board_urls
from tournaments.web.urls_people import people_urls
from tournaments.web.urls_tournaments import tournament_urls

app_name = "web"
rating_urls: list[URLPattern] = [
    path("clubs/<int:pk>/ratings/", ratings.of_club, name="ratings"),
]
urlpatterns = people_urls + board_urls + tournament_urls + rating_urls
