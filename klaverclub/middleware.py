"""What happens to every request: its language, signs that no text can hold, a disk that is full."""

import errno
import logging
from collections.abc import Callable, Mapping, Sequence

from django.conf import settings
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _

from klaverclub.typed import LARGEST_KEY

logger = logging.getLogger(__name__)


class LanguageMiddleware:
    """Activates the language of the cookie that the language switch sets, else Dutch.

    Django's own LocaleMiddleware follows the browser, which on many club laptops speaks English
    although nobody in the hall does.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
        language = chosen if chosen in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        with translation.override(language):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response


class NoNulMiddleware:
    """Refuses a NUL sign in what is typed or asked: no keyboard makes one, and PostgreSQL cannot store it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        typed = [
            value
            for data in (request.GET, request.POST)
            for _name, values in data.lists()
            for value in values
        ]
        if any("\0" in value for value in typed):
            return HttpResponseBadRequest("A text holds a NUL sign.", content_type="text/plain")
        return self.get_response(request)


class FreshPagesMiddleware:
    """Pages of who is signed in are not kept by the browser.

    After signing out nobody sees them on the laptop in the hall, and who goes back reads what is stored by now. That
    nothing is lost or done twice does not rest on this: not every browser heeds it, and `forms.key` sees to that.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        signed_in = settings.SESSION_COOKIE_NAME in request.COOKIES
        is_page = response.get("Content-Type", "").startswith("text/html")
        if signed_in and is_page and not response.has_header("ETag"):
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class LongNumberMiddleware:
    """Nothing stands at an address with a number that no database can hold: 404, not a failing query."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: Sequence[object], named: Mapping[str, object]
    ) -> None:
        if any(isinstance(value, int) and value > LARGEST_KEY for value in named.values()):
            raise Http404("a number too long for any key")


class FullDiskMiddleware:
    """Says in words that the disk is full, instead of that something went wrong."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """507 for a full disk, as a page or as the JSON that the typing page shows; None for anything else."""
        if not _disk_is_full(exception):
            return None
        logger.error("The disk of the data folder is full: %s", settings.DATA_DIR)
        if request.accepts("text/html"):
            return render(request, "507.html", status=507)
        problem = _(
            "The disk of the club computer is full. Type on: nothing is lost, and it is sent once there is room."
        )
        return JsonResponse({"problem": problem}, status=507)


def _disk_is_full(exception: Exception) -> bool:
    """SQLite and PostgreSQL say it in words, the file system by number."""
    if isinstance(exception, OperationalError):
        return "disk is full" in str(exception) or "No space left on device" in str(exception)
    return isinstance(exception, OSError) and exception.errno == errno.ENOSPC
