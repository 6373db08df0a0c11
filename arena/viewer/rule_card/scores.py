"""What a deal scores, when the game is over, and who is where, in sentences."""

from collections.abc import Iterator
from typing import Final

from arena.rules.ruleset import Ruleset
from arena.rules.scoring import (
    AfterDeals,
    Chips,
    Collected,
    DealEach,
    Deals,
    End,
    HandPoints,
    Lives,
    NothingLeft,
    OutAt,
    Scoring,
    SomebodyAt,
    Wins,
)
from arena.viewer.rule_card.card_points import card_points
from arena.viewer.rule_card.effects import Terms
from arena.viewer.rule_card.words import any_of, number
from arena.viewer.units import counted, signed, unit, units


def score_rows(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """How a deal ends, what it scores and when the game is over, each with what it is about."""
    deals = ruleset.deals
    yield "end of a deal" if deals else "end", _end_of_deal(ruleset)
    if deals is None:
        yield "places", _places_of_one_deal(ruleset)
    else:
        yield "scoring", scored(deals.scoring, ruleset)
        yield "end of the game", _end_of_game(deals)
    yield "blocked", _blocked(ruleset)
    yield "card points", card_points(ruleset)


def _end_of_deal(ruleset: Ruleset) -> str:
    if ruleset.to_the_end:
        return (
            "Whoever has played the last card is out and no longer in turn; what that card does falls on "
            "those still in. Play goes on until one player is left."
        )
    if ruleset.returns:
        return "The deal ends when somebody has won. A last card gives its player no further turn."
    return "Whoever has played the last card wins the deal, which is over at once: nothing more is drawn."


def _places_of_one_deal(ruleset: Ruleset) -> str:
    if ruleset.to_the_end:
        return "One deal. The places are in the order in which the players went out."
    return "One deal. The winner is first, all others share the second place."


def scored(scoring: Scoring, ruleset: Ruleset) -> str:
    """What a deal scores. Raises TypeError for a scoring that has no words yet."""
    match scoring:
        case HandPoints(winner, multiplied_by):
            said = f"Everybody scores the card points left in hand, the winner of the deal {signed(winner)}."
            return f"{said} {_multiplied(multiplied_by, ruleset)}".rstrip()
        case Collected():
            return "The winner of a deal scores the card points left in all other hands."
        case Wins(doubled_by):
            return f"A won deal is one point{_doubled(doubled_by, ruleset)}."
        case Chips(doubled_by):
            return (
                f"Each other player pays the winner of a deal one chip{_doubled(doubled_by, ruleset)}, "
                "or what is left of them."
            )
        case Lives():
            return "The last player with cards has lost the deal, and one life."
    raise TypeError(f"no description of {type(scoring).__name__}")


def _multiplied(ranks: str, ruleset: Ruleset) -> str:
    if not ranks:
        return ""
    with_one = any_of(ranks, Terms.of(ruleset).style)
    if ruleset.several or ruleset.calls.strong_set:
        return f"A deal won with {with_one} counts double for all, with two of them threefold, and so on."
    return f"A deal won with {with_one} counts double for all."


def _doubled(ranks: str, ruleset: Ruleset) -> str:
    return f", two if it was won with {any_of(ranks, Terms.of(ruleset).style)}" if ranks else ""


def _end_of_game(deals: Deals) -> str:
    begins = f"Everybody begins with {counted(deals.start, unit(deals))}. " if deals.start else ""
    best = "fewest" if deals.scoring.fewest_wins else "most"
    return begins + ending(deals.ends, f"the {best} {units(unit(deals))} win")


_OUT: Final = (
    "is out of the game; the last player in it wins, the others rank by when they went out, those of one "
    "deal by the card points they held."
)
_AT_LAST: Final = "It is over after 200 deals in any case."


def ending(ends: End, best: str) -> str:
    """When a game is over, and what wins it. Raises TypeError for an end that has no words yet."""
    match ends:
        case OutAt(total):
            return f"Whoever has {total} or more {_OUT} {_AT_LAST}"
        case NothingLeft():
            return f"Whoever has none left {_OUT} {_AT_LAST}"
        case AfterDeals(deals):
            return f"The game is {number(deals)} deals: {best}."
        case DealEach():
            return f"The game is as many deals as there are players: {best}."
        case SomebodyAt(total):
            return f"The game is over when somebody has {total} or more: {best}. {_AT_LAST}"
    raise TypeError(f"no description of {type(ends).__name__}")


def _blocked(ruleset: Ruleset) -> str:
    passes = "all players in turn can neither play nor draw"
    if ruleset.drawing:
        more = number(ruleset.drawing.spare_passes)
        passes = f"with nothing to draw there are as many passes in a row as players and {more} more"
    return f"A deal also ends when {passes}, or after 2,000 decisions. {_describe_blocked_deal(ruleset)}"


def _describe_blocked_deal(ruleset: Ruleset) -> str:
    scoring = ruleset.deals.scoring if ruleset.deals else None
    match scoring:
        case None if ruleset.to_the_end:
            return "Those still in are placed by their card points, the fewest first."
        case None if ruleset.returns:
            return "Then all are placed by their card points, the fewest first."
        case None:
            return "Then the fewest card points win."
        case HandPoints():
            return "Then everybody scores the card points left, and nobody has won."
        case Collected():
            return "Then a single lowest hand scores the others' points less its own, equal ones nothing."
        case Lives():
            return "Then a single highest hand has lost the deal, of equal ones none."
        case _:
            return "Then a single lowest hand has won the deal, of equal ones none."
