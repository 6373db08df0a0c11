"""One bot's stream: the message to it that is being put together, and the requests that are open."""

from collections.abc import Callable

from arena.referee.clock import StreamClock
from arena.referee.faults import Fault
from maumau.v1 import referee_pb2 as pb


class Stream:
    """All that is added before `take` goes out in one message. `wake` is called when there is something."""

    __slots__ = ("_asked", "_wake", "clock", "faults", "late", "message")

    def __init__(self, wake: Callable[[], None]) -> None:
        self.clock = StreamClock()
        self.message = pb.PlayResponse()
        self.late: set[int] = set()  # games that ended with their request open: an answer may still come
        self.faults: list[Fault] = []
        self._asked: list[int] = []
        self._wake = wake

    def added(self) -> None:
        """Something that is no question was added to the message."""
        self._wake()

    def asked(self, game: int) -> None:
        """A question of this game was added to the message."""
        self._asked.append(game)
        self._wake()

    def void(self, game: int) -> bool:
        """The game ended. Whether its request was open: then one answer may still come, and is let pass."""
        if game in self._asked:
            self._asked.remove(game)
        elif game not in self.clock.open:
            return False
        self.clock.drop(game)
        self.late.add(game)
        return True

    def take(self, now: float) -> bytes:
        """The message, which goes out now; empty if there is nothing to say."""
        data = self.message.SerializeToString()
        self.message = pb.PlayResponse()
        for game in self._asked:
            self.clock.sent(game, now)
        self._asked.clear()
        return data
