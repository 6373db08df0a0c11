"""Play a piece of a match (a batch of its boards) in this process.

Every board is played in each seating (an assignment of bots to seats). Each seating starts new bot instances.
"""

import asyncio
from collections.abc import Callable, Sequence
from hmac import digest as hmac_digest
from itertools import groupby
from pathlib import Path
from typing import Final

from arena.record.format import BotName
from arena.record.match import FaultRecord, GameRecord, MatchRecord, MatchSpec, bot_on, seat_of
from arena.referee.faults import DetectedFault
from arena.referee.live.feed import LiveFeed
from arena.referee.live.progress import ProgressPipe
from arena.referee.match.game import FinishedGame, SeatingContext
from arena.referee.match.games import Board
from arena.referee.match.instance import Instance
from arena.referee.match.outcome import NO_START, game_records, score, unplayed_game
from arena.referee.match.seating import MatchContext, SeatedBot, Seating
from arena.referee.net.arrival_times import LagSelector
from arena.rules import GameRules, game_for, ruleset_named
from arena.sandbox.protocol import Runner
from arena.sandbox.runners import runners

_BATCH_SIZE: Final = 8  # boards whose records are made before the event loop runs again
_PLAYING_ORDER: Final = "maumau-playing-order-1"


class MatchSeating(Seating):
    """A seating of a match. It plays the boards in a secret order, which differs between seatings."""

    def __init__(
        self,
        host: MatchContext,
        spec: MatchSpec,
        game: GameRules,
        rotation: int,
        started_by: Sequence[Runner],
        finished: Callable[[FinishedGame], None],
        progress: ProgressPipe,
    ) -> None:
        seats = len(spec.bots)
        numbers = [bot_on(seat, rotation, seats) for seat in range(seats)]
        bots = {seat: SeatedBot(n, spec.bots[n], started_by[n]) for seat, n in enumerate(numbers)}
        names = tuple(BotName(bot.spec.name, bot.spec.version) for bot in bots.values())
        context = SeatingContext(game, rotation, names, bytes.fromhex(spec.key), spec.limits)
        super().__init__(host, context, boards_of(spec, rotation), bots, finished)
        self._progress = progress
        self._following: LiveFeed | None = None

    def follow(self, following: LiveFeed) -> None:
        """Let a live feed follow this seating's games."""
        self._following = following
        following.games = self.games.games

    def on_ready(self, instance: Instance, max_games: int) -> None:
        bot = self._bots[instance.seat].spec
        if bot.runner:
            self._progress.connected(bot.name)
        super().on_ready(instance, max_games)

    def on_lost(self, instance: Instance, fault: DetectedFault, in_game: int | None) -> None:
        if fault.over_budget:
            self._progress.over_budget(self._bots[instance.seat].number)
        super().on_lost(instance, fault, in_game)

    def _check_finished(self) -> None:
        super()._check_finished()
        if self._following:
            self._following.wake()


async def play_piece(
    spec: MatchSpec,
    run: Path,
    arrival_selector: LagSelector | None,
    progress: ProgressPipe,
    following: LiveFeed | None = None,
) -> MatchRecord:
    """Play all boards of a piece (a batch of a match's boards) in all seatings and return the record.

    `run`: the run directory. `arrival_selector`: the event loop's selector, if it records when bytes arrive.
    `progress`: the pipe for reports. `following`: the feed for spectators.
    """
    seats = len(spec.bots)
    game = game_for(ruleset_named(spec.ruleset, spec.rules), seats)
    host = MatchContext(run, spec.clock, arrival_selector)
    started_by = runners(spec, run, progress.waiting)
    over: list[FinishedGame] = []
    games: list[GameRecord] = []
    faults: list[FaultRecord] = []

    def finished(game: FinishedGame) -> None:
        over.append(game)
        progress.game_over(_scores(game))

    for rotation in range(spec.rotations):
        seating = MatchSeating(host, spec, game, rotation, started_by, finished, progress)
        if following:
            seating.follow(following)
        await seating.play()
        faults += seating.faults
        games += [
            unplayed_game(board, rotation, seats, absent, NO_START)
            for board, absent in seating.games.unplayed
        ]
    over.sort(key=lambda game: (game.board, game.context.rotation))
    for number, (_, seatings) in enumerate(groupby(over, key=lambda game: game.board)):
        games += game_records([*seatings])
        if number % _BATCH_SIZE == 0:
            await asyncio.sleep(0)  # let a cancellation in
    games.sort(key=lambda record: (record.board, record.rotation))
    return MatchRecord(spec.id, tuple(games), tuple(faults))


def boards_of(spec: MatchSpec, rotation: int) -> Sequence[Board]:
    """Return the boards of a piece (a part of a match) in the secret order in which a seating plays them.

    `rotation`: the number of the seating. The boards are sorted by HMAC-SHA-256(board secret,
    "maumau-playing-order-1/ROTATION"), so that a bot cannot recognise a board by its position. Each board
    keeps its number in the match.
    """
    boards = [Board(spec.first_board + i, bytes.fromhex(secret)) for i, secret in enumerate(spec.secrets)]
    label = f"{_PLAYING_ORDER}/{rotation}".encode("ascii")
    return sorted(boards, key=lambda board: hmac_digest(board.secret, label, "sha256"))


def _scores(game: FinishedGame) -> list[float]:
    """Return each bot's score in a game, in the order of the match's bots."""
    places, seats = game.log.outcome.places, game.context.game.seats
    return [score(places[seat_of(bot, game.context.rotation, seats)], places) for bot in range(seats)]
