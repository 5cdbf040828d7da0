from django.contrib import admin
from django.urls import include, path, re_path

from analytics.api import urls as analytics
from config import api, health
from tournaments.api import urls as tournaments
from tournaments.api.views.games import Index

api_patterns = [
    path(
        "", Index.as_view(collections=tournaments.COLLECTIONS | analytics.COLLECTIONS),
        name="api-index",
    ),
    *tournaments.urlpatterns,
    *analytics.urlpatterns,
]  # fmt: skip
urlpatterns = [
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("admin/", admin.site.urls),
    path("api/v1/", include(api_patterns)),
    re_path("^api/", api.nowhere),
    path("", include("tournaments.web.urls")),
    path("", include("analytics.web.urls")),
]

handler400 = "config.api.bad_request"
handler403 = "tournaments.web.errors.permission_denied"
handler404 = "tournaments.web.errors.page_not_found"
handler500 = "config.api.server_error"
