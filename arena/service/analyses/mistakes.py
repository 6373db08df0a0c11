"""Describe the kind of a mistake in words, from the played and the better action in log notation."""

import re
from typing import Final

from arena.rules.choices import ActionKind
from arena.rules.notation import NAMES

_PARTS: Final = re.compile(r"(?P<cards>[^=:@ ]+)(?P<claim>=\w+)?(?P<suit>:\w)?(?P<target>@\d)?")
_KINDS: Final = {  # by the played and the better kind of action
    (ActionKind.DRAW, ActionKind.PLAY): "drew when a card fitted",
    (ActionKind.PASS, ActionKind.PLAY): "passed when a card fitted",
    (ActionKind.TAKE_DEBT, ActionKind.PLAY): "took the cards instead of answering",
    (ActionKind.MISS_TURN, ActionKind.PLAY): "missed a turn instead of answering",
    (ActionKind.PLAY, ActionKind.DRAW): "played a card instead of drawing",
    (ActionKind.PLAY, ActionKind.PASS): "played a card instead of passing",
    (ActionKind.PLAY, ActionKind.TAKE_DEBT): "answered instead of taking the cards",
    (ActionKind.PLAY, ActionKind.MISS_TURN): "answered instead of missing a turn",
    (ActionKind.NAME_SUIT, ActionKind.NAME_SUIT): "named another suit",
    (ActionKind.LET_PASS, ActionKind.CATCH): "did not catch an opponent",
    (ActionKind.CATCH, ActionKind.LET_PASS): "tried to catch an opponent",
    (ActionKind.BELIEVE, ActionKind.DOUBT): "believed a claim",
    (ActionKind.DOUBT, ActionKind.BELIEVE): "doubted a claim",
}
_OTHER: Final = "chose another kind of action"
_BY_NAME: Final = {name: kind for kind, name in NAMES.items()}


def mistake_kind(played: str, better: str) -> str:
    """Return the kind of a mistake, such as "drew when a card fitted".

    `played`, `better`: actions in log notation, see `arena.rules.notation`.

    >>> mistake_kind("draw", "7H"), mistake_kind("JC:S", "JC:H Mau"), mistake_kind("JC:S", "7H")
    ('drew when a card fitted', 'named another suit', 'played a wild card too early')
    """
    one, other = _kind_of(played), _kind_of(better)
    if one is not ActionKind.PLAY or other is not ActionKind.PLAY:
        return _KINDS.get((one, other), _OTHER)
    return _kind_of_play(played, better)


def _kind_of(action: str) -> ActionKind:
    """Return the kind of an action in log notation, such as "draw".

    An action that starts with a card is a play.
    """
    return _BY_NAME.get(re.split("[: @]", action)[0], ActionKind.PLAY)


def _kind_of_play(played: str, better: str) -> str:
    """Return the kind of a mistake, such as "named another suit".

    `played`, `better`: two actions in log notation; both must play cards.
    """
    one, other = _PARTS.match(played), _PARTS.match(better)
    assert one and other
    if one["cards"] == other["cards"]:
        if one["suit"] != other["suit"]:
            return "named another suit"
        if one["target"] != other["target"]:
            return "chose another opponent"
        return "claimed another card" if one["claim"] != other["claim"] else "announced wrongly"
    if one["cards"].count("+") != other["cards"].count("+"):
        fewer = one["cards"].count("+") < other["cards"].count("+")
        return f"laid too {'few' if fewer else 'many'} cards"
    if bool(one["suit"]) != bool(other["suit"]):
        return f"played a wild card too {'early' if one['suit'] else 'late'}"
    return "played another card"
