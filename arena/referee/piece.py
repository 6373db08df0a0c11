"""A piece of a match, played in this process: rotation after rotation, each with fresh instances."""

from collections.abc import Callable
from pathlib import Path

from arena.record.match import FaultRecord, GameRecord, MatchRecord, MatchSpec
from arena.referee.game import LiveGame
from arena.referee.outcome import NO_START, not_played, played, score
from arena.referee.rotation import Lag, Rotation
from arena.rules import game_for, ruleset
from arena.sandbox.runners import runner

Scores = Callable[[list[float]], None]


async def play_piece(spec: MatchSpec, run: Path, lag: Lag, told: Scores) -> MatchRecord:
    """Play all boards in all rotations; `told` is called with the scores of every game, by bot.

    The secrets go into the logs when the last game is over, not before.
    """
    seats = len(spec.bots)
    game = game_for(ruleset(spec.ruleset), seats)
    runs = runner(spec.runner, run, spec.id)
    over: list[LiveGame] = []
    games: list[GameRecord] = []
    faults: list[FaultRecord] = []

    def finished(live: LiveGame) -> None:
        over.append(live)
        told(_scores(live))

    for number in range(seats):
        rotation = Rotation(spec, game, number, lag, finished)
        await rotation.play(runs, run)
        faults += rotation.faults
        games += [
            not_played(board, number, seats, absent, NO_START) for board, absent in rotation.tables.unplayed
        ]
    games += [played(live) for live in over]
    games.sort(key=lambda record: (record.board, record.rotation))
    return MatchRecord(spec.id, tuple(games), tuple(faults))


def _scores(live: LiveGame) -> list[float]:
    """By bot."""
    assert live.closed is not None
    places, seats = live.closed.outcome.places, live.setting.game.seats
    return [score(places[(bot + live.setting.rotation) % seats], places) for bot in range(seats)]
