"""The legal choices of a bot. Each can be returned as it is; some can be refined."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import combinations, product
from typing import Any, Final, TypeVar

from maumau.cards import Card, Suit


class Kind(IntEnum):
    """The kind of a choice: what the player does."""

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
    """The word said with a play. The lowest allowed word always satisfies the rules."""

    MAU_MAU = 0
    LAST_CARD = 1
    SILENT = 2


_SPOKEN: Final = {None: "", Word.MAU_MAU: " Mau-Mau", Word.LAST_CARD: " Mau", Word.SILENT: ""}
_NAMES: Final = {
    Kind.DRAW: "draw",
    Kind.PASS: "pass",
    Kind.TAKE_DEBT: "take",
    Kind.MISS_TURN: "miss",
    Kind.KEEP_CUT: "keep",
    Kind.LEAVE_CUT: "leave",
    Kind.CATCH: "catch",
    Kind.LET_PASS: "let",
    Kind.BELIEVE: "believe",
    Kind.DOUBT: "doubt",
    Kind.NAME_SUIT: "name",
}
_T = TypeVar("_T")


class NotAllowed(ValueError):
    """The choice does not allow this field or value."""


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """A legal choice, to be returned from `choose`. Equal choices are the same object.

    Fields with a plural name, such as `suits`, hold the allowed values. Fields with a singular name, such as
    `suit`, hold the selected value: at first the lowest allowed one, or None.

    `with_` selects other values; `options` yields all possibilities.

    For a card that is played face down, there are up to two choices: one claims a card without a named suit,
    the other a card with one of `suits`.
    """

    kind: Kind
    card: Card | None = None  # of a play: the card, or the bottom card of several
    suits: tuple[Suit, ...] = ()  # allowed suits to name
    words: tuple[Word, ...] = ()  # allowed words
    targets: tuple[int, ...] = ()  # allowed seats to aim at
    claims: tuple[Card, ...] = ()  # allowed claims about a face-down `card`
    further: tuple[Card, ...] = ()  # cards of the same rank to play on it, `least` to `most`
    least: int = 0
    most: int = 0
    suit: Suit | None = None
    word: Word | None = None
    target: int | None = None
    claim: Card | None = None
    more: tuple[Card, ...] = ()  # of `further`, the last one on top
    _base: "Choice | None" = None  # the original choice in `view.legal`; None if this is the original
    _variants: "dict[_Decided, Choice]" = field(default_factory=dict)  # shared by all variants of a choice
    _sent: dict[str, Any] = field(default_factory=dict)  # the fields of an Answer, beyond the choice's number

    def __post_init__(self) -> None:
        self._variants[self.suit, self.word, self.target, self.claim, self.more] = self

    def with_(
        self,
        *,
        suit: Suit | None = None,
        word: Word | None = None,
        target: int | None = None,
        claim: Card | None = None,
        more: Sequence[Card] | None = None,
    ) -> "Choice":
        """Return this choice with other values in these fields; omitted fields stay unchanged.

        Raise NotAllowed for a value that the choice does not allow.
        """
        decided = (
            _allowed("suit", suit, self.suit, self.suits),
            _allowed("word", word, self.word, self.words),
            _allowed("target", target, self.target, self.targets),
            _allowed("claim", claim, self.claim, self.claims),
            self.more if more is None else _allowed_more(self, tuple(more)),
        )
        return self._variants.get(decided) or _variant(self, decided)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The played cards from bottom to top; empty if no card is played."""
        return (self.card, *self.more) if self.card else ()

    @property
    def is_true(self) -> bool:
        """True if the claim is true or nothing is claimed."""
        return self.claim in (None, self.card)

    def options(self) -> "Iterator[Choice]":
        """Yield every variant of this choice, the lowest values first.

        With two packs there may be thousands, because further cards can be played in many orders.
        """
        fields = product(
            self.ways_to_lay(),
            self.suits or (None,),
            self.words or (None,),
            self.targets or (None,),
            self.claims or (None,),
        )
        for more, suit, word, target, claim in fields:
            yield self.with_(suit=suit, word=word, target=target, claim=claim, more=more)

    def ways_to_lay(self) -> Iterator[tuple[Card, ...]]:
        """Yield the allowed values of `more`, the shortest first. Only the top card matters, not the order
        below it.
        """
        for many in range(self.least, self.most + 1):
            for laid in dict.fromkeys(combinations(self.further, many)):
                tops = range(many - 1, -1, -1)
                yield from dict.fromkeys((*laid[:top], *laid[top + 1 :], laid[top]) for top in tops)
                if not laid:
                    yield ()

    def __str__(self) -> str:
        """Return the choice in the notation of logs: "7H", "JC:S Mau", "draw".

        >>> str(Choice(Kind.PLAY, Card(2, "J", Suit.CLUBS), suit=Suit.SPADES, word=Word.LAST_CARD))
        'JC:S Mau'
        """
        cards = "+".join(map(str, (self.card, *self.more)))
        what = cards if self.kind is Kind.PLAY else _NAMES.get(self.kind) or f"unknown kind {self.kind}"
        claim = "" if self.claim is None else f"={self.claim}"
        suit = "" if self.suit is None else f":{self.suit}"
        target = "" if self.target is None else f"@{self.target}"
        return what + claim + suit + target + _SPOKEN[self.word]

    __repr__ = __str__


_Decided = tuple[Suit | None, Word | None, int | None, Card | None, tuple[Card, ...]]


def _variant(choice: Choice, decided: _Decided) -> Choice:
    suit, word, target, claim, more = decided
    fields = {
        "suit": suit,
        "word": word,
        "target": target,
        "claim": claim and claim.code,
        "more": bytes(card.code for card in more) or None,
    }
    sent = {name: value for name, value in fields.items() if value is not None}
    base = choice._base or choice
    return replace(
        choice, suit=suit, word=word, target=target, claim=claim, more=more, _base=base, _sent=sent
    )


def _allowed(field_name: str, value: _T | None, now: _T | None, allowed: tuple[_T, ...]) -> _T | None:
    if value is None:
        return now
    if value not in allowed:
        raise NotAllowed(f"{field_name} {_label(value)}: this choice allows {_labels(allowed)}")
    return allowed[allowed.index(value)]


def _allowed_more(choice: Choice, more: tuple[Card, ...]) -> tuple[Card, ...]:
    if not choice.least <= len(more) <= choice.most or Counter(more) - Counter(choice.further):
        bounds = f"{choice.least} to {choice.most} of {_labels(choice.further)}"
        raise NotAllowed(f"more {_labels(more)}: this choice allows {bounds}")
    return more


def _label(value: object) -> str:
    return value.name if isinstance(value, Suit | Word) else str(value)


def _labels(values: tuple[object, ...]) -> str:
    return " ".join(map(_label, values)) or "none"
