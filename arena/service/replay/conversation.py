"""Ask a bot about recorded games.

The bot sees a normal match. Whatever the bot answers, each game continues as it was recorded.
"""

import asyncio
from collections.abc import Sequence
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
from arena.wire.decode import Answer, ProtocolError, parse_answer, parse_answers, parse_request, parse_win
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
    win: float | None  # the asked bot's own estimate of its chance to win, if it sent one
    played_win: float | None  # that of the bot that played
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


@dataclass(frozen=True, slots=True)
class AskedGame:
    """A recorded game, or a part of it, as one seat received it. `seed`: 8 bytes for the asked bot.

    `commitment`: see `arena.record.digests`.
    """

    messages: SeatMessages
    seed: bytes
    commitment: bytes


class Conversation:
    """The questions to one bot about decisions of one or several games with the same rules and number of
    seats.

    It takes the referee's place for `Instance`, the bot's running program. `output_delay_s`: how long to wait
    for output that the bot printed before its answer; 0 if the output is not of interest.
    """

    def __init__(
        self, games: Sequence[AskedGame], clock: Clock, output_delay_s: float = OUTPUT_DELAY_S
    ) -> None:
        self.opinions: list[Opinion] = []
        self.trouble: AskedBotFault | None = None
        self.arrival_selector = None  # nothing else keeps this process busy
        self._games = games
        self._at = 0  # index of the current game
        self._number = 0  # of the question in the current game
        self._clock = clock
        self._budget = budget(clock)
        self._output_delay_s = output_delay_s
        self._encoder = Encoder(self._messages.game)
        self._used = 0.0
        self._left = inf  # seconds left for the open decision
        self._read = 0  # bytes of output read so far
        self._instance: Instance
        self._loop = asyncio.get_running_loop()
        self._bug: BaseException | None = None

    async def run(self, bot: BotSpec, runner: Runner, run: Path) -> None:
        """Start the bot, ask it about every decision, and wait until it ends."""
        seat = self._messages.seat
        self._instance = Instance(seat, bot, Limits(in_flight=1), run / str(seat), self)
        await self._instance.live(runner)
        if self._bug:
            raise self._bug
        if self.trouble:
            self.trouble = replace(self.trouble, output=_text(self._output()[self._read :]))

    @property
    def was_ready(self) -> bool:
        """True if the bot has sent its Hello."""
        return self._instance.was_ready

    @property
    def _messages(self) -> SeatMessages:
        return self._games[self._at].messages

    @property
    def _open(self) -> SeatDecision | None:
        """Return the decision about which the bot is asked next; None after the game's last decision."""
        decisions = self._messages.decisions
        return decisions[self._number] if self._number < len(decisions) else None

    def _start(self) -> None:
        """Start the current game and ask its first question."""
        game = self._games[self._at]
        self._number, self._used = 0, 0.0
        self._instance.stream.start(GAME, game.messages.seat, game.seed, game.commitment)
        self._ask()

    def _end(self) -> None:
        """Send the game's ending if it is known. Then start the next game; after the last game, end the bot's
        program.
        """
        stream, messages = self._instance.stream, self._messages
        if messages.places:
            events = self._encoder.events(messages.rest, messages.seat)
            stream.end(GAME, events, messages.places, messages.totals)
        if self._at + 1 < len(self._games):
            self._at += 1
            self._start()
        else:
            stream.flush(at_once=True)
            self._instance.dismiss()

    def _ask(self) -> None:
        """Send the next question. After the last question, end the game."""
        stream, messages, decision = self._instance.stream, self._messages, self._open
        if decision is None:
            self._end()
            return
        if self._budget:
            self._left = self._budget.of(self._number + 1) - self._used
        question = self._encoder.question(
            GAME,
            self._number,
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
        if decision is None or game != GAME or number != self._number:
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
            win=parse_win(details),
            played_win=decision.played.win,
            ms=round(seconds * MS, 3),
            output="",
        )
        if self._output_delay_s:
            self._loop.call_later(self._output_delay_s, self._add_opinion, opinion)
        else:
            self._add_opinion(opinion)

    def _add_opinion(self, opinion: Opinion) -> None:
        output = self._output()
        self.opinions.append(replace(opinion, output=_text(output[self._read :])))
        self._read = len(output)
        self._number += 1
        if not self.trouble:
            self._ask()

    def _output(self) -> bytes:
        """Return everything that the bot has printed; the middle of a long output is cut out."""
        return self._instance.box.output() if self._instance.box else b""

    # ---- callbacks of the instance ----

    def on_ready(self, instance: Instance, most_games: int) -> None:
        instance.welcome(welcome(self._messages.game, 1, self._clock))
        self._start()

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
        ply = self._open.ply if self._open and instance.was_ready else 0
        self.trouble = AskedBotFault(self._messages.seat, ply, fault.verdict, fault.detail, "")

    def on_crash(self, bug: BaseException) -> None:
        self._bug = bug
        self._instance.dismiss()


def _text(output: bytes) -> str:
    return output.decode(errors="backslashreplace").strip("\n")
