"""OpenSpiel's `crazy_eights` and our engine play the same game side by side (X-C8).

A seeded generator makes every decision and draws every card for both. At every ply both must agree on the
asked seat, its choices, all hands, stock, top, suit, direction and cards owed.
"""

from random import Random
from typing import Final

from arena.rules import (
    Action,
    ActionKind,
    Choice,
    Position,
    Termination,
    apply,
    choices,
    expand,
    game_for,
    outcome,
    ruleset,
    start,
)
from arena.rules.cards import SUITS, Card, CardSet, members
from arena.rules.dealer import TABLE, Fact, SamplingDealer
from tests.oracles.spiel import (
    DEALER_IS,
    DRAW,
    PASS,
    WORDS,
    Cards,
    Shown,
    SpielGame,
    SpielState,
    points_by_spiel,
    shown_by_spiel,
)

EIGHT: Final = 6
TWOS: Final = range(4)
KEPT: Final = (*TWOS, *range(24, 28), *range(40, 44))  # 2, 8, Q
TEMPERS: Final = ("any", "plays", "draws", "twos", "hoards")


class Difference(AssertionError):
    """The two games differ."""


class BothDealer:
    """Draws the cards of our engine and passes them to OpenSpiel's chance nodes."""

    def __init__(self, state: SpielState, cards: Cards, chance: Random) -> None:
        self.state, self.cards = state, cards
        self._sample = SamplingDealer(chance)
        self.turned_eights: CardSet = 0  # OpenSpiel puts them back before the next card is turned

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        if not self.state.is_chance_node():
            raise Difference(f"{who} takes a card, where OpenSpiel deals none\n{self.state}")
        offered = self.cards.held(self.state.get_dealer_deck())
        if offered != (stock | self.turned_eights if who == TABLE else stock):
            raise Difference(f"taken from another stock than OpenSpiel's\n{self.state}")
        card = self._sample.take(who, stock, deal, epoch)
        number = self.cards.theirs[card]
        if who == TABLE and number // 4 == EIGHT:
            self.turned_eights |= 1 << card
        self.state.apply_action(number)
        return card

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """Do nothing: a stock that OpenSpiel does not have is noticed at the next card."""

    def record(self, fact: Fact) -> None:
        """Do nothing."""


class Pair:
    """One game, played by both engines. `reached` names rare things that happened in it."""

    def __init__(self, spiel: SpielGame, name: str, seats: int, seed: int) -> None:
        self.chance = Random(seed)
        self.temper = TEMPERS[seed % len(TEMPERS)]
        self.spiel_dealer = self.chance.randrange(seats)
        self.state = spiel.new_initial_state()
        self.state.apply_action(DEALER_IS + self.spiel_dealer)
        game = game_for(ruleset(name), seats)
        self.cards = Cards(game.pack)
        self.dealer = BothDealer(self.state, self.cards, self.chance)
        self.position, _ = start(game, self.dealer)
        self.reached: set[str] = set()
        self.told: list[str] = []

    def play(self) -> None:
        """Play the whole game. Raise Difference."""
        self._note_start()
        self.compare()
        while not self.position.over:
            self.decide()
            self.compare()
        self.compare_ends()

    def decide(self) -> None:
        """Make one decision in both games."""
        position, state = self.position, self.state
        legal = state.legal_actions()
        least = min(_reluctance(self.temper, number) for number in legal)
        liked = [number for number in legal if _reluctance(self.temper, number) == least]
        number = self.chance.choice(liked if self.chance.random() < 0.8 else legal)
        action = {word_of(position, action): action for action in actions(position)}[WORDS[number]]
        self.told.append(f"seat {position.turn}: {WORDS[number]}")
        owed, stock = position.debt, position.stock.bit_count()
        state.apply_action(number)
        apply(position, action, self.dealer)
        self._note(number, owed, stock)

    def compare(self) -> None:
        """Compare the open states. Raise Difference."""
        if self.state.is_chance_node():
            raise Difference(self._story("OpenSpiel deals one card more"))
        seats = self.position.game.seats
        ours = shown(self.position)
        theirs = shown_by_spiel(self.state, self.cards, self.spiel_dealer, seats)
        if ours == theirs:
            return
        unlike = [name for name in Shown._fields if getattr(ours, name) != getattr(theirs, name)]
        lines = [
            f"{name}: ours {self._text(ours, name)}, theirs {self._text(theirs, name)}" for name in unlike
        ]
        raise Difference(self._story("\n".join(lines)))

    def compare_ends(self) -> None:
        """Compare card points, and that a winner has an empty hand. Raise Difference."""
        found, seats = outcome(self.position), self.position.game.seats
        points = points_by_spiel(self.state, self.spiel_dealer, seats)
        empty = [seat for seat, hand in enumerate(self.position.hands) if not hand]
        if found.points != points:
            raise Difference(self._story(f"points: ours {found.points}, theirs {points}"))
        if (found.termination is Termination.WON) != bool(empty):
            raise Difference(self._story(f"{found.termination.name} with empty hands of {empty}"))
        if empty and [seat for seat in range(seats) if found.places[seat] == 1] != empty:
            raise Difference(self._story(f"places {found.places} with empty hands of {empty}"))
        self.reached.add("won" if empty else "ended by passes")

    def _note_start(self) -> None:
        if self.dealer.turned_eights:
            self.reached.add("8 turned")
        self.reached.add(f"{self.position.game.pack.rank(self.position.top)} turned")

    def _note(self, number: int, owed: int, stock: int) -> None:
        position = self.position
        if position.over and not all(position.hands):
            self.reached.add(f"won with {WORDS[number][0]}")
        elif position.debt:
            self.reached.add(f"{position.debt} owed")
        if number in TWOS and not stock:
            self.reached.add("2 on an empty stock")
        if number == DRAW and not position.stock:
            last = "a debt greater than it" if owed > stock else "a debt" if owed else "a draw"
            self.reached.add(f"stock ends with {last}")

    def _text(self, shown: Shown, name: str) -> str:
        value, pack = getattr(shown, name), self.position.game.pack
        match name:
            case "hands":
                return " | ".join(" ".join(pack.name(card) for card in members(hand)) for hand in value)
            case "stock":
                return " ".join(pack.name(card) for card in members(value))
            case "top":
                return pack.name(value)
        return str(value)

    def _story(self, what: str) -> str:
        return "\n".join([what, *self.told[-8:], str(self.state)])


def actions(position: Position) -> list[Action]:
    """Return every action of the asked seat."""
    return [action for choice in choices(position) for action in expand(choice)]


def word_of(position: Position, action: Action) -> str:
    """Return an action in OpenSpiel's words; taking a debt is a draw. Raise Difference."""
    match action.kind:
        case ActionKind.PLAY if action == Choice(ActionKind.PLAY, action.card).default():
            return position.game.pack.name(action.card)
        case ActionKind.DRAW | ActionKind.TAKE_DEBT:
            return "draw"
        case ActionKind.PASS:
            return "pass"
        case ActionKind.NAME_SUIT:
            return f"name {SUITS[action.suit]}"
    raise Difference(f"OpenSpiel knows no {action}")


def shown(position: Position) -> Shown:
    """Return the open state of our engine."""
    game, over = position.game, position.over
    return Shown(
        None if over else position.turn,
        tuple(sorted(word_of(position, action) for action in actions(position))),
        tuple(position.hands),
        position.stock,
        position.top,
        game.suit_to_follow(position.top, position.suit),
        0 if over else position.direction,
        0 if over else min(position.debt, position.stock.bit_count()),
    )


def _reluctance(temper: str, number: int) -> int:
    """Return how little a player of this manner likes an action."""
    match temper:
        case "plays":
            return int(number >= DRAW)
        case "draws":
            return int(number not in (DRAW, PASS))
        case "twos":
            return int(number not in TWOS)
        case "hoards":  # comes to a last card that has an effect
            return 2 if number >= DRAW else int(number in KEPT)
    return 0
