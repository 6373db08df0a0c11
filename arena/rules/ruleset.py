"""A ruleset is data: frozen, versioned, hashed. What it names is carried out by the functions beside it."""

import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from arena.rules.cards import Pack
from arena.rules.effects import Effect
from arena.rules.scoring import Deals


class AfterDraw(StrEnum):
    """What may be played after an ordinary draw (X-DRAWN)."""

    DRAWN_CARD = "the drawn card"
    ANY_CARD = "any card"
    NOTHING = "nothing"


class Paid(StrEnum):
    """When the price of a missing announcement is paid."""

    AT_ONCE = "at once"  # W-MAU, D-LAST
    NEXT_TURN = "next turn"  # when its player could act again, and that turn is missed (G-LAST)
    IF_CAUGHT = "if caught"  # when another player says the word first (P-CATCH)
    NEXT_MOVE = (
        "next move"  # before another player moves, unless the word is said by then (D-LAST, PESTEN-CALL)
    )


class OnGoingOut(StrEnum):
    """Whether going out calls for a word."""

    NO_WORD = "no word"
    STRONG_WORD = "the stronger word with a strong card"  # P-MAUMAU
    A_WORD = "a word"  # W-OUT-CALL


@dataclass(frozen=True, slots=True)
class Calls:
    """Announcements (X-ANNOUNCE).

    `word` is due with the play that leaves one card, none where it is empty; `strong_word` instead if that
    card is of the `strong` ranks. Who leaves it out draws `price` cards, NEW_HAND as many as were dealt,
    `paid` then. `on_going_out`: the word that going out calls
    for, at `out_price` cards. `strong_set`: the strong word may also be said on leaving several cards, all
    strong, and who said it may lay them all as one last play (D-WINJ).
    """

    word: str
    price: int
    strong_word: str = ""
    strong: str = ""
    paid: Paid = Paid.AT_ONCE
    on_going_out: OnGoingOut = OnGoingOut.NO_WORD
    out_price: int = 0
    strong_set: bool = False


NO_CALLS: Final = Calls(word="", price=0)
NEW_HAND: Final = 0  # as a price: as many cards as were dealt (PESTEN-CALL)
HOUSE: Final = 0  # the version of house rules: nobody keeps a list of them, so their content names them


@dataclass(frozen=True, slots=True)
class FaceDown:
    """Plays are face down with a claim that the next player believes or doubts; who is wrong draws `penalty`
    (BLIND-DOUBT, BLIND-PENALTY). Without `doubter_draws` a wrong doubt costs the turn only.
    """

    penalty: int = 1
    doubter_draws: bool = True


@dataclass(frozen=True, slots=True)
class OneByOne:
    """As OpenSpiel's `crazy_eights` has it one draws up to `most` cards of a turn one by one, and passes only
    after that or with nothing to draw; `spare_passes` more than there are players, with nothing to draw, end
    the deal (X-C8).
    """

    most: int
    spare_passes: int = 1


@dataclass(frozen=True)
class Ruleset:
    """One fixed ruleset.

    `packs`: by the least number of players, the pack used from there on. `hand`: cards dealt to each.
    `cut`: how many cards are met in cutting, 0 where the pack is not cut. `wild`: ranks that may be played
    on any card and name the suit, each with the ranks it may not be put on. `effects`: by card ("2C") or by
    rank ("7"), the card first. `may_draw`: one may draw though one could play. `values`: card points by
    card or rank. `deals`: how several deals make a game, None where a game is one deal.

    `keeps_suit`: wild ranks that name no suit: the one in force under them goes on. `turned_back`: ranks
    that go back into the stock when turned up first. `cut_each`: every card met in cutting is met in a place
    of its own and may be taken (W-CUT). `several`: several cards of one rank go at once. `face_down`: plays
    are face down. `draws_at_last`: ranks that do not go out as last card but cost one card (PESTEN-LAST).
    `returns`: ranks whose debt makes one without cards draw, who else has won when play comes to his place
    (PRSI-RETURN). `to_the_end`: play goes on until one player is left (G-BITTER).

    `hands`: cards dealt by number of players, where that is not `hand`. `reshuffles`: the discard pile
    becomes the stock (W-RESHUFFLE). `drawing`: one by one, in place of `after_draw`. `suit_after`: the suit
    is named by an action of its own, after the play. `turned_acts`: the first face-up card acts as if the
    dealer had played it (X-C8).
    """

    id: str
    version: int
    title: str
    source: str
    summary: str
    players: tuple[int, int]
    packs: Mapping[int, Pack]
    hand: int
    wild: Mapping[str, str]
    effects: Mapping[str, Effect]
    may_draw: bool
    after_draw: AfterDraw
    calls: Calls
    values: Mapping[str, int]
    cut: int = 0
    deals: Deals | None = None
    keeps_suit: str = ""
    turned_back: str = "X"
    cut_each: bool = False
    several: bool = False
    face_down: FaceDown | None = None
    draws_at_last: str = ""
    returns: str = ""
    to_the_end: bool = False
    hands: Mapping[int, int] = field(default_factory=dict)
    reshuffles: bool = True
    drawing: OneByOne | None = None
    suit_after: bool = False
    turned_acts: bool = False

    def __hash__(self) -> int:
        return hash(self.hash)

    @property
    def key(self) -> str:
        """Id and version, as logs and the wire name it; of house rules the beginning of their hash.

        >>> from arena.rules import ruleset
        >>> ruleset("mau-mau").key
        'mau-mau@1'
        """
        return f"{self.id}@{self.hash[:8] if self.is_house else self.version}"

    @property
    def is_house(self) -> bool:
        """Whether these are somebody's house rules: not one of the fixed rulesets."""
        return self.version == HOUSE

    @property
    def house_rules(self) -> str:
        """What has to go with the key for the ruleset to be known again; empty for a fixed one."""
        return self.stated if self.is_house else ""

    def pack_for(self, seats: int) -> Pack:
        """The pack for this number of players."""
        return self.packs[max(least for least in self.packs if least <= seats)]

    def hand_for(self, seats: int) -> int:
        """Cards dealt to each of this number of players."""
        return self.hands.get(seats, self.hand)

    def data(self) -> dict[str, Any]:
        """The whole ruleset as JSON-able data."""
        data = plain(self)
        assert isinstance(data, dict)
        return data

    @cached_property
    def stated(self) -> str:
        """What the ruleset states, as canonical JSON in ASCII.

        What is left at its default is not in it, so that an option that a later ruleset needs changes no
        old hash.
        """
        return json.dumps(plain(self, stated_only=True), sort_keys=True, separators=(",", ":"))

    @cached_property
    def hash(self) -> str:
        """SHA-256 of what the ruleset states, hex."""
        return sha256(self.stated.encode()).hexdigest()


def plain(value: object, *, stated_only: bool = False) -> object:
    """Dataclasses, mappings and tuples as JSON-able data; what a ruleset chooses among carries its name.

    >>> from arena.rules.effects import SkipNext
    >>> plain({"8": SkipNext()})
    {'8': {'is': 'SkipNext', 'answers': '', 'adds_up': False}}
    """
    if is_dataclass(value):
        items = {one.name: (getattr(value, one.name), _default(one)) for one in fields(value)}
        data = {
            name: plain(item, stated_only=stated_only)
            for name, (item, default) in items.items()
            if not stated_only or item != default
        }
        return {"is": type(value).__name__, **data} if _is_chosen(value) else data
    if isinstance(value, Mapping):
        return {str(key): plain(item, stated_only=stated_only) for key, item in value.items()}
    return [plain(item, stated_only=stated_only) for item in value] if isinstance(value, tuple) else value


def _default(one: Field[Any]) -> object:
    return one.default if one.default_factory is MISSING else one.default_factory()


def _is_chosen(value: object) -> bool:
    """Whether other classes could stand in a value's place: effects, scorings, ends."""
    return any(hasattr(value, name) for name in ("carry_out", "scores", "is_over"))
