"""How far a tournament is at this moment: what is committed, and what those who play it tell."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event

from arena.service.live.view import TURN_S, LiveView, Seen
from arena.service.reports.tournament_list import find_tournament
from arena.store.database.store import Store
from arena.store.live.matches import MatchProgress
from arena.store.live.workers import WorkerProgress
from arena.store.results.records import State

ENDED = (State.OVER, State.CANCELLED)


@dataclass(frozen=True, slots=True)
class EventProgress:
    """How far it is. `playing`: somebody plays it now; without that the last five are empty.

    `workers` are those of a cluster; matches that this machine plays have a process each.
    """

    tournament: int
    name: str
    state: State
    games_done: int  # those of matches under way too
    games_total: int
    playing: bool
    games_per_second: float
    seconds_left: float | None
    matches: tuple[MatchProgress, ...]
    workers: tuple[WorkerProgress, ...]

    @property
    def ended(self) -> bool:
        return self.state in ENDED


def progress_in(seen: Seen, tournament: int) -> EventProgress | None:
    """How far it is by what was seen; None if that knows of none."""
    counted, run, crew = seen.counted.get(tournament), seen.run(tournament), seen.crews.get(tournament)
    if counted is None:
        return None
    # A run that is seen is a sign of life too, and newer than the last one in the tournament's row.
    playing = run is not None and counted.state in (State.RUNNING, State.INTERRUPTED)
    told = run if playing else None
    return EventProgress(
        tournament=tournament,
        name=counted.name,
        state=State.RUNNING if playing else counted.state,
        games_done=max(told.games_done, counted.games_done) if told else counted.games_done,
        games_total=counted.games_total,
        playing=playing,
        games_per_second=told.games_per_second if told else 0.0,
        seconds_left=told.seconds_left if told else None,
        matches=crew.matches if crew and playing else (),
        workers=crew.workers if crew and playing else (),
    )


def follow(store: Store, tournament: int, stop: Event) -> Iterator[EventProgress]:
    """How far it is, twice a second, until it has ended or `stop` is set. Raises UnknownTournament."""
    find_tournament(store, tournament)
    view = LiveView(store)
    while True:
        view.want(str(tournament))
        now = progress_in(view.look(), tournament)
        if now:
            yield now
        if (now and now.ended) or stop.wait(TURN_S):
            return
