"""The whole state of a game, hidden cards included, changed in place by `apply`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from arena.rules.cards import NO_SUIT, Card, CardSet
from arena.rules.choices import NO_CARD, NO_SEAT, Ask, Choice, Word
from arena.rules.events import Event, Termination
from arena.rules.game import Game

if TYPE_CHECKING:
    from arena.rules.announcements import Suspected
    from arena.rules.effects import OweCards
    from arena.rules.face_down import Claim


NOTHING: Final[Mapping[int, tuple[Card, ...]]] = {}
FIELDS: Final = (  # everything that a position holds
    "alive",
    "allowed",
    "ask",
    "claimed",
    "deal",
    "dealer",
    "dealt",
    "debt",
    "direction",
    "draws",
    "epoch",
    "events",
    "finished",
    "fits",
    "following",
    "forgot",
    "game",
    "hands",
    "hidden",
    "idle",
    "inside",
    "laid",
    "legal",
    "met",
    "misses",
    "outs",
    "over",
    "owed_for",
    "pile",
    "places",
    "ply",
    "points",
    "said",
    "stock",
    "suit",
    "suspected",
    "target",
    "termination",
    "top",
    "totals",
    "turn",
    "went_with",
)


class Position:
    """One game at one moment. The stock is a set: the position holds no future.

    Seats are numbered in the ruleset's first direction; `direction` is +1 in it, -1 against it. `copy`
    gives one that can be played on alone. Read it freely; change it only through `apply`.
    """

    __slots__ = FIELDS

    def __init__(self, game: Game) -> None:
        self.game = game
        self.hands: list[CardSet] = [0] * game.seats
        self.stock: CardSet = game.cards
        self.pile: CardSet = 0  # the discard pile without its top
        self.top: Card = NO_CARD
        self.hidden: Card = NO_CARD  # what really lies on top, where `top` is only claimed (X-BLIND)
        self.suit = NO_SUIT  # named with the top, else NO_SUIT
        self.fits: CardSet = 0  # what may be laid on the top
        self.turn = 0
        self.direction = 1
        self.ask = Ask.OVER
        self.allowed: CardSet = -1  # of the hand, what may be played in answer to the question
        self.laid = 1  # cards of the last play
        self.target = NO_SEAT  # whom the last play aims at, where it aims
        self.debt = 0
        self.owed_for: OweCards | None = None
        self.misses = 0  # turns that are still to be missed, one by each in turn
        self.said: tuple[Word, ...] = (Word.SILENT,) * game.seats  # the word that stands for each seat
        self.forgot = 0  # seats that have still to pay for a missing word (G-LAST)
        self.suspected: Suspected | None = None  # the play that may be caught (P-CATCH)
        self.claimed: Claim | None = None  # the play face down that is to be believed or doubted
        self.alive = (1 << game.seats) - 1  # seats in the game
        self.inside = self.alive  # seats in the turn order of this deal
        self.following = game.following[self.inside]  # the next seat in play, by seat
        self.finished: tuple[int, ...] = ()  # seats that went out in this deal, in order
        self.met: tuple[Card, ...] = ()  # cards met in cutting that are still to be decided about
        self.draws = 0  # cards drawn one by one in this turn
        self.idle = 0  # forced passes in a row
        self.ply = 0  # decisions in the whole game
        self.dealt = 0  # the ply at which this deal began
        self.deal = 0
        self.epoch = 0
        self.dealer = game.seats - 1
        self.totals: tuple[int, ...] = (game.ruleset.deals.start if game.ruleset.deals else 0,) * game.seats
        self.points: list[int] = [0] * game.seats  # card points held when the last deal ended
        # of seats out of the game: deal, card points held
        self.outs: list[tuple[int, int]] = [(0, 0)] * game.seats
        self.places: tuple[int, ...] = ()
        self.over = False
        self.termination: Termination | None = None
        # What seats that keep their place without cards laid last, the cards of one play (PRSI-RETURN).
        self.went_with: Mapping[int, tuple[Card, ...]] = NOTHING
        self.events: list[Event] = []  # since the last `apply` began
        self.legal: tuple[Choice, ...] | None = None  # `choices`, once asked for

    @property
    def decisions(self) -> int:
        """Decisions in this deal."""
        return self.ply - self.dealt

    def copy(self) -> "Position":
        """The same position, to be played on alone."""
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
        other.went_with = self.went_with
        other.events = self.events.copy()
        other.legal = self.legal
        return other
