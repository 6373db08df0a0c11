"""A game in steps: its position, the part of the decision that is due, and what each seat knows."""

from collections.abc import Iterable
from copy import copy, deepcopy

from arena.rules import Action, Event, EventKind, GameRules, carry_out, choices, start
from arena.rules.cards import BITS, CARDS, Card, CardSet, members
from arena.rules.choices import NO_CARD
from arena.rules.dealer import Dealer
from maumau.envs.encoding import Encoding
from maumau.envs.menus import Menu, first_menu
from maumau.search import score


class Table:
    """One game, played in steps. Each step follows one option of `menu`, until the game is over."""

    def __init__(self, game: GameRules, dealer: Dealer) -> None:
        self.game = game
        self.menu: Menu  # the part of the decision that is due; of the last decision if the game is over
        self._dealer = dealer
        self._claims = ClaimedCards() if game.face_down else None
        self.position, self.events = start(game, self._dealer)
        self._ask()

    def step(self, option: int) -> None:
        """Follow an option of the menu. Raise IllegalAction if the menu does not have it."""
        following = self.menu.follow(option)
        if isinstance(following, Menu):
            self.menu = following
        else:
            self.play(following)

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
        """Return an independent copy of the game, with the same later cards. Its dealer can be copied."""
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
        """Return the top of the pile, the number of cards in each hand, and the hand of the deciding seat."""
        position, name = self.position, self.game.pack.name
        if position.over:
            return f"over after {position.ply} decisions, places by seat: {position.places}"
        top = "none" if position.top == NO_CARD else name(position.top)
        counts = " ".join(str(hand.bit_count()) for hand in position.hands)
        hand = " ".join(map(name, members(position.hands[position.turn])))
        return f"ply {position.ply + 1}, top {top}, hands {counts}; seat {position.turn} decides with {hand}"

    def _ask(self, laid: Card = NO_CARD) -> None:
        """Set the menu of the next decision. `laid`: the card of the last action."""
        position = self.position
        if self._claims:
            self._claims.follow(self.events, laid)
        if not position.over:
            self.menu = first_menu(self.game, choices(position), position.turn)


class ClaimedCards:
    """The discard pile in games with cards played face down: which seats know which card."""

    def __init__(self) -> None:
        self._pile: list[tuple[Card, int | None]] = []  # each with the only seat that knows it; None: all do

    def known_to(self, seat: int) -> CardSet:
        """Return the cards of the pile that a seat knows."""
        return sum(BITS[card] for card, knower in self._pile if knower in (None, seat))

    def follow(self, events: Iterable[Event], laid: Card) -> None:
        """Change the pile by the events of one action. `laid`: the action's card."""
        pile = self._pile
        for event in events:
            match event.kind:
                case EventKind.DEAL:
                    pile.clear()
                case EventKind.TURNED:
                    pile[:] = [(CARDS[event.card], None)]  # a card turned up before returns to the stock
                case EventKind.PLAYED:
                    pile.append((CARDS[event.card], None))
                case EventKind.CLAIMED:
                    pile.append((laid, event.seat))
                case EventKind.SHOWN:
                    pile[-1] = (CARDS[event.card], None)
                case EventKind.TAKEN_BACK:
                    pile.pop()
                case EventKind.RESHUFFLED:
                    del pile[:-1]
