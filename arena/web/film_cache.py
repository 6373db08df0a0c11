"""Games as they are sent: computed once for all who watch the same one."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from arena.record.reader import read_log
from arena.record.replay import game_of
from arena.record.storage import PackedLog
from arena.rules.cards import Pack
from arena.viewer.element import as_json
from arena.viewer.replay.film import Side, film
from arena.viewer.replay.film_json import document
from arena.viewer.terminal import script

KEPT: Final = 48  # games; a long one takes some 500 kB


@dataclass(frozen=True, slots=True)
class CachedFilm:
    """A game from one side: the replay's document, and the whole game as text."""

    document: bytes
    text: str
    title: str
    names: tuple[str, ...]
    pack: Pack


@lru_cache(KEPT)
def shown(packed: PackedLog, side: Side = None) -> CachedFilm:
    """A game by its packed log. Raises NoSuchSeat, BadLog."""
    log = read_log(packed.data())
    made = film(log, side)
    return CachedFilm(
        document=as_json(document([made], [side])),
        text="\n".join(line.plain.rstrip() for line in script(made)) + "\n",
        title=made.title,
        names=tuple(seat.name for seat in made.frames[0].seats),
        pack=game_of(log.header).pack,
    )
