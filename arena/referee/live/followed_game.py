"""A running game as a film (a sequence of frames), made from the game's log.

The film is like a later replay, but hides hands. Spectators see no hand, a player sees only their own.
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
from arena.referee.match.game import OpenGame
from arena.rules import Event, EventKind, action_named, carry_out, start
from arena.viewer.replay.film import Film, Side, empty_film, visible_seats
from arena.viewer.replay.film_json import as_json, document, piece
from arena.viewer.replay.frames import Camera, Frame
from arena.viewer.text import seat_names

MAX_PLIES: Final = 5_000  # of one game; later plies are not sent

_DECISIONS: Final[dict[str, type[Decision]]] = {"play": Play, "house": FallbackPlay, "fault": BotFault}


class FollowedGame:
    """A running game as a film that grows: a sequence of frames, sent as JSON texts.

    `arena.viewer.replay.film_json` describes the texts. `side`: the seat whose hand is visible; PUBLIC: none.
    """

    def __init__(self, game: OpenGame, side: Side) -> None:
        context = game.context
        self._side = side
        self.plies = 0
        self._ended = False  # the last ply was sent
        self._live = game
        self._behind = game.position.ply  # when following started
        self._dealer = OrderDealer(game.secret, context.game.pack.size)
        names = seat_names([bot.name for bot in context.bots])
        self._camera = Camera(context.game, names, visible_seats(side, context.game.seats))
        self._decisions: deque[Decision] = deque()
        self._read = 0  # bytes of its log
        self._last: Frame | None = None

    def news(self, max_plies: int) -> bytes:
        """Return the next JSON text for spectators; empty if there is no new ply.

        The first text starts the film. Each later text contains one ply, or up to `max_plies` plies while the
        film catches up with the game.
        """
        if self._is_too_long:
            return b""
        before = self._last
        if before is None:
            return as_json(document([self._film(self._first())], [self._side]))
        frames = list(islice(self._next(), max_plies if self.plies < self._behind else 1))
        return as_json(piece(frames, before)) if frames else b""

    @property
    def over(self) -> bool:
        """True if the game has ended and the film will get no more frames.

        The film ends with the game, or after `MAX_PLIES` plies of a longer game.
        """
        return self._ended or (self._is_too_long and self._live.closed is not None)

    @property
    def _is_too_long(self) -> bool:
        return self.plies > MAX_PLIES

    def _first(self) -> Frame:
        self._position, events = start(self._live.context.game, self._dealer)
        return self._take(None, tuple(events))

    def _film(self, first: Frame) -> Film:
        context = self._live.context
        return replace(
            empty_film(context.game), board=self._live.board, rotation=context.rotation, frames=(first,)
        )

    def _next(self) -> Iterator[Frame]:
        """Yield a frame for each decision that is in the log but not yet in the film."""
        self._decisions += self._new_decisions()
        while self._decisions:
            yield self._carry_out(self._decisions.popleft())

    def _new_decisions(self) -> list[Decision]:
        data, self._read = self._live.log.lines_since(self._read)
        records = ((kind, body) for line in data.splitlines() for kind, body in json.loads(line).items())
        return [_DECISIONS[kind](**body) for kind, body in records if kind in _DECISIONS]

    def _carry_out(self, decision: Decision) -> Frame:
        if isinstance(decision, BotFault):
            return self._take(decision, (Event(EventKind.FORFEITED, decision.seat),))
        action = action_named(self._position, decision.action)
        return self._take(decision, tuple(carry_out(self._position, action, self._dealer)))

    def _take(self, decision: Decision | None, events: tuple[Event, ...]) -> Frame:
        """Return the next frame of the film: the position after one ply.

        The last frame also shows the final places. `decision`: None for the first deal. `events`: the game
        events of the ply.
        """
        closed = self._live.closed
        self._ended = closed is not None and decision is not None and not self._decisions
        places = closed.outcome.places if closed and self._ended else ()
        self._last = self._camera.take(self._position, Ply(self.plies, 0, decision, None, events), places)
        self.plies += 1
        return self._last
