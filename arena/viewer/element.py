"""What a server gives the replay element.

    <maumau-replay src="/api/matches/7.1.2/games/{game}/film" game="2" games="24"
                   path="/matches/7.1.2/games/{game}" …>the game as text</maumau-replay>

What stands inside the element is seen where no script runs, and where the film cannot be had; else the replay
takes its place. `{game}` in an address is the number of a game in its match, from 1.

**Attributes that say where things are.** What has no address is not offered, as on a page that is a file.

* `src`: films. `GET src` is the film of all hands, `?seat=1` … that of a seat, `?seat=public` that of no
  hands: `film_document`, as `application/json`. An error is JSON with a sentence in `error`.
* `sides`: which of them the server gives, "all 1 2 public"; without it "all". The first is shown first.
* `seat`: the side that is shown first instead, written as in `sides`.
* `game`, `games`: the number of the game shown, and how many the match has: then there is a choice of games.
* `path`: the page of a game. The address of a ply is `path`, for the side of a seat `/seat/1`, and `#33`.
  The page's own address follows while it begins like `path`; elsewhere (in a frame) only `#33` does.
* `log`, `text`, `page`: downloads of the game log, of the game as text, and as a page that is one file.
* `embed`: the page that others may put in a frame.
* `output`: the last output of a bot of the visitor's own, `text/plain`, read when it is asked for.
* `seatings`: how the board went in its other seatings, read when asked for: `arena.viewer.replay.seatings`.
* `live`: a game that is being played. The element opens `live?from=PLIES` as an event source and grows.

**Events of `live`**, each with the number of plies after it as its `id`, so that who was cut off goes on with
`Last-Event-ID` (which counts, not `from`):

* `frame`: data is a piece (`arena.viewer.replay.film_json.piece`) or a list of pieces, from ply `from` on.
* `end`: nothing more will come; data is `{}`, or `{"src": ADDRESS, "live": ADDRESS}` of the game that is
  played next at this table, which the element then shows. It fires a DOM event `ended` that bubbles, whose
  `detail.next` is that address, "" if nothing follows.

**Attributes that say how it is shown**, which the page's own query may say too (`?autoplay&speed=4`):
`autoplay`, `speed` (0.5 … 16, `instant`), `theme` (`light`, `dark`), `controls="0"` (the table alone).

A page with such elements has `shared_markup(packs)` once in its body, and loads the assets `css/theme.css`,
`css/replay.css` and `js/replay/replay.js` (`bundle.modules()` names the modules it imports, for preloading).
"""

import json
from collections.abc import Iterable, Mapping
from html import escape
from typing import Final

from arena.assets import read_asset
from arena.record.reader import GameLog
from arena.rules.cards import Pack
from arena.viewer.cards.svg import sprite
from arena.viewer.replay.film import Side, film
from arena.viewer.replay.film_json import document

TEMPLATE: Final = "html/replay_element.html"


def film_document(log: GameLog, side: Side = None) -> bytes:
    """The film of a game from one side, as JSON. Raises NoSuchSeat, and BadLog."""
    return as_json(document([film(log, side)], [side]))


def as_json(data: object) -> bytes:
    """JSON as it is sent: short, UTF-8."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def shared_markup(packs: Iterable[Pack]) -> str:
    """What the replay elements of a page share: drawings of the cards of these packs, and the template."""
    return sprite(*packs) + read_asset(TEMPLATE)


def element(attributes: Mapping[str, str | int | None], fallback: str = "") -> str:
    """The markup of an element; an attribute that is None is left out, `fallback` is text.

    >>> element({"src": "/film?a&b", "seat": None, "game": 2}, "1 < 2")
    '<maumau-replay src="/film?a&amp;b" game="2"><pre>1 &lt; 2</pre></maumau-replay>'
    """
    given = "".join(
        f' {name}="{escape(str(value))}"' for name, value in attributes.items() if value is not None
    )
    inside = f"<pre>{escape(fallback)}</pre>" if fallback else ""
    return f"<maumau-replay{given}>{inside}</maumau-replay>"
