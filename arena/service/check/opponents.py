"""The other players at the table of a check: they play here, and whatever the rules allow."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeVar

from arena.referee.net.stream import Stream
from maumau import Bot, Choice, View
from maumau.session import Session
from maumau.v1 import referee_pb2 as pb

T = TypeVar("T")
Answer = Callable[[bytes, float], None]
Crashed = Callable[[BaseException], None]

_RIGHT_WORD: Final = 0.75  # how often what is due is said


class Restless(Bot):
    """Chooses by lot, so that everything happens."""

    def choose(self, view: View) -> Choice:
        rng = self.rng
        choice = rng.choice(view.legal)
        word = choice.word if rng.random() < _RIGHT_WORD else _one_of(rng, choice.words)
        more = rng.sample(choice.further, rng.randint(choice.least, choice.most)) if choice.most else None
        return choice.with_(
            suit=_one_of(rng, choice.suits),
            word=word,
            target=_one_of(rng, choice.targets),
            claim=_one_of(rng, choice.claims),
            more=more,
        )


class Plain(Bot):
    """Takes the first choice, so that games end soon."""

    def choose(self, view: View) -> Choice:
        return view.legal[0]


def _one_of(rng: Random, allowed: Sequence[T]) -> T | None:
    return rng.choice(allowed) if allowed else None


class Opponents:
    """One seat. `answer` is called with what it answers and when, `until` tells when it may."""

    def __init__(self, bot: Bot, answer: Answer, until: Callable[[], float], crashed: Crashed) -> None:
        self.stream = Stream(self)
        self._session = Session(bot)
        self._answer = answer
        self._until = until
        self._crashed = crashed
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None

    def welcome(self, message: bytes) -> None:
        self._session.reply(pb.PlayResponse.FromString(message))

    def send(self) -> None:
        """There is something for this seat: it answers when it may."""
        if self._timer is None:
            self._timer = self._loop.call_at(self._until(), self._speak)

    send_soon = send

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._session.close()

    def _speak(self) -> None:
        self._timer = None
        now = self._loop.time()
        try:
            for data in self.stream.take(now):
                if answers := self._session.reply(pb.PlayResponse.FromString(data)):
                    self._answer(answers.SerializeToString(), now)
        except Exception as bug:
            self._crashed(bug)
