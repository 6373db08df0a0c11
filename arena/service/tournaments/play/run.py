"""Play the unplayed matches of a tournament, and pair the rounds of a Swiss tournament during the run."""

from dataclasses import dataclass
from importlib import import_module
from threading import Event, Thread

from arena.service.admin.telemetry.log_messages import RUNS, log_message
from arena.service.errors import BadSettings
from arena.service.formats import SWISS
from arena.service.ladder.cache import refresh_ladders_if_quick
from arena.service.reports.tournament_cache import compute_tables
from arena.service.reports.tournament_list import find_tournament
from arena.service.results import RunResult
from arena.service.tournaments.play.benching import bench_due_bots
from arena.service.tournaments.play.executor import Executor, ThreadExecutor, default_jobs
from arena.service.tournaments.play.observers import OnProgress, ProgressCallback
from arena.service.tournaments.play.progress import RunCounters
from arena.service.tournaments.play.retry import retry_while_locked
from arena.service.tournaments.play.runner import run_matches, set_running
from arena.service.tournaments.play.swiss import pair_next
from arena.service.tournaments.play.work_queue import More, TournamentQueue
from arena.store.database.store import Store
from arena.store.results.ledger import read_head
from arena.store.results.records import Tournament, TournamentState
from arena.store.tournaments.comparisons import COMPARE
from arena.store.tournaments.list import progress
from arena.store.tournaments.schedule import count_faulty_games
from arena.tournament.pairing.pairing import PairingImpossible


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """The outcome of a run, from which `report_run` makes the report for the user."""

    counters: RunCounters
    state: TournamentState
    stopped: str = ""  # why no round can be paired; empty if one can
    seconds: float = 0.0


def run(
    store: Store,
    number: int,
    jobs: int | None = None,
    on_progress: OnProgress | None = None,
    cancel: Event | None = None,
    more: More = pair_next,
    executor: Executor | None = None,
) -> RunOutcome:
    """Play the unplayed matches of a tournament, and return the outcome.

    An interrupted or paused tournament is continued. If the next round of a Swiss tournament cannot be
    paired, the run ends and the tournament stays unfinished. The outcome then contains the reason.

    Running matches are stopped at Ctrl-C, if `cancel` is set, or if another process pauses or cancels the
    tournament. They are replayed later from their first game.

    `jobs`: how many matches this machine plays at once; only used without an `executor`. `on_progress`:
    called from this thread several times a second. `more`: a function that pairs and writes the next round of
    a Swiss tournament.

    Raise UnknownTournament for an unknown number, BadSettings for a comparison, BadBot if a bot has changed
    since it entered.
    """
    tournament = find_tournament(store, number)
    if tournament.format == COMPARE:
        raise BadSettings(f"{number} is a comparison; continue it with `arena compare --resume {number}`")
    with store.reading() as tx:
        before, faults = progress(tx, number), count_faulty_games(tx, number)
    counters = RunCounters(number, before.games_done, before.games_total, faults)
    if before.state in (TournamentState.OVER, TournamentState.CANCELLED):
        return RunOutcome(counters, before.state)
    queue = TournamentQueue(store, number, counters, tournament, more)
    if before.games_done < before.games_total:
        queue.find_bots()
    set_running(store, number)
    Thread(target=import_module, args=("arena.ratings.fitted",), daemon=True).start()  # numpy, for the report
    bench_due_bots(store, number)  # an earlier run may have ended before it benched them
    stopped, stop = "", cancel or Event()
    _log("run started", number, tournament.name, counters)
    observers = [ProgressCallback(on_progress)] if on_progress else []
    executor = executor or ThreadExecutor(jobs or default_jobs(tournament.seats))
    try:
        run_matches(store, queue, executor, counters, stop, observers)
    except PairingImpossible as impossible:
        stopped = str(impossible)
    _log("run ended", number, tournament.name, counters, stopped or ("left" if stop.is_set() else None))
    with store.reading() as tx:
        state = progress(tx, number).state
    return RunOutcome(counters, state, stopped, counters.seconds)


def _log(text: str, number: int, name: str, counters: RunCounters, why: str | None = None) -> None:
    log_message(
        RUNS, text, tournament=number, name=name, games=counters.committed, total=counters.total, why=why
    )


def report_run(store: Store, outcome: RunOutcome) -> RunResult:
    """Return the report on a run. It contains the shuffle secret only if the tournament is finished.

    If no more matches will be played, first refresh the ladders (only in a small database).
    """
    if outcome.state in (TournamentState.OVER, TournamentState.CANCELLED) or outcome.stopped:
        refresh_ladders_if_quick(store)
    result = retry_while_locked(lambda: _report(store, outcome), lambda why: None, Event())
    assert result
    return result


def _report(store: Store, outcome: RunOutcome) -> RunResult:
    counters = outcome.counters
    number = counters.tournament
    tournament = find_tournament(store, number)
    with store.reading() as tx:
        now, faults = progress(tx, number), count_faulty_games(tx, number)
        _, ledger_head = read_head(tx)
    finished = now.finished_at is not None
    return RunResult(
        tournament=number,
        name=tournament.name,
        finished=finished,
        games=now.games_done,
        games_total=now.games_total,
        seconds=outcome.seconds,
        faults=faults,
        tables=compute_tables(store, number),
        event_digest=now.event_digest,
        secret=tournament.secret.hex() if finished else None,
        open_seed=tournament.open_seed,
        state=now.state.value,
        stopped=outcome.stopped,
        order=_initial_sources(tournament),
        ledger_head=ledger_head,
        games_per_second=counters.games_per_second,
        slots=counters.slots,
        busy=counters.busy,
    )


def _initial_sources(tournament: Tournament) -> tuple[str, ...]:
    """Return the bots that were in a Swiss tournament from its start; empty for other formats.

    Each bot is a name or a path, as the user typed it, such as "./mybot.py". They are in entrant order.
    """
    # The order came from the ratings at that time, so it is needed to repeat the tournament.
    if tournament.format != SWISS:
        return ()
    return tuple(entrant.source for entrant in tournament.entrants if entrant.from_round == 1)
