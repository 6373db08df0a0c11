"""The matches of a bot."""

from typing import Final

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.service.ladder.views import matches_view
from arena.store.ladder.bots import BotMatchFilter, MatchLine
from arena.web.markup import html
from arena.web.page import number, page, percent
from arena.web.pages.bot.head import TABS, YES_NO, state_badge
from arena.web.site import Sited
from arena.web.tables.cells import bot_link, change_cell
from arena.web.tables.columns import mean_decision, when_played
from arena.web.tables.listing import PAGE, Column, Listing, ListRequest, wanted

router = APIRouter()

CAUSES: Final = ("illegal", "timeout", "crash")
MAX_NAMES: Final = 3


def _opponents(row: MatchLine) -> Markup:
    shown = Markup(", ").join(
        html('<a href="{}"><bdi>{}</bdi></a>', bot_link(name), name) for name in row.opponents[:MAX_NAMES]
    )
    more = len(row.opponents) - MAX_NAMES
    return html("{}{}", shown, f" and {more} more" if more > 0 else "")


def _score(row: MatchLine) -> Markup:
    kind = "good" if row.score > 1 / 2 else "bad" if row.score < 1 / 2 else "quiet"
    return html(
        '<span class="{}">{} %</span> <small class="quiet">of {}</small>',
        kind,
        percent(row.score),
        number(row.games),
    )


def _change(row: MatchLine) -> Markup:
    if not row.counted:
        return Markup('<span class="badge">unrated</span>')
    return change_cell(row.change)


def _cause(row: MatchLine) -> Markup:
    if not row.cause:
        return Markup('<span class="quiet">–</span>')
    count = row.illegal + row.timeouts + row.crashes
    return html('<span class="bad">{} <small>× {}</small></span>', row.cause, number(count))


def match_id(row: MatchLine) -> str:
    """As a match is called: "7.1.2"."""
    return f"{row.tournament}.{row.round}.{row.pairing}"


MATCHES: Final[tuple[Column[MatchLine], ...]] = (
    Column("match", "Match", match_id, link=lambda row: f"/matches/{match_id(row)}", sorts=False),
    Column("event", "", lambda row: row.event, sorts=False),
    Column(
        "opponent",
        "Opponent",
        lambda row: ", ".join(row.opponents),
        shown=_opponents,
        filters=True,
        sorts=False,
    ),
    Column("version", "", lambda row: row.version, sorts=False),
    Column("ruleset", "Ruleset", lambda row: row.ruleset, filters=True),
    Column("score", "Result", lambda row: row.score, shown=_score, numbers=True, most_first=True),
    Column("games", "", lambda row: row.games),
    Column(
        "change",
        "Elo change",
        lambda row: row.change,
        shown=_change,
        numbers=True,
        most_first=True,
        about="How the match moved its live Elo",
    ),
    Column("rated", "", lambda row: row.counted, filters=True, sorts=False),
    Column(
        "cause",
        "Cause",
        lambda row: row.cause or None,
        shown=_cause,
        filters=True,
        about="What it lost games by, by its own fault",
    ),
    mean_decision("ms", lambda row: row.mean_ms, most_first=True),
    when_played("date", "Played"),
)


def wishes_of(what: ListRequest) -> tuple[BotMatchFilter, int, int | None]:
    """Which matches are asked for, from where on, and how many."""
    wishes = BotMatchFilter(
        ruleset=what.filters.get("ruleset", ""),
        cause=what.filters.get("cause", ""),
        counted=YES_NO.get(what.filters.get("rated", "").casefold()),
        sort=what.sort,
        descending=what.descending,
    )
    return (wishes, 0, None) if what.format else (wishes, what.offset, PAGE)


@router.get("/bots/{name}/matches")
def matches(request: Request, site: Sited, name: str) -> Response:
    """Its matches; `opponent`, `ruleset`, `cause` and `rated` keep some of them."""
    what = wanted(request, MATCHES, "-date")
    wishes, offset, most = wishes_of(what)
    opponent = request.query_params.get("opponent", "")
    view = matches_view(site.store, name, opponent, wishes, offset, most)
    table = Listing(request, f"{view.line.name}-matches", MATCHES, view.matches, view.total, what)
    return table.file() or page(
        request,
        "bot_matches.html",
        line=view.line,
        table=table,
        tab="/matches",
        tabs=TABS,
        state=state_badge(view.line.state),
        asked=what.filters,
        choices_of={"ruleset": view.rulesets, "cause": CAUSES, "rated": tuple(YES_NO)},
    )
