"""Waiting until bots can be started again: for an engine that restarts, or hangs."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, repeat
from threading import Event
from typing import Final

from arena.referee.process.match_process import MatchCancelled
from arena.sandbox.protocol import Runner

PAUSES_S: Final = (1.0, 2.0, 4.0, 8.0, 16.0)
MAX_PAUSE_S: Final = 30.0


class Patience:
    """That of one match: every pause is longer than the one before."""

    def __init__(self, tell: Callable[[str], None], cancel: Event) -> None:
        self._tell = tell
        self._cancel = cancel
        self._pauses = pauses()

    def rest(self, why: str) -> None:
        """Wait a while; `tell` is given why. Raises MatchCancelled."""
        self._tell(why)
        if self._cancel.wait(next(self._pauses)):
            raise MatchCancelled


def pauses() -> Iterator[float]:
    """Seconds."""
    return chain(PAUSES_S, repeat(MAX_PAUSE_S))


def check(runners: Sequence[Runner]) -> None:
    """See that bots can be started. Raises Unavailable."""
    for runner in dict.fromkeys(runners):
        runner.check()
