"""One tournament: its standings, crosstables, pairings, matches, and how it was set up."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from arena.service.common.clock_notation import format_clock
from arena.service.live.progress import progress_in
from arena.service.reports.export import crosstable_csv, standings_csv, to_json
from arena.service.reports.fair_play import READ, chance
from arena.service.reports.pairings_text import COLUMNS, KINDS, fit_text, points_text, rows, state_text
from arena.service.reports.round_summary import columns_of, tie_breaks_of
from arena.service.reports.text_tables import csv_text
from arena.service.results import StandingsRow, Table
from arena.service.tournaments.setup.export_file import written
from arena.store.tournaments.comparisons import read_comparison
from arena.store.tournaments.matches_list import MatchFilter
from arena.store.tournaments.pairings import byes
from arena.web.api.live import look
from arena.web.http.poller import hub_of
from arena.web.now_playing import crew
from arena.web.page import page
from arena.web.pages.matches_table import (
    CAUSE_WORDS,
    MATCH,
    OVER,
    RESULT,
    ROUND,
    RULESET,
    asked,
    match_table,
    understood,
)
from arena.web.pages.tournament.comparison_facts import comparison_facts, way
from arena.web.pages.tournament.crosstable import ORDERS, heat_map
from arena.web.pages.tournament.figures import Event, find_event
from arena.web.pages.tournament.pairings_query import round_wanted, rounds_of_bot
from arena.web.pages.tournament.standings import missed, standings_columns, standings_notes, used_tie_breaks
from arena.web.pages.tournaments import format_words
from arena.web.site import Sited
from arena.web.tables.listing import Listing, listed

router = APIRouter()

JSON_FORMAT: Final = "maumau-tournament-page-1"
MATCH_FILTERS: Final = ("bot", "against", "round", "ruleset", "cause")


def event_at(site: Sited, number: str) -> Event:
    """The tournament of the address."""
    return find_event(site, number)


Wanted = Annotated[Event, Depends(event_at)]


def _shown(request: Request, event: Event, template: str, tab: str, **values: Any) -> Response:  # noqa: ANN401
    """A page of a tournament, below the head that all of them have."""
    tournament = event.tournament
    return page(
        request,
        template,
        event=event,
        one=event.line,
        tab=tab,
        tabs=tuple(_tabs(event)),
        format=format_words(event.line.format, event.line.seats),
        house={round.ruleset for round in tournament.rounds if round.rules},
        paired=sum(round.paired for round in tournament.rounds),
        clock=format_clock(tournament.clock),
        crew="" if event.is_over else _crew(request, event.id),
        **values,
    )


def _crew(request: Request, tournament: int) -> str:
    """Who plays it at this moment, as far as that is known yet."""
    now = progress_in(look(hub_of(request), str(tournament)), tournament)
    return crew(now) if now else ""


def _tabs(event: Event) -> Iterator[tuple[str, str]]:
    yield "", "Test" if event.compares else "Standings"
    if not event.compares:
        yield "crosstable", "Crosstable"
        yield "pairings", "Pairings"
    yield "matches", "Matches"
    yield "config", "Config"


def _tables(request: Request, event: Event) -> tuple[tuple[Table, ...], bool]:
    """Those that are asked for, and whether something has been committed since they were made."""
    made = event.tables()
    ruleset = request.query_params.get("ruleset", "")
    shown = tuple(one for one in made.value if ruleset in ("", one.ruleset, one.ruleset.partition("@")[0]))
    return shown or made.value, made.behind


def _json(document: object) -> Response:
    return Response(to_json(document), media_type="application/json")


def _csv(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(text, media_type="text/csv", headers=headers)


@router.get("/tournaments/{number}")
def standings(request: Request, event: Wanted, format: str = "", why: str = "") -> Response:
    """The standings; of a comparison what its test says."""
    if event.compares:
        return _comparison(request, event, format)
    tables, behind = _tables(request, event)
    if format == "json":
        return _json(
            {"format": JSON_FORMAT, "tournament": event.line, "tables": tables, "secret": event.secret}
        )
    if format == "csv":
        return _csv(standings_csv(*tables), f"tournament-{event.id}-standings")
    return _shown(
        request,
        event,
        "tournament_standings.html",
        "",
        shown=[(table, _listing(request, event, table, bool(why))) for table in tables],
        behind=behind,
        why=why,
        used=used_tie_breaks,
        notes=standings_notes,
        missed=missed,
        chance=chance,
        read=READ,
    )


def _listing(request: Request, event: Event, table: Table, why: bool) -> Listing[StandingsRow]:
    name = f"tournament-{event.id}-standings"
    return listed(request, name, standings_columns(table, event.bots, why), table.rows)


def _comparison(request: Request, event: Event, format: str) -> Response:
    made = event.comparison()
    if format:
        return _json({"format": JSON_FORMAT, "tournament": event.line, "test": made.value})
    return _shown(
        request,
        event,
        "tournament_test.html",
        "",
        test=made.value,
        facts=tuple(comparison_facts(made.value)),
        way=way(made.value),
        behind=made.behind,
    )


@router.get("/tournaments/{number}/crosstable")
def crosstable(
    request: Request, event: Wanted, format: str = "", order: str = "rank", page: str = ""
) -> Response:
    """Who scored how much against whom."""
    tables, behind = _tables(request, event)
    if format == "json":
        return _json([_cells(one) for one in tables])
    if format == "csv":
        return _csv("\n".join(map(crosstable_csv, tables)), f"tournament-{event.id}-crosstable")
    order = order if order in ORDERS else "rank"
    at = int(page) if page.isascii() and page.isdecimal() and len(page) < len("10000") else 1
    maps = [heat_map(one, event.bots, order, at) for one in tables]
    return _shown(
        request,
        event,
        "tournament_crosstable.html",
        "crosstable",
        maps=maps,
        order=order,
        orders=tuple(ORDERS),
        behind=behind,
    )


def _cells(table: Table) -> dict[str, object]:
    return {"ruleset": table.ruleset, "bots": [row.bot for row in table.rows], "cells": table.cells}


@router.get("/tournaments/{number}/pairings")
def pairings(request: Request, event: Wanted, format: str = "", round: str = "", bot: str = "") -> Response:
    """A round, or all rounds of a bot."""
    made = event.rounds()
    rounds = made.value
    chosen = round_wanted(rounds, round)
    shown = rounds_of_bot(rounds, bot) if bot else (chosen,) if chosen else ()
    if format in ("json", "csv"):
        asked_for = shown if round or bot else rounds
        if format == "json":
            return _json(asked_for)
        return _csv(csv_text(COLUMNS, rows(asked_for)), f"tournament-{event.id}-pairings")
    return _shown(
        request,
        event,
        "tournament_pairings.html",
        "pairings",
        rounds=rounds,
        chosen=chosen,
        shown=shown,
        bot=bot,
        names=sorted(event.bots, key=str.casefold),
        own=event.bots,
        kinds=KINDS,
        points=points_text,
        fit=fit_text,
        how_far=state_text,
        behind=made.behind,
    )


@router.get("/tournaments/{number}/matches")
def matches(request: Request, event: Wanted) -> Response:
    """Its matches, the newest first."""
    filters = asked(request, MATCH_FILTERS)
    found = understood(request, filters)
    only = MatchFilter(
        tournament=event.id,
        round=found.round,
        ruleset=found.ruleset,
        bot=event.bots.get(found.bot, found.bot),
        against=event.bots.get(found.against, found.against),
        entrant=found.bot,
        opponent=found.against,
        cause=found.cause,
    )
    several = len(event.line.rulesets) > 1
    columns = (MATCH, *RESULT, ROUND, *([RULESET] if several else []), OVER)
    table = match_table(request, event.store, columns, filters, only)
    return table.file() or _shown(
        request,
        event,
        "tournament_matches.html",
        "matches",
        table=table,
        filters=filters,
        names=sorted(event.bots, key=str.casefold),
        rulesets=[(key, key) for key in event.line.rulesets],
        causes=tuple(CAUSE_WORDS.items()),
    )


@router.get("/tournaments/{number}/config")
def config(request: Request, event: Wanted, format: str = "") -> Response:
    """How it was set up, as a file, and what plays it again."""
    tournament = event.tournament
    with event.store.reading() as tx:
        absences, comparison = byes(tx, event.id), read_comparison(tx, event.id)
    made = written(tournament, absences, comparison, secret=event.is_over)
    if format == "json":
        return _json(
            {
                "format": JSON_FORMAT,
                "tournament": event.line,
                "entrants": [
                    {"number": one.number, "bot": one.name, "version": one.version, "pool": one.pool}
                    for one in tournament.entrants
                ],
                "command": made.command,
                "files": made.files,
                "secret": event.secret,
            }
        )
    return _shown(
        request,
        event,
        "tournament_config.html",
        "config",
        made=made,
        hashes={round.ruleset: round.ruleset_hash for round in tournament.rounds},
        tie_breaks=() if comparison else columns_of(tie_breaks_of(tournament)),
    )
