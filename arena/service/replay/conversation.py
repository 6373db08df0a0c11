"""Talk with the bot that is asked: like a referee in a match of one game, which goes on as it was played."""

import asyncio
from dataclasses import dataclass, replace
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
from arena.wire.decode import Answer, ProtocolError, parse_answer, parse_answers, parse_request
from arena.wire.encode import Encoder, welcome

GAME: Final = 0  # its number on the stream
MS: Final = 1000
OUTPUT_DELAY_S: Final = 0.02  # until the output that a bot printed before its answer has arrived


@dataclass(frozen=True, slots=True)
class Opinion:
    """One decision: what was played, and what the bot would play; actions as logs write them."""

    ply: int  # as `replay show` counts
    seat: int  # from 0
    played: str
    would: str
    choices: int  # their number
    note: str  # of the bot that is asked
    played_note: str  # of the bot that played
    ms: float  # thinking time
    output: str  # printed before the answer

    @property
    def agrees(self) -> bool:
        """True if the bot would do the same."""
        return self.played == self.would


@dataclass(frozen=True, slots=True)
class Trouble:
    """The fault of the bot on a seat, after which it was not asked again there."""

    seat: int  # from 0
    ply: int  # of the open decision; 0 without one
    verdict: Verdict
    detail: str
    output: str  # printed last


@dataclass(frozen=True, slots=True)
class Asked:
    """A bot's opinions about a game; `names`: the bots that played it, by seat."""

    bot: str
    version: str  # SHA-256 of its files
    game: str
    ruleset: str
    names: tuple[str, ...]
    opinions: tuple[Opinion, ...]
    troubles: tuple[Trouble, ...]

    @property
    def agreed(self) -> int:
        """Return the number of decisions in which the bot would do the same."""
        return sum(opinion.agrees for opinion in self.opinions)


class OutputReader:
    """A runner that lets us read its bot's output while the bot runs."""

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

    def output(self) -> bytes:
        """Return the output so far; of a long one the start and the end."""
        return self._box.output() if self._box else b""


class Conversation:
    """One bot on one seat. This is the referee of its Instance."""

    def __init__(self, messages: SeatMessages, clock: Clock, seed: bytes, commitment: bytes) -> None:
        self.opinions: list[Opinion] = []
        self.trouble: Trouble | None = None
        self.lag = None  # nothing else keeps this process busy
        self._messages = messages
        self._clock = clock
        self._budget = budget(clock)
        self._seed = seed
        self._commitment = commitment
        self._encoder = Encoder(messages.game)
        self._used = 0.0
        self._left = inf  # seconds, for the open decision
        self._read = 0  # bytes of output
        self._runner: OutputReader
        self._instance: Instance
        self._loop = asyncio.get_running_loop()
        self._bug: BaseException | None = None

    async def run(self, bot: BotSpec, runner: Runner, run: Path) -> None:
        """Start the bot, ask it everything, and wait for its end."""
        seat = self._messages.seat
        self._runner = OutputReader(runner)
        self._instance = Instance(seat, bot, Limits(in_flight=1), run / str(seat), self)
        await self._instance.live(self._runner)
        if self._bug:
            raise self._bug
        if self.trouble:
            self.trouble = replace(self.trouble, output=_text(self._runner.output()[self._read :]))

    @property
    def _open(self) -> SeatDecision | None:
        """Return the decision to ask about; None after the last."""
        decided = len(self.opinions)
        return self._messages.decisions[decided] if decided < len(self._messages.decisions) else None

    def _ask(self) -> None:
        """Send the next question, or how the game ended if that is wanted."""
        stream, messages, decision = self._instance.stream, self._messages, self._open
        if decision is None:
            if messages.places:
                events = self._encoder.events(messages.rest, messages.seat)
                stream.end(GAME, events, messages.places, messages.totals)
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
            self._encoder.events(decision.news, messages.seat),
            decision.seen,
            decision.choices,
            0 if self._left == inf else int(self._left * MS) or 1,
        )
        stream.ask(GAME, question)
        stream.flush(at_once=True)

    def _take_answer(self, answer: Answer, seconds: float) -> None:
        decision, (game, _, number, details) = self._open, answer
        if decision is None or game != GAME or number != len(self.opinions):
            raise ProtocolError(f"game {game}: answer {number}, but that was not the question")
        self._instance.stream.clock.drop(GAME)
        self._used += seconds
        if seconds > self._left:
            self.on_timeout(self._instance)
            return
        if details and details.resign:
            would = "resigns"
        else:
            action = parse_answer(answer, decision.choices, self._messages.game)
            would = notation(self._messages.game.pack, action)
        opinion = Opinion(
            ply=decision.ply,
            seat=self._messages.seat,
            played=decision.played.action,
            would=would,
            choices=len(decision.choices),
            note=details.note if details else "",
            played_note=decision.played.note,
            ms=round(seconds * MS, 3),
            output="",
        )
        self._loop.call_later(OUTPUT_DELAY_S, self._add_opinion, opinion)

    def _add_opinion(self, opinion: Opinion) -> None:
        output = self._runner.output()
        self.opinions.append(replace(opinion, output=_text(output[self._read :])))
        self._read = len(output)
        if not self.trouble:
            self._ask()

    # ---- callbacks of the instance ----

    def on_ready(self, instance: Instance, most_games: int) -> None:
        instance.welcome(welcome(self._messages.game, 1, self._clock))
        instance.stream.start(GAME, self._messages.seat, self._seed, self._commitment)
        self._ask()

    def on_message(self, instance: Instance, data: bytes, now: float, lag: float) -> None:
        answers = parse_answers(parse_request(data))
        seconds = instance.stream.clock.share(len(answers), now, lag)
        for answer in answers:
            try:
                self._take_answer(answer, seconds)
            except IllegalAction as problem:
                instance.lose(Fault(Verdict.ILLEGAL, str(problem)))

    def deadline(self, instance: Instance) -> float | None:
        clock = instance.stream.clock
        if clock.oldest is None or self._clock == NO_CLOCK:
            return None
        return clock.since + self._left

    def on_timeout(self, instance: Instance) -> None:
        instance.lose(Fault(Verdict.TIMEOUT, f"no answer within the {self._left:.3f} s that were left"))

    def on_lost(self, instance: Instance, fault: Fault, in_game: int | None) -> None:
        ply = self._open.ply if self._open and instance.was_ready else 0
        self.trouble = Trouble(self._messages.seat, ply, fault.verdict, fault.detail, "")

    def on_crash(self, bug: BaseException) -> None:
        self._bug = bug
        self._instance.dismiss()


def _text(output: bytes) -> str:
    return output.decode(errors="backslashreplace").strip("\n")
