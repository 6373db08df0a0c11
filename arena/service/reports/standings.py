"""Compute standings and crosstables from committed results."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from arena.record.match import Verdict
from arena.service.common.text import MatchId
from arena.service.reports.fair_play import fair_play
from arena.service.reports.fault_counts import count_faults
from arena.service.reports.ratings import rank_fields, rating_fields
from arena.service.reports.round_summary import (
    columns_of,
    drop_uncounted_matches,
    fewest_wins,
    is_round_robin,
    rounds_of,
    ruleset_of,
    rulesets_of,
    tie_breaks_of,
)
from arena.service.reports.tournament_list import find_tournament
from arena.service.reports.tournament_ratings import TournamentRatings, tournament_ratings
from arena.service.reports.variance import board_saving
from arena.service.results import CrosstableCell, StandingsRow, StandingsTable
from arena.store.bots.bots import entered_bots
from arena.store.database.store import Store
from arena.store.results.faults import count_verdicts_by_bot, verdicts_by_bot
from arena.store.results.records import EnteredBot, Entrant, Tournament
from arena.store.results.results import match_results, pair_scores, rated_matches
from arena.store.tournaments.pairings import byes
from arena.tournament.results import PAIR, MatchResult, SeatResult
from arena.tournament.secrets import lot_key
from arena.tournament.standings.standings import (
    NO_SCORES,
    Cell,
    PairScores,
    Standing,
    crosstable,
    standings,
    why_behind,
)


def tables(store: Store, number: int) -> tuple[StandingsTable, ...]:
    """Compute the standings and crosstable for each ruleset of a tournament.

    Raise UnknownTournament for an unknown number.
    """
    tournament = find_tournament(store, number)
    return tuple(_table(store, number, tournament, key) for key in rulesets_of(tournament))


Seated = tuple[SeatResult, bool]  # a bot's seat in a match; True if the match was played


@dataclass(frozen=True, slots=True)
class _StandingsData:
    """The data for the rows of the standings under one ruleset."""

    entrants: Mapping[int, Entrant]  # by number
    ratings: TournamentRatings
    verdicts: Mapping[int, Counter[str]]  # by bot version
    seats: Mapping[int, Sequence[Seated]]  # by number


def _table(store: Store, number: int, tournament: Tournament, key: str) -> StandingsTable:
    rounds, ruleset = rounds_of(tournament, key), ruleset_of(tournament, key)
    with store.reading() as tx:
        matches = match_results(tx, number, rounds)
        boards = Counter(board for _, board in rated_matches(tx, number, rounds))
        verdicts = verdicts_by_bot(tx, number, rounds)
        scores = pair_scores(tx, number, rounds) if tournament.seats > PAIR else NO_SCORES
        missed = tuple(bye for bye in byes(tx, number) if bye.round in rounds)
    codes = tie_breaks_of(tournament)[: None if matches else 1]  # without results, no drawing of lots
    counting = drop_uncounted_matches(tournament, matches)
    lines = standings(
        [entrant.number for entrant in tournament.entrants],
        counting,
        missed,
        tie_breaks=codes,
        round_robin=is_round_robin(tournament),
        fewest_wins=fewest_wins(ruleset),
        lot=lot_key(tournament.secret),
    )
    ratings = tournament_ratings(store, number, tournament, key, boards)
    field = _StandingsData(
        {one.number: one for one in tournament.entrants}, ratings, verdicts, _seats(matches)
    )
    return StandingsTable(
        tournament=number,
        ruleset=key,
        title=ruleset.title,
        anchors=ratings.anchors,
        rows=_rows(lines, field),
        cells=_cells(number, lines, matches, scores),
        boards=sum(_boards(match, match.seats[0].games) for match in matches if _was_played(match)),
        void_boards=sum(_boards(match, match.seats[0].verdicts.get(Verdict.VOID, 0)) for match in matches),
        tie_breaks=columns_of(codes),
        frozen=ratings.frozen,
        remark=ratings.remark,
        saving=board_saving(boards),
        fair_play=fair_play(boards, {one.bot_version: one.name for one in tournament.entrants}),
    )


def _boards(match: MatchResult, games: int) -> int:
    """Return the number of boards for a number of games. Each board is played once per seat of the match."""
    return games // len(match.seats)


def _was_played(match: MatchResult) -> bool:
    """True if every bot has played games in the match; False if the match was forfeited."""
    return all(seat.verdicts for seat in match.seats)


def _seats(matches: Sequence[MatchResult]) -> Mapping[int, Sequence[Seated]]:
    found: defaultdict[int, list[Seated]] = defaultdict(list)
    for match in matches:
        for seat in match.seats:
            found[seat.bot].append((seat, _was_played(match)))
    return found


def _rows(lines: Sequence[Standing], field: _StandingsData) -> tuple[StandingsRow, ...]:
    above = (None, *lines)
    return tuple(_row(line, before, field) for line, before in zip(lines, above, strict=False))


def _row(line: Standing, above: Standing | None, field: _StandingsData) -> StandingsRow:
    total, entrant = line.total, field.entrants[line.total.bot]
    own = field.seats.get(total.bot, ())
    played = [seat for seat, was_played in own if was_played]
    games = sum(seat.games for seat in played)
    return StandingsRow(
        rank=line.rank,
        bot=entrant.name,
        version=entrant.version,
        points=float(total.points),
        score=float(total.score),
        matches=total.matches,
        games=games,
        share=float(sum(seat.score for seat in played) / games) if games else 0.0,
        **rating_fields(field.ratings.ratings.get(entrant.bot_version)),
        card_points=sum(seat.card_points for seat in played) / games if games else None,
        **count_faults(field.verdicts.get(entrant.bot_version, {}))._asdict(),
        byes=total.byes,
        forfeits=sum(seat.never_started for seat, _ in own),
        left_early=entrant.withdrawn_after is not None and bool(own) and not total.matches,
        **rank_fields(field.ratings.ranks.get(entrant.bot_version)),
        values=tuple(float(value) for _, value in line.values),
        decided_by=line.decided_by,
        why=why_behind(above, line) if above else "",
    )


Cells = tuple[tuple[CrosstableCell | None, ...], ...]


def _cells(
    number: int, lines: Sequence[Standing], matches: Sequence[MatchResult], scores: PairScores
) -> Cells:
    found = crosstable((match for match in matches if _was_played(match)), scores)
    bots = [line.total.bot for line in lines]
    return tuple(tuple(_cell(number, found.get((bot, other))) for other in bots) for bot in bots)


def _cell(number: int, cell: Cell | None) -> CrosstableCell | None:
    if cell is None:
        return None
    share = float(cell.score / cell.games) if cell.games else 0.5
    return CrosstableCell(share, cell.games, tuple(str(MatchId(number, *place)) for place in cell.matches))


def list_entered_bots(store: Store) -> tuple[EnteredBot, ...]:
    """Return every bot version that has entered a tournament, with its games and faults."""
    with store.reading() as tx:
        bots, verdicts = entered_bots(tx), count_verdicts_by_bot(tx)
    counts = (count_faults(verdicts.get((bot.bot, bot.version), {})) for bot in bots)
    return tuple(replace(bot, **faults._asdict()) for bot, faults in zip(bots, counts, strict=True))
