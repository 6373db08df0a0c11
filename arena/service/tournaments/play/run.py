"""Running a tournament: it goes on from what is committed, and pairs its rounds as they come."""

from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from threading import Event

from arena.service.admin.telemetry.log_messages import RUNS, log_message
from arena.service.common.interrupt import interruptions
from arena.service.errors import BadSettings
from arena.service.formats import SWISS
from arena.service.ladder.cache import refresh_ladders_if_quick
from arena.service.live.relay import LiveShow
from arena.service.reports.tournament_cache import compute_tables
from arena.service.reports.tournament_list import find_tournament
from arena.service.results import RunResult
from arena.service.tournaments.play.benching import bench_where_due
from arena.service.tournaments.play.executor import Crew, CrewTold, Threads, default_jobs, telling
from arena.service.tournaments.play.progress import Meter
from arena.service.tournaments.play.retry import when_it_can
from arena.service.tournaments.play.runner import OnProgress, TournamentRunner, nobody
from arena.service.tournaments.play.swiss import pair_next
from arena.service.tournaments.play.work_queue import Agenda, More
from arena.store.database.failures import NotNow
from arena.store.database.store import Store
from arena.store.results.ledger import head
from arena.store.results.records import State, Tournament
from arena.store.tournaments.benching import benched
from arena.store.tournaments.comparisons import COMPARE
from arena.store.tournaments.schedule import progress
from arena.store.tournaments.states import Frozen, set_state, sign_of_life
from arena.tournament.pairing.pairing import PairingImpossible


def run(
    store: Store,
    number: int,
    jobs: int | None = None,
    on_progress: OnProgress | None = None,
    cancel: Event | None = None,
    more: More = pair_next,
    crew: Crew | None = None,
) -> RunResult:
    """Play what is missing of a tournament; one that was interrupted or paused goes on.

    When all that is paired is committed, `more` writes what comes next: of a Swiss the next round, before its
    first game. Where none can be paired the run ends, the result says why, and the tournament stays open.

    `on_progress` is called from this thread, several times a second. When `cancel` is set, at Ctrl-C, or when
    the tournament is paused or cancelled from elsewhere, the matches under way are ended, to be played again
    whole, and what is committed is handed back. `crew`: who plays, else this machine, `jobs` at once. Raises
    UnknownTournament, BadSettings for a comparison of two bots, and BadBot if a bot has changed since it was
    entered.
    """
    tournament = find_tournament(store, number)
    if tournament.format == COMPARE:
        raise BadSettings(f"{number} is a comparison; continue it with `arena compare --resume {number}`")
    with store.reading() as tx:
        so_far = progress(tx, number)
    meter = Meter(number, so_far.games_done, so_far.games_total, so_far.faults)
    if so_far.state in (State.OVER, State.CANCELLED):
        return _result(store, number, meter)
    agenda = Agenda(store, number, meter, tournament, more)
    if so_far.games_done < so_far.games_total:
        agenda.find_bots()
    set_running(store, number)
    bench_where_due(store, number)  # where that was cut short
    stopped, stop = "", cancel or Event()
    _told("run started", number, tournament.name, meter)
    playing = crew or Threads(jobs or default_jobs(tournament.seats))
    with (
        interruptions(stop),
        LiveShow(store, number, meter.progress, meter.matches) as live,
        CrewTold(store, number, playing) as told,
        playing,
    ):
        try:
            TournamentRunner(store, meter, telling(on_progress or nobody, told), stop, live).play(
                agenda, playing
            )
        except PairingImpossible as impossible:
            stopped = str(impossible)
        meter.stop(playing.slots())
    _told("run ended", number, tournament.name, meter, stopped or ("left" if stop.is_set() else None))
    if not stop.is_set():
        refresh_ladders_if_quick(store)
    result = partial(_result, store, number, meter, stopped)
    tell = on_progress or nobody
    return when_it_can(result, lambda why: tell(meter.progress(paused=why)), stop) or result()


def set_running(store: Store, number: int) -> None:
    """Set the tournament running, unless somebody has just ended it: then there is nothing to play."""
    with suppress(Frozen), store.writing() as tx:
        set_state(tx, number, State.RUNNING)
    with suppress(NotNow), store.writing() as tx:  # the next sign of life follows soon
        sign_of_life(tx, number, datetime.now(UTC))


def _told(event: str, number: int, name: str, meter: Meter, why: str | None = None) -> None:
    log_message(RUNS, event, tournament=number, name=name, games=meter.committed, total=meter.total, why=why)


def _result(store: Store, number: int, meter: Meter, stopped: str = "") -> RunResult:
    """What there is now; a tournament that is over may show its secret."""
    tournament = find_tournament(store, number)
    with store.reading() as tx:
        now = progress(tx, number)
        out = tuple(name for _, name in benched(tx, number))
        _, ledger_head = head(tx)
    finished = now.finished_at is not None
    return RunResult(
        tournament=number,
        name=tournament.name,
        finished=finished,
        games=now.games_done,
        games_total=now.games_total,
        seconds=meter.seconds,
        faults=now.faults,
        tables=compute_tables(store, number),
        event_digest=now.event_digest,
        secret=tournament.secret.hex() if finished else None,
        open_seed=tournament.open_seed,
        state=now.state.value,
        stopped=stopped,
        order=_order(tournament),
        benched=out,
        ledger_head=ledger_head,
        games_per_second=meter.games_per_second,
        slots=meter.slots,
        busy=meter.busy,
    )


def _order(tournament: Tournament) -> tuple[str, ...]:
    """Who was there from the start, by number: that depended on the ratings of the moment."""
    if tournament.format != SWISS:
        return ()
    return tuple(entrant.source for entrant in tournament.entrants if entrant.from_round == 1)
