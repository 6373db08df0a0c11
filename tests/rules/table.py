"""Sets up a table to play a rule on, and reports the changes of each action.

    table = set_up("mau-mau", ["7H KD QD", "9S TS"], pile="8H", draws="AC QC")
    assert table.choices == "7H"
    assert table.act("7H") == change(hand_0="QD KD", hand_1="QC AC 9S TS", pile="8H 7H", turn=1, ask="paid")

`act` returns all changes, so a test also shows what a rule must leave alone. Cards are written in pack order,
those of the pile in the order in which they were laid: the last is the top.
"""

from collections.abc import Sequence
from typing import Final

import pytest

from arena.rules import Ask, Event, EventKind, Position, Ruleset, apply, choices, game_for, start
from arena.rules import ruleset as ruleset_named
from arena.rules.cards import NO_SUIT, SUITS, Card, CardSet
from arena.rules.choices import NO_CARD, Word
from arena.rules.effects import OweCards
from arena.rules.face_down import really_on_top
from arena.rules.notation import action_named
from arena.rules.turns import set_order
from tests.rules.house import with_options
from tests.rules.script import Script, card_named, set_of
from tests.rules.words import State, choice_text, event_text, state

rule: Final = pytest.mark.rule


class Table:
    """A position, its dealer, and the events so far."""

    def __init__(self, position: Position, dealer: Script, events: Sequence[Event] = ()) -> None:
        self.position = position
        self.dealer = dealer
        self.pack = position.game.pack
        self.cards = everywhere(position)
        self.events: list[Event] = []
        self.laid: list[Card] = []  # in the order of the pile, which a position knows only as a set
        self._note(events)

    @property
    def choices(self) -> str:
        """Return the choices of the asked seat: "JC:CDHS Mau/-, draw" is a Jack with one of four suits, with
        or without a word, or a draw.
        """
        return ", ".join(choice_text(self.pack, choice) for choice in choices(self.position))

    def act(self, *texts: str) -> State:
        """Carry out these actions one after the other. Return all that changed."""
        before = self.state()
        for text in texts:
            ply, deal = self.position.ply, self.position.deal
            self._note(apply(self.position, action_named(self.position, text), self.dealer))
            if self.position.hidden != NO_CARD:  # laid face down: no event tells of it
                self.laid.append(self.position.hidden)
            assert self.position.ply == ply + 1
            if self.position.deal != deal:
                self.cards = self.position.game.cards
            self._check()
        return {name: value for name, value in self.state().items() if value != before[name]}

    def state(self) -> State:
        """Everything the position holds, in words; the pile in the order it was laid."""
        return state(self.position, self.laid)

    def expect(self, **parts: object) -> None:
        """Raise AssertionError unless these parts of the state are as given."""
        found = self.state()
        wrong = {name: (found[name], value) for name, value in parts.items() if found[name] != value}
        assert not wrong, f"what is, and what was expected: {wrong}"

    def event_texts(self, *kinds: EventKind) -> list[str]:
        """Return the events so far in words, only of these kinds if any are given."""
        return [event_text(self.pack, event) for event in self.events if not kinds or event.kind in kinds]

    def _note(self, events: Sequence[Event]) -> None:
        self.events += events
        laid = (EventKind.TURNED, EventKind.PLAYED)
        self.laid += [Card(event.card) for event in events if event.kind in laid]

    def _check(self) -> None:
        """Check that every card is in one place and that derived fields are up to date."""
        position = self.position
        assert position.following == position.game.following[position.inside * position.direction]
        assert everywhere(self.position) == self.cards
        top = position.top
        assert position.fits == (position.game.fits[top][position.suit] if top != NO_CARD else 0)


_ROWS = {"said": Word, "totals": int}  # of a Position, which are written as lists of numbers here


def set_up(
    ruleset: str | Ruleset,
    hands: Sequence[str],
    *,
    pile: str,
    suit: str = "",
    stock: str | None = None,
    draws: str = "",
    ask: str = "turn",
    decisions: int = 0,
    **fields: object,
) -> Table:
    """Return a table in the middle of a game. Seat 0 is to move, unless `fields` of the position differ.

    The stock is all other cards; if `stock` is given, the remaining cards are out of the game.
    """
    game = game_for(known(ruleset), len(hands))
    position = Position(game)
    *below, position.top = laid = [card_named(game.pack, name) for name in pile.split()]
    position.pile = sum(1 << card for card in below)
    position.hands = [set_of(game.pack, hand) for hand in hands]
    position.suit = SUITS.index(suit) if suit else NO_SUIT
    position.fits = game.fits[position.top][position.suit]
    position.stock = 0
    position.stock = game.cards ^ everywhere(position) if stock is None else set_of(game.pack, stock)
    position.ask = Ask[ask.upper()]
    effect = game.effects[position.top]
    position.owed_for = effect if isinstance(effect, OweCards) and "debt" in fields else None
    position.dealt = -decisions
    for name, value in fields.items():
        row = _ROWS.get(name)
        setattr(position, name, tuple(map(row, value)) if row and isinstance(value, list) else value)
    if "alive" not in fields:
        position.alive = position.inside
    set_order(position)
    table = Table(position, Script(game.pack, draws))
    table.laid += laid
    return table


def started(ruleset: str | Ruleset, seats: int, draws: str) -> Table:
    """Return a table at the first question of a game."""
    game = game_for(known(ruleset), seats)
    dealer = Script(game.pack, draws)
    position, events = start(game, dealer)
    return Table(position, dealer, events)


def known(ruleset: str | Ruleset) -> Ruleset:
    """Return a ruleset by its name, with options as in "german+W-7-STACK"; a ruleset as it is."""
    if isinstance(ruleset, Ruleset):
        return ruleset
    name, *options = ruleset.split("+")
    return with_options(ruleset_named(name), options) if options else ruleset_named(name)


def everywhere(position: Position) -> CardSet:
    """Return all cards of the table. Raise AssertionError if a card is in two places."""
    top = 0 if position.top == NO_CARD else 1 << really_on_top(position)
    everything = 0
    for place in (*position.hands, position.stock, position.pile, top):
        assert not everything & place, "a card lies in two places"
        everything |= place
    return everything


def change(**parts: object) -> State:
    """Return the expected changes, by the names of `state`."""
    return parts


def won(places: tuple[int, ...], points: tuple[int, ...], **parts: object) -> State:
    """Return the changes made by a play that wins and ends the game."""
    return change(**parts, ask="over", termination="won", places=places, points=points)
