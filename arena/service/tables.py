"""Standings, crosstables and reports of faults, derived from what is committed."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from arena.ratings.fitted import Fitted
from arena.ratings.live import comparisons
from arena.record.match import Verdict
from arena.rules import Ruleset, ruleset_named
from arena.service.fitting import anchor_names, fitted, margin, no_margin
from arena.service.results import BotSummary, CrosstableCell, FaultReport, StandingsRow, Table
from arena.service.tournaments import find_tournament, table_name
from arena.store.bots import entered_bots
from arena.store.faults import faults
from arena.store.records import Entrant, Tournament
from arena.store.results import match_results, rated_groups
from arena.store.store import Store
from arena.tournament.crosstable import Cell, crosstable
from arena.tournament.results import MatchResult
from arena.tournament.standings import Standing, standings

TIMEOUTS: Final = (Verdict.TIMEOUT, Verdict.STALL)
CRASHES: Final = (Verdict.DISCONNECT, Verdict.PROTOCOL, Verdict.OOM, Verdict.NO_START)


def tables(store: Store, number: int) -> tuple[Table, ...]:
    """Standings and crosstable of a tournament, one for each ruleset. Raises UnknownTournament."""
    tournament = find_tournament(store, number)
    return tuple(_table(store, number, tournament, key) for key in rulesets_of(tournament))


def rulesets_of(tournament: Tournament) -> tuple[str, ...]:
    return tuple(dict.fromkeys(round.ruleset for round in tournament.rounds))


def rounds_of(tournament: Tournament, key: str) -> tuple[int, ...]:
    return tuple(round.number for round in tournament.rounds if round.ruleset == key)


def ruleset_of(tournament: Tournament, key: str) -> Ruleset:
    """The ruleset that is called so in this tournament."""
    rules = next(round.rules for round in tournament.rounds if round.ruleset == key)
    return ruleset_named(key, rules)


def _table(store: Store, number: int, tournament: Tournament, key: str) -> Table:
    rounds = rounds_of(tournament, key)
    with store.reading() as tx:
        matches = match_results(tx, number, rounds)
        kinds = Counter(comparisons(group) for group in rated_groups(tx, number, rounds))
    ratings = fitted(kinds, tournament.entrants)
    entrants = {entrant.number: entrant for entrant in tournament.entrants}
    lines = standings(entrants, matches)
    games = sum(seat.games for match in matches for seat in match.seats)
    void = sum(seat.verdicts.get(Verdict.VOID, 0) for match in matches for seat in match.seats)
    seats = max((len(match.seats) for match in matches), default=1)
    return Table(
        tournament=number,
        ruleset=key,
        title=ruleset_of(tournament, key).title,
        anchors=anchor_names(ratings, tournament.entrants),
        rows=tuple(_row(line, entrants[line.total.bot], ratings) for line in lines),
        cells=_cells(number, lines, matches),
        boards=games // seats**2,
        void_boards=void // seats**2,
    )


def _row(line: Standing, entrant: Entrant, ratings: Fitted) -> StandingsRow:
    total = line.total
    rating = ratings.ratings.get(entrant.bot_version)
    return StandingsRow(
        rank=line.rank,
        bot=entrant.name,
        version=entrant.version,
        points=float(total.points),
        score=float(total.score),
        matches=total.matches,
        games=total.games,
        share=float(total.game_score / total.games) if total.games else 0.0,
        rating=None if rating is None else rating.elo,
        margin=None if rating is None else margin(rating),
        no_margin=None if rating is None else no_margin(rating),
        scale=None if rating is None else rating.scale + 1,
        card_points=total.card_points / total.games if total.games else None,
        illegal=total.verdicts[Verdict.ILLEGAL],
        timeouts=sum(total.verdicts[verdict] for verdict in TIMEOUTS),
        crashes=sum(total.verdicts[verdict] for verdict in CRASHES),
    )


Cells = tuple[tuple[CrosstableCell | None, ...], ...]


def _cells(number: int, lines: Sequence[Standing], matches: Sequence[MatchResult]) -> Cells:
    found = crosstable(matches)
    bots = [line.total.bot for line in lines]
    return tuple(tuple(_cell(number, found.get((bot, other))) for other in bots) for bot in bots)


def _cell(number: int, cell: Cell | None) -> CrosstableCell | None:
    if cell is None:
        return None
    share = float(cell.score / cell.games) if cell.games else 0.5
    return CrosstableCell(share, cell.games, tuple(table_name(number, *place) for place in cell.matches))


def entered(store: Store) -> tuple[BotSummary, ...]:
    """Every bot version that has been in a tournament of this database."""
    with store.reading() as tx:
        return tuple(
            BotSummary(bot.bot, bot.version, bot.source, bot.tournaments, bot.games)
            for bot in entered_bots(tx)
        )


def fault_reports(store: Store, number: int, most: int = 100) -> tuple[FaultReport, ...]:
    """What bots did wrong in a tournament, in schedule order. Raises UnknownTournament."""
    find_tournament(store, number)
    with store.reading() as tx:
        return tuple(
            FaultReport(
                match=table_name(number, fault.round, fault.pairing),
                game=fault.game,
                bot=fault.bot,
                seat=fault.seat,
                verdict=fault.verdict,
                detail=fault.detail,
                elapsed_ms=fault.elapsed_ms,
                limit_ms=fault.limit_ms,
                exit_code=fault.exit_code,
                output=fault.output.decode(errors="backslashreplace"),
                request=fault.request,
            )
            for fault in faults(tx, number, most)
        )
