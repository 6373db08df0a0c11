"""What a tournament's settings mean for its tables: rounds by ruleset, and what ranks them."""

from collections.abc import Sequence

from arena.rules import Ruleset, ruleset_named
from arena.service.formats import DOUBLE_ROUND_ROBIN, GAUNTLET, PAIR, ROUND_ROBIN, SWISS
from arena.service.results import TieBreakColumn
from arena.store.results.records import Tournament
from arena.tournament.results import MatchResult
from arena.tournament.standings import tie_breaks
from arena.tournament.standings.standings import drop_early_leavers


def rulesets_of(tournament: Tournament) -> tuple[str, ...]:
    """The rulesets that a tournament plays, in their order."""
    return tuple(dict.fromkeys(round.ruleset for round in tournament.rounds))


def rounds_of(tournament: Tournament, key: str) -> tuple[int, ...]:
    """The numbers of the rounds in this ruleset."""
    return tuple(round.number for round in tournament.rounds if round.ruleset == key)


def ruleset_of(tournament: Tournament, key: str) -> Ruleset:
    """The ruleset that is called so in this tournament."""
    rules = next(round.rules for round in tournament.rounds if round.ruleset == key)
    return ruleset_named(key, rules)


def fewest_wins(ruleset: Ruleset) -> bool:
    """Whether few card points are good: always where a game is one deal, else as its scoring says."""
    return ruleset.deals is None or ruleset.deals.scoring.fewest_wins


def is_round_robin(tournament: Tournament) -> bool:
    """Whether everybody is to meet everybody, so that what was not played is not missing."""
    return tournament.format in (ROUND_ROBIN, DOUBLE_ROUND_ROBIN)


def drop_uncounted_matches(tournament: Tournament, matches: Sequence[MatchResult]) -> Sequence[MatchResult]:
    """What counts in the standings, where somebody has withdrawn."""
    if tournament.seats > PAIR or not is_round_robin(tournament):
        return matches
    return drop_early_leavers(
        matches, [one.number for one in tournament.entrants if one.withdrawn_after is not None]
    )


def tie_breaks_of(tournament: Tournament) -> tuple[str, ...]:
    """The codes that rank its tables: its own, else those of its format."""
    if tournament.tie_breaks:
        return tournament.tie_breaks
    if tournament.seats > PAIR:
        return tie_breaks.TABLES
    return {SWISS: tie_breaks.SWISS, GAUNTLET: tie_breaks.GAUNTLET}.get(
        tournament.format, tie_breaks.ROUND_ROBIN
    )


def columns_of(codes: Sequence[str]) -> tuple[TieBreakColumn, ...]:
    """The columns of a standings table that is ranked by these."""
    found = ((code, tie_breaks.tie_break(code)) for code in codes)
    return tuple(
        TieBreakColumn(code, one.name, one.explanation, one.source, one.fewest_first) for code, one in found
    )
