"""What a reader may see of simulations; everything else is not there (404)."""

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from analytics import visibility
from analytics.models import SampleRecord, Simulation
from analytics.queries import watched
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
    """A simulation with its club and job, without its counts."""
    rows = Simulation.objects.select_related("club", "job").defer("counts")
    return get_object_or_404(rows, visibility.simulations(request.user), pk=pk)


def moving_for(request: HttpRequest, pk: int) -> Simulation:
    """A simulation with its progress, without its counts: enough for a tag. 1 query."""
    rows = watched().defer("counts")
    return get_object_or_404(rows, visibility.simulations(request.user), pk=pk)


def whole_for(request: HttpRequest, pk: int) -> Simulation:
    """A simulation with its progress, its counts and `kept`, the blocks that have a record: all of
    one moment. 1 query."""
    records = SampleRecord.objects.filter(simulation=OuterRef("pk")).order_by("block")
    rows = watched().select_related("created_by")
    rows = rows.annotate(kept=ArraySubquery(records.values("block")))
    return get_object_or_404(rows, visibility.simulations(request.user), pk=pk)
