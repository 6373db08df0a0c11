"""Ask a bot about a recorded game, which looks to the bot like a normal match of one game.

Whatever the bot answers, the game continues as it was recorded.
"""

import asyncio
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Final

from arena.record.decisions import SeatDecision, SeatMessages
from arena.record.match import BotSpec, Clock, Limits, Verdict
from arena.referee.clock import NO_CLOCK, budget
from arena.referee.faults import DetectedFault
from arena.referee.match.instance import Instance
from arena.rules import IllegalAction, notation
from arena.sandbox.protocol import Runner
from arena.wire.decode import Answer, ProtocolError, parse_answer, parse_answers, parse_request
from arena.wire.encode import Encoder, welcome

GAME: Final = 0  # the game's number in messages to the bot
MS: Final = 1000
OUTPUT_DELAY_S: Final = 0.02  # wait this long for output that the bot printed before its answer


@dataclass(frozen=True, slots=True)
class Opinion:
    """The asked bot's answer at one decision of a recorded game."""

    ply: int  # the decision's number, as in `replay show`
    seat: int  # from 0
    played: str  # the action in the recorded game, in log notation
    would: str  # the asked bot's action, in log notation
    choices: int  # number of legal choices
    note: str  # the asked bot's
    played_note: str  # the note of the bot that played
    ms: float  # thinking time
    output: str  # what the bot printed before the answer

    @property
    def agrees(self) -> bool:
        """True if the asked bot would play the recorded action."""
        return self.played == self.would


@dataclass(frozen=True, slots=True)
class AskedBotFault:
    """The fault of a bot that was asked about the decisions of one seat."""

    seat: int  # from 0
    ply: int  # of the decision that it was asked about; 0 if none
    verdict: Verdict
    detail: str
    output: str  # what the bot printed last


@dataclass(frozen=True, slots=True)
class AskResult:
    """The answers of the asked bot about a game."""

    bot: str
    version: str  # SHA-256 of its files
    game: str
    ruleset: str
    names: tuple[str, ...]  # the bots that played the recorded game, by seat
    opinions: tuple[Opinion, ...]
    troubles: tuple[AskedBotFault, ...]  # after a fault on a seat, the bot gets no more questions about it

    @property
    def agreed(self) -> int:
        """The number of decisions at which the asked bot would play the recorded action."""
        return sum(opinion.agrees for opinion in self.opinions)


class Conversation:
    """The exchange with one bot about one seat of a recorded game: a question and an answer for each
    decision.

    This object acts as the bot's referee: `Instance`, which runs the bot's program, passes every message to
    it.
    """

    def __init__(self, messages: SeatMessages, clock: Clock, seed: bytes, commitment: bytes) -> None:
        self.opinions: list[Opinion] = []
        self.trouble: AskedBotFault | None = None
        self.arrival_selector = None  # nothing else keeps this process busy
        self._messages = messages
        self._clock = clock
        self._budget = budget(clock)
        self._seed = seed
        self._commitment = commitment
        self._encoder = Encoder(messages.game)
        self._used = 0.0
        self._left = inf  # seconds left for the open decision
        self._read = 0  # bytes of output read so far
        self._instance: Instance
        self._loop = asyncio.get_running_loop()
        self._bug: BaseException | None = None

    async def run(self, bot: BotSpec, runner: Runner, run: Path) -> None:
        """Start the bot, ask it about every decision of its seat, and wait until it ends."""
        seat = self._messages.seat
        self._instance = Instance(seat, bot, Limits(in_flight=1), run / str(seat), self)
        await self._instance.live(runner)
        if self._bug:
            raise self._bug
        if self.trouble:
            self.trouble = replace(self.trouble, output=_text(self._output()[self._read :]))

    @property
    def _current_decision(self) -> SeatDecision | None:
        """The first decision that the bot has not answered yet; None after the last."""
        decided = len(self.opinions)
        return self._messages.decisions[decided] if decided < len(self._messages.decisions) else None

    def _ask(self) -> None:
        """Send the question about the next decision; after the last one, end the bot's program."""
        stream, messages, decision = self._instance.stream, self._messages, self._current_decision
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
        decision, (game, _, number, details) = self._current_decision, answer
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
        output = self._output()
        self.opinions.append(replace(opinion, output=_text(output[self._read :])))
        self._read = len(output)
        if not self.trouble:
            self._ask()

    def _output(self) -> bytes:
        """Return everything that the bot has printed; the middle of a long output is cut out."""
        return self._instance.box.output() if self._instance.box else b""

    # ---- callbacks of the instance ----

    def on_ready(self, instance: Instance, most_games: int) -> None:
        instance.welcome(welcome(self._messages.game, 1, self._clock))
        instance.stream.start(GAME, self._messages.seat, self._seed, self._commitment)
        self._ask()

    def on_message(self, instance: Instance, data: bytes, now: float, lag_s: float) -> None:
        answers = parse_answers(parse_request(data))
        seconds = instance.stream.clock.charge_per_answer(len(answers), now, lag_s)
        for answer in answers:
            try:
                self._take_answer(answer, seconds)
            except IllegalAction as problem:
                instance.lose(DetectedFault(Verdict.ILLEGAL, str(problem)))

    def deadline(self, instance: Instance) -> float | None:
        clock = instance.stream.clock
        if clock.oldest is None or self._clock == NO_CLOCK:
            return None
        return clock.running_since + self._left

    def on_timeout(self, instance: Instance) -> None:
        instance.lose(
            DetectedFault(Verdict.TIMEOUT, f"no answer within the {self._left:.3f} s that were left")
        )

    def on_lost(self, instance: Instance, fault: DetectedFault, in_game: int | None) -> None:
        ply = self._current_decision.ply if self._current_decision and instance.was_ready else 0
        self.trouble = AskedBotFault(self._messages.seat, ply, fault.verdict, fault.detail, "")

    def on_crash(self, bug: BaseException) -> None:
        self._bug = bug
        self._instance.dismiss()


def _text(output: bytes) -> str:
    return output.decode(errors="backslashreplace").strip("\n")
