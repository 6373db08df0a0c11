"""A ruleset prepared for a number of seats: lookup tables for every decision."""

from collections import Counter
from functools import lru_cache
from typing import Final

from arena.rules.cards import NO_SUIT, Card, CardSet, Pack, members, pick
from arena.rules.choices import NO_CARD, ActionKind, Choice
from arena.rules.effects import CardEffect, NameSuit, OneDraws, OweCards, SkipNext
from arena.rules.ruleset import OnGoingOut, Paid, Ruleset

ALL_SUITS: Final = 0b1111
MAX_GAMES: Final = 256  # in the cache: enough for every ruleset at every number of seats, and house rules
MAX_CACHED_OFFERS: Final = 20_000
LEAVES_ONE: Final = 2  # with this many cards in hand, the next play leaves one
LAST: Final = 1
DRAW: Final = (Choice(ActionKind.DRAW),)
PASS: Final = (Choice(ActionKind.PASS),)
TAKE_DEBT: Final = (Choice(ActionKind.TAKE_DEBT),)
MISS_TURN: Final = (Choice(ActionKind.MISS_TURN),)


class WrongNumberOfPlayers(ValueError):
    """The ruleset does not allow this number of players."""


class GameRules:
    """One ruleset for one number of seats, with lookup tables. It does not change during a game."""

    __slots__ = (
        "after_draw",
        "aimed",
        "alike",
        "answers",
        "at_last",
        "at_turn",
        "calls",
        "cards",
        "drawing",
        "drawn_answers",
        "effects",
        "else_draw",
        "else_pass",
        "equal",
        "face_down",
        "faces",
        "few",
        "fits",
        "following",
        "hand",
        "has_twins",
        "keeping",
        "may_draw",
        "most_draws",
        "naming",
        "only_play",
        "or_draw",
        "or_miss_turn",
        "or_pass",
        "or_take_debt",
        "pack",
        "plays",
        "price",
        "ranks",
        "reshuffles",
        "returns",
        "ruleset",
        "seats",
        "settles",
        "several",
        "single",
        "sparing",
        "special",
        "strong",
        "strong_set",
        "suits",
        "turned_back",
        "twins",
        "undrawn",
        "values",
        "varied",
        "wilds",
    )

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        fewest, most = ruleset.players
        if not fewest <= seats <= most:
            raise WrongNumberOfPlayers(f"{ruleset.id} is for {fewest} to {most} players, not {seats}")
        self.ruleset = ruleset
        self.seats = seats
        self.following = SeatOrder(seats)
        self.pack = pack = ruleset.pack_for(seats)
        cards = [Card(card) for card in pack.cards()]
        self.cards: CardSet = (1 << pack.size) - 1
        self.wilds = cards_of(pack, "".join(ruleset.wild))
        self.strong = cards_of(pack, ruleset.calls.strong)
        self.faces = tuple(pack.face(card) for card in cards)
        self.suits = tuple(pack.suit(card) for card in cards)
        self.values = tuple(
            ruleset.values.get(pack.name(card), ruleset.values.get(pack.rank(card), 0)) for card in cards
        )
        self.naming = self.wilds & ~cards_of(pack, ruleset.keeps_suit)
        self.keeping = self.wilds & ~self.naming
        self.effects = tuple(self._effect(card) for card in cards)
        self._look_up_effects()

        self.special = self.wilds | sum(1 << card for card in cards if self.effects[card])
        # cards that may be laid on a card: `fits[top][suit]`, with the named suit or NO_SUIT
        self.fits = _fits(ruleset, pack)
        self.turned_back = cards_of(pack, ruleset.turned_back)
        self.at_last = cards_of(pack, ruleset.draws_at_last)
        self.ranks = tuple(cards_of(pack, pack.rank(card)) for card in cards)
        # by card: the cards of its rank with the same effect
        self.alike = tuple(self._alike(card) for card in cards)
        self.single = sum(1 << card for card, face in enumerate(self.faces) if int(card) == int(face))
        self.may_draw = ruleset.may_draw
        self.after_draw = ruleset.after_draw
        self.reshuffles = ruleset.reshuffles
        self.several = ruleset.several
        self.face_down = ruleset.face_down
        self.drawing = ruleset.drawing
        self.returns = bool(ruleset.returns)
        self.settles = self.returns or ruleset.calls.paid in (Paid.NEXT_TURN, Paid.NEXT_MOVE)
        self.calls = bool(ruleset.calls.word)
        self.strong_set = ruleset.calls.strong_set
        self.hand = ruleset.hand_for(seats)
        self.price = ruleset.calls.price or self.hand
        named_with = 0 if ruleset.suit_after else self.naming
        self.plays = tuple(
            Choice(ActionKind.PLAY, card, suits=ALL_SUITS if named_with >> card & 1 else 0) for card in cards
        )
        copies = Counter(self.faces)
        self.equal = sum(1 << card for card in cards if copies[self.faces[card]] > 1)
        self.has_twins = bool(self.equal)
        self.twins = self.faces if self.has_twins else ()
        more_to_decide = (
            self.has_twins,
            self.several,
            self.varied,
            self.returns,
            self.strong_set,
            self.face_down,
        )
        # In a hand of more cards, a play is one card, and the player decides at most the suit.
        self.few = len(cards) if any(more_to_decide) else _few(ruleset, bool(named_with))
        self._make_offers()

    def _look_up_effects(self) -> None:
        """Fill the lookup tables that depend on the effects of cards."""
        self.answers: dict[CardEffect, CardSet] = {
            effect: _answering(self.pack, effect)
            for effect in self.effects
            if isinstance(effect, OweCards | SkipNext)
        }
        self.drawn_answers: dict[CardEffect, CardSet] = {
            effect: _answering(self.pack, effect, effect.drawn_answers)
            for effect in self.effects
            if isinstance(effect, OweCards)
        }
        self.aimed = sum(
            1 << card for card, effect in enumerate(self.effects) if isinstance(effect, OneDraws)
        )
        self.sparing = sum(1 << card for card in members(self.aimed) if _may_spare(self.effects[card]))
        names = any(isinstance(one, OweCards) and one.answer_names for one in self.effects)
        # Cards whose plays depend on the position.
        self.varied = self.aimed | (self.keeping if names else 0)

    def _make_offers(self) -> None:
        self.only_play = Offers(self.plays, (), ())
        self.or_draw = Offers(self.plays, DRAW, DRAW)
        self.or_pass = Offers(self.plays, PASS, PASS)
        self.or_take_debt = Offers(self.plays, TAKE_DEBT, TAKE_DEBT)
        self.or_miss_turn = Offers(self.plays, MISS_TURN, MISS_TURN)
        self.else_draw = Offers(self.plays, (), DRAW)
        self.else_pass = Offers(self.plays, (), PASS)
        # At a turn's start; and with nothing to draw, or after `most_draws` draws.
        if self.drawing:
            self.most_draws = self.drawing.most
            self.at_turn, self.undrawn = self.or_draw, self.or_pass
        else:
            self.most_draws = self.pack.size
            self.at_turn, self.undrawn = self.or_draw if self.may_draw else self.else_draw, self.else_pass

    def _effect(self, card: Card) -> CardEffect:
        """Return the effect that the ruleset gives to this card, or else to its rank.

        If the player of the card names a suit in a separate action, return NameSuit with that effect inside.
        """
        effects = self.ruleset.effects
        effect = effects.get(self.pack.name(card), effects.get(self.pack.rank(card)))
        return NameSuit(effect) if self.ruleset.suit_after and self.naming >> card & 1 else effect

    def _alike(self, card: Card) -> CardSet:
        """Return the cards that have the same rank and effect as a card, itself included."""
        effect, rank = self.effects[card], self.ranks[card]
        return sum(1 << other for other in members(rank) if self.effects[other] == effect)

    def suit_after_lay(self, card: Card, before: int) -> int:
        """Return the suit that counts as named after `card` was played without naming a suit.

        A wild card without a choice of suit keeps the suit `before`. For other cards, return NO_SUIT: no suit
        is named, so the card's own suit counts.
        """
        return before if self.keeping >> card & 1 else NO_SUIT

    def suit_to_follow(self, top: Card, named: int) -> int:
        """Return the suit to follow: `named` if a suit is named, else the suit of the card `top`."""
        return self.suits[top] if named == NO_SUIT and top != NO_CARD else named

    def points(self, hand: CardSet) -> int:
        """Return the sum of the card points of a set of cards (X-VALUES, D-VALUES)."""
        return sum(pick(self.values, hand))


class SeatOrder(dict[int, tuple[int, ...]]):
    """A cache of seat orders. A seat order is a tuple: `order[seat]` is the seat that plays after `seat`.

    The key is a bit mask of the seats in the deal, negated if the direction of play is -1.
    """

    def __init__(self, seats: int) -> None:
        super().__init__()
        self._seats = seats

    def __missing__(self, mask: int) -> tuple[int, ...]:
        step = 1 if mask > 0 else -1
        self[mask] = order = tuple(self._after(seat, step, abs(mask)) for seat in range(self._seats))
        return order

    def _after(self, seat: int, step: int, inside: int) -> int:
        steps = ((seat + step * number) % self._seats for number in range(1, self._seats + 1))
        return next((other for other in steps if inside >> other & 1), seat)


class Offers:
    """The choices of a player by the set of playable cards, made when needed and cached.

    They are made from these parts. `plays`: for each card, the choice to play it without an announcement.
    `also`: further choices, such as a draw. `instead`: the choices if no card is playable.
    """

    __slots__ = ("_also", "_instead", "_plays", "made")

    def __init__(
        self, plays: tuple[Choice, ...], also: tuple[Choice, ...], instead: tuple[Choice, ...]
    ) -> None:
        self.made: dict[CardSet, tuple[Choice, ...]] = {}  # the choices computed so far
        self._plays, self._also, self._instead = plays, also, instead

    def make(self, cards: CardSet) -> tuple[Choice, ...]:
        """Compute, cache and return the choices for a set of playable cards."""
        if len(self.made) >= MAX_CACHED_OFFERS:
            self.made.clear()
        self.made[cards] = offered = self.add_others(tuple(pick(self._plays, cards)))
        return offered

    def add_others(self, plays: tuple[Choice, ...]) -> tuple[Choice, ...]:
        """Return the plays followed by the choices `also`; without plays, return the choices `instead`."""
        return plays + self._also if plays else self._instead


@lru_cache(maxsize=MAX_GAMES)
def game_for(ruleset: Ruleset, seats: int) -> GameRules:
    """Return the GameRules of a ruleset for this number of seats. Results are cached.

    Raise WrongNumberOfPlayers if the ruleset does not allow that number.
    """
    return GameRules(ruleset, seats)


def _few(ruleset: Ruleset, names_suit: bool) -> int:
    """Return the largest hand size at which announcements or the end of the deal affect the legal choices.

    `names_suit`: True if the ruleset has cards that name a suit.
    """
    if ruleset.calls.word:
        return LEAVES_ONE
    return LAST if names_suit or ruleset.calls.on_going_out is not OnGoingOut.NO_WORD else 0


def _answering(pack: Pack, effect: OweCards | SkipNext, only: str = "") -> CardSet:
    """Return the cards that answer or cancel an effect. `only`: the ranks that may answer; empty for all."""
    cards = cards_of(pack, effect.answers) & (cards_of(pack, only) if only else -1)
    if isinstance(effect, OweCards) and effect.cancelled_by:
        cards |= pack.copies_of(pack.face_named(effect.cancelled_by))
    return cards


def _may_spare(effect: CardEffect) -> bool:
    return isinstance(effect, OneDraws) and effect.may_spare


def cards_of(pack: Pack, ranks: str) -> CardSet:
    """Return the set of all cards of these ranks in the pack."""
    return sum(1 << card for card in pack.cards() if pack.rank(Card(card)) in ranks)


def _fits(ruleset: Ruleset, pack: Pack) -> tuple[tuple[CardSet, ...], ...]:
    """Return `fits[top][suit]`: the cards that may be laid on `top`. `suit`: the named suit, or NO_SUIT.

    - W-MATCH: a card of the same suit or rank.
    - W-J, D-MATCH: a wild card fits on any card, except on the ranks that the ruleset excludes for it.
    - X-WILDTOP: on a wild card only the named suit or another wild card fits.
    - X-STARTER: a wild card that is turned up at the start of a deal counts with its own suit.
    """
    suits = [0] * (NO_SUIT + 1)
    for card in pack.cards():
        suits[pack.suit(Card(card))] |= 1 << card
    of_rank = {rank: cards_of(pack, rank) for rank in ruleset.wild}
    plain = ~cards_of(pack, "".join(ruleset.wild))

    def fitting(top: Card) -> tuple[CardSet, ...]:
        rank, own = pack.rank(top), pack.suit(top)
        wilds = sum(cards for wild, cards in of_rank.items() if rank not in ruleset.wild[wild])
        unnamed = suits[own] | cards_of(pack, rank)
        return (*(wilds | suits[suit] & plain for suit in range(NO_SUIT)), wilds | unnamed & plain)

    faces = [fitting(Card(face)) for face in range(pack.faces)]
    return tuple(faces * pack.copies)
