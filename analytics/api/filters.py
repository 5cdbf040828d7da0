"""What the list of simulations can be narrowed to."""

import django_filters
from django_filters import rest_framework as filters

from analytics.models import Simulation
from tournaments.api.filters import IdFilter, Since
from tournaments.models.work import JobState


class SimulationFilters(filters.FilterSet):
    club = IdFilter()
    state = django_filters.ChoiceFilter("job__state", choices=JobState.choices)
    updated_since = Since("changed_at", "job__changed_at")

    class Meta:
        model = Simulation
        fields = ["game"]
