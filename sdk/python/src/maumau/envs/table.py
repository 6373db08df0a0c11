"""A game in steps: its position, the part of the decision that is due, and what each seat knows."""

from collections.abc import Iterable
from copy import copy, deepcopy
from typing import Final

from arena.rules import Action, Event, EventKind, GameRules, carry_out, choices, start
from arena.rules.cards import BITS, CARDS, Card, CardSet, members
from arena.rules.choices import NO_CARD
from arena.rules.dealer import Dealer
from maumau.envs.encoding import Encoding
from maumau.envs.menus import Menu, first_menu
from maumau.search import score

# Module constants, because looking up an enum member is slow in Python 3.11.
_DEAL: Final = EventKind.DEAL
_TURNED: Final = EventKind.TURNED
_PLAYED: Final = EventKind.PLAYED
_CLAIMED: Final = EventKind.CLAIMED
_SHOWN: Final = EventKind.SHOWN
_TAKEN_BACK: Final = EventKind.TAKEN_BACK
_RESHUFFLED: Final = EventKind.RESHUFFLED


class Table:
    """One game, played in steps. Each step follows one option of `menu`, until the game is over."""

    def __init__(self, game: GameRules, dealer: Dealer) -> None:
        self.game = game
        self.menu: Menu  # the part of the decision that is due; of the last decision if the game is over
        self._dealer = dealer
        self._claims = ClaimedCards(game.seats) if game.face_down else None
        self.position, self.events = start(game, self._dealer)
        self._ask()

    def step(self, option: int) -> None:
        """Take an option of the menu: go to the next part of the decision, or carry out the action.

        Raise IllegalAction if the menu does not have the option.
        """
        following = self.menu.follow(option)
        if isinstance(following, Action):
            self.play(following)
        else:
            self.menu = following

    def play(self, action: Action) -> None:
        """Carry out a legal action of the deciding seat. Afterwards, `events` contains the events of this
        action.
        """
        self.events = carry_out(self.position, action, self._dealer)
        self._ask(action.card)

    def row(self, encoding: Encoding, seat: int) -> bytes:
        """Return a seat's view, packed for `encoding.vectors`."""
        position = self.position
        pile = position.pile if position.top == NO_CARD else position.pile | BITS[position.top]
        if self._claims:
            pile = self._claims.known_to(seat)
        return encoding.row(
            position, seat, pile, self.menu if seat == position.turn and not position.over else None
        )

    def rewards(self) -> tuple[float, ...]:
        """Return each seat's reward for a finished game, from -1 (last) to 1 (first); their sum is 0."""
        return tuple(2 * score(self.position, seat) - 1 for seat in range(self.game.seats))

    def copy(self) -> "Table":
        """Return an independent copy of the game, with the same later cards.

        This requires a dealer that `copy.copy` can copy.
        """
        other = object.__new__(Table)
        other.game, other.position, other.events, other.menu = (
            self.game,
            self.position.copy(),
            self.events,
            self.menu,
        )
        other._dealer, other._claims = copy(self._dealer), deepcopy(self._claims)
        return other

    def text(self) -> str:
        """Return one line: top of the pile, number of cards in each hand, hand of the deciding seat.

        After the end of the game, return a line with the places.
        """
        position, name = self.position, self.game.pack.name
        if position.over:
            return f"over after {position.ply} decisions, places by seat: {position.places}"
        top = "none" if position.top == NO_CARD else name(position.top)
        counts = " ".join(str(hand.bit_count()) for hand in position.hands)
        hand = " ".join(map(name, members(position.hands[position.turn])))
        return f"ply {position.ply + 1}, top {top}, hands {counts}; seat {position.turn} decides with {hand}"

    def _ask(self, laid: Card = NO_CARD) -> None:
        """Set the menu of the next decision. `laid`: the card just played, even if it is face down."""
        position = self.position
        if self._claims:
            self._claims.follow(self.events, laid)
        if not position.over:
            self.menu = first_menu(self.game, choices(position), position.turn)


class ClaimedCards:
    """The discard pile in games with cards played face down: which seats know which card."""

    def __init__(self, seats: int) -> None:
        self._pile: list[Card] = []
        self._known: list[CardSet] = [0] * seats  # the cards of the pile that each seat knows

    def known_to(self, seat: int) -> CardSet:
        """Return the cards of the pile that a seat knows."""
        return self._known[seat]

    def follow(self, events: Iterable[Event], laid: Card) -> None:
        """Update the pile after one action. `laid`: the card that the action played, even if face down."""
        pile = self._pile
        for event in events:
            kind = event.kind
            if kind is _PLAYED:
                self._lay(CARDS[event.card])
            elif kind is _CLAIMED:
                pile.append(laid)
                self._known[event.seat] |= BITS[laid]
            elif kind is _SHOWN:
                pile.pop()
                self._lay(CARDS[event.card])
            elif kind is _TAKEN_BACK:
                self._keep(~BITS[pile.pop()])
            elif kind is _RESHUFFLED:
                del pile[:-1]
                self._keep(BITS[pile[0]])
            elif kind is _DEAL or kind is _TURNED:  # a card turned up before returns to the stock
                pile.clear()
                self._keep(0)
                if kind is _TURNED:
                    self._lay(CARDS[event.card])

    def _lay(self, card: Card) -> None:
        """Put a card face up on the pile. All seats then know it."""
        self._pile.append(card)
        self._known = [cards | BITS[card] for cards in self._known]

    def _keep(self, cards: CardSet) -> None:
        """Delete all cards except `cards` from the known cards of every seat."""
        self._known = [known & cards for known in self._known]
