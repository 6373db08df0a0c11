"""Report the pairings of a tournament round by round."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final

from arena.service.common.text import MatchId
from arena.service.formats import PAIR, SWISS
from arena.service.reports.tournament_list import find_tournament
from arena.store.database.store import Store
from arena.store.results.records import Round, StoredPairing, Tournament
from arena.store.results.results import match_results
from arena.store.tournaments import pairings as stored
from arena.tournament.history import Bye
from arena.tournament.pairing.swiss_tables import TableFit, table_fit
from arena.tournament.results import MatchResult
from arena.tournament.standings.tie_breaks import value_text

Points = Mapping[int, Fraction]
Place = tuple[int, int]  # round of the tournament, table
COLUMNS: Final = ("round", "ruleset", "table", "match", "bot", "points_before", "points", "kind")
KINDS: Final = {
    "U": "a bye (odd number of bots)",
    "F": "a requested bye",
    "H": "a requested bye",
    "Z": "absent",
}
_HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class TableLine:
    """A match of a round: its bots, with their points before and in the match."""

    match: str  # "7.2.1"
    number: int
    bots: tuple[str, ...]  # in the order of the pairing; of two, the first is White in TRF files
    before: tuple[float, ...]  # points before the round, in this ruleset
    points: tuple[float, ...] | None  # points of this match; None until it is complete
    forfeits: tuple[str, ...]  # bots that started in no game, or withdrew before the match


@dataclass(frozen=True, slots=True)
class ByeLine:
    """A bot that does not play in a round, and the points that it gets for the bye."""

    bot: str
    kind: str  # U: odd number of bots; F, H: requested, full or half point; Z: absent
    before: float
    points: float


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round with its matches and byes."""

    number: int  # in the tournament, from 1
    cycle: int  # the number of its ruleset, from 1
    place: int  # number among the rounds under its ruleset, from 1
    ruleset: str
    paired: bool  # if False, there are only the byes that bots requested
    complete: bool
    tables: tuple[TableLine, ...]
    byes: tuple[ByeLine, ...]
    fit: TableFit | None  # only for a Swiss at tables of more than two


def pairings(store: Store, number: int) -> tuple[RoundLine, ...]:
    """Return all rounds of a tournament in order, each with its matches and byes.

    Raise UnknownTournament for an unknown number.
    """
    tournament = find_tournament(store, number)
    with store.reading() as tx:
        tables = stored.read_pairings(tx, number)
        byes = stored.byes(tx, number)
        rounds = tuple(round.number for round in tournament.rounds)
        results = {(match.round, match.number): match for match in match_results(tx, number, rounds)}
    return tuple(_lines(number, tournament, tables, byes, results))


def _lines(
    number: int,
    tournament: Tournament,
    tables: tuple[StoredPairing, ...],
    byes: tuple[Bye, ...],
    results: Mapping[Place, MatchResult],
) -> list[RoundLine]:
    names = {entrant.number: entrant.name for entrant in tournament.entrants}
    lines: list[RoundLine] = []
    points: dict[int, defaultdict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    places: defaultdict[int, int] = defaultdict(int)
    met: defaultdict[int, set[tuple[int, int]]] = defaultdict(set)
    at_tables = tournament.format == SWISS and tournament.seats > PAIR
    for round in tournament.rounds:
        before = points[round.cycle]
        places[round.cycle] += 1
        own = [table for table in tables if table.round == round.number]
        out = [bye for bye in byes if bye.round == round.number]
        lines.append(
            RoundLine(
                number=round.number,
                cycle=round.cycle,
                place=places[round.cycle],
                ruleset=round.ruleset,
                paired=round.paired,
                complete=round.paired and all(table.complete for table in own),
                tables=tuple(_table(number, table, names, before, results) for table in own),
                byes=tuple(
                    ByeLine(names[bye.bot], bye.kind.value, float(before[bye.bot]), float(bye.points))
                    for bye in out
                ),
                fit=_measure_pairing(own, before, met[round.cycle]) if at_tables and own else None,
            )
        )
        _add_points(round, own, out, results, before)
    return lines


def _measure_pairing(tables: list[StoredPairing], before: Points, met: set[tuple[int, int]]) -> TableFit:
    """Measure how well a round is paired: how many pairs meet again, and how far points differ at a table.

    `tables`: the round's pairings. `before`: the bots' points before the round. `met`: the pairs of bots that
    met in earlier rounds. This function adds the round's pairs to `met`.
    """
    fit = table_fit([table.bots for table in tables], before, met)
    met.update(two for table in tables for two in combinations(sorted(table.bots), 2))
    return fit


def _table(
    number: int,
    table: StoredPairing,
    names: Mapping[int, str],
    before: Points,
    results: Mapping[Place, MatchResult],
) -> TableLine:
    result = results.get((table.round, table.number))
    never = {seat.bot for seat in result.seats if seat.never_started} if result else set()
    return TableLine(
        match=str(MatchId(number, table.round, table.number)),
        number=table.number,
        bots=tuple(names[bot] for bot in table.bots),
        before=tuple(float(before[bot]) for bot in table.bots),
        points=tuple(float(result.points[bot]) for bot in table.bots) if result else None,
        forfeits=tuple(names[bot] for bot in sorted(never | set(table.forfeits))),
    )


def _add_points(
    round: Round,
    tables: list[StoredPairing],
    byes: list[Bye],
    results: Mapping[Place, MatchResult],
    points: defaultdict[int, Fraction],
) -> None:
    """Add the points that each bot got in a round, from matches and byes, to `points`.

    `tables`, `byes`: the round's pairings and byes. `results`: the matches' results, keyed by round and
    pairing. `points`: keyed by entrant number.
    """
    for table in tables:
        if result := results.get((table.round, table.number)):
            for bot, won in result.points.items():
                points[bot] += won
    for bye in byes if round.paired else ():
        points[bye.bot] += bye.points


def points_text(value: float) -> str:
    """Format points: as a whole number, with ½, or with two decimals.

    >>> points_text(2.0), points_text(1.5), points_text(0.5), points_text(0.634)
    ('2', '1½', '½', '0.63')
    """
    whole, half = divmod(value, 1)
    if half == _HALF:
        return f"{int(whole) or ''}½"
    return value_text(value, 2)


def fit_text(fit: TableFit) -> str:
    """Describe how well the tables of a Swiss round were paired.

    >>> fit_text(TableFit(12, 1, 0.5))
    '12 meetings, 1 repeated. First and last of a table differ by ½ points on average.'
    """
    return (
        f"{fit.meetings} meetings, {fit.repeats} repeated. "
        f"First and last of a table differ by {points_text(fit.mean_range)} points on average."
    )


def state_text(round: RoundLine, tournament: str) -> str:
    """Return the state of a round: "not paired yet", "finished", or the state of its tournament.

    `tournament`: the state of the tournament, such as "running".
    """
    if not round.paired:
        return "not paired yet"
    return "finished" if round.complete else tournament


def rows(rounds: Iterable[RoundLine]) -> Iterator[tuple[object, ...]]:
    """Yield one CSV row for each bot in each match, and one for each bye, with the columns `COLUMNS`."""
    for round in rounds:
        for one in round.tables:
            points = one.points or ("",) * len(one.bots)
            for bot, before, won in zip(one.bots, one.before, points, strict=True):
                kind = "forfeit" if bot in one.forfeits else ""
                yield (round.number, round.ruleset, one.number, one.match, bot, before, won, kind)
        for bye in round.byes:
            won = bye.points if round.paired else ""
            yield (round.number, round.ruleset, "", "", bye.bot, bye.before, won, bye.kind)
