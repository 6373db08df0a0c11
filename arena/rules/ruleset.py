"""A ruleset as immutable data, with a version and a hash."""

import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from arena.rules.cards import Pack
from arena.rules.effects import Effect
from arena.rules.scoring import Deals, End, Scoring


class AfterDraw(StrEnum):
    """The cards that a player may play after an ordinary draw (X-DRAWN)."""

    DRAWN_CARD = "the drawn card"
    ANY_CARD = "any card"
    NOTHING = "nothing"


class Paid(StrEnum):
    """The moment at which a player pays for a missing announcement."""

    AT_ONCE = "at once"  # W-MAU, D-LAST
    NEXT_TURN = "next turn"  # instead of the player's next turn (G-LAST)
    IF_CAUGHT = "if caught"  # if another player says the word first (P-CATCH)
    NEXT_MOVE = "next move"  # before another player moves, unless the word is said (D-LAST, PESTEN-CALL)


class OnGoingOut(StrEnum):
    """The announcement that a player must make when they go out."""

    NO_WORD = "no word"
    STRONG_WORD = "the stronger word with a strong card"  # P-MAUMAU
    A_WORD = "a word"  # W-OUT-CALL


@dataclass(frozen=True, slots=True)
class Calls:
    """The announcements that a ruleset requires, and the penalty for a missing announcement (X-ANNOUNCE)."""

    word: str  # said with the play that leaves one card; empty: there are no announcements
    price: int  # cards drawn for a missing word; NEW_HAND: as many as were dealt
    strong_word: str = ""  # replaces `word` if the one card left is of the `strong` ranks
    strong: str = ""
    paid: Paid = Paid.AT_ONCE  # when the penalty is drawn
    on_going_out: OnGoingOut = OnGoingOut.NO_WORD  # the word that must be said with the last card
    out_price: int = 0  # cards drawn if that word is missing
    # a hand of `strong` cards only may be laid at once, after the strong word (D-WINJ)
    strong_set: bool = False


NO_CALLS: Final = Calls(word="", price=0)
NEW_HAND: Final = 0  # as a price: as many cards as were dealt (PESTEN-CALL)
HOUSE: Final = 0  # the version of all house rules, which differ by their hash


@dataclass(frozen=True, slots=True)
class FaceDown:
    """The rules of face-down play: a player claims which card they lay, and the next player may doubt it."""

    penalty: int = 1  # cards drawn by the liar or the wrong doubter (BLIND-DOUBT, BLIND-PENALTY)
    doubter_draws: bool = True  # if false, a wrong doubter draws nothing and only loses the turn


@dataclass(frozen=True, slots=True)
class OneByOne:
    """The rules for drawing one card at a time, as in the game `crazy_eights` of OpenSpiel (X-C8).

    A player may pass only after `most` draws, or if no card can be drawn.
    """

    most: int  # draws in a turn
    spare_passes: int = 1  # with nothing to draw, a deal ends after one pass per player and these, in a row


@dataclass(frozen=True)
class Ruleset:
    """The rules of one game, as data."""

    id: str
    version: int
    title: str
    source: str
    summary: str
    players: tuple[int, int]
    packs: Mapping[int, Pack]  # the pack to use, by the smallest number of players that uses it
    hand: int  # cards dealt to each player
    # ranks that name the suit and fit on any card, each with the ranks on which it may not be played
    wild: Mapping[str, str]
    effects: Mapping[str, Effect]  # by card ("2C") or rank ("7"); an entry for the card takes precedence
    may_draw: bool  # a player who could play may draw instead
    after_draw: AfterDraw
    calls: Calls
    values: Mapping[str, int]  # card points, by card or rank
    cut: int = 0  # cards that the cutter sees when cutting the pack; 0: no cut
    deals: Deals | None = None  # how several deals make a game; None if a game is one deal
    keeps_suit: str = ""  # wild ranks that name no suit; the suit below continues to count
    turned_back: str = "X"  # ranks that go back into the stock if turned up as the first card
    cut_each: bool = False  # each card seen is in a separate place, and the cutter may keep each one (W-CUT)
    several: bool = False  # several cards of one rank may be laid at once
    face_down: FaceDown | None = None  # rules of face-down play; None if cards are laid face up
    draws_at_last: str = ""  # ranks that may not be a player's last card: they draw one (PESTEN-LAST)
    returns: str = ""  # ranks whose debt (cards to draw) brings back a player without cards (PRSI-RETURN)
    to_the_end: bool = False  # play goes on until one player is left (G-BITTER)
    hands: Mapping[int, int] = field(default_factory=dict)  # exceptions to `hand`, by number of players
    reshuffles: bool = True  # the discard pile becomes the stock when the stock is empty (W-RESHUFFLE)
    # replaces `after_draw` by drawing one card at a time; None for ordinary draws
    drawing: OneByOne | None = None
    suit_after: bool = False  # a wild card's suit is named in a separate action after the play
    turned_acts: bool = False  # the first face-up card has its effect as if the dealer had played it (X-C8)

    def __hash__(self) -> int:
        return hash(self.hash)

    @property
    def key(self) -> str:
        """Return the name of the ruleset in logs and messages: the id, "@" and the version.

        House rules have the start of their hash in place of a version.

        >>> from arena.rules import ruleset
        >>> ruleset("mau-mau").key
        'mau-mau@1'
        """
        return f"{self.id}@{self.hash[:8] if self.is_house else self.version}"

    @property
    def is_house(self) -> bool:
        """True for house rules (a user's own ruleset), false for the fixed rulesets of the program."""
        return self.version == HOUSE

    @property
    def house_rules(self) -> str:
        """Return the JSON text of house rules; empty for a fixed ruleset."""
        return self.stated if self.is_house else ""

    def pack_for(self, seats: int) -> Pack:
        """Return the pack that is used with this number of players."""
        return self.packs[max(least for least in self.packs if least <= seats)]

    def hand_for(self, seats: int) -> int:
        """Return how many cards each player is dealt if there are `seats` players."""
        return self.hands.get(seats, self.hand)

    def data(self) -> dict[str, Any]:
        """Return all fields of the ruleset as JSON-able data."""
        data = plain(self)
        assert isinstance(data, dict)
        return data

    @cached_property
    def stated(self) -> str:
        """Return the ruleset as canonical ASCII JSON, without fields that have their default value."""
        return json.dumps(plain(self, stated_only=True), sort_keys=True, separators=(",", ":"))

    @cached_property
    def hash(self) -> str:
        """Return the SHA-256 of the ruleset's JSON text (`stated`), in hex."""
        return sha256(self.stated.encode()).hexdigest()


def plain(value: object, *, stated_only: bool = False) -> object:
    """Return JSON-able data for dataclasses, mappings and tuples, nested to any depth.

    Effects, scorings and end conditions also get their class name, under the key `is`. `stated_only`: leave
    out default values.

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
        return {"is": type(value).__name__, **data} if isinstance(value, Effect | Scoring | End) else data
    if isinstance(value, Mapping):
        return {str(key): plain(item, stated_only=stated_only) for key, item in value.items()}
    return [plain(item, stated_only=stated_only) for item in value] if isinstance(value, tuple) else value


def _default(one: Field[Any]) -> object:
    return one.default if one.default_factory is MISSING else one.default_factory()
