"""Report on a run: the standings, digest and shuffle secret of its tournament."""

from threading import Event

from arena.service.formats import SWISS
from arena.service.ladder.cache import refresh_ladders_if_quick
from arena.service.reports.tournament_cache import compute_tables
from arena.service.reports.tournament_list import find_tournament
from arena.service.results import RunResult
from arena.service.tournaments.play.retry import retry_while_locked
from arena.service.tournaments.play.run import RunOutcome
from arena.store.database.store import Store
from arena.store.results.ledger import read_head
from arena.store.results.records import Tournament, TournamentState
from arena.store.tournaments.list import progress
from arena.store.tournaments.schedule import count_faulty_games


def report_run(store: Store, outcome: RunOutcome) -> RunResult:
    """Return the report on a run. If no matches follow, refresh the ladders first, provided that is quick.

    The report has the shuffle secret only if the tournament is finished.
    """
    if outcome.state in (TournamentState.OVER, TournamentState.CANCELLED) or outcome.stopped:
        refresh_ladders_if_quick(store)
    result = retry_while_locked(lambda: _report(store, outcome), lambda why: None, Event())
    assert result
    return result


def _report(store: Store, outcome: RunOutcome) -> RunResult:
    number = outcome.tournament
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
        order=_order(tournament),
        ledger_head=ledger_head,
        games_per_second=outcome.games_per_second,
        slots=outcome.slots,
        busy=outcome.busy,
    )


def _order(tournament: Tournament) -> tuple[str, ...]:
    """Return the sources of the bots that a Swiss tournament started with, in the order of their numbers.

    Their order came from the ratings at that time, so it is needed to repeat the tournament. Empty for other
    formats.
    """
    if tournament.format != SWISS:
        return ()
    return tuple(entrant.source for entrant in tournament.entrants if entrant.from_round == 1)
