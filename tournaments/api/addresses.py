"""The addresses of the JSON interface, its description in OpenAPI, and a page that explains it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, re_path, reverse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import Throttled, ValidationError

from tournaments.api import endpoints, leagues, ratings
from tournaments.api.web import Throttle, open_to_all

VERSION = "1"
api = NinjaAPI(
    title="Klaverclub",
    version=VERSION,
    description="Read-only: clubs, competitions, standings, results, ratings, dates.",
    urls_namespace="api",
    docs_url=None,
    throttle=[Throttle()],
)
api.add_router("", endpoints.router)
api.add_router("", leagues.router)
api.add_router("", ratings.router)


@api.exception_handler(Http404)
def not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    detail = _("There is nothing public here. Look at the answer of the club for what there is.")
    return api.create_response(request, {"detail": detail}, status=404)


@api.exception_handler(ValidationError)
def cannot_be(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """A part of the address or of what was asked that is no number, no date, or out of range."""
    names = ", ".join(dict.fromkeys(str(each["loc"][-1]) for each in error.errors))
    detail = _("“%(names)s” cannot be that: the page /api/ says what it can be.") % {"names": names}
    return api.create_response(request, {"detail": detail}, status=422)


@api.exception_handler(Throttled)
def too_often(request: HttpRequest, error: Throttled) -> HttpResponse:
    detail = _(
        "Too many questions from this address. Ask again in a minute, and keep the answers for a while."
    )
    response = api.create_response(request, {"detail": detail}, status=429)
    response["Retry-After"] = str(int(error.wait or 60))
    return response


def nowhere(request: HttpRequest) -> HttpResponse:
    """An address under this one that does not exist."""
    return not_found(request, Http404())


def explained(request: HttpRequest) -> HttpResponse:
    """A page for who builds a web site: every address with its parameters and fields, from the same description."""
    schema: Any = api.get_openapi_schema()
    models = schema["components"]["schemas"]
    operations = [
        {
            "address": address,
            "summary": operation["get"]["summary"],
            "parameters": operation["get"].get("parameters", []),
            "answer": _answer(operation["get"], models),
        }
        for address, operation in schema["paths"].items()
    ]
    context = {
        "operations": operations,
        "models": [{"name": name} | _described(model) for name, model in models.items() if name != "Problem"],
        "openapi": reverse("api:openapi-json"),
    }
    return render(request, "api/explained.html", context)


def _answer(operation: Any, models: Any) -> str:
    """What is answered: the name of a schema, or of what a list holds."""
    schema = operation["responses"][200]["content"]["application/json"]["schema"]
    return _type(schema)


def _described(model: Any) -> dict[str, Any]:
    fields = [
        {"name": name, "type": _type(field), "description": field.get("description", "")}
        for name, field in model["properties"].items()
    ]
    return {"description": model.get("description", ""), "fields": fields}


def _type(schema: Any) -> str:
    """The type of a field as people write it: "string or null", "list of StandingLine"."""
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[1])
    if "anyOf" in schema:
        return " or ".join(_type(option) for option in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_type(schema['items'])}"
    return str(schema.get("format") or schema.get("type", ""))


def _opened(patterns: list[Any]) -> list[Any]:
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            pattern.callback = open_to_all(pattern.callback)
    return patterns


_patterns, _app, _namespace = api.urls
urlpatterns = [
    path("", open_to_all(explained), name="api_explained"),
    path(f"{VERSION}/", (_opened(_patterns), _app, _namespace)),
    re_path("", open_to_all(nowhere), name="api_nowhere"),
]
