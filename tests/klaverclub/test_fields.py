"""A form field is label, hint, control and error, tied together for a screen reader."""

import re

from django import forms
from django.template.loader import render_to_string
from django.utils import translation


class Member(forms.Form):
    number = forms.CharField(
        label="Number", help_text="As on the list.", widget=forms.TextInput({"placeholder": "007"})
    )
    prefix = forms.CharField(label="Prefix", required=False)
    hidden_name = forms.BooleanField(label="Hide the name", required=False)
    kind = forms.ChoiceField(
        label="Kind", choices=[("m", "member"), ("g", "guest")], widget=forms.RadioSelect
    )
    key = forms.CharField(widget=forms.HiddenInput, initial="k")


def rendered(name: str, data: dict[str, str] | None = None, **context: str) -> str:
    form = Member(data) if data is not None else Member()
    with translation.override("en"):
        return render_to_string("partials/_field.html", {"field": form[name], **context})


def described_by(html: str) -> list[str]:
    found = re.search(r'aria-describedby="([^"]*)"', html)
    return found[1].split() if found else []


def test_hint_and_error_are_what_the_control_is_described_by():
    html = rendered("number", {})
    assert described_by(html) == ["id_number_helptext", "id_number_error"]
    assert 'id="id_number_helptext"' in html
    assert 'id="id_number_error"' in html
    assert 'aria-invalid="true"' in html


def test_a_hint_given_by_the_page_takes_the_place_of_the_help_text():
    html = rendered("number", hint="With the leading zeros.")
    assert "With the leading zeros." in html
    assert "As on the list." not in html
    assert described_by(html) == ["id_number_helptext"]


def test_no_placeholder_that_vanishes_while_typing():
    assert "placeholder" not in rendered("number")


def test_what_may_stay_empty_says_so():
    assert "(not required)" in rendered("prefix")
    assert "(not required)" not in rendered("number")


def test_a_tick_box_has_its_words_inside_the_target():
    assert re.search(
        r'<label class="choice">\s*<input type="checkbox".*Hide the name', rendered("hidden_name"), re.S
    )


def test_a_choice_of_several_is_a_group_with_a_name():
    html = rendered("kind", {})
    assert re.search(r'<fieldset aria-describedby="id_kind_error">\s*<legend>Kind', html)
    assert 'id="id_kind_error"' in html


def test_a_hidden_field_is_only_itself():
    assert rendered("key").strip() == '<input type="hidden" name="key" value="k" id="id_key">'


def test_an_error_is_text_never_markup():
    form = Member({"number": "1", "kind": "m"})
    form.add_error("number", "<b>1</b> is taken")
    with translation.override("en"):
        html = render_to_string("partials/_field.html", {"field": form["number"]})
    assert "&lt;b&gt;1&lt;/b&gt; is taken" in html


def test_the_form_names_the_fields_to_look_at():
    with translation.override("en"):
        html = render_to_string("partials/_form_errors.html", {"form": Member({})})
    assert '<a href="#id_number">Number</a>' in html
    assert render_to_string("partials/_form_errors.html", {"form": Member()}).strip() == ""
