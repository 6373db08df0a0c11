"""List tournaments with their states, and find one by its number."""

from typing import Final

from arena.service.errors import UnknownTournament
from arena.service.reports.round_summary import rulesets_of
from arena.service.results import TournamentSummary
from arena.store.database.store import Store
from arena.store.results.records import Tournament
from arena.store.tournaments.comparisons import COMPARE
from arena.store.tournaments.list import TournamentLine, progress, tournament_lines
from arena.store.tournaments.schedule import read_tournament

LAST_NUMBER: Final = 2**31 - 1  # the largest number that the database can store


def summaries(store: Store) -> tuple[TournamentSummary, ...]:
    """Return a summary of each tournament, the newest first."""
    with store.reading() as tx:
        found = [(line, read_tournament(tx, line.id)) for line in tournament_lines(tx)]
    return tuple(_summary(line, tournament) for line, tournament in found if tournament)


def summary_of(store: Store, number: int) -> TournamentSummary:
    """Return the summary of one tournament. Raise UnknownTournament for an unknown number."""
    tournament = find_tournament(store, number)
    with store.reading() as tx:
        return _summary(progress(tx, number), tournament)


def _summary(line: TournamentLine, tournament: Tournament) -> TournamentSummary:
    return TournamentSummary(
        id=line.id,
        name=line.name,
        rulesets=rulesets_of(tournament),
        format=line.format,
        bots=tuple(entrant.name for entrant in tournament.entrants),
        games_done=line.games_done,
        games_total=line.games_total,
        rated=line.rated,
        open_seed=line.open_seed,
        created_at=line.created_at,
        finished_at=line.finished_at,
        state=line.state.value,
        digest=line.event_digest,
    )


def unfinished(store: Store) -> int:
    """Return the number of the newest unfinished tournament. Comparisons of two bots are ignored.

    Raise UnknownTournament if all tournaments have finished.
    """
    for summary in summaries(store):
        if summary.finished_at is None and summary.format != COMPARE:
            return summary.id
    raise UnknownTournament("no unfinished tournament")


def find_tournament(store: Store, number: int) -> Tournament:
    """Return the tournament with this number. Raise UnknownTournament if it does not exist."""
    found = None
    if 0 < number <= LAST_NUMBER:
        with store.reading() as tx:
            found = read_tournament(tx, number)
    if found is None:
        raise UnknownTournament(f"no tournament {number}")
    return found


def state_of(store: Store, number: int) -> str:
    """Return a tournament's state as a word, such as "running". Raise UnknownTournament for an unknown
    number.
    """
    find_tournament(store, number)
    with store.reading() as tx:
        return progress(tx, number).state.value
