"""A piece of a match, played in this process: rotation after rotation, each with fresh instances."""

import asyncio
from itertools import groupby
from pathlib import Path
from typing import Final

from arena.record.match import FaultRecord, GameRecord, MatchRecord, MatchSpec, seat_of
from arena.referee.live.feed import Following
from arena.referee.live.progress import Progress
from arena.referee.match.game import OverGame
from arena.referee.match.outcome import NO_START, not_played, played, score
from arena.referee.match.seating import Rotation
from arena.referee.net.arrival_times import LagSelector
from arena.rules import game_for, ruleset_named
from arena.sandbox.runners import runners

_AT_ONCE: Final = 8  # boards whose records are made without a look at anything else


async def play_piece(
    spec: MatchSpec,
    run: Path,
    lag: LagSelector | None,
    progress: Progress,
    following: Following | None = None,
) -> MatchRecord:
    """Play all boards in all rotations.

    The secrets go into the logs when the last game is over, not before.
    """
    seats = len(spec.bots)
    game = game_for(ruleset_named(spec.ruleset, spec.rules), seats)
    started_by = runners(spec, run, progress.waiting)
    over: list[OverGame] = []
    games: list[GameRecord] = []
    faults: list[FaultRecord] = []

    def finished(game: OverGame) -> None:
        over.append(game)
        progress.game_over(_scores(game))

    def ready(bot: int) -> None:
        if spec.bots[bot].runner:
            progress.connected(spec.bots[bot].name)

    for number in range(spec.rotations):
        rotation = Rotation(spec, game, number, lag, finished, ready, progress.over_budget)
        if following:
            following.games = rotation.tables.games
        await rotation.play(started_by, run)
        faults += rotation.faults
        games += [
            not_played(board, number, seats, absent, NO_START) for board, absent in rotation.tables.unplayed
        ]
    over.sort(key=lambda game: (game.board, game.setting.rotation))
    for number, (_, seatings) in enumerate(groupby(over, key=lambda game: game.board)):
        games += played([*seatings])
        if number % _AT_ONCE == 0:
            await asyncio.sleep(0)  # whoever does not want the match any more is heard
    games.sort(key=lambda record: (record.board, record.rotation))
    return MatchRecord(spec.id, tuple(games), tuple(faults))


def _scores(game: OverGame) -> list[float]:
    """By bot."""
    places, seats = game.log.outcome.places, game.setting.game.seats
    return [score(places[seat_of(bot, game.setting.rotation, seats)], places) for bot in range(seats)]
