"""The journal and the jobs, for reading."""

from rest_framework.permissions import IsAuthenticated

from tournaments.api import filters
from tournaments.api.doors import Resource
from tournaments.api.shapes.work import JOB, JOURNAL


class Journal(Resource):
    """Who did what, for the club's organisers. Poll with `after_position`."""

    kind = JOURNAL
    filterset_class = filters.JournalFilters
    permission_classes = [IsAuthenticated]
    orderings = {"id": "id"}


class Jobs(Resource):
    """Work in the background, such as `?kind=standings&key={tournament}`, for scorers and up."""

    kind = JOB
    filterset_class = filters.JobFilters
    permission_classes = [IsAuthenticated]
