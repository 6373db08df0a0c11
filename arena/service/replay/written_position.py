"""Positions without a log: the cards that a seat saw, and everybody's moves."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.record.decisions import SeatDecision, SeatMessages
from arena.record.format import Play
from arena.rules import (
    Event,
    GameRules,
    IllegalAction,
    Position,
    action_named,
    carry_out,
    choices,
    notation,
    observe,
    parse_action,
    start,
)
from arena.rules.cards import BITS, BadNotation, Card, CardSet, lowest, members
from arena.rules.choices import NO_CARD
from arena.rules.dealer import TABLE, Fact
from arena.service.errors import BadSettings
from arena.service.replay.decision import find_action

NOBODY: Final[frozenset[int]] = frozenset()


class WrongKey(BadSettings):
    """The error that a key of a written position is wrong. `item`: the item of its list; empty for all."""

    def __init__(self, key: str, item: str, what: str) -> None:
        super().__init__(what)
        self.key = key
        self.item = item


@dataclass(frozen=True, slots=True)
class WrittenPosition:
    """A decision as its seat came to it in the first deal of a game.

    `seat`: from 0. `dealt`: its first hand. `drawn`: the cards that it drew later, in order. `turned`: the
    first card on the pile. `moves`: all decisions before this one, in log notation.
    """

    game: GameRules
    seat: int
    dealt: Sequence[str]
    drawn: Sequence[str]
    turned: str
    moves: Sequence[str]

    def messages(self) -> SeatMessages:
        """Return the messages to the seat, up to the decision. Cards that it did not see are any others.

        Raise WrongKey if the cards or the moves are not possible.
        """
        dealer = _WrittenDealer(self)
        position, dealt = start(self.game, dealer)
        news, decisions = list(dealt), list[SeatDecision]()
        for move in self.moves:
            if position.turn == self.seat:
                decisions.append(self._decision(position, news, move))
                news = []
            else:
                self._give(position, move)
            try:
                action = find_action(position, move)
            except BadSettings as error:
                raise WrongKey("moves", move, str(error)) from None
            news += carry_out(position, action, dealer)
            if position.over or position.deal:
                raise WrongKey("moves", move, "the deal ends with this move; write fewer moves")
        if position.turn != self.seat:
            what = f"after these moves seat {position.turn + 1} is asked, not seat {self.seat + 1}"
            raise WrongKey("moves", "", what)
        if dealer.own:
            what = f"the seat has not drawn {dealer.own[0]} yet after these moves"
            raise WrongKey("drawn" if self.drawn else "dealt", dealer.own[0], what)
        first = notation(self.game.pack, choices(position)[0].default())
        decisions.append(self._decision(position, news, first))
        return SeatMessages(self.game, self.seat, tuple(decisions), (), (), ())

    def _decision(self, position: Position, news: Sequence[Event], move: str) -> SeatDecision:
        return SeatDecision(
            position.ply + 1,
            tuple(news),
            position.copy(),
            observe(position, self.seat),
            choices(position),
            Play(self.seat, move, 0.0),
            NOBODY,
        )

    def _give(self, position: Position, move: str) -> None:
        """Give the cards of a move to the seat that makes it, in exchange for others that nobody has seen."""
        try:
            action_named(position, move)
        except BadNotation as error:
            raise WrongKey("moves", move, str(error)) from None
        except IllegalAction:
            wanted = parse_action(self.game.pack, move)
        else:
            return
        seat, name = position.turn, self.game.pack.name
        needed = Counter(name(card) for card in (wanted.card, *wanted.more) if card != NO_CARD)
        missing = needed - Counter(map(name, members(position.hands[seat])))
        for one in missing.elements():
            self._exchange(position, one, needed, move)
        position.legal = None

    def _exchange(self, position: Position, wanted: str, needed: Counter[str], move: str) -> None:
        pack, seat = self.game.pack, position.turn
        drawn = position.hands[seat] & position.allowed if position.allowed > 0 else position.hands[seat]
        given = [card for card in members(drawn) if pack.name(card) not in needed]
        unseen = [seat for seat in range(self.game.seats) if seat not in (self.seat, position.turn)]
        places = [position.stock, *(position.hands[other] for other in unseen)]
        for number, cards in enumerate(places):
            for card in members(cards):
                if pack.name(card) == wanted and given:
                    swap = BITS[card] | BITS[given[0]]
                    position.hands[seat] ^= swap
                    if position.allowed > 0:
                        position.allowed ^= swap
                    if number:
                        position.hands[unseen[number - 1]] ^= swap
                    else:
                        position.stock ^= swap
                    return
        raise WrongKey("moves", move, f"seat {seat + 1} cannot have {wanted} here")


class _WrittenDealer:
    """A dealer of the cards that a written position names; other seats get cards that it does not name."""

    def __init__(self, written: WrittenPosition) -> None:
        self.own = [*written.dealt, *written.drawn]  # still to be taken
        self._written = written
        self._pack = written.game.pack
        names = [("dealt", one) for one in written.dealt] + [("drawn", one) for one in written.drawn]
        known = Counter(self._pack.name(Card(card)) for card in self._pack.cards())
        for key, name in [*names, ("turned", written.turned)]:
            if not known[name]:
                what = "is not in the pack" if name not in self._names() else "is named more than once"
                raise WrongKey(key, "" if key == "turned" else name, f"{name} {what}")
            known[name] -= 1
        self._kept = Counter([*self.own, written.turned])
        self._avoided = {part for move in written.moves for part in move[:2].split()}

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        if who == self._written.seat:
            return self._named("drawn", self._next_own(), stock)
        if who == TABLE and self._kept[self._written.turned]:
            return self._named("turned", self._written.turned, stock)
        return self._filler(who, stock)

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """Do nothing: the cards are named, or any."""

    def record(self, fact: Fact) -> None:
        """Ignore the fact: no log is written."""

    def _names(self) -> set[str]:
        return {self._pack.name(Card(card)) for card in self._pack.cards()}

    def _next_own(self) -> str:
        if not self.own:
            seat = self._written.seat + 1
            raise WrongKey("drawn", "", f"seat {seat} takes more cards than dealt and drawn name")
        return self.own.pop(0)

    def _named(self, key: str, name: str, stock: CardSet) -> Card:
        copies = sum(BITS[card] for card in members(stock) if self._pack.name(card) == name)
        if not copies:
            raise WrongKey(key, "", f"{name} is not in the stock when it is taken")
        self._kept[name] -= 1
        return lowest(copies)

    def _filler(self, who: int, stock: CardSet) -> Card:
        """Return a card that is not needed: one that no move names either, if possible.

        In a cut, a card with an effect would raise a question.
        """
        left = Counter(self._pack.name(card) for card in members(stock))
        free = [
            card for card in members(stock) if left[self._pack.name(card)] > self._kept[self._pack.name(card)]
        ]
        if not free:
            raise WrongKey("moves", "", "no card is left for the other seats")
        special = self._written.game.special if who < TABLE else 0

        def rank(card: Card) -> tuple[bool, bool]:
            return bool(special >> card & 1), self._pack.name(card) in self._avoided

        return min(free, key=rank)
