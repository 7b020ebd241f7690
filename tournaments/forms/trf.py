"""A report of another program: as a file, or pasted."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

MOST_BYTES = 1_000_000


class TrfForm(forms.Form):
    """The text of a file stands in the field after sending, so that a line can be mended in place."""

    file = forms.FileField(
        label=gettext_lazy("Report file"),
        required=False,
        help_text=gettext_lazy("A TRF file, often with .trf or .txt at the end of its name."),
        widget=forms.FileInput(attrs={"accept": ".trf,.trfx,.txt,text/plain"}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or its text"),
        required=False,
        max_length=MOST_BYTES,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if file := data.get("file"):
            if file.size > MOST_BYTES:
                raise forms.ValidationError(_("This file is too large for a report: at most 1 MB."))
            data["text"] = _decoded(file.read())
            self.data = {"text": data["text"]}
        if not data.get("text", "").strip():
            raise forms.ValidationError(_("Choose a file, or paste its text."))
        return data


def _decoded(content: bytes) -> str:
    """Reports are UTF-8 today and were Latin 1."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")
