"""A repeated click is one act; what was changed since is another, also when it is changed back."""

from __future__ import annotations

import pytest

from tests import factories
from tournaments.forms.key import key_of
from tournaments.models import Change
from tournaments.services import audit
from tournaments.services.errors import AlreadyDone

pytestmark = pytest.mark.django_db
PAGE = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def club():
    return factories.make_club()


def sent(page: str = PAGE, **values: str) -> str:
    return key_of({"key": page, "csrfmiddlewaretoken": "x"} | values)


def act(club, key: str) -> None:
    audit.refuse_repeat(key)
    audit.record(None, club, "test", club, key=key)


def test_the_same_page_with_the_same_content_is_one_act(club):
    act(club, sent(name="A"))
    with pytest.raises(AlreadyDone) as done:
        act(club, sent(name="A"))
    assert done.value.subject == f"club:{club.pk}"
    assert audit.was_done(sent(name="A"))
    act(club, sent(page="f" * 32, name="A"))  # another page, as after asking for it anew


def test_changed_and_changed_back_are_three_acts(club):
    for name in ("A", "B", "A", "B", "A"):
        assert not audit.was_done(sent(name=name))
        act(club, sent(name=name))
        with pytest.raises(AlreadyDone):
            act(club, sent(name=name))
    assert Change.objects.filter(verb="test").count() == 5
    assert len({change.key for change in Change.objects.filter(verb="test")}) == 5
    assert all(len(change.key) <= 64 for change in Change.objects.filter(verb="test"))


def test_a_key_without_content_is_one_act_and_begins_no_other(club):
    act(club, "a")
    act(club, "ab")
    with pytest.raises(AlreadyDone):
        act(club, "a")


def test_nothing_sent_is_no_key(club):
    assert key_of({"key": ""}) == key_of({}) == ""
    audit.record(None, club, "test", club)
    audit.record(None, club, "test", club)
    assert not audit.was_done("")


def test_a_key_as_long_as_anybody_likes_still_fits(club):
    act(club, sent(page="9" * 500, name="A"))
    act(club, sent(page="9" * 500, name="B"))
    act(club, sent(page="9" * 500, name="A"))
    assert max(len(change.key) for change in Change.objects.filter(verb="test")) <= 64
