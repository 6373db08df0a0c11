"""Describe a ruleset in a few words: packs, end of a game, source, differences from another ruleset."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from arena.rules.cards import Pack
from arena.rules.ruleset import Ruleset
from arena.rules.scoring import AfterDeals, Chips, DealEach, NothingLeft, OutAt, SomebodyAt

_SOURCES: Final = {
    "W": "Wikipedia, “Mau-Mau”",
    "D": "the detailed rules",
    "G": "the German rules",
    "P": "the points game",
}
NOT_RULES: Final = ("id", "version", "title", "source", "summary")


def players_in_short(ruleset: Ruleset) -> str:
    """Return a ruleset's numbers of players, such as "2–5"."""
    fewest, most = ruleset.players
    return f"{fewest}–{most}" if fewest < most else str(fewest)


def pack_in_short(ruleset: Ruleset) -> str:
    """Return the sizes of a ruleset's packs in a few words.

    >>> from arena.rules import ruleset
    >>> pack_in_short(ruleset("mau-mau")), pack_in_short(ruleset("pesten"))
    ('32, from 6: 64', '52 + 2 Jokers')
    """
    first, *others = sorted(ruleset.packs.items())
    return ", ".join([_cards(first[1]), *(f"from {least}: {_cards(pack)}" for least, pack in others)])


def _cards(pack: Pack) -> str:
    jokers = pack.jokers * pack.copies
    return f"{pack.size - jokers}{f' + {jokers} Joker' if jokers else ''}{'s' if jokers > 1 else ''}"


def end_in_short(ruleset: Ruleset) -> str:
    """Return in a few words when a game ends.

    "all places": the players play on until only one of them is left.

    >>> from arena.rules import ruleset
    >>> end_in_short(ruleset("detailed")), end_in_short(ruleset("german-bitter"))
    ('out at 101', 'all places')
    """
    deals = ruleset.deals
    if deals is None:
        return "all places" if ruleset.to_the_end else "one deal"
    match deals.ends:
        case AfterDeals(number):
            return f"{number} deals"
        case DealEach():
            return "a deal each"
        case OutAt(total):
            return f"out at {total}"
        case SomebodyAt(total):
            return f"until {total}"
        case NothingLeft():
            return "chips" if isinstance(deals.scoring, Chips) else "lives"
    raise TypeError(f"no short form of {type(deals.ends).__name__}")


class DataDifference(NamedTuple):
    """A field with its values in two rulesets, as text. A value is "" if the ruleset has no such field."""

    field: str  # "effects.7.cards"
    here: str
    there: str


def data_differences(ruleset: Ruleset, base: Ruleset) -> tuple[DataDifference, ...]:
    """Return the values that differ between two rulesets. Names, titles and other descriptions are left
    out.
    """
    here, there = (dict(_leaves(_rules(one))) for one in (ruleset, base))
    return tuple(
        DataDifference(field, here.get(field, ""), there.get(field, ""))
        for field in {**here, **there}
        if here.get(field) != there.get(field)
    )


def _rules(ruleset: Ruleset) -> dict[str, Any]:
    return {name: value for name, value in ruleset.data().items() if name not in NOT_RULES}


def _leaves(data: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for name, value in data.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{above}{name}.")
        elif value is not None:
            yield above + name, _as_text(value)


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(_as_text, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def source_in_words(ruleset: Ruleset) -> str:
    """Return a ruleset's source in words. A letter such as "W" is replaced by the source's name.

    >>> from arena.rules import ruleset
    >>> source_in_words(ruleset("mau-mau"))
    'Wikipedia, “Mau-Mau”, base game'
    """
    letter, rest = ruleset.source[:1], ruleset.source[1:]
    known = letter in _SOURCES and not rest[:1].isalpha()
    return _SOURCES[letter] + rest if known else ruleset.source
