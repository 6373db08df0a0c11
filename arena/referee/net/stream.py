"""One bot's stream: the message to it that is being put together, and the requests that are open."""

from collections.abc import Sequence
from typing import Protocol

from arena.record.match import Verdict
from arena.referee.clock import StreamClock
from arena.referee.faults import Fault
from arena.wire.encode import game_end, game_start, news
from arena.wire.limits import ANSWER_BYTES, GREETING_BYTES


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

    Messages are what is dear. So while any bot has questions open, the others wait a few milliseconds for the
    questions that its answers will bring, and of those who wait one goes first: a few questions beside many
    would become messages of their own for ever. The clock does not run for what was not sent.
    """

    __slots__ = (
        *("_asked", "_ended", "_full", "_items", "_sender"),
        *("allowance", "changed", "clock", "faults", "late"),
    )

    def __init__(self, sender: Sender) -> None:
        self.clock = StreamClock()
        self.late: set[int] = set()  # games that ended with their request open: an answer may still come
        self.faults: list[Fault] = []
        self.allowance = GREETING_BYTES  # bytes that the bot may still send
        self._sender = sender
        self._full: list[bytes] = []  # messages before the one that is being put together
        self._items: list[bytes] = []  # of that one
        self.changed = False  # something was added
        self._asked: list[int] = []
        self._ended: set[int] = set()  # games whose end is in the message

    def start(self, game: int, seat: int, seed: bytes, commitment: bytes) -> None:
        """A game begins. If its number is that of a game whose end is in the message, a new message begins:
        within one, starts are read before ends."""
        if game in self._ended:
            self._full.append(b"".join(self._items))
            self._items.clear()
            self._ended.clear()
        self._add(game_start(game, seat, seed, commitment))

    def ending(self, game: int) -> bool:
        """Whether the end of a game with this number has still to be sent."""
        return game in self._ended

    def ask(self, game: int, question: bytes) -> None:
        """A question of this game is to be answered."""
        self._asked.append(game)
        self._add(question)

    def news(self, game: int, events: bytes) -> None:
        """Something happened, and nothing is asked."""
        self._add(news(game, events))

    def end(self, game: int, events: bytes, places: Sequence[int], totals: Sequence[int]) -> None:
        """A game is over."""
        self._ended.add(game)
        self._add(game_end(game, events, places, totals))

    def stop(self, game: int, verdict: Verdict, detail: str) -> None:
        """A game is over for this bot, by its fault."""
        self._ended.add(game)
        self._add(game_end(game, b"", verdict=verdict, detail=detail))

    def void(self, game: int) -> bool:
        """The game ended. Whether its request was open: then one answer may still come, and is let pass."""
        if game in self._asked:
            self._asked.remove(game)
            self.allowance += ANSWER_BYTES  # it is sent all the same
        elif game not in self.clock.open:
            return False
        self.clock.drop(game)
        self.late.add(game)
        return True

    def questions(self) -> int:
        """How many questions wait to be sent."""
        return len(self._asked)

    def flush(self, at_once: bool) -> None:
        """Of what has changed: let the message go, or wait a little for what may still come."""
        if at_once:
            self._sender.send()
        else:
            self._sender.send_soon()

    def take(self, now: float) -> list[bytes]:
        """What goes out now: mostly one message, or none."""
        if not self.changed:
            return []
        messages = [*self._full, b"".join(self._items)]
        self._full.clear()
        self._items.clear()
        self.changed = False
        self._ended.clear()
        self.allowance += ANSWER_BYTES * len(self._asked)
        self.clock.sent(self._asked, now)
        self._asked.clear()
        return messages

    def _add(self, item: bytes) -> None:
        self._items.append(item)
        self.changed = True
