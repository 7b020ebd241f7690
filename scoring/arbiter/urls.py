"""Addresses of the arbiter's page."""

from django.urls import path

from scoring.arbiter import views

urlpatterns = [
    path("", views.play, name="arbiter"),
    path("trick/", views.trick, name="arbiter_trick"),
    path("deal/", views.deal, name="arbiter_deal"),
    path("trump/", views.trump, name="arbiter_trump"),
    path("row/", views.row, name="arbiter_row"),
    path("legal/", views.legal, name="arbiter_legal"),
    path("melds/", views.melds, name="arbiter_melds"),
    path("record/", views.record, name="arbiter_record"),
]
