"""The addresses of the pages of simulations."""

from django.urls import path

from analytics.web import simulations

app_name = "analytics"
urlpatterns = [
    path("clubs/<int:pk>/simulations/", simulations.of_club, name="simulations"),
    path("clubs/<int:pk>/simulations/new/", simulations.new, name="simulation_new"),
    path("simulations/<int:pk>/", simulations.show, name="simulation"),
    path("simulations/<int:pk>/live/", simulations.live, name="simulation_live"),
    path("simulations/<int:pk>/records/<int:block>/", simulations.record, name="record"),
    path(
        "simulations/<int:pk>/records/<int:block>/file/", simulations.record_file,
        name="record_file",
    ),
]  # fmt: skip
