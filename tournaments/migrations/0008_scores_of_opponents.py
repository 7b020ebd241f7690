"""The totals of the opponents beside the scores of before they were kept, from the sheets these came from."""

from django.db import migrations, transaction
from django.db.models import F

BATCH = 1000


def side_of(position, result):
    """The column of a seat on the sheet: N and S against E and W, or with two or three players each their own."""
    columns = sorted(name for name, booked in result.items() if isinstance(booked, dict) and "total" in booked)
    if columns == ["they", "we"]:
        return "we" if position in "NS" else "they"
    seats = "NS" if len(columns) == 2 else "NES"
    return columns[seats.index(position)] if position in seats[: len(columns)] else None


def against(position, result):
    """The best total of the other sides; None where there are none."""
    own = side_of(position, result)
    others = [
        booked["total"]
        for name, booked in result.items()
        if name != own and isinstance(booked, dict) and "total" in booked
    ]
    return max(others, default=None) if own else None


def fill(apps, schema_editor):
    """A thousand rows at a time, each thousand in a transaction of its own, while the program goes on writing."""
    Posting = apps.get_model("tournaments", "Posting")
    rows = Posting.objects.filter(sheet_version__isnull=False, against=None).order_by("pk")
    last = 0
    while batch := list(rows.filter(pk__gt=last).select_related("sheet_version")[:BATCH]):
        last = batch[-1].pk
        fill_batch(apps, batch)


def fill_batch(apps, batch):
    Posting, Seat, Evening = (apps.get_model("tournaments", name) for name in ("Posting", "Seat", "Evening"))
    seats = Seat.objects.filter(table__sheet__in={row.sheet_version.sheet_id for row in batch}).order_by("-pk")
    position = {
        (sheet, entry): letter
        for sheet, entry, letter in seats.values_list("table__sheet", "entry", "position")
    }
    found = []
    for row in batch:
        letter = position.get((row.sheet_version.sheet_id, row.entry_id))
        row.against = against(letter, row.sheet_version.result) if letter else None
        if row.against is not None:
            found.append(row)
    with transaction.atomic():
        Posting.objects.bulk_update(found, ["against"], batch_size=BATCH // 2)
        evenings = Evening.objects.filter(rounds__in={row.round_id for row in found})
        Evening.objects.filter(pk__in=list(evenings.values_list("pk", flat=True))).update(
            ledger_version=F("ledger_version") + 1
        )


class Migration(migrations.Migration):
    atomic = False  # it may take minutes, and nothing may wait for it

    dependencies = [("scoring", "0002_initial"), ("tournaments", "0007_prize_giving")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
