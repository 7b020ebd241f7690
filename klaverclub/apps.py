from django.apps import AppConfig


class KlaverclubConfig(AppConfig):
    name = "klaverclub"
    verbose_name = "Klaverclub"
