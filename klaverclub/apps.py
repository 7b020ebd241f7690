from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class KlaverclubConfig(AppConfig):
    name = "klaverclub"
    verbose_name = "Klaverclub"


class StaticFiles(StaticFilesConfig):
    """Leaves out htmx's extensions: unused, and their comments name modules that a package does not have."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "django_htmx/ext/*"]
