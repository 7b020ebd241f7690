from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Every process, web and worker alike, knows every kind of document."""
        from tournaments.demo import paper  # noqa: F401 (adds the kind of the demo club)
        from tournaments.services import publication_files, rating, reports  # noqa: F401 (register the handlers)
