"""What a reader may see of simulations; everything else is not there (404)."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from analytics import visibility
from analytics.models import Simulation
from tournaments.models import Club
from tournaments.permissions import role_in
from tournaments.web import reading


def club_for(request: HttpRequest, pk: int) -> Club:
    """A club for its members alone, as its simulations are."""
    club = reading.club_for(request, pk)
    if not request.user.is_authenticated or role_in(reading.actor(request), club) is None:
        raise Http404("Simulations are not public.")
    return club


def simulation_for(request: HttpRequest, pk: int) -> Simulation:
    """A simulation with its club and job, without its counts, which are read where needed."""
    rows = Simulation.objects.select_related("club", "job", "created_by").defer("counts")
    return get_object_or_404(rows, visibility.simulations(request.user), pk=pk)
