"""What a browser would send back of a form as a page shows it."""

import re

from django.http import HttpResponse


def shown(page: HttpResponse) -> dict[str, list[str]]:
    """What the form on a page would send: its fields as they are filled in."""
    html = page.content.decode()
    sent: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", html):
        name, kind = _attribute(tag, "name"), _attribute(tag, "type")
        if not name or name in ("csrfmiddlewaretoken", "language", "next"):
            continue
        if kind in ("radio", "checkbox") and " checked" not in tag:
            continue
        sent.setdefault(name, []).append(_attribute(tag, "value") or ("on" if kind == "checkbox" else ""))
    for name, options in re.findall(r'<select name="([^"]*)"[^>]*>(.*?)</select>', html, re.DOTALL):
        chosen = re.findall(r'<option value="([^"]*)"[^>]*selected', options)
        sent[name] = chosen or re.findall(r'<option value="([^"]*)"', options)[:1]
    return sent


def _attribute(tag: str, name: str) -> str:
    found = re.search(rf'\s{name}="([^"]*)"', tag)
    return found[1] if found else ""
