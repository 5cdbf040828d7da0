"""How a list is narrowed and sorted. (Settings name these, so they import no door.)"""

from typing import Any

from django_filters.rest_framework import DjangoFilterBackend
from rest_framework.exceptions import ErrorDetail
from rest_framework.filters import BaseFilterBackend
from rest_framework.request import Request

from tournaments.api.refusals import BadRequest, bad_parameters


class Filters(DjangoFilterBackend):
    """django-filter, with problems in the API's form."""

    def filter_queryset(self, request: Request, queryset: Any, view: Any) -> Any:
        filterset = self.get_filterset(request, queryset, view)
        if filterset is None:
            return queryset
        if not filterset.is_valid():
            raise bad_parameters(_errors(filterset.form))
        return filterset.qs


class Ordering(BaseFilterBackend):
    """`?ordering=-changed_at`: one of the view's `orderings`; the id settles what is equal."""

    def filter_queryset(self, request: Request, queryset: Any, view: Any) -> Any:
        return queryset  # the cursor sorts

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        wanted = request.query_params.get("ordering", "id")
        sign, name = ("-", wanted[1:]) if wanted.startswith("-") else ("", wanted)
        if name not in view.orderings:
            choices = sorted(view.orderings)
            raise BadRequest(
                "bad_parameter", f"ordering is one of {', '.join(choices)}, or - and one of them.",
                choices=choices,
            )  # fmt: skip
        field = view.orderings[name]
        return (f"{sign}{field}",) if field == "id" else (f"{sign}{field}", f"{sign}id")

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        names = [sign + name for name in sorted(view.orderings) for sign in ("", "-")]
        return [
            {
                "name": "ordering",
                "in": "query",
                "required": False,
                "description": "What to sort by; - for the other way round.",
                "schema": {"type": "string", "enum": names, "default": "id"},
            }
        ]


def _errors(form: Any) -> dict[str, list[Any]]:
    """The form's errors in DRF's form: a text that has a code."""
    return {
        name: [ErrorDetail(error["message"], error["code"] or "invalid") for error in found]
        for name, found in form.errors.get_json_data().items()
    }
