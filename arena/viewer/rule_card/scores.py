"""Describe scoring in sentences: the end of a deal, its points, the end of the game, the points of cards."""

from collections.abc import Iterator, Sequence
from typing import Final

from arena.rules.cards import SUITS
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
from arena.viewer.cards.glyphs import rank_name, suit_name
from arena.viewer.rule_card.effects import Terms
from arena.viewer.rule_card.words import any_of, in_order, number
from arena.viewer.text import join_names
from arena.viewer.units import signed, total_text, unit, units

_MIN_SPAN: Final = 3  # so many ranks in a row are named by the first and the last
_MIN_NUMBERS: Final = 2  # so many ranks that count their number are named together


def score_rows(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield the title and text of each row about scoring on the rule card."""
    deals = ruleset.deals
    yield "end of a deal" if deals else "end", _end_of_deal(ruleset)
    if deals is None:
        yield "places", _places_of_one_deal(ruleset)
    else:
        yield "scoring", describe_scoring(deals.scoring, ruleset)
        yield "end of the game", _end_of_game(deals)
    yield "blocked", _blocked(ruleset)
    yield "card points", describe_card_points(ruleset)


def _end_of_deal(ruleset: Ruleset) -> str:
    if ruleset.to_the_end:
        return (
            "A player without cards is out; the effect of the last card hits those still in. Play continues "
            "until one player is left."
        )
    if ruleset.returns:
        return "The deal ends when somebody wins. A last card gives no further turn."
    return "The first player without cards wins the deal, which ends at once: nothing more is drawn."


def _places_of_one_deal(ruleset: Ruleset) -> str:
    if ruleset.to_the_end:
        return "One deal. Players rank by when they went out."
    return "One deal. The winner is first, all others share second place."


def describe_scoring(scoring: Scoring, ruleset: Ruleset) -> str:
    """Return sentences about the points that a deal gives. Raise TypeError for an unknown kind of scoring."""
    match scoring:
        case HandPoints(winner, multiplied_by):
            text = f"Everybody scores the card points left in hand, the winner of the deal {signed(winner)}."
            return f"{text} {_multiplied(multiplied_by, ruleset)}".rstrip()
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
            return "The last player with cards loses the deal and one life."
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
    begins = f"Everybody starts with {total_text(deals.start, unit(deals))}. " if deals.start else ""
    best = "fewest" if deals.scoring.fewest_wins else "most"
    return begins + describe_end(deals.ends, f"the {best} {units(unit(deals))} win")


_OUT: Final = (
    "is out of the game. The last player left wins; the others rank by when they went out, and within one "
    "deal by their card points."
)
_AT_LAST: Final = "It ends after 200 deals at the latest."


def describe_end(ends: End, best: str) -> str:
    """Return sentences about when a game ends and who wins.

    `best`: words for the winner, such as "the fewest points win". Raise TypeError for an unknown kind of end.
    """
    match ends:
        case OutAt(total):
            return f"A player with {total} or more {_OUT} {_AT_LAST}"
        case NothingLeft():
            return f"A player with none left {_OUT} {_AT_LAST}"
        case AfterDeals(deals):
            return f"The game has {number(deals)} deals: {best}."
        case DealEach():
            return f"The game has as many deals as players: {best}."
        case SomebodyAt(total):
            return f"The game ends when somebody has {total} or more: {best}. {_AT_LAST}"
    raise TypeError(f"no description of {type(ends).__name__}")


def _blocked(ruleset: Ruleset) -> str:
    passes = "no player can play or draw"
    if ruleset.drawing:
        more = number(ruleset.drawing.spare_passes)
        passes = f"there is nothing to draw and all players, and {more} more, pass in a row"
    return f"A deal also ends when {passes}, or after 2,000 decisions. {_describe_blocked_deal(ruleset)}"


def _describe_blocked_deal(ruleset: Ruleset) -> str:
    scoring = ruleset.deals.scoring if ruleset.deals else None
    match scoring:
        case None if ruleset.to_the_end:
            return "Players still in rank by card points, lowest first."
        case None if ruleset.returns:
            return "Then all rank by card points, lowest first."
        case None:
            return "Then the player with the lowest card points wins."
        case HandPoints():
            return "Then everybody scores the card points left, and nobody wins."
        case Collected():
            return "Then the lowest hand scores the others' points less its own; if several tie, none does."
        case Lives():
            return "Then the highest hand loses the deal; if several tie, none does."
        case _:
            return "Then the lowest hand wins the deal; if several tie, none does."


# ---- card points ----
def describe_card_points(ruleset: Ruleset) -> str:
    """Return a sentence about the points of each card.

    Ranks come first, then number cards that count their number, then cards whose points depend on the suit.
    """
    return "; ".join(_card_point_parts(ruleset)) + "."


def _card_point_parts(ruleset: Ruleset) -> Iterator[str]:
    style, values = Terms.of(ruleset).style, ruleset.values
    names = list(dict.fromkeys(name for pack in ruleset.packs.values() for name in pack.names))
    order = in_order({name[0] for name in names})
    by_suit = [name for name in names if name in values]
    ranks = in_order({name[0] for name in names if name not in by_suit})
    worth = {rank: values.get(rank, 0) for rank in ranks}
    numbers = [rank for rank in ranks if rank_name(rank, style) == str(worth[rank])]
    numbers = numbers if len(numbers) >= _MIN_NUMBERS else []
    for value in sorted({worth[rank] for rank in ranks if rank not in numbers}, reverse=True):
        same = [rank for rank in ranks if worth[rank] == value and rank not in numbers]
        yield f"{_spans(same, order, style)}: {value}{' each' if len(same) > 1 else ''}"
    if numbers:
        yield f"{_spans(numbers, order, style)}: their number"
    for rank in in_order({name[0] for name in by_suit}):
        each = [f"{suit_name(suit, style)} {values[rank + suit]}" for suit in SUITS if rank + suit in by_suit]
        yield f"{rank_name(rank, style)} of {', '.join(each)}"


def _spans(ranks: Sequence[str], order: Sequence[str], style: str) -> str:
    """Return the names of ranks as a list in words; three or more in sequence become one entry: "7 to 10".

    `order`: all ranks of the ruleset, from low to high. `style`: the pack's style.
    """
    rows: list[list[str]] = []
    for rank in ranks:
        if rows and order.index(rank) == order.index(rows[-1][-1]) + 1:
            rows[-1].append(rank)
        else:
            rows.append([rank])
    named = [[rank_name(rank, style) for rank in row] for row in rows]
    spans = [[f"{row[0]} to {row[-1]}"] if len(row) >= _MIN_SPAN else row for row in named]
    return join_names([name for span in spans for name in span])
