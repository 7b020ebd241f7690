"""Addresses of the whole product: health, sign-in, the admin behind it, and the club pages."""

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.generic import TemplateView
from django.views.i18n import JavaScriptCatalog

from klaverclub.health import health
from klaverclub.views import language

urlpatterns = [
    path("health/", health, name="health"),
    path("language/", language, name="language"),
    path("text.js", login_not_required(JavaScriptCatalog.as_view(packages=["klaverclub"])), name="js_text"),
    path("account/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("", include("tournaments.urls")),
]

if settings.DEBUG:
    urlpatterns.append(
        path(
            "styleguide/",
            login_not_required(TemplateView.as_view(template_name="styleguide.html")),
            name="styleguide",
        )
    )
