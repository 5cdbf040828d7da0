"""The addresses of the pages about people: the first run, clubs, members, players, tokens."""

from django.urls import URLPattern, path

from tournaments.web import clubs, home, imports, members, players, session, setup, tokens

people_urls: list[URLPattern] = [
    path("", home.home, name="home"),
    path("setup/", setup.setup, name="setup"),
    path("login/", session.sign_in, name="login"),
    path("password/", session.password, name="password"),
    path("logout/", session.sign_out, name="logout"),
    path("tokens/", tokens.tokens, name="tokens"),
    path("tokens/<int:pk>/delete/", tokens.token_delete, name="token_delete"),
    path("clubs/new/", clubs.club_new, name="club_new"),
    path("clubs/<int:pk>/", clubs.club, name="club"),
    path("clubs/<int:pk>/edit/", clubs.club_edit, name="club_edit"),
    path("clubs/<int:pk>/members/", members.members, name="members"),
    path("members/<int:pk>/", members.member, name="member"),
    path("members/<int:pk>/remove/", members.member_remove, name="member_remove"),
    path("clubs/<int:pk>/players/", players.players, name="players"),
    path("clubs/<int:pk>/import/", imports.import_page, name="import_players"),
    path("players/<int:pk>/", players.player, name="player"),
    path("players/<int:pk>/edit/", players.player_edit, name="player_edit"),
]
