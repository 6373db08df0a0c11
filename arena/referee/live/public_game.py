"""One game that is followed while it is played: what is public of it.

What the game has written in its log is played a second time here, so that it costs a game nothing to be
followed, and a watcher sees what a replay will show later, without the hands.
"""

import json
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from arena.record.format import BotFault, Decision, FallbackPlay, Play
from arena.record.orders import OrderDealer
from arena.record.replay import Ply
from arena.referee.match.game import LiveGame
from arena.rules import Event, EventKind, action_named, carry_out, start
from arena.viewer.replay.film import PUBLIC, Film, unfilmed
from arena.viewer.replay.film_json import document, piece
from arena.viewer.replay.frames import Camera, Frame
from arena.viewer.text import seat_names

MAX_PLIES: Final = 5_000  # that are told of one game

_DECISIONS: Final[dict[str, type[Decision]]] = {"play": Play, "house": FallbackPlay, "fault": BotFault}
_NOBODY: Final[frozenset[int]] = frozenset()


class FollowedGame:
    """A game as films grow: first a document, then pieces (`arena.viewer.replay.film_json`), each as JSON."""

    def __init__(self, game: LiveGame) -> None:
        setting = game.setting
        self.plies = 0
        self._ended = False  # with the last ply told
        self._live = game
        self._behind = game.position.ply  # when it began to be followed
        self._dealer = OrderDealer(game.secret, setting.game.pack.size)
        self._camera = Camera(setting.game, seat_names([bot.name for bot in setting.bots]), _NOBODY)
        self._decisions: deque[Decision] = deque()
        self._read = 0  # bytes of its log
        self._last: Frame | None = None

    def news(self, most: int) -> bytes:
        """What happened next, empty for nothing: one ply, or up to `most` of those that lie behind."""
        if self._is_too_long:
            return b""
        before = self._last
        if before is None:
            return _as_json(document([self._film(self._first())], [PUBLIC]))
        frames = list(islice(self._next(), most if self.plies < self._behind else 1))
        return _as_json(piece(frames, before)) if frames else b""

    @property
    def over(self) -> bool:
        """Whether it is over, and told as far as it is told at all."""
        return self._ended or (self._is_too_long and self._live.closed is not None)

    @property
    def _is_too_long(self) -> bool:
        return self.plies > MAX_PLIES

    def _first(self) -> Frame:
        self._position, events = start(self._live.setting.game, self._dealer)
        return self._take(None, tuple(events))

    def _film(self, first: Frame) -> Film:
        setting = self._live.setting
        return replace(
            unfilmed(setting.game), board=self._live.board, rotation=setting.rotation, frames=(first,)
        )

    def _next(self) -> Iterator[Frame]:
        """The frames of the decisions that are written and not yet told."""
        self._decisions += self._written()
        while self._decisions:
            yield self._decided(self._decisions.popleft())

    def _written(self) -> list[Decision]:
        data, self._read = self._live.log.written(self._read)
        records = ((kind, body) for line in data.splitlines() for kind, body in json.loads(line).items())
        return [_DECISIONS[kind](**body) for kind, body in records if kind in _DECISIONS]

    def _decided(self, decision: Decision) -> Frame:
        if isinstance(decision, BotFault):
            return self._take(decision, (Event(EventKind.FORFEITED, decision.seat),))
        action = action_named(self._position, decision.action)
        return self._take(decision, tuple(carry_out(self._position, action, self._dealer)))

    def _take(self, decision: Decision | None, events: tuple[Event, ...]) -> Frame:
        """The next frame. The game is over with its last decision, not one earlier."""
        closed = self._live.closed
        self._ended = closed is not None and decision is not None and not self._decisions
        places = closed.outcome.places if closed and self._ended else ()
        self._last = self._camera.take(self._position, Ply(self.plies, 0, decision, None, events), places)
        self.plies += 1
        return self._last


def _as_json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
