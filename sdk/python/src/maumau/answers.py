"""Encode a bot's decisions as answers to the referee."""

from collections.abc import Callable
from struct import Struct
from time import monotonic
from typing import Final

from maumau.choices import Choice, NotAllowed
from maumau.failures import BotError
from maumau.v1 import referee_pb2 as pb
from maumau.views import View

Send = Callable[[pb.PlayRequest], None]
Report = Callable[[BotError], None]
SOON_S: Final = 0.1  # maximum delay of a decision; the clock runs until it is sent
_SHOWN: Final = 40  # characters of an illegal choice in its note, which has at most 200 bytes
_PLAIN: Final = Struct(">BBI")  # game, choice, number of the question


class Answers:
    """The bot's answers to the questions of one message.

    `send`: called with early answers, so that none waits much longer than 0.1 s; None: send no answers early.

    `report`: called with an illegal choice, before it is sent; None: an illegal choice raises BotError.
    """

    __slots__ = ("_full", "_plain", "_report", "_send", "first", "since")

    def __init__(self, send: Send | None = None, report: Report | None = None) -> None:
        self._send = send
        self._report = report
        self._begin()

    def _begin(self) -> None:
        self._full: list[pb.Answer] = []
        self._plain = bytearray()
        self.since = monotonic()  # when the message came or answers were last sent

    def __bool__(self) -> bool:
        return bool(self._plain or self._full)

    def hurry(self) -> None:
        """Send the unsent answers if more than 0.1 s have passed since answers were last sent.

        Before the first sending, the time runs from the arrival of the message. Without `send`, do nothing.
        """
        if self._send and monotonic() - self.since > SOON_S and self:
            self._send(self.request())
            self._begin()

    def add(self, view: View, choice: object) -> None:
        """Add an answer. Raise BotError if the choice is illegal and there is no `report`."""
        try:
            place = view.legal.index(choice._base or choice) if isinstance(choice, Choice) else -1
        except ValueError:
            place = -1
        if place < 0 or not isinstance(choice, Choice):
            self._add_illegal(view, choice)
            return
        if not self:
            self.first = monotonic()  # when the first unsent answer was added
        game = view._game
        if choice._sent or game.extras:
            more = {**choice._sent, **game.extras}
            self._full.append(pb.Answer(game=game.number, number=view._question.number, choice=place, **more))
            game.extras.clear()
        else:
            self._plain += _PLAIN.pack(game.number, place, view._question.number)

    def _add_illegal(self, view: View, choice: object) -> None:
        """Report a bot's illegal choice, and answer with it, so that the referee judges it.

        Raise BotError if there is no function to report it to.
        """
        error = BotError(view)
        error.__cause__ = NotAllowed(f"choose returned {choice!r}, which is not in view.legal")
        if self._report is None:
            raise error
        self._report(error)
        note = f"{choice!r:.{_SHOWN}}: not in view.legal".encode(errors="replace").decode()
        place = len(view.legal)
        self._full.append(
            pb.Answer(game=view._game.number, number=view._question.number, choice=place, note=note)
        )
        view._game.extras.clear()

    def request(self) -> pb.PlayRequest:
        """Return a message with the unsent answers."""
        request = pb.PlayRequest(plain=bytes(self._plain))
        if self._full:
            request.answers.extend(self._full)
        return request
