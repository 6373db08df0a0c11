"""The state of a game at one moment, and the part of it that a seat may see."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Final, NamedTuple

from arena.rules.cards import NO_SUIT, Card, CardSet
from arena.rules.choices import NO_CARD, NO_SEAT, Action, Ask, Choice, Word
from arena.rules.effects import OweCards
from arena.rules.events import Event, Termination
from arena.rules.game import GameRules

NOTHING: Final[Mapping[int, tuple[Card, ...]]] = {}
bit_count: Final = int.bit_count
CUT: Final = Ask.CUT  # a module constant, because looking up an enum member is slow in Python 3.11


class Suspected(NamedTuple):
    """A play whose announcement may be missing.

    Before the play takes effect, other players may say that its announcement is missing (P-CATCH, X-CATCH).
    """

    seat: int
    action: Action
    guilty: bool  # the announcement is really missing


class PendingClaim(NamedTuple):
    """A card laid face down whose claim the next player must believe or doubt."""

    seat: int
    card: Card
    top: Card  # the top card before, as claimed
    hidden: Card  # the real top card before, if `top` was a claim
    suit: int  # the suit named before


@dataclass(slots=True, eq=False)
class Position:
    """The state of one game at one moment. Change it only through `apply`."""

    game: GameRules
    hands: list[CardSet] = field(init=False)
    stock: CardSet = field(init=False)  # a set: the order of its cards is not part of the position
    pile: CardSet = 0  # the discard pile without its top
    top: Card = NO_CARD
    hidden: Card = NO_CARD  # the real top card, if `top` is only a claim (X-BLIND)
    suit: int = NO_SUIT  # the named suit, else NO_SUIT
    fits: CardSet = 0  # cards that may be laid on the top
    turn: int = 0
    # +1: the ruleset's first direction of play, in which seats are numbered; -1: the other
    direction: int = 1
    ask: Ask = Ask.OVER
    allowed: CardSet = -1  # cards that may be played in answer to the question
    laid: int = 1  # cards of the last play
    target: int = NO_SEAT  # the seat that the last play aims at
    debt: int = 0
    owed_for: OweCards | None = None
    misses: int = 0  # how many players must still miss one turn each
    said: tuple[Word, ...] = field(init=False)  # each seat's valid announcement
    forgot: int = 0  # bit mask of seats that must still pay for a missing word (G-LAST)
    suspected: Suspected | None = None  # the play that may be caught (P-CATCH)
    claimed: PendingClaim | None = None  # the face-down play that waits for belief or doubt
    alive: int = field(init=False)  # bit mask of the seats still in the game
    inside: int = field(init=False)  # bit mask of the seats still in this deal
    following: tuple[int, ...] = field(init=False)  # for each seat, the next seat in play
    finished: tuple[int, ...] = ()  # seats that went out in this deal, in order
    met: tuple[Card, ...] = ()  # cards seen in cutting that the cutter has not yet decided about
    draws: int = 0  # cards drawn one by one in this turn
    idle: int = 0  # forced passes in a row
    ply: int = 0  # decisions in the game
    dealt: int = 0  # the ply at which this deal began
    deal: int = 0
    epoch: int = 0
    dealer: int = field(init=False)
    totals: tuple[int, ...] = field(init=False)
    points: list[int] = field(init=False)  # card points held when the last deal ended
    outs: list[tuple[int, int]] = field(init=False)  # for eliminated seats: deal, card points held then
    places: tuple[int, ...] = ()
    over: bool = False
    termination: Termination | None = None
    # The last play of each seat that keeps its place without cards (PRSI-RETURN).
    last_plays: Mapping[int, tuple[Card, ...]] = field(default_factory=lambda: NOTHING)
    events: list[Event] = field(default_factory=list)  # since the last `apply` began
    legal: tuple[Choice, ...] | None = None  # the result of `choices`, if already computed

    def __post_init__(self) -> None:
        game = self.game
        self.hands = [0] * game.seats
        self.stock = game.cards
        self.said = (Word.SILENT,) * game.seats
        self.alive = self.inside = (1 << game.seats) - 1
        self.following = game.following[self.inside]
        self.dealer = game.seats - 1
        self.totals = (game.ruleset.deals.start if game.ruleset.deals else 0,) * game.seats
        self.points = [0] * game.seats
        self.outs = [(0, 0)] * game.seats

    @property
    def decisions(self) -> int:
        """Return the number of decisions made so far in this deal."""
        return self.ply - self.dealt

    def copy(self) -> "Position":
        """Return an independent copy of the position.

        The fields are copied one by one, which is eight times as fast as a loop over their names.
        """
        other = Position(self.game)
        other.hands = self.hands.copy()
        other.stock = self.stock
        other.pile = self.pile
        other.top = self.top
        other.hidden = self.hidden
        other.suit = self.suit
        other.fits = self.fits
        other.turn = self.turn
        other.direction = self.direction
        other.ask = self.ask
        other.allowed = self.allowed
        other.laid = self.laid
        other.target = self.target
        other.debt = self.debt
        other.owed_for = self.owed_for
        other.misses = self.misses
        other.said = self.said
        other.forgot = self.forgot
        other.suspected = self.suspected
        other.claimed = self.claimed
        other.alive = self.alive
        other.inside = self.inside
        other.following = self.following
        other.finished = self.finished
        other.met = self.met
        other.draws = self.draws
        other.idle = self.idle
        other.ply = self.ply
        other.dealt = self.dealt
        other.deal = self.deal
        other.epoch = self.epoch
        other.dealer = self.dealer
        other.totals = self.totals
        other.points = self.points.copy()
        other.outs = self.outs.copy()
        other.places = self.places
        other.over = self.over
        other.termination = self.termination
        other.last_plays = self.last_plays
        other.events = self.events.copy()
        other.legal = self.legal
        return other


FIELDS: Final = tuple(one.name for one in fields(Position))


class Observation(NamedTuple):
    """Everything that one seat may know about the current position."""

    seat: int
    ask: Ask  # the open question
    turn: int  # the seat that must answer it
    hand: CardSet  # the seat's own cards
    counts: tuple[int, ...]  # cards in each seat's hand
    stock: int  # cards in the stock
    pile: int  # cards in the discard pile, top included
    top: int  # face on top (as claimed, where plays are face down), NO_CARD before one is turned
    suit: int  # suit to follow: the top's or the one named; NO_SUIT if none
    named: bool  # the suit was named, so the top's rank does not count unless the ruleset says so
    clockwise: bool  # play goes in the ruleset's first direction
    debt: int  # cards owed by the seat whose turn it is
    misses: int  # how many players must still miss one turn each
    drawn: CardSet  # the cards that the seat has just drawn and may play now; empty if it is not asked
    deal: int  # number of the deal, from 0
    dealer: int
    said: tuple[int, ...]  # each seat's valid announcement, a Word (Word.SILENT: none)
    inside: int  # bit mask of the seats that are still in the deal
    totals: tuple[int, ...]  # points, lives or chips so far, by the ruleset's scoring
    met: Card  # the card seen in cutting that the cutter must decide about, else NO_CARD


def observe(position: Position, seat: int) -> Observation:
    """Return everything that `seat` may know about the position (X-HIDDEN): its hand and
    all public information.
    """
    game, top, ask, suit = position.game, position.top, position.ask, position.suit
    is_turned = top != NO_CARD
    is_asked = position.allowed > 0 and position.turn == seat
    # A tuple in the order of the fields above: this runs at every decision, and by name it would be slower.
    return tuple.__new__(
        Observation,
        (
            seat,
            ask,
            position.turn,
            position.hands[seat],
            tuple(map(bit_count, position.hands)),
            position.stock.bit_count(),
            position.pile.bit_count() + is_turned,
            game.faces[top] if is_turned else NO_CARD,
            game.suits[top] if is_turned and suit == NO_SUIT else suit,
            suit != NO_SUIT,
            position.direction > 0,
            position.debt,
            position.misses,
            position.allowed if is_asked else 0,
            position.deal,
            position.dealer,
            position.said,
            position.inside,
            position.totals,
            position.met[0] if ask is CUT else NO_CARD,
        ),
    )
