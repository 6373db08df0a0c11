"""Send a Python bot in this process the messages that one seat received in a recorded game."""

from collections.abc import Iterable, Iterator
from typing import Final

from arena.record.decisions import SeatDecision, SeatMessages
from arena.record.match import Clock
from arena.rules import Action, Choice, Event, GameRules, Observation
from arena.wire.decode import parse_answer, parse_answers
from arena.wire.encode import Encoder, game_start, welcome
from arena.wire.limits import SEED_BYTES
from maumau.bots import Bot
from maumau.choices import Choice as ViewChoice
from maumau.session import Session
from maumau.v1 import referee_pb2 as pb
from maumau.views import View

_GAME: Final = 0  # the game's number in the messages
_SEED: Final = bytes(SEED_BYTES)
_NO_COMMITMENT: Final = bytes(32)


class SeatSession:
    """The messages to a Python bot on one seat in one game, and the bot's answers.

    The bot gets only its seat's events and questions. Other seats' cards are hidden as in a match.

    `seed`: 8 bytes for the bot's random generator.
    """

    def __init__(self, bot: Bot | type[Bot], game: GameRules, seat: int, seed: bytes = _SEED) -> None:
        self._game, self._seat = game, seat
        self._session, self._encoder = Session(bot), Encoder(game)
        self._number = 0  # of the next question
        self._send(welcome(game, 1, Clock(0, 0, 0)))
        self._send(game_start(_GAME, seat, seed, _NO_COMMITMENT))

    def ask(self, ply: int, news: Iterable[Event], seen: Observation, choices: tuple[Choice, ...]) -> Action:
        """Ask the bot for an action and return it.

        `news`: events since the last question. `seen`: what the seat can see. `choices`: the legal choices.
        A resignation is ignored: the action in the same answer is returned. Raise BotError if the bot fails.
        """
        events = self._encoder.events(news, self._seat)
        question = self._encoder.question(_GAME, self._number, ply, events, seen, choices, 0)
        self._number += 1
        request = self._send(question)
        assert request is not None
        (answer,) = parse_answers(request)
        return parse_answer(answer, choices, self._game)

    def repeat(self, decision: SeatDecision) -> None:
        """Ask the bot the question of a recorded decision, and ignore the bot's answer."""
        self.ask(decision.position.ply, decision.news, decision.seen, decision.choices)

    def close(self) -> None:
        self._session.close()

    def _send(self, message: bytes) -> pb.PlayRequest | None:
        return self._session.reply(pb.PlayResponse.FromString(message))


class Onlooker(Bot):
    """A bot that stores its latest view of each game, keyed by the game's number."""

    def __init__(self) -> None:
        self.views: dict[int, View] = {}

    def choose(self, view: View) -> ViewChoice:
        self.views[view._game.number] = view
        return view.legal[0]


def seat_views(messages: SeatMessages) -> Iterator[tuple[SeatDecision, View]]:
    """Yield pairs: each decision of a seat, and the view of the game that its bot gets there."""
    onlooker = Onlooker()
    session = SeatSession(onlooker, messages.game, messages.seat)
    for decision in messages.decisions:
        session.repeat(decision)
        yield decision, onlooker.views[_GAME]
    session.close()
