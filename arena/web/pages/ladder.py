"""The first page of the site, and the pages of the ladders."""

from typing import Final

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.ratings.margins import FEW_BOARDS
from arena.record.reader import BadLog
from arena.service.ladder.views import LadderView, ladder_view
from arena.service.replay.featured import find_featured_game
from arena.store.ladder.cached_ladders import OVERALL, CachedRow
from arena.viewer.units import plural
from arena.web.charts import sparkline
from arena.web.errors import not_found
from arena.web.page import number, render
from arena.web.pages.match import MatchReplay, MatchRequest, make_replay
from arena.web.site import Site, Sited
from arena.web.tables.columns import (
    cell,
    elo_column,
    faults_column,
    last_played_column,
    rank_cell,
    score_column,
    short,
)
from arena.web.tables.listing import Column, Listing, data_columns, number_column, parse_list_request
from arena.web.tables.ruleset_tabs import ruleset_tabs

router = APIRouter()

PROVISIONAL: Final = f"Provisional: fewer than {FEW_BOARDS} boards"
TREND_TEXT: Final = "Change of live Elo over the last ten matches"
TREND: Final = 5  # Elo; a smaller change is drawn as no change


def _bot_cell(row: CachedRow) -> Markup:
    facts = (f"@{short(row.version)}", row.language, row.owner)
    return cell("bot", row.bot, [fact for fact in facts if fact])


def _trend(row: CachedRow) -> float | None:
    """Return how much a bot's Elo changed over its last ten matches; None for fewer than two matches."""
    return row.recent[-1] - row.recent[0] if len(row.recent) > 1 else None


def _trend_cell(row: CachedRow) -> Markup:
    trend = _trend(row)
    if trend is None:
        return cell("quiet", "–")
    return cell("trend", trend, len(row.recent), sparkline(row.recent), TREND)


_HEAD: Final[tuple[Column[CachedRow], ...]] = (
    Column(
        "rank",
        "#",
        lambda row: row.best,
        rank_cell,
        numbers=True,
        about="A range where Elo does not separate bots",
    ),
    Column("bot", "Bot", render=_bot_cell, filters=True),
    *data_columns("version"),
    Column("language", "", filters=True),
    Column("author", "", lambda row: row.owner, filters=True),
    elo_column("Fitted to all boards together; ± is a 95 % interval relative to the mean"),
    *data_columns("low", "high", "margin", "no_margin"),
    number_column("games", "Games"),
    *data_columns("boards"),
    score_column(lambda row: row.score, "Mean score per game: 100 is all won, 50 is half"),
)
_LIVE: Final[tuple[Column[CachedRow], ...]] = (
    Column("trend", "Last 10", _trend, _trend_cell, about=TREND_TEXT, sorts=False),
    *data_columns("live", "peak"),
)
_TAIL: Final[tuple[Column[CachedRow], ...]] = (
    faults_column(),
    *data_columns("illegal", "timeouts", "crashes", "decision_ms"),
    Column("provisional", "", filters=True),
    last_played_column("played", "Last played"),
)
COLUMNS: Final = (*_HEAD, *_LIVE, *_TAIL)
OVERALL_COLUMNS: Final = (*_HEAD, *_TAIL)


@router.get("/")
def ladder(request: Request, site: Sited, ruleset: str = "") -> Response:
    """Show the ladder of a ruleset. Without a ruleset, show the site's first page.

    The first page has the overall ladder. If no bot is ranked there, the page has the ladder with the most
    matches.
    """
    view = ladder_view(site.store, ruleset, parse_list_request(request, COLUMNS).for_database)
    if view is None:
        raise not_found(f"No ladder for {ruleset[:64]!r}: no rated match of it has finished.")
    overall = view.head is not None and view.head.ruleset == OVERALL
    columns = OVERALL_COLUMNS if overall else COLUMNS
    query = parse_list_request(request, columns)
    needs_headings = len({row.provisional for row in view.rows}) > 1
    heading = _heading if needs_headings else None
    table = Listing(request, "ladder", columns, view.rows, view.total, query, heading)
    is_home = not request.url.query
    return table.file() or render(
        request,
        "ladder.html",
        view=view,
        table=table,
        is_home=is_home,
        replay=_featured_replay(request, site, view) if is_home else None,
        tabs=ruleset_tabs(
            {head.ruleset: head.title for head in view.heads}, view.head.ruleset if view.head else ""
        ),
        notes=_notes(view),
        overall=overall,
        address=site.settings.address,
    )


def _heading(row: CachedRow) -> str:
    return PROVISIONAL if row.provisional else ""


def _featured_replay(request: Request, site: Site, view: LadderView) -> MatchReplay | None:
    """Return a replay of one of the newest games for the first page; None if no game can be shown.

    The replay starts by itself.
    """
    found = find_featured_game(site.store, view.latest)
    if found is None:
        return None
    try:
        return make_replay(request, MatchRequest(site, found.match), found, autoplay="1", controls="0")
    except BadLog:
        return None


def _notes(view: LadderView) -> list[str]:
    """Return the notes about the ratings on the page."""
    if view.head is None:
        return []
    about = view.head.about
    notes = [*about["scales"]]
    if "rulesets" in about:
        if about["rulesets"]:
            notes.append(f"mean over {len(about['rulesets'])} rulesets")
        notes += [
            f"{name} has a bound, not a rating, in {', '.join(keys)}"
            for name, keys in about["bounded"].items()
        ]
        if about["left_out"]:
            notes.append(f"{number(about['left_out'])} versions left out: not rated in all of these")
    else:
        notes.append(plural(about["tournaments"], "rated tournament"))
    if view.left_out:
        notes.append(f"{number(view.left_out)} left out: unrated or with an open seed")
    return notes
