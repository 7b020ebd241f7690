"""A database of its own for a bench, and rows written into it by the thousand."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction

if TYPE_CHECKING:
    from django.db.models import Model


@contextlib.contextmanager
def scratch_database() -> Iterator[None]:
    """A database that is thrown away afterwards: a bench never writes among real scores."""
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def load(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Writes rows past the models, with COPY where the server has it. `columns` are names of the database."""
    table = model._meta.db_table
    names = ", ".join(f'"{column}"' for column in columns)
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f'COPY "{table}" ({names}) FROM STDIN') as copy:
                copy.write("".join("\t".join(map(_as_text, row)) + "\n" for row in rows))
        else:
            marks = ", ".join(["%s"] * len(columns))
            cursor.executemany(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', rows)  # noqa: S608


def _as_text(value: Any) -> str:
    """A value as COPY reads it; nothing here holds a tab or a backslash."""
    return "\\N" if value is None else str(value)


def settle() -> None:
    """Lets the server count what is in its tables, so that it plans its queries as it would in use."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
