"""Choices and actions: what a seat may do, and what it does.

A *choice* is one legal option. It may leave values open, such as the suit to name. An *action* is a choice
with every value decided. The default of a value is the lowest one allowed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import lru_cache
from itertools import combinations, product
from typing import Final

from arena.rules.cards import CARDS, NO_SUIT, Card, CardSet, Face, members

NO_CARD: Final = Card(255)
NO_SEAT: Final = 15


class ActionKind(IntEnum):
    """The kind of an action. Messages to bots use the same numbers."""

    PLAY = 1
    DRAW = 2
    PASS = 3
    TAKE_DEBT = 4
    MISS_TURN = 5
    KEEP_CUT = 6
    LEAVE_CUT = 7
    CATCH = 8
    LET_PASS = 9
    BELIEVE = 10
    DOUBT = 11
    NAME_SUIT = 12


class Word(IntEnum):
    """An announcement with a play or pass. Lower numbers are stronger.

    The strongest word that a choice allows always satisfies the rules.
    """

    MAU_MAU = 0
    LAST_CARD = 1
    SILENT = 2


class Ask(IntEnum):
    """The kind of question that a seat is asked. Messages to bots use the same numbers."""

    OVER = 0
    CUT = 1
    TURN = 2
    DRAWN = 3
    COVER = 4
    DEBT = 5
    PAID = 6
    MISS = 7
    GO_ON = 8
    CATCH = 9
    BELIEVE = 10
    NAME = 11
    DRAWN_SEVEN = 12


class IllegalAction(ValueError):
    """The rules do not allow this action in the current position; the text says why."""


@dataclass(slots=True)
class Action:
    """One complete decision; do not change it."""

    kind: ActionKind
    card: Card = NO_CARD
    more: tuple[Card, ...] = ()  # the further cards laid after `card`, the last one on top
    suit: int = NO_SUIT
    word: Word = Word.SILENT
    target: int = NO_SEAT
    claim: Card = NO_CARD
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._hash = hash((self.kind, self.card, self.more, self.suit, self.word, self.target, self.claim))

    def __hash__(self) -> int:
        return self._hash


@dataclass(slots=True)
class Choice:
    """One option of a seat, with values that the player may still choose. Do not change it.

    If a field such as `suits` is 0, the player cannot choose this value.
    """

    kind: ActionKind
    card: Card = NO_CARD
    more: CardSet = 0  # the cards that may be laid with `card`
    least: int = 0  # fewest of them in one play
    most: int = 0  # most of them in one play
    suits: int = 0  # bit mask of suits 0-3 that may be named
    words: int = 0  # bit mask of Words that may be said
    targets: int = 0  # bit mask of seats that may be aimed at
    claims: CardSet = 0  # faces that a face-down card may be claimed to be
    faces: tuple[Face, ...] = ()  # each card's face, by card; only filled if cards of `more` look the same
    plain: Action = field(init=False, repr=False, compare=False)  # the action with every field at its default
    _actions: tuple[Action, ...] = field(init=False, repr=False, compare=False)  # once `expand` needs them
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        decided = (self.least, self.most, self.suits, self.words, self.targets, self.claims)
        self._hash = hash((self.kind, self.card, self.more, decided))
        self.plain = Action(
            self.kind,
            self.card,
            tuple(self._further()[: self.least]),
            _lowest(self.suits, NO_SUIT),
            Word(_lowest(self.words, Word.SILENT)),
            _lowest(self.targets, NO_SEAT),
            CARDS[_lowest(self.claims, NO_CARD)],
        )
        self._actions = (self.plain,) if self.is_decided() else ()

    def __hash__(self) -> int:
        return self._hash

    def is_decided(self) -> bool:
        """True if the choice allows only one action."""
        return not (self.most or self.suits or self.words or self.targets or self.claims)

    def default(self) -> Action:
        """Return the action in which every field has its default, the lowest allowed value."""
        return self.plain

    def fill(
        self,
        more: tuple[Card, ...] | None = None,
        suit: int | None = None,
        word: int | None = None,
        target: int | None = None,
        claim: int | None = None,
    ) -> Action:
        """Return the action with these field values; a field that is None takes its lowest allowed value.

        Raise IllegalAction for a value that the choice does not allow.
        """
        plain = self.default()
        return Action(
            self.kind,
            self.card,
            plain.more if more is None else self._checked_more(more),
            plain.suit if suit is None else _one_of(self.suits, suit, "suit"),
            plain.word if word is None else Word(_one_of(self.words, word, "word")),
            plain.target if target is None else _one_of(self.targets, target, "target"),
            plain.claim if claim is None else Card(_one_of(self.claims, claim, "claim")),
        )

    def _checked_more(self, more: tuple[Card, ...]) -> tuple[Card, ...]:
        if not self.least <= len(more) <= self.most or len(set(more)) != len(more):
            raise IllegalAction(f"{self.least} to {self.most} different further cards may be laid")
        if any(not self.more >> card & 1 for card in more):
            raise IllegalAction("a further card must be in the hand and of the same rank")
        return self._in_normal_form(more)

    def _in_normal_form(self, more: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the further cards (those laid after the first) in pack order, but the top card last.

        `more`: these cards in the order in which they are laid; the last one is the top card.

        Of equal cards, use those with the lowest numbers (X-SEVERAL, X-TWINS-COPY).
        """
        if not self.faces:
            return (*sorted(more[:-1]), *more[-1:])
        faces = [self.faces[card] for card in more]
        free, laid = list(members(self.more)), list[Card]()
        for face in (*sorted(faces[:-1]), *faces[-1:]):
            laid.append(next(card for card in free if self.faces[card] == face))
            free.remove(laid[-1])
        return tuple(laid)

    def _further(self) -> list[Card]:
        """Return the cards that may be laid together with the first card (field `more`), in pack order."""
        cards = list(members(self.more))
        return sorted(cards, key=self.faces.__getitem__) if self.faces else cards


@lru_cache(maxsize=65_536)
def with_words(choice: Choice, words: int) -> Choice:
    """Return a cached copy of the choice that allows the announcements in the bit mask `words`."""
    return replace(choice, words=words)


@lru_cache(maxsize=65_536)
def with_more(choice: Choice, more: CardSet, least: int, most: int, faces: tuple[Face, ...]) -> Choice:
    """Return a copy of the choice that allows the further cards `more`, laid in the same play.

    `least`, `most`: how many further cards may be laid. `faces`: the face of every card of the pack; empty
    unless some cards of the pack look the same.
    """
    return replace(choice, more=more, least=least, most=most, faces=faces)


@lru_cache(maxsize=65_536)
def with_fields(choice: Choice, suits: int, targets: int) -> Choice:
    """Return a copy of the choice that allows these suits and target seats (bit masks)."""
    return replace(choice, suits=suits, targets=targets)


def expand(choice: Choice) -> Iterable[Action]:
    """Return or yield every action that a choice allows, its default first.

    The order of the cards between the first and the top card does not matter, so include only one order
    (X-SEVERAL).
    """
    if choice._actions:
        return choice._actions
    if choice.most:  # there may be thousands
        return _expanded(choice)
    choice._actions = tuple(_expanded(choice))
    return choice._actions


def _expanded(choice: Choice) -> Iterator[Action]:
    fields = product(
        _selections(choice),
        tuple(members(choice.suits)) or (NO_SUIT,),
        tuple(members(choice.words)) or (Word.SILENT,),
        tuple(members(choice.targets)) or (NO_SEAT,),
        tuple(members(choice.claims)) or (NO_CARD,),
    )
    for more, suit, word, target, claim in fields:
        yield Action(choice.kind, choice.card, more, suit, Word(word), target, Card(claim))


def _selections(choice: Choice) -> Iterator[tuple[Card, ...]]:
    for size in range(choice.least, choice.most + 1):
        orders = _orders(choice, size)
        yield from dict.fromkeys(map(choice._in_normal_form, orders)) if choice.faces else orders


def _orders(choice: Choice, size: int) -> Iterator[tuple[Card, ...]]:
    for chosen in combinations(choice._further(), size):
        if not chosen:
            yield ()
        for top in reversed(chosen):
            yield (*(card for card in chosen if card != top), top)


def _lowest(values: int, absent: int) -> int:
    return (values & -values).bit_length() - 1 if values else absent


def _one_of(allowed: int, value: int, field: str) -> int:
    if not 0 <= value < allowed.bit_length() or not allowed >> value & 1:
        raise IllegalAction(f"this choice does not allow {field} {value}")
    return value
