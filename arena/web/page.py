"""A template in the shell of the site."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import quote

from fastapi import Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

from arena.service.reports.fault_counts import fault_text
from arena.service.tournaments.setup.settings import UNNAMED
from arena.web.assets import asset
from arena.web.http.headers import EMBED
from arena.web.markup import write_out_unseen
from arena.web.site import site_of

# What the bar on top shows: where it leads, and what it is called.
BAR: Final = (
    ("/", "Ladder"),
    ("/tournaments", "Tournaments"),
    ("/matches", "Matches"),
    ("/live", "Live"),
    ("/bots", "Bots"),
    ("/rules", "Rules"),
    ("/guide", "Guide"),
    ("/submit", "Submit"),
)

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR


def page(
    request: Request,
    template: str,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **values: object,
) -> HTMLResponse:
    """The page that a template of `templates/` makes of these values."""
    made = TEMPLATES.get_template(template).render(
        path=request.url.path,
        query=request.url.query,
        bar=BAR,
        db=site_of(request).settings.db_words,
        embedded=_embedded(request),
        **values,
    )
    return HTMLResponse(made, status, headers)


def _embedded(request: Request) -> bool:
    return request.url.path.startswith(EMBED)


def number(value: float | None, digits: int = 0) -> str:
    """A number with thousands apart; nothing where there is none.

    >>> number(1234567), number(0.456, 2), number(None), number(-0.4)
    ('1,234,567', '0.46', '', '0')
    """
    return "" if value is None else f"{value:z,.{digits}f}".replace("-", "−")


def signed(value: float | None, digits: int = 0) -> str:
    """A difference.

    >>> signed(12.3), signed(-4), signed(0.2), signed(None)
    ('+12', '−4', '0', '')
    """
    if value is None:
        return ""
    text = f"{value:+,.{digits}f}"
    return text[1:] if not any(digit in text for digit in "123456789") else text.replace("-", "−")


def percent(share: float | None, digits: int = 1) -> str:
    """A share in per cent, without the sign.

    >>> percent(0.5), percent(None)
    ('50.0', '')
    """
    return "" if share is None else f"{100 * share:.{digits}f}"


def moment(when: datetime | None) -> str:
    """A time, to the minute.

    >>> moment(datetime(2026, 11, 3, 9, 5, 59, tzinfo=UTC))
    '2026-11-03 09:05'
    """
    return f"{when.astimezone(UTC):%Y-%m-%d %H:%M}" if when else ""


def ago(when: datetime | None, now: datetime | None = None) -> str:
    """How long it is since.

    >>> ago(datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 3, 5, tzinfo=UTC))
    '2 days ago'
    """
    if when is None:
        return ""
    seconds = ((now or datetime.now(UTC)) - when).total_seconds()
    if seconds < _MINUTE:
        return "just now"
    for size, unit in ((_DAY, "day"), (_HOUR, "hour"), (_MINUTE, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {unit}{'' if count == 1 else 's'} ago"
    raise AssertionError(seconds)


def called(name: str, number: int) -> str:
    """A tournament by its name; one that was given none by its number.

    >>> called("autumn", 7), called("tournament", 7)
    ('autumn', 'Tournament 7')
    """
    return f"Tournament {number}" if name == UNNAMED else name


def segment(text: str) -> str:
    """Text as one part of a path.

    >>> segment("a/b c")
    'a%2Fb%20c'
    """
    return quote(text, safe="")


def _templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        finalize=write_out_unseen,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "ago": ago,
        "called": called,
        "fault": fault_text,
        "moment": moment,
        "number": number,
        "percent": percent,
        "segment": segment,
        "signed": signed,
    }
    made.globals["asset"] = asset
    return made


TEMPLATES: Final = _templates()
