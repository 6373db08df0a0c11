"""The views that a bot on a seat was given in a recorded game, as the SDK shows them to the bot."""

from collections.abc import Iterator
from typing import Final

from arena.record.decisions import SeatDecision, SeatMessages
from arena.record.match import Clock
from arena.wire.encode import Encoder, game_start, welcome
from maumau.bots import Bot
from maumau.choices import Choice
from maumau.session import Session
from maumau.v1 import referee_pb2 as pb
from maumau.views import View

_GAME: Final = 0  # the game's number in the messages


class Onlooker(Bot):
    """A bot that stores its latest view of each game, by the game's number."""

    def __init__(self) -> None:
        self.views: dict[int, View] = {}

    def choose(self, view: View) -> Choice:
        self.views[view._game.number] = view
        return view.legal[0]


def seat_views(messages: SeatMessages) -> Iterator[tuple[SeatDecision, View]]:
    """Yield each decision of the seat with the view on which it was based."""
    onlooker, encoder = Onlooker(), Encoder(messages.game)
    session = Session(onlooker)
    first = (
        welcome(messages.game, 1, Clock(0, 0, 0)),
        game_start(_GAME, messages.seat, bytes(8), bytes(32)),
    )
    for item in first:
        session.reply(pb.PlayResponse.FromString(item))
    for number, decision in enumerate(messages.decisions):
        events = encoder.events(decision.news, messages.seat)
        question = encoder.question(
            _GAME, number, decision.position.ply, events, decision.seen, decision.choices, 0
        )
        session.reply(pb.PlayResponse.FromString(question))
        yield decision, onlooker.views[_GAME]
    session.close()
