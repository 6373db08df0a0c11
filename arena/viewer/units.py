"""Write numbers with their units (points, chips, lives), and plurals."""

from typing import Final

from arena.rules.scoring import Chips, Deals, Lives

_UNITS: Final = {Chips: "chip", Lives: "life"}
_PLURALS: Final = {"life": "lives"}
_ORDINALS: Final = {1: "st", 2: "nd", 3: "rd"}
_PLURAL_IN_ES: Final = ("ch", "s", "sh", "x")


def unit(deals: Deals) -> str:
    """Return the unit of a game's totals in the singular: "point", "chip" or "life"."""
    return _UNITS.get(type(deals.scoring), "point")


def units(unit: str) -> str:
    """Return the plural of a unit's name.

    >>> units("chip"), units("match"), units("life")
    ('chips', 'matches', 'lives')
    """
    return _PLURALS.get(unit, f"{unit}es" if unit.endswith(_PLURAL_IN_ES) else f"{unit}s")


def plural(count: float, one: str, many: str = "") -> str:
    """Return a count with its noun. `many`: the plural of `one`, if it is irregular.

    >>> plural(1, "match"), plural(1200, "match"), plural(2, "match is", "matches are")
    ('1 match', '1,200 matches', '2 matches are')
    """
    return f"{count:,} {one if count == 1 else many or units(one)}"


def total_text(total: int, unit: str) -> str:
    """Return a total with its unit. A negative total has a typographic minus sign.

    >>> total_text(1, "life"), total_text(-20, "point")
    ('1 life', '−20 points')
    """
    return f"{signed(total)} {unit if total == 1 else units(unit)}"


def penalty_texts(cards: int, turns: int) -> list[str]:
    """Return texts about the cards that the current player must draw, and the turns to skip.

    >>> penalty_texts(4, 0), penalty_texts(2, 1), penalty_texts(0, 0)
    (['+4 to draw'], ['+2 to draw', '1 turn to skip'], [])
    """
    return [
        *([f"+{cards} to draw"] if cards else []),
        *([f"{plural(turns, 'turn')} to skip"] if turns else []),
    ]


def ordinal(number: int) -> str:
    """Return an ordinal number such as "2nd", for numbers below 21.

    >>> ordinal(1), ordinal(2), ordinal(4)
    ('1st', '2nd', '4th')
    """
    return f"{number}{_ORDINALS.get(number, 'th')}"


def signed(number: int) -> str:
    """Return a number as text. A negative number has a typographic minus sign.

    >>> signed(-20)
    '−20'
    """
    return f"−{-number}" if number < 0 else str(number)
