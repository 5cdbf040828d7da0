"""The addresses of simulations under /api/v1/."""

from django.urls import re_path
from rest_framework.routers import SimpleRouter

from analytics.api.views import ClubSimulations, Simulations

COLLECTIONS = {"simulations": Simulations}
router = SimpleRouter(trailing_slash=False)
router.register("simulations", Simulations, basename="api-simulations")

urlpatterns = [
    *router.urls,
    re_path(
        "^clubs/(?P<pk>[0-9]{1,18})/simulations$", ClubSimulations.as_view(),
        name="api-club-simulations",
    ),
]  # fmt: skip
