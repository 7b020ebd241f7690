"""Addresses per audience: readers without a login, the desk of a club, and one evening."""

from django.urls import path

from tournaments.views import (
    attendance_rule,
    calendars,
    check_in,
    competitions,
    corrections,
    decisions,
    divisions,
    draw_changes,
    draw_rule,
    embargo,
    evening,
    evening_moves,
    fixtures,
    formats,
    home,
    jobs,
    league_desk,
    leagues,
    leaving,
    people,
    people_same,
    players,
    prizes,
    public,
    publications,
    ratings,
    results,
    rounds,
    rules,
    schedules,
    season,
    seasons,
    sheets,
    standing_rule,
    statistics,
    teams,
    threes_list,
    transfers,
    trf,
    venues,
    what_if,
    why,
)

readers = [
    path("c/<slug:slug>/", public.club, name="public_club"),
    path("c/<slug:slug>/evening/<int:pk>/", public.evening, name="public_evening"),
    path("c/<slug:slug>/evening/<int:pk>/schedule/", schedules.public, name="public_schedule"),
    path("c/<slug:slug>/season/<int:pk>/", public.season_standing, name="public_season"),
    path("c/<slug:slug>/season/<int:pk>/why/<int:entry>/", public.season_why, name="public_season_why"),
    path("c/<slug:slug>/season/<int:pk>/evenings/", public.season_matrix, name="public_season_matrix"),
    path("c/<slug:slug>/season/<int:pk>/met/", public.season_cross, name="public_season_cross"),
    path("c/<slug:slug>/rules/<int:pk>/", rules.public, name="public_rules"),
    path(
        "c/<slug:slug>/season/<int:pk>/publications/",
        publications.public_publications,
        name="public_publications",
    ),
    path("c/<slug:slug>/publication/<int:pk>/", publications.public_publication, name="public_publication"),
    path("rules/compare/", rules.compare, name="rules_compare"),
    path("rules/<slug:preset>/", rules.preset, name="rules_preset"),
]

public_leagues = [
    path("c/<slug:slug>/league/<int:pk>/", leagues.public_league, name="public_league"),
    path("c/<slug:slug>/league/<int:pk>/calendar.ics", leagues.league_feed, name="league_feed"),
    path(
        "c/<slug:slug>/league/<int:pk>/entry/<int:entry_pk>/",
        leagues.public_entry,
        name="public_league_entry",
    ),
    path(
        "c/<slug:slug>/league/<int:pk>/entry/<int:entry_pk>/calendar.ics",
        leagues.entry_feed,
        name="league_entry_feed",
    ),
    path("c/<slug:slug>/division/<int:pk>/", leagues.public_division, name="public_division"),
]

public_statistics = [
    path("c/<slug:slug>/calendar.ics", calendars.club_calendar, name="public_calendar"),
    path("c/<slug:slug>/season/<int:pk>/calendar.ics", calendars.season_calendar, name="season_calendar"),
    path("c/<slug:slug>/statistics/", statistics.public_club, name="public_club_statistics"),
    path("c/<slug:slug>/season/<int:pk>/statistics/", statistics.public_statistics, name="public_statistics"),
    path(
        "c/<slug:slug>/season/<int:pk>/statistics/<slug:kind>.svg",
        statistics.public_graph,
        name="public_statistics_graph",
    ),
    path(
        "c/<slug:slug>/season/<int:pk>/statistics/player/<int:person>/",
        statistics.public_player,
        name="public_player",
    ),
    path(
        "c/<slug:slug>/season/<int:pk>/statistics/player/<int:person>/<slug:kind>.svg",
        statistics.public_graph,
        name="public_player_graph",
    ),
]

public_players = [
    path("c/<slug:slug>/players/", players.players.public, name="public_players"),
    path("c/<slug:slug>/player/<int:pk>/", players.person.public, name="public_person"),
    path("c/<slug:slug>/player/<int:pk>/rating.svg", players.graph.public, name="public_person_graph"),
    path("c/<slug:slug>/player/<int:pk>/and/<int:other>/", players.two.public, name="public_versus"),
    path("c/<slug:slug>/ratings/", ratings.lists.public, name="public_ratings"),
    path("c/<slug:slug>/ratings/pairs/", ratings.pairs.public, name="public_pair_ratings"),
]

desk_players = [
    path("club/<slug:slug>/players/", players.players.desk, name="players"),
    path("club/<slug:slug>/player/<int:pk>/", players.person.desk, name="person"),
    path("club/<slug:slug>/player/<int:pk>/rating.svg", players.graph.desk, name="person_graph"),
    path("club/<slug:slug>/player/<int:pk>/and/<int:other>/", players.two.desk, name="versus"),
    path("club/<slug:slug>/ratings/", ratings.lists.desk, name="ratings"),
    path("club/<slug:slug>/ratings/pairs/", ratings.pairs.desk, name="pair_ratings"),
    path("club/<slug:slug>/ratings/luck/", ratings.period, name="rating_period"),
]

desk_statistics = [
    path("club/<slug:slug>/statistics/", statistics.club, name="club_statistics"),
    path("competition/<int:pk>/statistics/", statistics.statistics, name="statistics"),
    path("competition/<int:pk>/statistics/<slug:kind>.svg", statistics.graph, name="statistics_graph"),
    path("competition/<int:pk>/statistics/player/<int:person>/", statistics.player, name="player_statistics"),
    path(
        "competition/<int:pk>/statistics/player/<int:person>/<slug:kind>.svg",
        statistics.graph,
        name="player_graph",
    ),
]

league_desk_pages = [
    path("competition/<int:pk>/league/", leagues.league, name="league"),
    path("competition/<int:pk>/league/new/", divisions.division_add, name="division_add"),
    path("competition/<int:pk>/league/pools/", league_desk.league_pools, name="league_pools"),
    path("competition/<int:pk>/league/finals/", league_desk.league_finals, name="league_finals"),
    path("competition/<int:pk>/league/next/", league_desk.league_next, name="league_next"),
    path("competition/<int:pk>/league/entry/<int:entry_pk>/", leagues.league_entry, name="league_entry"),
    path("division/<int:pk>/", leagues.division, name="division"),
    path("division/<int:pk>/edit/", divisions.division_edit, name="division_edit"),
    path("division/<int:pk>/remove/", divisions.division_remove, name="division_remove"),
    path("division/<int:pk>/entries/", divisions.division_entries, name="division_entries"),
    path("division/<int:pk>/place/<int:rank>/", divisions.division_places, name="division_places"),
    path("division/<int:pk>/place/back/", divisions.division_places_back, name="division_places_back"),
    path("division/<int:pk>/fixtures/", divisions.division_fixtures, name="division_fixtures"),
    path("division/<int:pk>/fixtures/remove/", divisions.fixtures_remove, name="fixtures_remove"),
    path("fixture/<int:pk>/", fixtures.fixture, name="fixture"),
    path("evening/<int:pk>/fixtures/", fixtures.evening_fixtures, name="evening_fixtures"),
    path("club/<slug:slug>/venues/", venues.venues, name="venues"),
    path("club/<slug:slug>/venues/<int:pk>/", venues.venue_edit, name="venue_edit"),
]

desk = [
    path("", home.home, name="home"),
    path("club/new/", home.club_add, name="club_add"),
    path("club/<slug:slug>/", home.club, name="club"),
    path("club/<slug:slug>/settings/", home.club_edit, name="club_edit"),
    path("club/<slug:slug>/roles/", people.roles, name="roles"),
    path("club/<slug:slug>/people/", people.people, name="people"),
    path("club/<slug:slug>/people/new/", people.person_add, name="person_add"),
    path("club/<slug:slug>/people/<int:pk>/", people.person_edit, name="person_edit"),
    path("club/<slug:slug>/people/<int:pk>/merge/", people_same.merge, name="person_merge"),
    path("club/<slug:slug>/people/<int:pk>/merge/<int:act>/", people_same.part, name="person_part"),
    path("club/<slug:slug>/people/<int:pk>/split/", people_same.split, name="person_split"),
    path("club/<slug:slug>/competitions/", competitions.competitions, name="competitions"),
    path("club/<slug:slug>/competitions/new/", competitions.competition_add, name="competition_add"),
    path("competition/<int:pk>/", competitions.competition, name="competition"),
    path("competition/<int:pk>/edit/", competitions.competition_edit, name="competition_edit"),
    path("competition/<int:pk>/entries/", competitions.entries, name="entries"),
    path(
        "competition/<int:pk>/entries/<int:entry_pk>/remove/", competitions.entry_remove, name="entry_remove"
    ),
    path("competition/<int:pk>/entries/<int:entry_pk>/left/", leaving.entry_left, name="entry_left"),
    path("competition/<int:pk>/teams/new/", teams.team_add, name="team_add"),
    path("competition/<int:pk>/teams/<int:entry_pk>/", teams.team_edit, name="team_edit"),
    path("competition/<int:pk>/transfers/", transfers.transfers, name="transfers"),
    path(
        "competition/<int:pk>/transfers/<int:member>/back/",
        transfers.transfer_back,
        name="transfer_back",
    ),
    path("round/<int:pk>/line-up/<int:entry_pk>/", teams.line_up, name="line_up"),
    path("competition/<int:pk>/attendance/", attendance_rule.attendance_rule, name="attendance_rule"),
    path("competition/<int:pk>/decisions/", decisions.competition_decisions, name="decisions"),
    path("competition/<int:pk>/draw/", draw_rule.draw_rule, name="draw_rule"),
    path("competition/<int:pk>/draw/apart/new/", draw_rule.apart_group, name="apart_add"),
    path("competition/<int:pk>/draw/apart/<int:group_pk>/", draw_rule.apart_group, name="apart_group"),
    path(
        "competition/<int:pk>/draw/apart/<int:group_pk>/remove/", draw_rule.apart_remove, name="apart_remove"
    ),
    path("competition/<int:pk>/draw/formats/", formats.draw_formats, name="draw_formats"),
    path("competition/<int:pk>/draw/wishes/", draw_rule.wishes, name="draw_wishes"),
    path("club/<slug:slug>/trf/", trf.look, name="trf_import"),
    path("competition/<int:pk>/trf/", trf.season, name="trf_season"),
    path("competition/<int:pk>/standing/", standing_rule.standing_rule, name="standing_rule"),
    path("competition/<int:pk>/standing/evenings/", standing_rule.evenings, name="standing_evenings"),
    path("competition/<int:pk>/standing/new/", standing_rule.title, name="standing_title_add"),
    path("competition/<int:pk>/standing/<int:number>/", standing_rule.title, name="standing_title"),
    path(
        "competition/<int:pk>/standing/<int:number>/move/",
        standing_rule.title_move,
        name="standing_title_move",
    ),
    path("competition/<int:pk>/close/", seasons.season_close, name="season_close"),
    path("competition/<int:pk>/reopen/", seasons.season_reopen, name="season_reopen"),
    path("competition/<int:pk>/next/", seasons.season_next, name="season_next"),
    path("competition/<int:pk>/what-if/", what_if.what_ifs, name="what_if"),
    path("what-if/<int:pk>/", what_if.comparison, name="comparison"),
    path("what-if/<int:pk>/remove/", what_if.comparison_remove, name="comparison_remove"),
    path("what-if/<int:pk>/new/", what_if.alternative, name="comparison_add"),
    path("what-if/<int:pk>/<int:number>/", what_if.alternative, name="comparison_alternative"),
    path(
        "what-if/<int:pk>/<int:number>/remove/",
        what_if.alternative_remove,
        name="comparison_alternative_remove",
    ),
    path("competition/<int:pk>/evenings/new/", competitions.evening_add, name="evening_add"),
    path("competition/<int:pk>/season/", season.season, name="season"),
    path("competition/<int:pk>/season/why/<int:entry>/", season.season_why, name="season_why"),
    path("competition/<int:pk>/season/evenings/", season.season_matrix, name="season_matrix"),
    path("competition/<int:pk>/season/met/", season.season_cross, name="season_cross"),
    path("competition/<int:pk>/rules/", rules.competition, name="competition_rules"),
    path("competition/<int:pk>/publications/", publications.publications, name="publications"),
    path("competition/<int:pk>/publish/", publications.publish_list, name="publish"),
    path("publication/<int:pk>/", publications.publication, name="publication"),
    path("publication/<int:pk>/compare/", publications.publication_compare, name="publication_compare"),
    path("publication/<int:pk>/<slug:format>/", publications.publication_file, name="publication_file"),
    path("competition/<int:pk>/prizes/", prizes.prize_plan, name="prize_plan"),
    path("competition/<int:pk>/prizes/season/", prizes.season_prizes, name="season_prizes"),
    path(
        "competition/<int:pk>/prizes/season/screen/", prizes.season_prize_giving, name="season_prize_giving"
    ),
]

one_evening = [
    path("evening/<int:pk>/", evening.evening, name="evening"),
    path("evening/<int:pk>/edit/", evening.evening_edit, name="evening_edit"),
    path("evening/<int:pk>/date/", evening_moves.evening_date, name="evening_date"),
    path("evening/<int:pk>/decisions/", decisions.evening_decisions, name="evening_decisions"),
    path(
        "evening/<int:pk>/decisions/<int:decision_pk>/withdraw/",
        decisions.decision_withdraw,
        name="decision_withdraw",
    ),
    path("evening/<int:pk>/close/", evening.evening_close, name="evening_close"),
    path("evening/<int:pk>/reopen/", evening.evening_reopen, name="evening_reopen"),
    path("evening/<int:pk>/embargo/", embargo.evening_embargo, name="evening_embargo"),
    path("evening/<int:pk>/embargo/lift/", embargo.embargo_lift, name="embargo_lift"),
    path("evening/<int:pk>/prizes/", prizes.evening_prizes, name="evening_prizes"),
    path("evening/<int:pk>/prizes/screen/", prizes.evening_prize_giving, name="evening_prize_giving"),
    path("evening/<int:pk>/projector/", evening.projector, name="projector"),
    path("evening/<int:pk>/result/", results.evening_result, name="evening_result"),
    path("evening/<int:pk>/check-in/", check_in.check_in, name="check_in"),
    path("evening/<int:pk>/check-in/<int:entry_pk>/", check_in.presence, name="presence"),
    path("evening/<int:pk>/guest/", check_in.guest_add, name="guest_add"),
    path("evening/<int:pk>/trf/", trf.evening, name="trf_export"),
    path("evening/<int:pk>/draw/", rounds.draw, name="draw"),
    path("evening/<int:pk>/schedule/", schedules.schedule, name="evening_schedule"),
    path("evening/<int:pk>/schedule/numbers/", schedules.numbers, name="schedule_numbers"),
    path("evening/<int:pk>/schedule/drop/", schedules.drop, name="schedule_drop"),
    path("evening/<int:pk>/schedule/take-over/", schedules.take_over, name="schedule_take_over"),
    path("evening/<int:pk>/schedule/<int:entry_pk>/", schedules.card, name="schedule_card"),
    path("round/<int:pk>/", rounds.round_page, name="round"),
    path("round/<int:pk>/board/", rounds.board, name="round_board"),
    path("round/<int:pk>/publish/", rounds.publish, name="round_publish"),
    path("round/<int:pk>/undo/", rounds.undo, name="round_undo"),
    path("round/<int:pk>/close/", rounds.close, name="round_close"),
    path("round/<int:pk>/reopen/", rounds.reopen, name="round_reopen"),
    path("round/<int:pk>/late/", rounds.late, name="round_late"),
    path("round/<int:pk>/why/", why.round_why, name="round_why"),
    path("round/<int:pk>/swap/", draw_changes.swap, name="round_swap"),
    path("round/<int:pk>/pin/<int:table_pk>/", draw_changes.pin, name="round_pin"),
    path("round/<int:pk>/leave/<int:entry_pk>/", draw_changes.leave, name="round_leave"),
    path("round/<int:pk>/seat/<int:seat_pk>/", rounds.substitute, name="substitute"),
]

typing = [
    path("sheet/", sheets.find_sheet, name="find_sheet"),
    path("table/<int:pk>/list/", threes_list.threes_list, name="threes_list"),
    path("table/<int:pk>/sheet/", sheets.sheet, name="sheet"),
    path("table/<int:pk>/sheet/row/", sheets.sheet_row, name="sheet_row"),
    path("table/<int:pk>/sheet/review/", corrections.sheet_review, name="sheet_review"),
    path("table/<int:pk>/seats/", corrections.seats, name="table_seats"),
    path("table/<int:pk>/sheet/accept/", sheets.sheet_accept, name="sheet_accept"),
    path("table/<int:pk>/sheet/deals/", sheets.sheet_deals, name="sheet_deals"),
    path("table/<int:pk>/sheet/check/", sheets.sheet_check, name="sheet_check"),
    path("table/<int:pk>/versions/", sheets.sheet_versions, name="sheet_versions"),
]

documents = [
    path("report/<slug:kind>/<int:pk>/<slug:format>/", jobs.report, name="report"),
    path("job/<int:pk>/", jobs.job, name="job"),
    path("job/<int:pk>/status/", jobs.status, name="job_status"),
    path("job/<int:pk>/file/", jobs.file, name="job_file"),
    path("job/<int:pk>/retry/", jobs.retry, name="job_retry"),
    path("club/<slug:slug>/documents/", jobs.documents, name="documents"),
]

urlpatterns = (
    readers
    + public_statistics
    + desk_statistics
    + public_players
    + desk_players
    + public_leagues
    + league_desk_pages
    + desk
    + one_evening
    + typing
    + documents
)
