"""A ruleset: frozen, versioned, hashed data that the functions of the other modules carry out."""

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
    """The cards that may be played after an ordinary draw (X-DRAWN)."""

    DRAWN_CARD = "the drawn card"
    ANY_CARD = "any card"
    NOTHING = "nothing"


class Paid(StrEnum):
    """When a player pays for a missing announcement."""

    AT_ONCE = "at once"  # W-MAU, D-LAST
    NEXT_TURN = "next turn"  # instead of the player's next turn (G-LAST)
    IF_CAUGHT = "if caught"  # if another player says the word first (P-CATCH)
    NEXT_MOVE = "next move"  # before another player moves, unless the word is said (D-LAST, PESTEN-CALL)


class OnGoingOut(StrEnum):
    """The announcement that going out requires."""

    NO_WORD = "no word"
    STRONG_WORD = "the stronger word with a strong card"  # P-MAUMAU
    A_WORD = "a word"  # W-OUT-CALL


@dataclass(frozen=True, slots=True)
class Calls:
    """Announcements (X-ANNOUNCE).

    `word`: due with the play that leaves one card; if empty, there are no announcements.
    `strong_word`: due instead if that card is of the `strong` ranks.
    `price`: cards drawn for a missing word, at the time `paid`; NEW_HAND means as many as were dealt.
    `on_going_out`: the word that going out requires; it costs `out_price` cards if missing.
    `strong_set`: the strong word may also be said with several cards left, all strong; then they may be laid
    together as the last play (D-WINJ).
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
HOUSE: Final = 0  # the version of all house rules, which differ by their hash


@dataclass(frozen=True, slots=True)
class FaceDown:
    """Cards are played face down with a claim, which the next player believes or doubts.

    The liar or the wrong doubter draws `penalty` cards (BLIND-DOUBT, BLIND-PENALTY). Without `doubter_draws`
    a wrong doubt costs only the turn.
    """

    penalty: int = 1
    doubter_draws: bool = True


@dataclass(frozen=True, slots=True)
class OneByOne:
    """Drawing as in OpenSpiel's `crazy_eights` (X-C8).

    A player draws up to `most` cards a turn, one by one, and may pass only after that or with nothing to
    draw. The deal ends after `spare_passes` more passes than players with nothing to draw.
    """

    most: int
    spare_passes: int = 1


@dataclass(frozen=True)
class Ruleset:
    """One ruleset.

    `packs`: the pack by the smallest number of players that uses it.
    `hand`: cards dealt to each player; `hands`: exceptions by number of players.
    `wild`: ranks that may be played on any card and name the suit; each with the ranks it may not lie on.
    `effects`: by card ("2C") or rank ("7"); the card takes precedence. `values`: card points, likewise.
    `may_draw`: a player may draw although they could play.
    `cut`: number of cards met in cutting, 0 if the pack is not cut. `cut_each`: each is met in a separate
    place and may be kept (W-CUT).
    `deals`: how several deals make a game; None if a game is one deal.
    `keeps_suit`: wild ranks that name no suit, so the suit under them still holds.
    `turned_back`: ranks that go back into the stock if turned up first.
    `several`: several cards of one rank may be laid at once.
    `face_down`: cards are played face down.
    `draws_at_last`: ranks that cannot be the last card and cost one card then (PESTEN-LAST).
    `returns`: ranks whose debt makes a player without cards draw; otherwise that player has won when play
    reaches their place (PRSI-RETURN).
    `to_the_end`: play goes on until one player is left (G-BITTER).
    `reshuffles`: the discard pile becomes the stock (W-RESHUFFLE).
    `drawing`: drawing one by one, which replaces `after_draw`.
    `suit_after`: the suit is named in a separate action after the play.
    `turned_acts`: the first face-up card acts as if the dealer had played it (X-C8).
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
        """Return id and version, as in logs and on the wire; for house rules, id and start of the hash.

        >>> from arena.rules import ruleset
        >>> ruleset("mau-mau").key
        'mau-mau@1'
        """
        return f"{self.id}@{self.hash[:8] if self.is_house else self.version}"

    @property
    def is_house(self) -> bool:
        """True for house rules, false for the fixed rulesets."""
        return self.version == HOUSE

    @property
    def house_rules(self) -> str:
        """Return what is stored next to the key to find the ruleset again; empty for a fixed ruleset."""
        return self.stated if self.is_house else ""

    def pack_for(self, seats: int) -> Pack:
        """Return the pack for this number of players."""
        return self.packs[max(least for least in self.packs if least <= seats)]

    def hand_for(self, seats: int) -> int:
        """Return the number of cards dealt to each of this number of players."""
        return self.hands.get(seats, self.hand)

    def data(self) -> dict[str, Any]:
        """Return the whole ruleset as JSON-able data."""
        data = plain(self)
        assert isinstance(data, dict)
        return data

    @cached_property
    def stated(self) -> str:
        """Return the ruleset as canonical ASCII JSON, without fields at their default.

        So a new field for a later ruleset does not change old hashes.
        """
        return json.dumps(plain(self, stated_only=True), sort_keys=True, separators=(",", ":"))

    @cached_property
    def hash(self) -> str:
        """Return the SHA-256 of `stated`, in hex."""
        return sha256(self.stated.encode()).hexdigest()


def plain(value: object, *, stated_only: bool = False) -> object:
    """Return dataclasses, mappings and tuples as JSON-able data. Effects, scorings and ends carry their class
    name as `is`.

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
