"""Render pages from templates, and write numbers and times as text."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import quote

from fastapi import Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse

from arena.service.reports.fault_counts import fault_text
from arena.service.tournaments.setup.settings import UNNAMED
from arena.viewer.cards.drawn_text import draw_cards, draw_suits
from arena.viewer.printable import visible
from arena.viewer.units import plural
from arena.web.assets import asset
from arena.web.http.headers import EMBED

NAVIGATION: Final = (
    ("/", "Ladder"),
    ("/tournaments", "Tournaments"),
    ("/matches", "Matches"),
    ("/live", "Live"),
    ("/play", "Play"),
    ("/bots", "Bots"),
    ("/rules", "Rules"),
    ("/guide", "Guide"),
    ("/submit", "Submit"),
)

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR


def render(
    request: Request,
    template: str,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **values: object,
) -> HTMLResponse:
    """Return a page: a template filled with these values. `template`: a file in `templates/`."""
    text = TEMPLATES.get_template(template).render(
        path=request.url.path,
        query=request.url.query,
        navigation=NAVIGATION,
        embedded=request.url.path.startswith(EMBED),
        **values,
    )
    return HTMLResponse(text, status, headers)


def render_part(template: str, **values: object) -> str:
    """Return a part of a page as HTML. A server-sent event replaces the part in the browser."""
    return TEMPLATES.get_template(template).render(**values)


def call_macro(template: str, macro: str, *values: object) -> Markup:
    """Call a macro of a template with these values, and return the HTML."""
    return _find_macro(template, macro)(*values)


@cache
def _find_macro(template: str, macro: str) -> Callable[..., Markup]:
    found: Callable[..., Markup] = getattr(TEMPLATES.get_template(template).module, macro)
    return found


def number(value: float | None, digits: int = 0) -> str:
    """Return a number with thousands separators; empty for None.

    >>> number(1234567), number(0.456, 2), number(None), number(-0.4)
    ('1,234,567', '0.46', '', '0')
    """
    return "" if value is None else f"{value:z,.{digits}f}".replace("-", "−")


def points(value: float) -> str:
    """Return a number of points as text, with one decimal unless it is whole.

    >>> points(3), points(2.5)
    ('3', '2.5')
    """
    return number(value, 0 if value % 1 == 0 else 1)


def signed(value: float | None, digits: int = 0) -> str:
    """Return a difference as text with its sign (zero has none); "" for None.

    >>> signed(12.3), signed(-4), signed(0.2), signed(None)
    ('+12', '−4', '0', '')
    """
    if value is None:
        return ""
    text = f"{value:+,.{digits}f}"
    return text[1:] if not any(digit in text for digit in "123456789") else text.replace("-", "−")


def percent(share: float | None, digits: int = 1) -> str:
    """Return a share (0 … 1) as a percentage, without "%"; empty for None.

    >>> percent(0.5), percent(None)
    ('50.0', '')
    """
    return "" if share is None else f"{100 * share:.{digits}f}"


def milliseconds(value: float | None) -> str:
    """Return a number of milliseconds as text in ms or s; empty for None.

    >>> milliseconds(0.042), milliseconds(12.3), milliseconds(4567), milliseconds(None)
    ('0.04 ms', '12 ms', '4.6 s', '')
    """
    if value is None:
        return ""
    if value >= 1000:  # noqa: PLR2004
        return f"{number(value / 1000, 1)} s"
    return f"{number(value, 0 if value >= 10 else 1 if value >= 1 else 2)} ms"  # noqa: PLR2004


def duration(seconds: float | None) -> str:
    """Return a number of seconds as text, in s, min or h; empty for None.

    >>> duration(7.4), duration(100), duration(8000), duration(None)
    ('7 s', '2 min', '2.2 h', '')
    """
    if seconds is None:
        return ""
    if seconds < _MINUTE:
        return f"{seconds:.0f} s"
    return f"{seconds / _MINUTE:.0f} min" if seconds < _HOUR else f"{seconds / _HOUR:.1f} h"


def moment(when: datetime | None) -> str:
    """Return a time as text, in UTC and to the minute; empty for None.

    >>> moment(datetime(2026, 11, 3, 9, 5, 59, tzinfo=UTC))
    '2026-11-03 09:05'
    """
    return when.astimezone(UTC).isoformat(" ", "minutes")[:16] if when else ""


def ago(when: datetime | None, now: datetime | None = None) -> str:
    """Return how long ago a time was, in one unit, such as "2 days ago"; empty for None.

    >>> ago(datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 3, 5, tzinfo=UTC))
    '2 days ago'
    """
    if when is None:
        return ""
    seconds = ((now or datetime.now(UTC)) - when).total_seconds()
    if seconds < _MINUTE:
        return "just now"
    size, unit = next(
        pair for pair in ((_DAY, "day"), (_HOUR, "hour"), (_MINUTE, "minute")) if seconds >= pair[0]
    )
    return f"{plural(int(seconds // size), unit)} ago"


def tournament_title(name: str, number: int) -> str:
    """Return a tournament's name, or "Tournament" and its number if it has the default name.

    >>> tournament_title("autumn", 7), tournament_title("tournament", 7)
    ('autumn', 'Tournament 7')
    """
    return f"Tournament {number}" if name == UNNAMED else name


def cards(text: str, style: str) -> Markup:
    """Return a text about a game as HTML with its cards drawn.

    `style`: the style of the card pack, such as "french".
    """
    return Markup(draw_cards(visible(text), style))


def suits(text: str, style: str) -> Markup:
    """Return a text about rules as HTML with its suits drawn.

    `style`: the style of the card pack, such as "french".
    """
    return Markup(draw_suits(visible(text), style))


def segment(text: str) -> str:
    """Return a text quoted for use as one segment of a URL path.

    >>> segment("a/b c")
    'a%2Fb%20c'
    """
    return quote(text, safe="")


def _escape_invisible(value: object) -> object:
    """Return a template's value with invisible characters escaped. A value that is not a plain string is
    unchanged.
    """
    return visible(value) if type(value) is str else value


def _make_templates() -> Environment:
    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        auto_reload=False,
        finalize=_escape_invisible,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters = (ago, duration, milliseconds, moment, number, percent, plural, points, segment, signed)
    templates.filters |= {filter.__name__: filter for filter in filters}
    templates.filters |= {"cards": cards, "fault": fault_text, "suits": suits}
    templates.filters |= {"tournament_title": tournament_title}
    templates.globals |= {"asset": asset, "zip": zip}
    return templates


TEMPLATES: Final = _make_templates()
