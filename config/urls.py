from django.contrib import admin
from django.urls import include, path, re_path

from config import api, health

urlpatterns = [
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("admin/", admin.site.urls),
    path("api/v1/", include("tournaments.api.urls")),
    re_path("^api/", api.nowhere),
    path("", include("tournaments.web.urls")),
]

handler400 = "config.api.bad_request"
handler403 = "tournaments.web.errors.permission_denied"
handler404 = "tournaments.web.errors.page_not_found"
handler500 = "config.api.server_error"
