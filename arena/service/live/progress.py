"""The progress of a tournament, from its committed games and from the process that plays it."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event

from arena.service.live.view import TURN_S, LiveSnapshot, LiveView
from arena.service.reports.tournament_list import find_tournament
from arena.store.database.store import Store
from arena.store.live.status import MatchProgress, WorkerProgress
from arena.store.results.records import TournamentState

ENDED = (TournamentState.OVER, TournamentState.CANCELLED)


@dataclass(frozen=True, slots=True)
class LiveProgress:
    """The progress of a tournament."""

    tournament: int
    name: str
    state: TournamentState
    games_done: int  # including finished games of running matches
    games_total: int
    playing: bool  # a process plays it now; if False, the next four fields are 0, None and empty
    games_per_second: float
    seconds_left: float | None
    matches: tuple[MatchProgress, ...]
    workers: tuple[WorkerProgress, ...]  # cluster workers that play for it

    @property
    def ended(self) -> bool:
        return self.state in ENDED


def progress_in(seen: LiveSnapshot, tournament: int) -> LiveProgress | None:
    """Return a tournament's progress from a live snapshot, or None if the snapshot lacks the tournament."""
    counted, run, running = (
        seen.counted.get(tournament),
        seen.run_of(tournament),
        seen.running_matches.get(tournament),
    )
    if counted is None:
        return None
    # A fresh run is a newer sign of life than the one in the tournament's row.
    playing = run is not None and counted.state in (TournamentState.RUNNING, TournamentState.INTERRUPTED)
    live = run if playing else None
    return LiveProgress(
        tournament=tournament,
        name=counted.name,
        state=TournamentState.RUNNING if playing else counted.state,
        games_done=max(live.games_done, counted.games_done) if live else counted.games_done,
        games_total=counted.games_total,
        playing=playing,
        games_per_second=live.games_per_second if live else 0.0,
        seconds_left=live.seconds_left if live else None,
        matches=running.matches if running and playing else (),
        workers=running.workers if running and playing else (),
    )


def follow(store: Store, tournament: int, stop: Event) -> Iterator[LiveProgress]:
    """Yield a tournament's progress twice a second until it has ended or `stop` is set.

    Raise UnknownTournament if no tournament has this number.
    """
    find_tournament(store, tournament)
    view = LiveView(store)
    while True:
        view.want(str(tournament))
        now = progress_in(view.look(), tournament)
        if now:
            yield now
        if (now and now.ended) or stop.wait(TURN_S):
            return
