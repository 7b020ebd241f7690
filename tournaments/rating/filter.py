"""The rating itself: what one evening teaches about everybody who played.

Before a round the difference at a table is expected to be the sum of the means of one side less that of the other,
with the levels of their clubs where clubs meet. Its variance is that of all of them together and of luck. Everybody
gets the share of the surprise that their own variance has in it:

    total = (v_north + v_south) + (v_east + v_west) + luck + weight² × v_club …
    surprise = difference - ((m_north + m_south) - (m_east + m_west)) - weight × m_club …
    share = v / total;  m ± share × surprise, to 1/2**20;  v - share × v

Only + - × ÷ in this order: the same rounds give the same bits everywhere. No seat is privileged: exchanging partners
or sides gives the same bits too.
"""

from __future__ import annotations

from itertools import repeat

from tournaments.rating.evenings import Evening
from tournaments.rating.parameters import SNAP, Parameters
from tournaments.rating.state import State, club_start, people_start
from tournaments.rating.told import Known, RatedTable


def rate(
    state: State, evening: Evening, parameters: Parameters, told: list[RatedTable] | None = None
) -> None:
    """Takes the evening into the state. `told` receives what was known at each table before its round.

    One loop without calls: it runs for every round that was ever played.
    """
    at, m, v = state.people.bring(evening.people, evening.week, people_start(parameters))
    clubs_at, club_m, club_v = state.clubs.bring(evening.clubs, evening.week, club_start(parameters))
    noises = {deals: parameters.noise(deals) for deals in set(evening.deals)}
    meetings = evening.meetings or repeat(())
    snap = SNAP
    for a, b, c, d, difference, deals, weights in zip(
        *evening.seats, evening.differences, evening.deals, meetings, strict=False
    ):
        va, vb, vc, vd = v[a], v[b], v[c], v[d]
        ma, mb, mc, md = m[a], m[b], m[c], m[d]
        total = (va + vb) + (vc + vd) + noises[deals]
        surprise = difference - ((ma + mb) - (mc + md))
        for club, weight in weights:
            total += weight * weight * club_v[club]
            surprise -= weight * club_m[club]
        if told is not None:
            known = Known((ma, mb, mc, md), (va, vb, vc, vd), noises[deals], total, surprise)
            told.append(RatedTable(*evening.place(len(told)), difference, deals, known))
        for club, weight in weights:
            variance = weight * club_v[club]
            share = variance / total
            club_m[club] += (share * surprise + snap) - snap
            club_v[club] -= share * variance
        share = va / total
        m[a] = ma + ((share * surprise + snap) - snap)
        v[a] = va - share * va
        share = vb / total
        m[b] = mb + ((share * surprise + snap) - snap)
        v[b] = vb - share * vb
        share = vc / total
        m[c] = mc - ((share * surprise + snap) - snap)
        v[c] = vc - share * vc
        share = vd / total
        m[d] = md - ((share * surprise + snap) - snap)
        v[d] = vd - share * vd
    state.people.take(at, m, v, evening.week, evening.counts)
    state.clubs.take(clubs_at, club_m, club_v, evening.week, evening.meeting_counts)
