"""Read the parts of a tournament's settings that its standings need: rounds, rulesets and tie-breaks."""

from collections.abc import Sequence

from arena.rules import Ruleset, ruleset_named
from arena.service.formats import DOUBLE_ROUND_ROBIN, GAUNTLET, PAIR, ROUND_ROBIN, SWISS
from arena.service.results import TieBreakColumn
from arena.store.results.records import Tournament
from arena.tournament.results import MatchResult
from arena.tournament.standings import tie_breaks
from arena.tournament.standings.standings import drop_early_leavers


def rulesets_of(tournament: Tournament) -> tuple[str, ...]:
    """Return the keys of a tournament's rulesets, in the order in which they are played."""
    return tuple(dict.fromkeys(round.ruleset for round in tournament.rounds))


def rounds_of(tournament: Tournament, key: str) -> tuple[int, ...]:
    """Return the numbers of the rounds that are played under the ruleset `key`."""
    return tuple(round.number for round in tournament.rounds if round.ruleset == key)


def ruleset_of(tournament: Tournament, key: str) -> Ruleset:
    """Return the tournament's ruleset with this key. House rules come from the tournament, not from a
    file.
    """
    rules = next(round.rules for round in tournament.rounds if round.ruleset == key)
    return ruleset_named(key, rules)


def fewest_wins(ruleset: Ruleset) -> bool:
    """True if the bot with the fewest card points wins.

    If a game is a single deal, this is always so. Otherwise the ruleset's scoring decides.
    """
    return ruleset.deals is None or ruleset.deals.scoring.fewest_wins


def is_round_robin(tournament: Tournament) -> bool:
    """True if every bot meets every other bot in this tournament's format."""
    return tournament.format in (ROUND_ROBIN, DOUBLE_ROUND_ROBIN)


def drop_uncounted_matches(tournament: Tournament, matches: Sequence[MatchResult]) -> Sequence[MatchResult]:
    """Return only the matches that count.

    In a round robin at tables of two, a withdrawn bot must have played at least half of its matches.
    Otherwise none of its matches count.
    """
    if tournament.seats > PAIR or not is_round_robin(tournament):
        return matches
    return drop_early_leavers(
        matches, [one.number for one in tournament.entrants if one.withdrawn_after is not None]
    )


def tie_breaks_of(tournament: Tournament) -> tuple[str, ...]:
    """Return the codes of a tournament's tie-breaks; by default, those of its format."""
    if tournament.tie_breaks:
        return tournament.tie_breaks
    if tournament.seats > PAIR:
        return tie_breaks.TABLES
    return {SWISS: tie_breaks.SWISS, GAUNTLET: tie_breaks.GAUNTLET}.get(
        tournament.format, tie_breaks.ROUND_ROBIN
    )


def columns_of(codes: Sequence[str]) -> tuple[TieBreakColumn, ...]:
    """Return the columns of the standings for these tie-break codes."""
    found = ((code, tie_breaks.tie_break(code)) for code in codes)
    return tuple(
        TieBreakColumn(code, one.name, one.explanation, one.source, one.fewest_first) for code, one in found
    )
