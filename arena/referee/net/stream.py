"""The stream to one bot: it collects the data of the next message, and knows the bot's open requests."""

from collections.abc import Sequence
from typing import Protocol

from arena.record.match import Verdict
from arena.referee.clock import StreamClock
from arena.referee.faults import DetectedFault
from arena.wire.encode import game_end, game_start, news
from arena.wire.limits import ANSWER_BYTES, GREETING_BYTES


class Sender(Protocol):
    """The sender of a stream's messages to the bot.

    When the bot may get messages, the sender calls the stream's `take` and sends the returned messages.
    `take` removes them from the stream's queue.
    """

    def send(self) -> None:
        """Send the stream's waiting messages now."""

    def send_soon(self) -> None:
        """Send the stream's waiting messages within a few milliseconds."""


class Stream:
    """The queue of data to send to one bot. `take` joins the data into messages.

    Messages are expensive. While other bots think, a message waits a few milliseconds for more questions.
    """

    __slots__ = (
        *("_asked", "_ended", "_full", "_items", "_sender"),
        *("allowance", "changed", "clock", "faults", "late"),
    )

    def __init__(self, sender: Sender) -> None:
        self.clock = StreamClock()
        self.late: set[int] = set()  # games that ended with an open request: an answer may still come
        self.faults: list[DetectedFault] = []
        self.allowance = GREETING_BYTES  # bytes that the bot may still send
        self._sender = sender
        self._full: list[bytes] = []  # complete messages
        self._items: list[bytes] = []  # the parts of the next message
        self.changed = False  # True if something was added since the last `take`
        self._asked: list[int] = []  # games with a question that was not sent yet
        self._ended: set[int] = set()  # games whose end is in the next message

    def start(self, game: int, seat: int, seed: bytes, commitment: bytes) -> None:
        """Add the start of a game to the next message.

        `seed`: 8 bytes for the bot's randomness. `commitment`: a hash that commits to the shuffle secret.

        If the next message ends a game with the same number, start a new message.
        """
        if game in self._ended:  # in one message, the bot would handle the start before the end
            self._full.append(b"".join(self._items))
            self._items.clear()
            self._ended.clear()
        self._add(game_start(game, seat, seed, commitment))

    def ending(self, game: int) -> bool:
        """True if the next message contains the end of the game with this number."""
        return game in self._ended

    def ask(self, game: int, question: bytes) -> None:
        """Add a question in this game to the next message."""
        self._asked.append(game)
        self._add(question)

    def news(self, game: int, events: bytes) -> None:
        """Add events of this game to the next message, but no question."""
        self._add(news(game, events))

    def end(self, game: int, events: bytes, places: Sequence[int], totals: Sequence[int]) -> None:
        """Add the end of a game to the next message, with the game's last events, places and totals."""
        self._ended.add(game)
        self._add(game_end(game, events, places, totals))

    def stop(self, game: int, verdict: Verdict, detail: str) -> None:
        """Add to the next message that this bot was at fault and that the game has ended for it."""
        self._ended.add(game)
        self._add(game_end(game, b"", verdict=verdict, detail=detail))

    def void(self, game: int) -> bool:
        """Give up the question of an ended game. Return True if the bot may still answer it.

        The question is either open (sent, but not answered) or unsent. An unsent question is still sent.

        Return False if the game has no such question.
        """
        if game in self._asked:
            self._asked.remove(game)
            self.allowance += ANSWER_BYTES  # the question will still be sent
        elif game not in self.clock.open:
            return False
        self.clock.drop(game)
        self.late.add(game)
        return True

    def questions(self) -> int:
        """Return how many questions wait to be sent."""
        return len(self._asked)

    def flush(self, at_once: bool) -> None:
        """Ask the sender to send the waiting messages.

        `at_once`: send now; if False, wait a few milliseconds, so that more can be added.
        """
        if at_once:
            self._sender.send()
        else:
            self._sender.send_soon()

    def take(self, now: float) -> list[bytes]:
        """Remove all messages (usually one or none) from the queue and return them, to be sent now.

        Start the clock of their questions at `now`.
        """
        if not self.changed:
            return []
        messages = [*self._full, b"".join(self._items)]
        self._full.clear()
        self._items.clear()
        self.changed = False
        self._ended.clear()
        self.allowance += ANSWER_BYTES * len(self._asked)
        self.clock.open_requests(self._asked, now)
        self._asked.clear()
        return messages

    def _add(self, item: bytes) -> None:
        self._items.append(item)
        self.changed = True
