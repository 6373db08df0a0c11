"""What the totals of a game of several deals are: points, chips or lives."""

from typing import Final

from arena.rules.scoring import Chips, Deals, Lives

_UNITS: Final = {Chips: "chip", Lives: "life"}
_PLURALS: Final = {"life": "lives"}


def unit(deals: Deals) -> str:
    """The unit in the singular."""
    return _UNITS.get(type(deals.scoring), "point")


def units(unit: str) -> str:
    """More than one of them.

    >>> units("chip"), units("life")
    ('chips', 'lives')
    """
    return _PLURALS.get(unit, f"{unit}s")


def counted(total: int, unit: str) -> str:
    """A total with its unit and a real minus.

    >>> counted(1, "life"), counted(-20, "point")
    ('1 life', '−20 points')
    """
    return f"{signed(total)} {unit if total == 1 else units(unit)}"


def signed(number: int) -> str:
    """A number with a real minus.

    >>> signed(-20)
    '−20'
    """
    return f"−{-number}" if number < 0 else str(number)
