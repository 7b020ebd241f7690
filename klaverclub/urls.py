"""Addresses of the whole product: health, sign-in, the admin behind it, and the club pages."""

from allauth.account import views as account
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.generic import TemplateView

from klaverclub.health import health
from klaverclub.views import language

# Accounts are given out by a club: no signing up, and no mail to lose or reset a password by.
accounts = [
    path("login/", account.login, name="account_login"),
    path("logout/", account.logout, name="account_logout"),
    path("inactive/", account.account_inactive, name="account_inactive"),
    path("password/change/", account.password_change, name="account_change_password"),
    path("reauthenticate/", account.reauthenticate, name="account_reauthenticate"),
]

urlpatterns = [
    path("health/", health, name="health"),
    path("language/", language, name="language"),
    path("account/", include(accounts)),
    path("admin/", admin.site.urls),
    path("api/", include("tournaments.api.addresses")),
    path("arbiter/", include("scoring.arbiter.urls")),
    path("", include("tournaments.urls")),
]
handler403 = "tournaments.views.embargo.forbidden"

if settings.DEBUG:
    urlpatterns.append(
        path(
            "styleguide/",
            login_not_required(TemplateView.as_view(template_name="styleguide.html")),
            name="styleguide",
        )
    )
