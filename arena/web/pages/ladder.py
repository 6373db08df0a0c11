"""The first page: who is best at what, what is being played, how to join."""

from collections.abc import Sequence
from typing import Final

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.ratings.margins import FEW_GROUPS
from arena.service.ladder.views import LadderView, ladder_view
from arena.store.ladder.cached_ladders import OVERALL, CachedLadder, CachedRow
from arena.web.charts import sparkline
from arena.web.errors import missing
from arena.web.markup import html
from arena.web.page import number, page, percent, signed
from arena.web.site import Sited
from arena.web.tables.cells import bot_cell, bot_link, elo_cell, milliseconds, pack_badge, rank_cell, short
from arena.web.tables.columns import forfeits_column, when_played
from arena.web.tables.list_query import asked
from arena.web.tables.listing import Column, Listing, wanted

router = APIRouter()

PROVISIONAL: Final = f"Provisional: fewer than {FEW_GROUPS} boards"
TABS: Final = 5  # and the rest behind a click
MOVED: Final = 5  # Elo, in the last matches


def _bot(row: CachedRow) -> Markup:
    return bot_cell(row.bot, f"@{short(row.version)}", row.language, row.owner)


def _trend(row: CachedRow) -> float | None:
    """How far the last matches moved the live Elo."""
    return row.recent[-1] - row.recent[0] if len(row.recent) > 1 else None


def _trend_cell(row: CachedRow) -> Markup:
    trend = _trend(row)
    if trend is None:
        return Markup('<span class="quiet">–</span>')
    arrow, kind = ("▴", "good") if trend >= MOVED else ("▾", "bad") if trend <= -MOVED else ("▸", "quiet")
    return html(
        '<span class="trend {}"><span title="{} Elo in the last {} matches">{}</span>{}</span>',
        kind,
        signed(trend),
        len(row.recent),
        arrow,
        sparkline(row.recent),
    )


_HEAD: Final[tuple[Column[CachedRow], ...]] = (
    Column(
        "rank",
        "#",
        lambda row: row.best,
        shown=rank_cell,
        numbers=True,
        about="A range where Elo does not separate bots",
    ),
    Column("bot", "Bot", lambda row: row.bot, shown=_bot, filters=True),
    Column("version", "", lambda row: row.version),
    Column("language", "", lambda row: row.language, filters=True),
    Column("author", "", lambda row: row.owner, filters=True),
    Column(
        "elo",
        "Elo",
        lambda row: row.elo,
        shown=lambda row: elo_cell(row.elo, row.low, row.high, row.no_margin),
        numbers=True,
        most_first=True,
        about="Fitted to all boards at once; ± is a 95 % interval against the mean",
    ),
    Column("low", "", lambda row: row.low),
    Column("high", "", lambda row: row.high),
    Column("margin", "", lambda row: row.margin),
    Column("no_margin", "", lambda row: row.no_margin),
    Column("games", "Games", lambda row: row.games, numbers=True, most_first=True),
    Column("boards", "", lambda row: row.boards),
    Column(
        "score",
        "Score %",
        lambda row: row.score,
        shown=lambda row: percent(row.score),
        numbers=True,
        most_first=True,
        about="Mean score of a game: 100 won all, 50 won half",
    ),
)
_COURSE: Final[tuple[Column[CachedRow], ...]] = (
    Column(
        "trend",
        "Last 10",
        _trend,
        shown=_trend_cell,
        sorts=False,
        about="How the last ten matches moved the live Elo",
    ),
    Column("live", "", lambda row: row.live),
    Column("peak", "", lambda row: row.peak),
)
_FOOT: Final[tuple[Column[CachedRow], ...]] = (
    forfeits_column(),
    Column("illegal", "", lambda row: row.illegal),
    Column("timeouts", "", lambda row: row.timeouts),
    Column("crashes", "", lambda row: row.crashes),
    Column("decision_ms", "", lambda row: row.decision_ms),
    Column("provisional", "", lambda row: row.provisional, filters=True),
    when_played("played", "Last played"),
)
COLUMNS: Final = (*_HEAD, *_COURSE, *_FOOT)
OVERALL_COLUMNS: Final = (*_HEAD, *_FOOT)


@router.get("/")
def ladder(request: Request, site: Sited, ruleset: str = "") -> Response:
    """The ladder of a ruleset, `?ruleset=`; without it the one of most bots."""
    view = ladder_view(site.store, ruleset, asked(request, COLUMNS))
    if view is None:
        raise missing(f"There is no ladder of {ruleset[:64]!r}: no rated match of it is over.")
    name = view.head.ruleset if view.head else ""
    columns = OVERALL_COLUMNS if name == OVERALL else COLUMNS
    what = wanted(request, columns)
    alike = len({row.provisional for row in view.rows}) == 1
    table = Listing(request, "ladder", columns, view.rows, view.total, what, None if alike else _part)
    return table.file() or page(
        request,
        "ladder.html",
        view=view,
        table=table,
        tabs=[_tab(head) for head in view.heads if head in _first(view)],
        more=[_tab(head) for head in view.heads if head not in _first(view)],
        notes=_notes(view),
        overall=name == OVERALL,
        address=site.settings.address,
        bot_link=bot_link,
        milliseconds=milliseconds,
    )


def _part(row: CachedRow) -> str:
    return PROVISIONAL if row.provisional else ""


def _first(view: LadderView) -> Sequence[CachedLadder]:
    """The ladders whose tabs are always there: of most bots, and the one that is shown."""
    return [head for place, head in enumerate(view.heads) if place < TABS or head == view.head]


def _tab(head: CachedLadder) -> tuple[str, str, str]:
    """A ruleset, what its tab says, its pack."""
    version = head.ruleset.partition("@")[2]
    return head.ruleset, head.ruleset if version not in ("", "1") else head.title, pack_badge(head.ruleset)


def _notes(view: LadderView) -> list[str]:
    """What is to be known to read the table."""
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
        notes.append(_counted(about["tournaments"], "rated tournament"))
    if view.left_out:
        notes.append(f"{number(view.left_out)} left out: unrated, or of an open seed")
    return notes


def _counted(count: int, what: str) -> str:
    return f"{number(count)} {what}{'' if count == 1 else 's'}"
