"""What a bot decided, as it is sent."""

from collections.abc import Callable
from struct import Struct
from time import monotonic
from typing import Final

from maumau.choices import Choice, NotAllowed
from maumau.failures import BotError
from maumau.v1 import referee_pb2 as pb
from maumau.views import View

Send = Callable[[pb.PlayRequest], None]
SOON_S: Final = 0.1  # that what is decided waits for the rest of its message: the clock runs till it is sent
_PLAIN: Final = Struct(">BBI")  # game, choice, number of the question


class Answers:
    """Answers to questions of one message, sent together: with `send` what was decided within 0.1 s. `since`:
    when the message came or those before were sent; `first`: when the first of these was added.
    """

    __slots__ = ("_full", "_plain", "_send", "first", "since")

    def __init__(self, send: Send | None = None) -> None:
        self._send = send
        self._begin()

    def _begin(self) -> None:
        self._full: list[pb.Answer] = []
        self._plain = bytearray()
        self.since = monotonic()

    def __bool__(self) -> bool:
        return bool(self._plain or self._full)

    def hurry(self) -> None:
        """Send what waits for too long."""
        if self._send and monotonic() - self.since > SOON_S and self:
            self._send(self.request())
            self._begin()

    def add(self, view: View, choice: object) -> None:
        """The answer, among the plain ones if it is only the number of a choice. Raises BotError."""
        if not isinstance(choice, Choice):
            raise BotError(view) from none_of_them(choice)
        try:
            place = view.legal.index(choice._base or choice)
        except ValueError:
            raise BotError(view) from none_of_them(choice)
        if not self:
            self.first = monotonic()
        game = view._game
        if choice._sent or game.extras:
            more = {**choice._sent, **game.extras}
            self._full.append(pb.Answer(game=game.number, number=view._question.number, choice=place, **more))
            game.extras.clear()
        else:
            self._plain += _PLAIN.pack(game.number, place, view._question.number)

    def request(self) -> pb.PlayRequest:
        """The message to send."""
        request = pb.PlayRequest(plain=bytes(self._plain))
        if self._full:
            request.answers.extend(self._full)
        return request


def none_of_them(choice: object) -> NotAllowed:
    return NotAllowed(f"choose returned {choice!r}, which is none of view.legal")
