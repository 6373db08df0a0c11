"""Decisions in parts: each part is a menu of numbered options, and the last part gives the action.

A decision that names a suit, lays several cards, announces, aims or claims has more than one part. So the
number of actions stays small, whatever a ruleset allows. A part with one option is skipped, but every
decision has at least one part.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum
from functools import lru_cache, reduce
from itertools import compress
from operator import attrgetter, or_
from typing import Final, NamedTuple

from arena.rules import Action, ActionKind, Choice, GameRules, IllegalAction
from arena.rules.cards import Card, members
from arena.rules.choices import NO_CARD
from maumau.envs.layout import Layout, layout_of

_PLAY: Final = ActionKind.PLAY  # access to enum members is slow in Python 3.11
_MAX_FIRST: Final = 1 << 10  # cached first parts; with more, the processor's cache is too small
_MAX_LATER: Final = 1 << 14  # cached later parts


class Part(IntEnum):
    """The parts of a decision, in the order in which they are made."""

    CHOICE = 0  # a card to play, or another kind of action
    FURTHER = 1  # another card to lay with it, the last one on top; or none
    CLAIM = 2  # the face that a face-down card is claimed to be
    SUIT = 3
    WORD = 4
    TARGET = 5


class Picked(NamedTuple):
    """The choices in the earlier parts of a decision; None for parts without a choice."""

    card: Card | None = None
    more: tuple[Card, ...] = ()
    claim: int | None = None
    suit: int | None = None
    word: int | None = None
    target: int | None = None


_NOTHING: Final = Picked()


class Menu:
    """One part of a decision, with its options."""

    __slots__ = ("_game", "_options", "_seat", "mask", "part", "picked")

    def __init__(
        self,
        game: GameRules,
        seat: int,
        options: "Mapping[int, _Rest | tuple[Choice, ...]]",
        part: Part = Part.CHOICE,
        picked: Picked = _NOTHING,
    ) -> None:
        self.part = part
        self.picked = picked
        mask = bytearray(layout_of(game).size)
        for option in options:
            mask[option] = 1
        self.mask = bytes(mask)  # 1 for the options
        self._game, self._seat = game, seat
        # By option: the action or next part, or before that is needed, what it is computed from.
        self._options: dict[int, Action | Menu | _Rest | tuple[Choice, ...]] = {**options}

    def follow(self, option: int) -> "Action | Menu":
        """Return the result of taking an option: the next part of the decision, or the complete action.

        Raise IllegalAction if the menu does not have the option.
        """
        found = self._options.get(option)
        if found is None:
            raise IllegalAction(f"action {option} is not among the legal ones; see the mask")
        if isinstance(found, tuple):
            self._options[option] = found = self._find_following(found)
        return found

    def _find_following(self, found: "_Rest | tuple[Choice, ...]") -> "Action | Menu":
        if isinstance(found, _Rest):
            return _next(self._game, self._seat, found)
        if len(found) == 1 and found[0].is_decided():
            return found[0].plain
        return _next(self._game, self._seat, _Rest(Part.FURTHER, found, _NOTHING))

    def option_for(self, action: Action) -> int:
        """Return the option that leads to a legal action of this decision."""
        layout, picked = layout_of(self._game), self.picked
        match self.part:
            case Part.CHOICE if action.kind is not ActionKind.PLAY:
                return layout.kinds[action.kind]
            case Part.CHOICE:
                return self._game.faces[action.card]
            case Part.FURTHER:
                more = action.more[len(picked.more) :]
                return self._game.faces[more[0]] if more else layout.none
        value = getattr(action, _FIELDS[self.part][0])
        option = _number(layout, self._seat, self.part, value)
        return option if self.mask[option] else layout.none

    def options(self) -> tuple[int, ...]:
        """Return the numbers of all options, in ascending order."""
        return tuple(compress(range(len(self.mask)), self.mask))


class _Rest(NamedTuple):
    """The open rest of a decision: its next part, and the choices that are still possible."""

    part: int
    choices: tuple[Choice, ...]  # those that fit what was picked
    picked: Picked


def first_menu(game: GameRules, choices: tuple[Choice, ...], seat: int) -> Menu:
    """Return the menu of the first part of a seat's decision. `choices`: the legal choices, at least one."""
    return _menu(game, choices, seat if game.aimed else 0)  # without targets, all seats share a menu


@lru_cache(maxsize=_MAX_FIRST)
def _menu(game: GameRules, choices: tuple[Choice, ...], seat: int) -> Menu:
    faces, kinds = game.faces, layout_of(game).kinds
    options: dict[int, tuple[Choice, ...]] = {}
    for choice in choices:
        option = faces[choice.card] if choice.kind is _PLAY else kinds[choice.kind]
        options[option] = (*options[option], choice) if option in options else (choice,)
    return Menu(game, seat, options)


@lru_cache(maxsize=_MAX_LATER)
def _next(game: GameRules, seat: int, rest: _Rest) -> Action | Menu:
    """Return the menu of the next part with several options, or the action if nothing is left to decide."""
    layout, card = layout_of(game), rest.choices[0].card
    if card != NO_CARD:
        rest = rest._replace(picked=rest.picked._replace(card=card))
    while rest.part <= Part.TARGET:
        part = Part(rest.part)
        further = (
            _further_cards(game, layout, rest) if part is Part.FURTHER else _values(layout, seat, part, rest)
        )
        options = dict(further)
        if len(options) > 1:
            return Menu(game, seat, options, part, rest.picked)
        rest = next(iter(options.values()), rest._replace(part=part + 1))
    _, more, claim, suit, word, target = rest.picked
    return rest.choices[0].fill(more, suit, word, target, claim)


def _further_cards(game: GameRules, layout: Layout, rest: _Rest) -> Iterator[tuple[int, _Rest]]:
    """Yield the options for laying one more card, each with the rest of the decision.

    The option `none` lays no further card. It is missing if more cards must be laid.
    """
    laid = rest.picked.more
    enough = tuple(choice for choice in rest.choices if choice.least <= len(laid) <= choice.most)
    if enough:
        yield layout.none, _Rest(Part.CLAIM, enough, rest.picked)
    more = [choice for choice in rest.choices if choice.most > len(laid)]
    for card in members(_union(choice.more for choice in more)):
        if card not in laid:
            picked = rest.picked._replace(more=(*laid, card))
            left = tuple(choice for choice in more if choice.more >> card & 1)
            yield game.faces[card], _Rest(Part.FURTHER, left, picked)


def _values(layout: Layout, seat: int, part: Part, rest: _Rest) -> Iterator[tuple[int, _Rest]]:
    """Yield the options for a field of the action, such as the suit, each with the rest of the decision.

    The option `none` stands for the choices without this field.
    """
    field, values_of = _FIELDS[part]
    without = tuple(choice for choice in rest.choices if not values_of(choice))
    if without:
        yield layout.none, _Rest(part + 1, without, rest.picked)
    for value in members(_union(map(values_of, rest.choices))):
        left = tuple(choice for choice in rest.choices if values_of(choice) >> value & 1)
        picked = Picked(**(rest.picked._asdict() | {field: value}))
        yield _number(layout, seat, part, value), _Rest(part + 1, left, picked)


def _number(layout: Layout, seat: int, part: Part, value: int) -> int:
    match part:
        case Part.SUIT:
            return layout.suit + value
        case Part.WORD:
            return layout.word + value
        case Part.TARGET:
            return layout.target(seat, value)
    return value


def _union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


# For each part: the field of `Picked` and `Action`, and the allowed values of a choice, as a bit mask.
_FIELDS: Final[Mapping[Part, tuple[str, Callable[[Choice], int]]]] = {
    Part.CLAIM: ("claim", attrgetter("claims")),
    Part.SUIT: ("suit", attrgetter("suits")),
    Part.WORD: ("word", attrgetter("words")),
    Part.TARGET: ("target", attrgetter("targets")),
}
