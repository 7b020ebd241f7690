"""When a page about players may be given again as it was made: while nothing has changed that it rests on."""

from __future__ import annotations

from django.db import connection

FORMAT = 2  # of what is kept: raised when that changes, for a cache outlives the program
OF_COMPETITION = " || ' ' || ".join(
    f"COALESCE(CAST(c.{column} AS text), '')"
    for column in ("id", "name", "season", "names_version", "closed_at", "standing", "titles", "rated")
)
OF_EVENINGS = "COUNT(*), SUM(e.ledger_version), MAX(e.closed_at), MAX(e.date), SUM(CAST(e.counts AS integer))"
LOOK = f"""
    SELECT k.*, p.id, p.version,
        (SELECT %(together)s({OF_COMPETITION}, ';') FROM tournaments_competition c WHERE c.club_id = k.id),
        (SELECT %(together)s(CAST(n.id AS text), ' ')
            FROM tournaments_ratedclub o JOIN tournaments_club n ON n.id = o.club_id
            WHERE o.pool_id = p.id AND NOT n.public)
    FROM tournaments_club k
    LEFT JOIN tournaments_ratedclub r ON r.club_id = k.id LEFT JOIN tournaments_ratingpool p ON p.id = r.pool_id
    WHERE k.slug = %%s AND k.public
"""  # noqa: S608 (names of columns alone)
EVENINGS = f"""
    SELECT {OF_EVENINGS},
        SUM(CASE WHEN e.embargo_from IS NOT NULL AND e.embargo_lifted_at IS NULL THEN 1 ELSE 0 END)
    FROM tournaments_evening e JOIN tournaments_competition c ON c.id = e.competition_id WHERE c.club_id = %s
"""  # noqa: S608
TOGETHER = {"sqlite": "group_concat", "postgresql": "string_agg"}


def look_of_club(slug: str, **_place: object) -> str | None:
    """Another text as soon as anything is another that a page about players rests on for readers without a login.

    None for a page that is not to be kept: of a club that is not public, or while there is an embargo. Names are in
    it by the version of the names of each competition, and which clubs that are rated together with this one are not
    public: the days of those stand on no page of another. Asked for every page, hence by two plain queries.
    """
    with connection.cursor() as cursor:
        cursor.execute(LOOK % {"together": TOGETHER[connection.vendor]}, [slug])
        club = cursor.fetchone()
        if club is None:
            return None
        cursor.execute(EVENINGS, [club[0]])
        evenings = cursor.fetchone()
    if evenings[-1]:
        return None
    return repr((FORMAT, club, evenings))
