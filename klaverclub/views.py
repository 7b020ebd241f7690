"""What belongs to no club: the language switch."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST


@csrf_exempt  # it only sets the language of the asker: readers without a cookie need no token for it
@login_not_required
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Remembers the language (`nl` or `en`) in a cookie and goes back to where the reader was."""
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        target = resolve_url("home")
    response = redirect(target)
    code = request.POST.get("language", "")
    if code in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            code,
            max_age=60 * 60 * 24 * 365,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
        )
    return response
