"""How the JSON interface is served: to everybody, without cookies, kept for a moment, and not too often to one."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from django.contrib.auth.decorators import login_not_required
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page
from ninja.throttling import SimpleRateThrottle

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

FRESH = 30
"""Seconds for which a page or a cache on the way may use an answer without asking again."""
RATE = "120/min"
"""Requests of one address. A web site that asks once for all its readers needs far less."""


class Throttle(SimpleRateThrottle):
    """So many requests a minute for one address, counted in the cache that all web processes share.

    The address is that of the connection: what a client writes into a header does not give it a new allowance.
    """

    scope = "api"

    def __init__(self) -> None:
        super().__init__(RATE)

    def get_cache_key(self, request: HttpRequest) -> str | None:
        return self.cache_format % {"scope": self.scope, "ident": request.META.get("REMOTE_ADDR", "")}


def open_to_all(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator: no login, readable from any web site, packed, with 304 when nothing changed."""

    @login_not_required
    @gzip_page
    @conditional_page
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Access-Control-Allow-Origin"] = "*"
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
        patch_vary_headers(response, ["Accept-Encoding"])
        if response.status_code == 200:
            patch_cache_control(response, public=True, max_age=FRESH)
        return response

    return answer
