"""The addresses of the pages."""

from tournaments.web.urls_boards import board_urls
from tournaments.web.urls_people import people_urls
from tournaments.web.urls_tournaments import tournament_urls

app_name = "web"
urlpatterns = people_urls + board_urls + tournament_urls
