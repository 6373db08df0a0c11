"""Ask a bot about recorded games.

The bot sees a normal match. Whatever the bot answers, each game continues as it was recorded.
"""

import asyncio
from collections import deque
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
    """The actions that a bot would have chosen in a recorded game."""

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
    """A recorded game, or a part of it, as one seat received it."""

    messages: SeatMessages
    seed: bytes  # 8 bytes for the asked bot
    commitment: bytes  # see `arena.record.digests`


class _StartedGame:
    """A recorded game while the bot plays it. `number`: the game's number in messages to the bot."""

    __slots__ = ("asked", "left", "messages", "number", "used")

    def __init__(self, number: int, messages: SeatMessages) -> None:
        self.number = number
        self.messages = messages
        self.asked = 0  # number of the open question, or of the next one
        self.used = 0.0  # seconds
        self.left = inf  # seconds left for the open question

    @property
    def decision(self) -> SeatDecision | None:
        """The decision of the open question, or else of the next question; None after the last question."""
        decisions = self.messages.decisions
        return decisions[self.asked] if self.asked < len(decisions) else None


class Conversation:
    """The questions to one bot about recorded games, which have the same rules and number of seats.

    This class replaces the referee: an `Instance` (the bot's running program) reports to it.

    `last_only`: store only the answer to each game's last question; otherwise store all answers. `at_once`:
    how many games to play at once. Questions whose answers are stored are asked one at a time.
    """

    def __init__(
        self, games: Sequence[AskedGame], clock: Clock, last_only: bool = False, at_once: int = 1
    ) -> None:
        self.opinions: list[Opinion] = []
        self.trouble: AskedBotFault | None = None
        self.is_unclear = False  # True if any of several open games may have caused the fault
        self.arrival_selector = None  # nothing else keeps this process busy
        self._first = games[0].messages
        self._waiting = deque(games)
        self._open: dict[int, _StartedGame] = {}  # by number
        self._at_once = at_once
        self._last_only = last_only
        self._clock = clock
        self._budget = budget(clock)
        self._encoder = Encoder(self._first.game)
        self._read = 0  # bytes of output read so far
        self._instance: Instance
        self._loop = asyncio.get_running_loop()
        self._bug: BaseException | None = None

    async def run(self, bot: BotSpec, runner: Runner, run: Path) -> None:
        """Start the bot, ask it about every decision, and wait until its program ends.

        `runner`: starts the bot's program. `run`: the folder for the files of this run.
        """
        seat = self._first.seat
        self._instance = Instance(seat, bot, Limits(in_flight=self._at_once), run / str(seat), self)
        await self._instance.live(runner)
        if self._bug:
            raise self._bug
        if self.trouble:
            self.trouble = replace(self.trouble, output=_text(self._output()[self._read :]))

    @property
    def was_ready(self) -> bool:
        """True if the bot has sent its Hello."""
        return self._instance.was_ready

    def _keeps(self, game: _StartedGame) -> bool:
        """True if the answer to the game's current question will be stored."""
        return not self._last_only or game.asked + 1 >= len(game.messages.decisions)

    def _go_on(self) -> None:
        """If no question is open, ask the next one. After the last question, end the bot's program."""
        stream = self._instance.stream
        while not (self.trouble or stream.clock.open or stream.questions()):
            game = next(iter(self._open.values()), None)
            if game and game.decision:
                self._ask(game, game.decision)
            elif game:
                self._end(game)
            elif self._waiting:
                self._start_games()
            else:
                stream.flush(at_once=True)
                self._instance.dismiss()
                return
        stream.flush(at_once=True)

    def _start_games(self) -> None:
        for number in range(min(self._at_once, len(self._waiting))):
            asked = self._waiting.popleft()
            game = self._open[number] = _StartedGame(number, asked.messages)
            self._instance.stream.start(number, game.messages.seat, asked.seed, asked.commitment)
            self._ask_ahead(game)

    def _ask_ahead(self, game: _StartedGame) -> None:
        """Ask a game's current question if the answer will not be stored.

        Such questions may be open in several games at once.
        """
        if game.decision and not self._keeps(game):
            self._ask(game, game.decision)

    def _end(self, game: _StartedGame) -> None:
        """Remove a game. If the recording contains the game's ending, send the ending to the bot."""
        messages = self._open.pop(game.number).messages
        if messages.places:
            events = self._encoder.events(messages.rest, messages.seat)
            self._instance.stream.end(game.number, events, messages.places, messages.totals)

    def _ask(self, game: _StartedGame, decision: SeatDecision) -> None:
        if self._budget:
            game.left = self._budget.of(game.asked + 1) - game.used
        question = self._encoder.question(
            game.number,
            game.asked,
            decision.position.ply,
            self._encoder.events(decision.news, game.messages.seat),
            decision.seen,
            decision.choices,
            0 if game.left == inf else int(game.left * MS) or 1,
        )
        self._instance.stream.ask(game.number, question)

    def _take_answer(self, answer: Answer, seconds: float) -> None:
        number, _, question, details = answer
        game, clock = self._open.get(number), self._instance.stream.clock
        decision = game.decision if game and number in clock.open else None
        if game is None or decision is None or question != game.asked:
            raise ProtocolError(f"game {number}: answer {question}, but that was not the question")
        clock.drop(number)
        game.used += seconds
        if seconds > game.left:
            self._lose_by_time(game)
            return
        if details and details.resign:
            would = "resigns"
        else:
            action = parse_answer(answer, decision.choices, self._first.game)
            would = notation(self._first.game.pack, action)
        if not self._keeps(game):
            self._read = len(self._output())
            game.asked += 1
            self._ask_ahead(game)
            return
        opinion = Opinion(
            ply=decision.ply,
            seat=game.messages.seat,
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
        if self._last_only:
            self._add_opinion(game, opinion)
        else:
            self._loop.call_later(OUTPUT_DELAY_S, self._add_opinion, game, opinion)

    def _add_opinion(self, game: _StartedGame, opinion: Opinion) -> None:
        output = self._output()
        self.opinions.append(replace(opinion, output=_text(output[self._read :])))
        self._read = len(output)
        game.asked += 1
        self._go_on()

    def _output(self) -> bytes:
        """Return everything that the bot has printed; the middle of a long output is cut out."""
        return self._instance.box.output() if self._instance.box else b""

    def _lose_by_time(self, game: _StartedGame) -> None:
        detail = f"no answer within the {game.left:.3f} s that were left"
        self._instance.lose(DetectedFault(Verdict.TIMEOUT, detail))

    # ---- callbacks of the instance ----

    def on_ready(self, instance: Instance, most_games: int) -> None:
        self._at_once = min(self._at_once, most_games)
        instance.welcome(welcome(self._first.game, self._at_once, self._clock))
        self._go_on()

    def on_message(self, instance: Instance, data: bytes, now: float, lag_s: float) -> None:
        answers = parse_answers(parse_request(data))
        seconds = instance.stream.clock.charge_per_answer(len(answers), now, lag_s)
        for answer in answers:
            if self.trouble:
                return
            try:
                self._take_answer(answer, seconds)
            except IllegalAction as problem:
                instance.lose(DetectedFault(Verdict.ILLEGAL, str(problem)))
        if self._last_only:  # otherwise the next question waits for the bot's output
            self._go_on()

    def deadline(self, instance: Instance) -> float | None:
        clock = instance.stream.clock
        if clock.oldest is None or self._clock == NO_CLOCK:
            return None
        return clock.running_since + self._open[clock.oldest].left

    def on_timeout(self, instance: Instance) -> None:
        oldest = instance.stream.clock.oldest
        assert oldest is not None
        self._lose_by_time(self._open[oldest])

    def on_lost(self, instance: Instance, fault: DetectedFault, in_game: int | None) -> None:
        game = next(iter(self._open.values()), None)
        self.is_unclear = len(self._open) > 1 and not all(map(self._keeps, self._open.values()))
        seat = game.messages.seat if game else self._first.seat
        ply = game.decision.ply if game and game.decision else 0
        self.trouble = AskedBotFault(seat, ply, fault.verdict, fault.detail, "")

    def on_crash(self, bug: BaseException) -> None:
        self._bug = bug
        self._instance.dismiss()


def _text(output: bytes) -> str:
    return output.decode(errors="backslashreplace").strip("\n")
