"""Card points in words."""

from collections.abc import Iterator, Sequence
from typing import Final

from arena.rules.cards import SUITS
from arena.rules.ruleset import Ruleset
from arena.viewer.cards.glyphs import rank_name, suit_name
from arena.viewer.rule_card.effects import Terms
from arena.viewer.rule_card.words import in_order, joined

_A_SPAN: Final = 3  # ranks in a row that are named by the first and the last
_SOME: Final = 2  # ranks that count their number are worth to be named together


def card_points(ruleset: Ruleset) -> str:
    """Ranks of one value together, the dearest first; then those that count their number; then those in which
    every suit has a value of its own.
    """
    return "; ".join(_parts(ruleset)) + "."


def _parts(ruleset: Ruleset) -> Iterator[str]:
    style, values = Terms.of(ruleset).style, ruleset.values
    names = list(dict.fromkeys(name for pack in ruleset.packs.values() for name in pack.names))
    order = in_order({name[0] for name in names})
    by_suit = [name for name in names if name in values]
    ranks = in_order({name[0] for name in names if name not in by_suit})
    worth = {rank: values.get(rank, 0) for rank in ranks}
    numbers = [rank for rank in ranks if rank_name(rank, style) == str(worth[rank])]
    numbers = numbers if len(numbers) >= _SOME else []
    for value in sorted({worth[rank] for rank in ranks if rank not in numbers}, reverse=True):
        same = [rank for rank in ranks if worth[rank] == value and rank not in numbers]
        yield f"{_spans(same, order, style)}: {value}{' each' if len(same) > 1 else ''}"
    if numbers:
        yield f"{_spans(numbers, order, style)}: their number"
    for rank in in_order({name[0] for name in by_suit}):
        each = [f"{suit_name(suit, style)} {values[rank + suit]}" for suit in SUITS if rank + suit in by_suit]
        yield f"{rank_name(rank, style)} of {', '.join(each)}"


def _spans(ranks: Sequence[str], order: Sequence[str], style: str) -> str:
    """Names of ranks, those in a row by the first and the last of them."""
    rows: list[list[str]] = []
    for rank in ranks:
        if rows and order.index(rank) == order.index(rows[-1][-1]) + 1:
            rows[-1].append(rank)
        else:
            rows.append([rank])
    named = [[rank_name(rank, style) for rank in row] for row in rows]
    spans = [[f"{row[0]} to {row[-1]}"] if len(row) >= _A_SPAN else row for row in named]
    return joined([name for span in spans for name in span], "and")
