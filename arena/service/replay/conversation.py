"""The conversation with the bot that is asked: the stream of a match, with one game whose course is known."""

import asyncio
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Final

from arena.record.match import BotSpec, Clock, Limits, Verdict
from arena.referee.clock import NO_CLOCK, budget
from arena.referee.faults import Fault
from arena.referee.match.instance import Instance
from arena.rules import IllegalAction, notation
from arena.sandbox.protocol import Box, Launch, Runner
from arena.service.replay.decisions import SeatDecision, SeatMessages
from arena.service.replay.opinions import Opinion, Trouble
from arena.wire.decode import Answer, ProtocolError, parse_answer, parse_answers, parse_request
from arena.wire.encode import Encoder, welcome

GAME: Final = 0  # its number on the stream
MS: Final = 1000
PRINTED_S: Final = 0.02  # until what a bot printed before its answer has come


class ReplayedAnswers:
    """A runner that shows what its bot prints while it runs."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._box: Box | None = None

    def check(self) -> None:
        self._runner.check()

    async def start(self, launch: Launch) -> Box:
        self._box = await self._runner.start(launch)
        return self._box

    def describe(self) -> str:
        return self._runner.describe()

    def sweep(self) -> None:
        self._runner.sweep()

    def printed(self) -> bytes:
        """All so far; of very much the first and the last."""
        return self._box.output() if self._box else b""


class Talk:
    """One bot on one seat. It is the referee of its Instance."""

    def __init__(self, told: SeatMessages, clock: Clock, seed: bytes, commitment: bytes) -> None:
        self.opinions: list[Opinion] = []
        self.trouble: Trouble | None = None
        self.lag = None  # nobody else keeps this process busy
        self._told = told
        self._clock = clock
        self._budget = budget(clock)
        self._seed = seed
        self._commitment = commitment
        self._encoder = Encoder(told.game)
        self._used = 0.0
        self._left = inf  # seconds, for the open decision
        self._printed = 0
        self._kept: ReplayedAnswers
        self._instance: Instance
        self._loop = asyncio.get_running_loop()
        self._bug: BaseException | None = None

    async def have(self, bot: BotSpec, runner: Runner, run: Path) -> None:
        """Start the bot, ask it all, and see it go."""
        self._kept = ReplayedAnswers(runner)
        self._instance = Instance(self._told.seat, bot, Limits(in_flight=1), run / str(self._told.seat), self)
        await self._instance.live(self._kept)
        if self._bug:
            raise self._bug
        if self.trouble:
            self.trouble = replace(self.trouble, output=_text(self._kept.printed()[self._printed :]))

    @property
    def _open(self) -> SeatDecision | None:
        """The decision it is asked about."""
        decided = len(self.opinions)
        return self._told.decisions[decided] if decided < len(self._told.decisions) else None

    def _ask(self) -> None:
        """The next question; or how the game ended, where that is to be told."""
        stream, told, decision = self._instance.stream, self._told, self._open
        if decision is None:
            if told.places:
                stream.end(GAME, self._encoder.events(told.rest, told.seat), told.places, told.totals)
            stream.flush(at_once=True)
            self._instance.dismiss()
            return
        number = len(self.opinions)
        if self._budget:
            self._left = self._budget.of(number + 1) - self._used
        question = self._encoder.question(
            GAME,
            number,
            decision.position.ply,
            self._encoder.events(decision.news, told.seat),
            decision.seen,
            decision.choices,
            0 if self._left == inf else int(self._left * MS) or 1,
        )
        stream.ask(GAME, question)
        stream.flush(at_once=True)

    def _answered(self, answer: Answer, seconds: float) -> None:
        decision, (game, _, number, details) = self._open, answer
        if decision is None or game != GAME or number != len(self.opinions):
            raise ProtocolError(f"game {game}: answer {number}, but that was not the question")
        self._instance.stream.clock.drop(GAME)
        self._used += seconds
        if seconds > self._left:
            self.late(self._instance)
            return
        if details and details.resign:
            would = "resigns"
        else:
            action = parse_answer(answer, decision.choices, self._told.game)
            would = notation(self._told.game.pack, action)
        opinion = Opinion(
            ply=decision.ply,
            seat=self._told.seat,
            played=decision.played.action,
            would=would,
            choices=len(decision.choices),
            note=details.note if details else "",
            played_note=decision.played.note,
            ms=round(seconds * MS, 3),
            output="",
        )
        self._loop.call_later(PRINTED_S, self._go_on, opinion)

    def _go_on(self, opinion: Opinion) -> None:
        printed = self._kept.printed()
        self.opinions.append(replace(opinion, output=_text(printed[self._printed :])))
        self._printed = len(printed)
        if not self.trouble:
            self._ask()

    # ---- what the instance says ----

    def ready(self, instance: Instance, most_games: int) -> None:
        instance.welcome(welcome(self._told.game, 1, self._clock))
        instance.stream.start(GAME, self._told.seat, self._seed, self._commitment)
        self._ask()

    def received(self, instance: Instance, data: bytes, now: float, lag: float) -> None:
        answers = parse_answers(parse_request(data))
        seconds = instance.stream.clock.share(len(answers), now, lag)
        for answer in answers:
            try:
                self._answered(answer, seconds)
            except IllegalAction as problem:
                instance.lose(Fault(Verdict.ILLEGAL, str(problem)))

    def due(self, instance: Instance) -> float | None:
        clock = instance.stream.clock
        if clock.oldest is None or self._clock == NO_CLOCK:
            return None
        return clock.since + self._left

    def late(self, instance: Instance) -> None:
        instance.lose(Fault(Verdict.TIMEOUT, f"no answer within the {self._left:.3f} s that were left"))

    def lost(self, instance: Instance, fault: Fault, in_game: int | None) -> None:
        ply = self._open.ply if self._open and instance.was_ready else 0
        self.trouble = Trouble(self._told.seat, ply, fault.verdict, fault.detail, "")

    def crashed(self, bug: BaseException) -> None:
        self._bug = bug
        self._instance.dismiss()


def _text(printed: bytes) -> str:
    return printed.decode(errors="backslashreplace").strip("\n")
