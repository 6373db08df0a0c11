"""A piece of a match, played in this process: rotation after rotation, each with fresh instances."""

from pathlib import Path

from arena.record.match import FaultRecord, GameRecord, MatchRecord, MatchSpec
from arena.referee.game import LiveGame
from arena.referee.outcome import NO_START, not_played, played, score
from arena.referee.progress import Progress
from arena.referee.rotation import Lag, Rotation
from arena.rules import game_for, ruleset_named
from arena.sandbox.runners import runners


async def play_piece(spec: MatchSpec, run: Path, lag: Lag, progress: Progress) -> MatchRecord:
    """Play all boards in all rotations.

    The secrets go into the logs when the last game is over, not before.
    """
    seats = len(spec.bots)
    game = game_for(ruleset_named(spec.ruleset, spec.rules), seats)
    started_by = runners(spec, run, progress.waiting)
    over: list[LiveGame] = []
    games: list[GameRecord] = []
    faults: list[FaultRecord] = []

    def finished(live: LiveGame) -> None:
        over.append(live)
        progress.game_over(_scores(live))

    def ready(bot: int) -> None:
        if spec.bots[bot].runner:
            progress.connected(spec.bots[bot].name)

    for number in range(spec.rotations):
        rotation = Rotation(spec, game, number, lag, finished, ready)
        await rotation.play(started_by, run)
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
