"""What a service refuses is told in words, also where the page that asked has no form to tell it in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import JsonResponse
from django.shortcuts import render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

from tournaments.services.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse


class RefusedMiddleware:
    """Answers a refusal that no view has put beside its own form: 409 with the sentence.

    As a page with a way back, as a message for a part of a page that htmx asked for, as JSON for a script. Nothing was
    changed: every service is one transaction, and refuses before its end.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """None for anything but a refusal."""
        if not isinstance(exception, Refused):
            return None
        if not request.accepts("text/html"):
            return JsonResponse({"problem": exception.message}, status=409)
        if request.headers.get("hx-request"):
            messages.error(request, exception.message)
            answer = render(request, "partials/_messages.html", status=409)
            return _into_messages(answer)
        context = {"refusal": exception.message, "back": _came_from(request)}
        return render(request, "409.html", context, status=409)


def _into_messages(answer: HttpResponse) -> HttpResponse:
    answer["HX-Retarget"] = "#messages"
    answer["HX-Reswap"] = "innerHTML"
    return answer


def _came_from(request: HttpRequest) -> str:
    """The page of this site that the asker came from, or else the first page."""
    before = request.headers.get("referer", "")
    if url_has_allowed_host_and_scheme(before, {request.get_host()}, request.is_secure()):
        return before
    return resolve_url("home")
