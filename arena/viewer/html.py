"""Write a replay as one HTML file that works offline in any browser."""

import base64
import hashlib
import html
from string import Template
from typing import Final

from arena.assets import read_asset
from arena.assets.bundle import bundle
from arena.record.reader import GameLog
from arena.record.replay import game_of
from arena.viewer.cards.svg import sprite
from arena.viewer.replay.film import Film, Side, film
from arena.viewer.replay.film_json import as_json, document

# Characters that could end the script element of the film, or a line in it.
_ESCAPES: Final = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}


def replay_page(log: GameLog, side: Side = None) -> str:
    """Return the replay of a recorded game as an HTML page.

    If `side` is a seat (from 0) or PUBLIC, the page contains only what that side saw. Logs that differ only
    in cards hidden from the side give the same page, so the page lacks the secret, the digests and the game's
    id. Raise NoSuchSeat if the game does not have that seat, BadLog for an invalid log.
    """
    if side is not None:
        return page([film(log, side)], [side], log)
    sides: list[Side] = [None, *range(log.header.seats)]
    return page([film(log, side) for side in sides], sides, log)


def page(films: list[Film], sides: list[Side], log: GameLog) -> str:
    """Return an HTML page that replays one game. `films`: the game's films, one for each of `sides`."""
    script, style = bundle(), read_asset("css/theme.css") + read_asset("css/replay.css")
    names = " vs ".join(one.name for one in films[0].frames[0].seats)
    return Template(read_asset("html/replay_page.html")).substitute(
        policy=_policy(script, style),
        title=html.escape(f"{films[0].title}: {names}"),
        style=style,
        sprite=sprite(game_of(log.header).pack),
        template=read_asset("html/replay_element.html"),
        film=in_script(document(films, sides)),
        script=script,
    )


def in_script(data: object) -> str:
    """Return data as JSON that is safe inside a script element.

    >>> print(in_script("</script>"))
    "\\u003c/script\\u003e"
    """
    return as_json(data).decode().translate(_ESCAPES)


def _policy(script: str, style: str) -> str:
    """Return a content security policy that allows only this script and this style sheet."""
    return (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
