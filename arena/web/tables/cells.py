"""Cells that several tables have: bots, Elo, faults, times."""

from datetime import datetime
from typing import Final
from urllib.parse import quote

from markupsafe import Markup

from arena.rules import Ruleset, UnknownRuleset, ruleset
from arena.service.common.version_names import SHORT
from arena.service.reports.rating_text import elo_text, margin_text, rank_text
from arena.store.ladder.cached_ladders import CachedRow
from arena.web.markup import html
from arena.web.page import ago, moment, number, signed

FAULTS: Final = "Games lost by an illegal move, out of time, by a crash"


def bot_link(name: str) -> str:
    """Where a bot's page is."""
    return f"/bots/{quote(name, safe='')}"


def bot_cell(name: str, *about: str) -> Markup:
    """A bot, and what else is known of it in a smaller line below."""
    parts = Markup(" · ").join(html("<bdi>{}</bdi>", part) for part in about if part)
    below = html('<small class="quiet">{}</small>', parts) if parts else ""
    return html(
        '<span class="bot"><a href="{}" title="{}"><bdi>{}</bdi></a>{}</span>',
        bot_link(name),
        name,
        name,
        below,
    )


def cut_cell(text: str) -> Markup:
    """A text by a stranger, cut where it is long; all of it in a title."""
    return html('<span class="cut" title="{}"><bdi>{}</bdi></span>', text, text)


def short(version: str) -> str:
    """A version as it is shown."""
    return version[:SHORT]


def version_cell(version: str) -> Markup:
    """A version, all of it in a title."""
    return html('<code title="{}">{}</code>', version, short(version))


def rank_cell(row: CachedRow) -> Markup:
    """Return a rank, a range where Elo does not separate bots; none without an interval or a bound."""
    if row.best is None or row.worst is None:
        return Markup('<span class="quiet">–</span>')
    if row.best == row.worst:
        return html("{}", row.best)
    more = f"about {row.more_boards:,} more boards would" if row.more_boards else "too close to tell"
    title = f"Elo does not separate it from its neighbours: {more}"
    return html('<span title="{}">{}</span>', title, rank_text(row.best, row.worst))


def elo_cell(elo: float | None, low: float | None, high: float | None, why_not: str | None = None) -> Markup:
    """Return Elo with its interval, or a bound; why there is none stands in a title."""
    text, margin = elo_text(elo, low, high), margin_text(elo, low, high)
    if margin:
        sign = "" if "…" in margin else "± "
        return html('{} <small class="quiet">{}{}</small>', text, sign, margin)
    if elo is None and why_not:
        return html('<span class="quiet" title="{}">{}</span>', why_not.capitalize(), text)
    if why_not:
        return html('{} <small class="quiet" title="No ±: {}">± ?</small>', text, why_not)
    return html("{}", text)


def faults_cell(illegal: int, timeouts: int, crashes: int) -> Markup:
    """How often a bot was at fault, by kind."""
    if not illegal + timeouts + crashes:
        return Markup('<span class="quiet" title="No faults">0 / 0 / 0</span>')
    words = f"{illegal:,} illegal, {timeouts:,} out of time, {crashes:,} crashed"
    return html(
        '<span class="bad" title="{}">{} / {} / {}</span>',
        words,
        number(illegal),
        number(timeouts),
        number(crashes),
    )


def when_cell(when: datetime | None) -> Markup:
    """How long ago; the time itself in a title."""
    if when is None:
        return Markup('<span class="quiet">never</span>')
    return html('<time datetime="{}" title="{} UTC">{}</time>', when.isoformat(), moment(when), ago(when))


def change_cell(change: float | None, digits: int = 1) -> Markup:
    """A gain or a loss, by sign and by colour."""
    if change is None:
        return Markup()
    kind = "good" if change > 0 else "bad" if change < 0 else "quiet"
    return html('<span class="{}">{}</span>', kind, signed(change, digits))


def milliseconds(value: float | None) -> str:
    """A duration.

    >>> milliseconds(0.042), milliseconds(12.3), milliseconds(4567), milliseconds(None)
    ('0.04 ms', '12 ms', '4.6 s', '')
    """
    if value is None:
        return ""
    if value >= 1000:  # noqa: PLR2004
        return f"{number(value / 1000, 1)} s"
    return f"{number(value, 0 if value >= 10 else 1 if value >= 1 else 2)} ms"  # noqa: PLR2004


def find_fixed_ruleset(key: str) -> Ruleset | None:
    """The fixed ruleset of that key; None of house rules."""
    try:
        return ruleset(key)
    except UnknownRuleset:
        return None


def pack_badge(key: str) -> str:
    """The pack that a ruleset is played with: "French 32"; empty for house rules."""
    found = find_fixed_ruleset(key)
    if found is None:
        return ""
    pack = found.packs[min(found.packs)]
    return f"{pack.style.capitalize()} {pack.size - pack.jokers * pack.copies}"
