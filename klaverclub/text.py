"""Sentences of Django and allauth that a klaverjas club says otherwise.

Django looks in our catalogue first, so a translation there replaces theirs. In their Dutch "aanmelden" is to
log in; in a club it is what happens at the door, and here it means only that.
"""

from django.utils.translation import gettext_noop as _

BORROWED = (
    # allauth
    _("Sign In"),
    _("Sign Out"),
    _("Successfully signed in as %(name)s."),
    _("You have signed out."),
    _("Password successfully changed."),
    _("New Password (again)"),
    _("Please type your current password."),
    _("You must type the same password each time."),
    _("Incorrect password."),
    _("Too many failed login attempts. Try again later."),
    _("This account is currently inactive."),
    # django.contrib.admin and auth
    _("last login"),
    _("Designates whether the user can log into this admin site."),
    _(
        "You are authenticated as %(username)s, but are not authorized to access this page. "
        "Would you like to login to a different account?"
    ),
)
