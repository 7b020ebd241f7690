"""How the JSON interface is served: to everybody, without cookies, kept for a moment, and not too often to one."""

from __future__ import annotations

from functools import wraps
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, JsonResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page
from ninja.throttling import SimpleRateThrottle

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpResponse

FRESH = 30
"""Seconds for which a page or a cache on the way may use an answer without asking again."""
RATE = "120/min"
"""Requests of one client. A web site that asks once for all its readers needs far less."""


class Throttle(SimpleRateThrottle):
    """So many requests a minute for one client, counted in the cache that all web processes share."""

    scope = "api"

    def __init__(self) -> None:
        super().__init__(RATE)

    def get_cache_key(self, request: HttpRequest) -> str | None:
        return self.cache_format % {"scope": self.scope, "ident": client_of(request)}


def client_of(request: HttpRequest) -> str:
    """Whose allowance a request takes: the address of the connection, or what the outermost of our own proxies saw.

    Every proxy writes behind X-Forwarded-For who asked it. So as many entries from the end are true as there are proxies
    of ours (`settings.PROXIES`; none unless the operator says so); what stands before them anybody can have written, and
    it gives nobody a new allowance. Of an IPv6 address the network counts (/64): that is one connection, with any number
    of addresses.
    """
    direct = str(request.META.get("REMOTE_ADDR", ""))
    told = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",")
    seen = told[-settings.PROXIES].strip() if 0 < settings.PROXIES <= len(told) else direct
    try:
        address = ip_address(seen)
    except ValueError:  # no address: a proxy that writes something else, or a socket without one
        return direct
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))


def _as_get(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """HEAD is answered as GET, with the same headers; the server leaves the content out."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "HEAD":
            request.method = "GET"
        return view(request, *args, **kwargs)

    return answer


def _not_allowed() -> HttpResponse:
    detail = _("This interface can only be read: ask with GET.")
    return JsonResponse({"detail": detail}, status=405, headers={"Allow": "GET, HEAD"})


def open_to_all(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator: no login, readable from any web site, packed, with 304 when nothing changed; only to be read."""

    @csrf_exempt  # nothing is ever done here, so that also who sends something gets an answer in JSON
    @login_not_required
    @_as_get
    @gzip_page
    @conditional_page
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs) if request.method == "GET" else _not_allowed()
        response["Access-Control-Allow-Origin"] = "*"
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
        patch_vary_headers(response, ["Accept-Encoding"])
        if response.status_code == 200:
            patch_cache_control(response, public=True, max_age=FRESH)
        return response

    return answer
