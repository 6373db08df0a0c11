"""Columns and cells that several tables share: bots, Elo, faults, times."""

from collections.abc import Callable
from typing import Any, Final, TypeVar
from urllib.parse import quote

from markupsafe import Markup

from arena.rules import UnknownRuleset, ruleset
from arena.service.common.text import VERSION_DIGITS, MatchId
from arena.service.reports.rating_text import elo_text, margin_text, rank_text
from arena.store.ladder.bots import BotMatch
from arena.store.ladder.cached_ladders import CachedRow
from arena.store.tournaments.matches_list import MatchRow
from arena.web.page import call_macro, milliseconds, percent
from arena.web.tables.listing import Column, number_column

FAULTS: Final = "Games lost by an illegal move, out of time, by a crash"


_Row = TypeVar("_Row")


def faults_column() -> Column[Any]:
    """Return the column "I / T / C": games lost by an illegal move, a timeout, a crash."""
    return number_column(
        "faults",
        "I / T / C",
        lambda row: row.illegal + row.timeouts + row.crashes,
        lambda row: cell("faults", row.illegal, row.timeouts, row.crashes),
        FAULTS,
    )


def last_played_column(key: str, title: str) -> Column[Any]:
    """Return the column that shows how long ago the last game was."""
    return Column(
        key, title, lambda row: row.played_at, lambda row: cell("when", row.played_at), largest_first=True
    )


def elo_column(about: str = "") -> Column[CachedRow]:
    """Return the column of a bot version's Elo with its interval. `about`: the column's explanation."""
    return number_column(
        "elo", "Elo", render=lambda row: elo_cell(row.elo, row.low, row.high, row.no_margin), about=about
    )


def score_column(value: Callable[[_Row], float | None], about: str = "") -> Column[_Row]:
    """Return a column with the mean score per game, in percent.

    `value`: returns a row's score, 0 … 1. `about`: the column's explanation.
    """
    return number_column("score", "Score %", value, lambda row: percent(value(row)), about)


def version_column(digest: Callable[[_Row], str]) -> Column[_Row]:
    """Return a column with the first digits of a bot version's digest. `digest`: returns a row's digest."""
    return Column("version", "Version", digest, lambda row: cell("version", digest(row), short(digest(row))))


def decision_time_column(
    key: str, mean_ms: Callable[[_Row], float | None], *, largest_first: bool = False
) -> Column[_Row]:
    """Return a column with the mean time per decision. `mean_ms`: returns a row's time, in ms.

    `largest_first`: True if the first click on the column's head sorts the longest times first.
    """
    return Column(
        key,
        "Decision",
        mean_ms,
        render=lambda row: milliseconds(mean_ms(row)),
        numbers=True,
        largest_first=largest_first,
        about="Mean time per decision",
    )


def cell(macro: str, *values: Any) -> Markup:  # noqa: ANN401 - as the macro takes them
    """Return a table cell as HTML, made from `values` by a macro of the template `_cells.html`."""
    return call_macro("_cells.html", macro, *values)


def bot_link(name: str) -> str:
    """Return the URL path of a bot's page."""
    return f"/bots/{quote(name, safe='')}"


def match_id(row: BotMatch | MatchRow) -> str:
    """Return the id of a row's match, such as "7.1.2"."""
    return str(MatchId(row.tournament, row.round, row.pairing))


def short(version: str) -> str:
    """Return the first digits of a version's digest, as pages show it."""
    return version[:VERSION_DIGITS]


def rank_cell(row: CachedRow) -> Markup:
    """Return the cell of a bot's rank: a number, a range of ranks, or a dash for an unrated bot.

    A range means that Elo does not separate the bot from its neighbours.
    """
    if row.best is None or row.worst is None:
        return cell("quiet", "–")
    if row.best == row.worst:
        return Markup(row.best)
    more = f"about {row.more_boards:,} more boards would" if row.more_boards else "too close to tell"
    title = f"Elo does not separate it from its neighbours: {more}"
    return cell("titled", rank_text(row.best, row.worst), title)


def elo_cell(elo: float | None, low: float | None, high: float | None, why_not: str | None = None) -> Markup:
    """Return the cell with a bot's Elo and its interval. If only one bound is known, show that bound.

    `low`, `high`: the bounds of the interval. `why_not`: the reason why there is no interval.
    """
    text = elo_text(elo, low, high)
    if elo is None and why_not:
        return cell("quiet", text, why_not.capitalize())
    return cell("interval", text, margin_text(elo, low, high), why_not)


def pack_badge(key: str) -> str:
    """Return the style and size of a ruleset's pack, such as "French 32"; "" for a user's own ruleset."""
    try:
        packs = ruleset(key).packs
    except UnknownRuleset:
        return ""
    pack = packs[min(packs)]
    return f"{pack.style.capitalize()} {pack.size - pack.jokers * pack.copies}"
