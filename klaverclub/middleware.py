"""What happens to every request: its language, and signs that no text can hold."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.utils import translation


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
