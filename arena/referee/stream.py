"""One bot's stream: the message to it that is being put together, and the requests that are open."""

from typing import Protocol

from arena.referee.clock import StreamClock
from arena.referee.faults import Fault
from maumau.v1 import referee_pb2 as pb


class Sender(Protocol):
    """Who calls `take` when it is time."""

    def send(self) -> None:
        """Now."""
        ...

    def send_soon(self) -> None:
        """In a few milliseconds, if not before."""
        ...


class Stream:
    """All that is added before `take` goes out in one message.

    A bot that has questions open gets no new ones for a few milliseconds: a quick one has answered by then,
    and a few questions beside many do not become messages of their own for ever. Messages are what is dear.
    The clock does not run for what was not sent.
    """

    __slots__ = ("_asked", "_sender", "changed", "clock", "faults", "late", "message")

    def __init__(self, sender: Sender) -> None:
        self.clock = StreamClock()
        self.message = pb.PlayResponse()
        self.changed = False  # something was added to the message
        self.late: set[int] = set()  # games that ended with their request open: an answer may still come
        self.faults: list[Fault] = []
        self._asked: list[int] = []
        self._sender = sender

    def asked(self, game: int) -> None:
        """A question of this game was added to the message."""
        self._asked.append(game)
        self.changed = True

    def void(self, game: int) -> bool:
        """The game ended. Whether its request was open: then one answer may still come, and is let pass."""
        if game in self._asked:
            self._asked.remove(game)
        elif game not in self.clock.open:
            return False
        self.clock.drop(game)
        self.late.add(game)
        return True

    def settle(self) -> None:
        """Nothing more comes for now: let the message go."""
        if not self.changed:
            return
        if self.clock.open:
            self._sender.send_soon()
        else:
            self._sender.send()

    def take(self, now: float) -> bytes:
        """The message, which goes out now; empty if there is nothing to say."""
        data = self.message.SerializeToString()
        self.message = pb.PlayResponse()
        self.changed = False
        for game in self._asked:
            self.clock.sent(game, now)
        self._asked.clear()
        return data
