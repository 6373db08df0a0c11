"""A replay as the element `<maumau-replay>` in a page, or as one HTML file that works offline."""

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from string import Template
from typing import Any, Final

from arena.assets import bundle, read_asset
from arena.record.reader import GameLog
from arena.record.replay import game_of
from arena.rules.cards import Pack
from arena.viewer.cards.drawn_text import draw_cards
from arena.viewer.cards.svg import sprite
from arena.viewer.replay.film import Side, film
from arena.viewer.replay.film_json import as_json, document
from arena.viewer.replay.legal_actions import legal_actions

# Characters that could end the script element of the film, or a line in it.
_ESCAPES: Final = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}
TEMPLATE: Final = "html/replay_element.html"

Analysis = Mapping[str, Any]  # `arena.analysis.report.to_json`


def replay_page(
    log: GameLog,
    side: Side = None,
    analyses: Sequence[Analysis] = (),
    attributes: Mapping[str, str] | None = None,
) -> str:
    """Return the replay of a recorded game as an HTML page.

    The page does not reveal hidden hands: logs that differ only in hidden cards give the same page.

    `side`: the seat whose hand is visible (from 0), None for all hands, PUBLIC for none. `analyses`: analyses
    of the game, as JSON data; only those from the visible sides are used. `attributes`: HTML attributes of
    the element `<maumau-replay>`, listed in a comment of this module. If they contain `name`, the page also
    contains the legal actions at every decision.

    Raise NoSuchSeat if the game does not have the seat `side`, BadLog for an invalid log.
    """
    sides: list[Side] = [None, *range(log.header.seats)] if side is None else [side]
    films = [film(log, side) for side in sides]
    data: dict[str, Any] = {**document(films, sides)}
    shown = [
        {key: value for key, value in one.items() if key != "game"}
        for one in analyses
        if one["seat"] in sides
    ]
    if shown:
        data["analyses"] = shown
    attributes = attributes or {}
    if "name" in attributes:
        data["choices"] = legal_actions(log, sides[0])
    names = " vs ".join(one.name for one in films[0].frames[0].seats)
    film_script = f'<script type="application/json">{in_script(data)}</script>'
    return page_of(f"{films[0].title}: {names}", game_of(log.header).pack, attributes, film_script)


def page_of(title: str, pack: Pack, attributes: Mapping[str, str], film_script: str = "") -> str:
    """Return an HTML page with one replay element (`<maumau-replay>`).

    `attributes`: the attributes of the replay element. `film_script`: a script element that contains the
    film (the recorded game as JSON); empty if the page loads the film from the site.
    """
    script, style = bundle(), read_asset("css/theme.css") + read_asset("css/replay.css")
    return Template(read_asset("html/replay_page.html")).substitute(
        policy=_policy(script, style, "'self'" if {"branch", "answer"} & {*attributes} else "'none'"),
        title=escape(title),
        style=style,
        sprite=sprite(pack),
        template=read_asset(TEMPLATE),
        attributes=_written(attributes),
        film=film_script,
        script=script,
    )


def in_script(data: object) -> str:
    """Return data as JSON that is safe inside an HTML script element.

    >>> print(in_script("</script>"))
    "\\u003c/script\\u003e"
    """
    return as_json(data).decode().translate(_ESCAPES)


def _policy(script: str, style: str, servers: str) -> str:
    """Return a content security policy that allows only this script and style sheet.

    `servers`: the servers to which the script may send requests.
    """
    return (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        f"connect-src {servers}; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


# The replay element `<maumau-replay>`, as a server puts it into a page.
#
# <maumau-replay src="/api/matches/7.1.2/games/{game}/film" game="2" games="24"
# path="/matches/7.1.2/games/{game}" …>the game as text</maumau-replay>
#
# The content of the element is shown if there are no scripts or the film (the recorded game as JSON) cannot
# be loaded; otherwise the replay replaces it. `{game}` in an address is the number of a game in its match,
# from 1.
#
# **Addresses.** The replay offers only what has an address.
#
# * `src`: films. `GET src` returns the film of all hands, `?seat=1` the film that shows the hand of seat 1,
#   `?seat=public` the film without hands: `film_json.document`, `application/json`. An error is JSON with a
#   sentence in `error`.
# * `sides`: the available films, "all 1 2 public"; by default "all". The first is shown first.
# * `seat`: the film to show first instead, written as in `sides`.
# * `game`, `games`: the number of the current game, and the number of games in the match.
# * `path`: the page of a game. The address of a ply is `path`, `/seat/1` for the film of a seat, and `#33`.
#   The page's own address follows while it starts with `path`; in a frame only `#33` does.
# * `log`, `text`, `page`, `svg`: downloads of the game log, of the game as text, of a page that is one file,
#   and of an animated image.
# * `embed`: the page for frames on other sites.
# * `output`: the last output of the visitor's own bot, `text/plain`, loaded on demand.
# * `seatings`: the results of the board in all seatings, loaded on demand: `arena.viewer.replay.seatings`.
# * `analysis`: the analysis of a finished game, `arena.analysis.report.to_json`; `?seat=1` that of seat 1,
#   from what the seat knew. `GET` answers 204 if it was not requested, 202 while it is being computed; `POST`
#   requests it.
# * `choices`: the legal actions at every decision, `arena.viewer.replay.legal_actions`, loaded on demand.
# * `branch`, `ask`: `POST` plays on from a decision, or asks a bot: `arena.service.replay.page_server`.
#   Without these addresses, the replay shows the commands that do it.
# * `live`: the events of a running game. The element opens `live?from=PLIES` as an event source.
# * `answer`, `resign`, `hint`, `again`: for a person who plays on the seat that is shown. `POST answer`
#   answers the open question, `resign` gives up, `hint` asks for advice, and `again` starts another game:
#   `arena.service.people.seat` and `arena.service.people.seat_server`.
#
# **Events of `live`**. The `id` of each event is the number of plies after it, so that a lost connection
# continues with `Last-Event-ID`, which overrides `from`:
#
# * `frame`: data is a piece, that is the next plies as JSON (`arena.viewer.replay.film_json.piece`), or a
#   list of pieces, from ply `from` on.
# * `end`: the game has ended; data is `{}`, or `{"src": ADDRESS, "live": ADDRESS}` of the next game at this
#   table, which the element then shows. The element fires a bubbling DOM event `ended`, whose `detail.next`
#   is the address of the next game, "" if there is none. For a person who plays, it is `{"over": {"page":
#   ADDRESS OF THE REPLAY, "again": true, "same_cards": true}}`.
# * `question`: the question that the person must answer, `arena.service.people.question`; null if there is
#   none.
#
# **For commands**: `name` is what `arena replay` calls the game, such as "7.1.2/{game}"; `bots` are the names
# of bots that can play on.
#
# **Options**, which the query of the page's URL may set too (`?autoplay&speed=4`): `autoplay`, `speed` (0.5
# … 16, `instant`; by default the speed that the viewer chose last), `theme` (`light`, `dark`),
# `controls="0"` (without controls).
#
# A page with such elements has `shared_markup(packs)` once in its body, and loads the assets
# `css/theme.css`, `css/replay.css` and `js/replay/replay.js` (`bundle.modules()` names the modules that it
# imports, to preload them).


def shared_markup(packs: Iterable[Pack]) -> str:
    """Return the markup that all replay elements of a page share: the cards of these packs, and the HTML
    template.
    """
    return sprite(*packs) + read_asset(TEMPLATE)


def element(attributes: Mapping[str, str | int | None], fallback: str = "", style: str = "french") -> str:
    """Return the HTML of a replay element (`<maumau-replay>`).

    `attributes`: the element's attributes; those with the value None are left out. `fallback`: the text to
    show if the element cannot load its game. `style`: the style of the card pack, such as "french", for cards
    in `fallback`.

    >>> element({"src": "/film?a&b", "seat": None, "game": 2}, "1 < 2")
    '<maumau-replay src="/film?a&amp;b" game="2"><pre>1 &lt; 2</pre></maumau-replay>'
    """
    inside = f"<pre>{draw_cards(fallback, style)}</pre>" if fallback else ""
    return f"<maumau-replay{_written(attributes)}>{inside}</maumau-replay>"


def _written(attributes: Mapping[str, str | int | None]) -> str:
    return "".join(
        f' {name}="{escape(str(value))}"' for name, value in attributes.items() if value is not None
    )
