"""Standings, crosstables and ratings, derived from what is committed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from arena.ratings.live import Group, LiveRatings
from arena.record.match import Verdict
from arena.rules import UnknownRuleset, ruleset
from arena.service.errors import BadSettings
from arena.service.results import (
    BotSummary,
    CrosstableCell,
    FaultReport,
    Ladder,
    LadderRow,
    StandingsRow,
    Table,
)
from arena.service.tournaments import find_tournament, table_name
from arena.store.bots import entered_bots
from arena.store.faults import faults
from arena.store.records import Entrant, Tournament
from arena.store.results import match_results, rated_groups
from arena.store.schedule import read_tournament, tournament_keys
from arena.store.store import Store
from arena.tournament.crosstable import Cell, crosstable
from arena.tournament.results import MatchResult
from arena.tournament.standings import Standing, standings

ANCHOR: Final = "random"
TIMEOUTS: Final = (Verdict.TIMEOUT, Verdict.STALL)
CRASHES: Final = (Verdict.DISCONNECT, Verdict.PROTOCOL, Verdict.OOM, Verdict.NO_START)


def tables(store: Store, number: int) -> tuple[Table, ...]:
    """Standings and crosstable of a tournament, one for each ruleset. Raises UnknownTournament."""
    tournament = find_tournament(store, number)
    return tuple(_table(store, number, tournament, key) for key in _rulesets(tournament))


def _rulesets(tournament: Tournament) -> tuple[str, ...]:
    return tuple(dict.fromkeys(round.ruleset for round in tournament.rounds))


def _rounds(tournament: Tournament, key: str) -> tuple[int, ...]:
    return tuple(round.number for round in tournament.rounds if round.ruleset == key)


def _table(store: Store, number: int, tournament: Tournament, key: str) -> Table:
    rounds = _rounds(tournament, key)
    with store.reading() as tx:
        matches = match_results(tx, number, rounds)
        ratings = LiveRatings()
        for group in rated_groups(tx, number, rounds):
            ratings.add(group)
    entrants = {entrant.number: entrant for entrant in tournament.entrants}
    anchor = _anchor(tournament.entrants, ratings)
    elo = ratings.anchored(anchor.bot_version if anchor else None)
    lines = standings(entrants, matches)
    games = sum(seat.games for match in matches for seat in match.seats)
    void = sum(seat.verdicts.get(Verdict.VOID, 0) for match in matches for seat in match.seats)
    seats = max((len(match.seats) for match in matches), default=1)
    return Table(
        tournament=number,
        ruleset=key,
        title=ruleset(key).title,
        anchor=anchor.name if anchor else None,
        rows=tuple(_row(line, entrants[line.total.bot], elo) for line in lines),
        cells=_cells(number, lines, matches),
        boards=games // seats**2,
        void_boards=void // seats**2,
    )


def _anchor(entrants: Sequence[Entrant], ratings: LiveRatings) -> Entrant | None:
    """`random`, if it is rated; of several versions the one entered last."""
    named = [one for one in entrants if one.bot == ANCHOR and one.bot_version in ratings.raw]
    return named[-1] if named else None


def _row(line: Standing, entrant: Entrant, elo: Mapping[int, float]) -> StandingsRow:
    total = line.total
    return StandingsRow(
        rank=line.rank,
        bot=entrant.name,
        version=entrant.version,
        points=float(total.points),
        score=float(total.score),
        matches=total.matches,
        games=total.games,
        share=float(total.game_score / total.games) if total.games else 0.0,
        rating=elo.get(entrant.bot_version),
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


@dataclass(slots=True)
class _Ladder:
    """The ratings of one ruleset while tournaments are added."""

    ratings: LiveRatings = field(default_factory=LiveRatings)
    games: Counter[int] = field(default_factory=Counter)
    bots: dict[int, Entrant] = field(default_factory=dict)
    history: dict[int, list[float]] = field(default_factory=dict)
    tournaments: int = 0
    left_out: int = 0

    def add(self, group: Group) -> None:
        self.ratings.add(group)
        for game in group.games:
            pairs = zip(group.bots, game.places, strict=True)
            self.games.update(bot for bot, place in pairs if place is not None)

    def end(self, tournament: Tournament) -> None:
        """A tournament is in: note where everybody stands."""
        self.tournaments += 1
        self.bots |= {entrant.bot_version: entrant for entrant in tournament.entrants}
        for bot, rating in self.standing().items():
            self.history.setdefault(bot, []).append(rating)

    @property
    def anchor(self) -> Entrant | None:
        return _anchor(sorted(self.bots.values(), key=lambda one: one.bot_version), self.ratings)

    def standing(self) -> Mapping[int, float]:
        return self.ratings.anchored(self.anchor.bot_version if self.anchor else None)


def ladders(store: Store, name: str | None = None) -> tuple[Ladder, ...]:
    """Live ratings over all rated tournaments without an open seed, by ruleset. Raises BadSettings."""
    made: dict[str, _Ladder] = {}
    wanted = _wanted(name)
    with store.reading() as tx:
        for number in tournament_keys(tx):
            tournament = read_tournament(tx, number)
            assert tournament
            for key in _rulesets(tournament):
                if wanted not in (None, key):
                    continue
                ladder = made.setdefault(key, _Ladder())
                if tournament.open_seed or not tournament.rated:
                    ladder.left_out += 1
                    continue
                for group in rated_groups(tx, number, _rounds(tournament, key)):
                    ladder.add(group)
                ladder.end(tournament)
    return tuple(_ladder(key, ladder) for key, ladder in sorted(made.items()))


def _wanted(name: str | None) -> str | None:
    try:
        return ruleset(name).key if name else None
    except UnknownRuleset as error:
        raise BadSettings(str(error)) from None


def _ladder(key: str, made: _Ladder) -> Ladder:
    elo = made.standing()
    order = sorted(elo, key=lambda bot: (-elo[bot], bot))
    rows = tuple(
        LadderRow(
            rank=1 + sum(other > elo[bot] for other in elo.values()),
            bot=made.bots[bot].bot,
            version=made.bots[bot].version,
            rating=elo[bot],
            step=made.ratings.step(bot),
            boards=made.ratings.groups[bot],
            games=made.games[bot],
            history=tuple(made.history[bot]),
        )
        for bot in order
    )
    anchor = made.anchor
    return Ladder(
        key, ruleset(key).title, anchor.bot if anchor else None, rows, made.tournaments, made.left_out
    )


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
