"""Positions without a log: the cards that a seat saw, and everybody's moves."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.record.decisions import SeatDecision, SeatMessages
from arena.record.format import BotFault, Decision, Play
from arena.record.reader import GameLog
from arena.rules import (
    ActionKind,
    Event,
    EventKind,
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
from arena.rules.dealer import TABLE, Fact
from arena.service.errors import BadSettings
from arena.service.replay.decision import find_action
from arena.wire.encode import Encoder

DEALT: Final = EventKind.DEALT
DREW: Final = EventKind.DREW
TURNED: Final = EventKind.TURNED
NOBODY: Final[frozenset[int]] = frozenset()


class WrongKey(BadSettings):
    """A key of a written position is wrong. `item`: the wrong item of the key's list; can be empty."""

    def __init__(self, key: str, item: str, what: str) -> None:
        super().__init__(what)
        self.key = key
        self.item = item


@dataclass(frozen=True, slots=True)
class WrittenPosition:
    """A decision in the first deal of a game, with everything that its seat knew.

    `seat`: the deciding seat, from 0. `dealt`: the seat's first hand. `drawn`: the cards that the seat drew
    later, in order. `turned`: the first card on the pile. `moves`: the earlier decisions of all seats, in log
    notation. `cut`: the cards that the cutter of the pack saw; if empty, use any cards without an effect.
    """

    game: GameRules
    seat: int
    dealt: Sequence[str]
    drawn: Sequence[str]
    turned: str
    moves: Sequence[str]
    cut: Sequence[str] = ()

    def messages(self) -> SeatMessages:
        """Return the messages that the seat would have got, up to the decision.

        To make them, the game is played again. The cards that the seat did not see are chosen arbitrarily.
        Raise WrongKey if the cards or the moves are not possible.
        """
        dealer = _WrittenDealer(self)
        position, dealt = start(self.game, dealer)
        news, decisions = list(dealt), list[SeatDecision]()
        for number, move in enumerate(self.moves, 1):
            if position.turn == self.seat:
                decisions.append(self._decision(position, news, move))
                news = []
            else:
                self._give(position, move, dealer.own)
            try:
                action = find_action(position, move)
            except BadSettings as error:
                raise WrongKey("moves", move, str(error)) from None
            dealer.look_ahead(position.fits, "pass" in self.moves[number : number + 1])
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

    def _give(self, position: Position, move: str, own: Sequence[str]) -> None:
        """If a recorded move is illegal, exchange cards of the current player to make it legal, if possible.

        The current player is another seat, whose cards are mostly unknown. Cards that the written position's
        seat has seen are not exchanged.

        `own`: the names of cards that the written position's seat will take later; they stay in the stock.
        """
        try:
            action_named(position, move)
        except BadNotation as error:
            raise WrongKey("moves", move, str(error)) from None
        except IllegalAction:
            wanted = parse_action(self.game.pack, move)
        else:
            return
        if wanted.kind is ActionKind.PLAY:
            self._give_cards(
                position, move, [self.game.pack.name(card) for card in (wanted.card, *wanted.more)]
            )
        else:
            self._take_playable(position, own)

    def _give_cards(self, position: Position, move: str, names: Sequence[str]) -> None:
        """Exchange cards of the current player so that its hand contains all cards in `names`.

        `move`: the recorded move that needs these cards, for the error message. Raise WrongKey if the
        player cannot have one of them.
        """
        hand, name = position.hands[position.turn], self.game.pack.name
        missing = Counter(names) - Counter(map(name, members(hand)))
        taken = hand & position.allowed if position.allowed > 0 else hand
        spare = [card for card in members(taken) if name(card) not in names]
        for one, card in zip(missing.elements(), spare, strict=False):
            found = [other for other in members(self._unseen(position)) if name(other) == one]
            if not found:
                raise WrongKey("moves", move, f"seat {position.turn + 1} cannot have {one} here")
            self._exchange(position, card, found[0])

    def _take_playable(self, position: Position, own: Sequence[str]) -> None:
        """Replace the current player's playable cards by unplayable cards from the stock, if possible.

        Some rules allow a draw or a pass only if the player cannot play a card. `own`: the names of cards
        that must stay in the stock.
        """
        others = position.stock & ~position.fits
        for other in [card for card in members(others) if self.game.pack.name(card) not in own]:
            playable = [choice.card for choice in choices(position) if choice.kind is ActionKind.PLAY]
            if not playable:
                return
            self._exchange(position, playable[0], other)

    def _unseen(self, position: Position) -> CardSet:
        """Return the cards in the stock and in all hands except this seat's and the current player's."""
        known = (self.seat, position.turn)
        return position.stock | sum(hand for seat, hand in enumerate(position.hands) if seat not in known)

    def _exchange(self, position: Position, card: Card, other: Card) -> None:
        """Exchange a card of the current player for a card in the stock or in another hand."""
        both = BITS[card] | BITS[other]
        if position.stock & BITS[other]:
            position.stock ^= both
        else:
            holder = next(seat for seat, hand in enumerate(position.hands) if hand & BITS[other])
            position.hands[holder] ^= both
        position.hands[position.turn] ^= both
        if position.allowed > 0 and position.allowed & BITS[card]:
            position.allowed ^= both
        position.legal = None


def write_position(log: GameLog, messages: SeatMessages) -> WrittenPosition | None:
    """Convert the last decision in `messages` to a written position, which does not need the game's log.

    Return None if that is impossible: after a second deal, after a fault, with house rules, or if cards that
    the seat did not see would make a difference.
    """
    game, seat, last = messages.game, messages.seat, messages.decisions[-1]
    decisions = [record for record in log.records if isinstance(record, Decision)][: last.ply - 1]
    decided = [record for record in decisions if not isinstance(record, BotFault)]
    if last.position.deal or log.header.rules or len(decided) < len(decisions):
        return None
    events = [event for decision in messages.decisions for event in decision.news]

    def cards(kind: EventKind, *seats: int) -> tuple[str, ...]:
        found = [event for event in events if event.kind is kind and (not seats or event.seat in seats)]
        return tuple(game.pack.name(Card(event.card)) for event in found)

    moves = tuple(_redact_move(record.action, record.seat == seat) for record in decided)
    dealt, drawn, turned = cards(DEALT, seat), cards(DREW, seat), cards(TURNED)
    met = cards(EventKind.CUT_MET)
    written = WrittenPosition(game, seat, dealt, drawn, turned[0] if turned else "", moves, met)
    try:
        same = questions(written.messages()) == questions(messages)
    except WrongKey:
        return None
    return written if same else None


def _redact_move(move: str, own: bool) -> str:
    """Return a move (in log notation) as the seat of a position saw it.

    If another seat played a card face down, replace the real card by the claimed card. `own`: True if the
    move was made by the seat itself, which knows the real card.
    """
    _, claims, claim = move.partition("=")
    return f"{claim[:2]}={claim}" if claims and not own else move


def questions(messages: SeatMessages) -> list[bytes]:
    """Return all questions to the seat, as encoded messages."""
    encoder = Encoder(messages.game)
    return [
        encoder.question(
            0,
            number,
            one.position.ply,
            encoder.events(one.news, messages.seat),
            one.seen,
            one.choices,
            0,
        )
        for number, one in enumerate(messages.decisions)
    ]


class _WrittenDealer:
    """A dealer that gives a written position's seat the listed cards, and other seats any other cards."""

    def __init__(self, written: WrittenPosition) -> None:
        self.own = [*written.dealt, *written.drawn]  # still to be taken
        self._written = written
        self._pack = written.game.pack
        self._cut = [*written.cut]
        self._fits: CardSet = 0
        self._passes = False
        names = [("dealt", one) for one in written.dealt] + [("drawn", one) for one in written.drawn]
        known = Counter(self._pack.name(Card(card)) for card in self._pack.cards())
        for key, name in [*names, ("turned", written.turned)]:
            if not known[name]:
                what = "is named more than once" if name in known else "is not in the pack"
                raise WrongKey(key, "" if key == "turned" else name, f"{name!r} {what}")
            known[name] -= 1
        self._kept = Counter([*self.own, written.turned])
        self._avoided = {part for move in written.moves for part in move[:2].split()}

    def look_ahead(self, fits: CardSet, passes: bool) -> None:
        """Set which cards the next draws should give.

        With some rules, a seat can pass after a draw only if the drawn card is playable. So prefer playable
        cards if the next move is a pass (`passes`), else unplayable cards. `fits`: the playable cards.
        """
        self._fits, self._passes = fits, passes

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        if who == self._written.seat:
            return self._find_card("drawn", self._next_own(), stock)
        if who == TABLE and self._kept[self._written.turned]:
            return self._find_card("turned", self._written.turned, stock)
        if who < TABLE and self._cut:
            return self._find_card("cut", self._cut.pop(0), stock)
        return self._filler(who, stock)

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """Do nothing, because this dealer does not depend on the order of the stock."""

    def record(self, fact: Fact) -> None:
        """Ignore the fact: no log is written."""

    def _next_own(self) -> str:
        if not self.own:
            seat = self._written.seat + 1
            raise WrongKey("drawn", "", f"seat {seat} takes more cards than dealt and drawn name")
        return self.own.pop(0)

    def _find_card(self, key: str, name: str, stock: CardSet) -> Card:
        copies = sum(BITS[card] for card in members(stock) if self._pack.name(card) == name)
        if not copies:
            raise WrongKey(key, "", f"{name} is not in the stock when it is taken")
        self._kept[name] -= 1
        return lowest(copies)

    def _filler(self, who: int, stock: CardSet) -> Card:
        """Return a card from `stock` to deal where the written position names no card.

        `who`: the seat that gets the card; a negative number stands for the pile or the cut of the pack. The
        cards that the position's seat takes later are left in the stock. At the cut, prefer cards without an
        effect.
        """
        left = Counter(self._pack.name(card) for card in members(stock))
        free = [
            card for card in members(stock) if left[self._pack.name(card)] > self._kept[self._pack.name(card)]
        ]
        if not free:
            raise WrongKey("moves", "", "no card is left for the other seats")
        special = self._written.game.special if who < TABLE else 0

        def rank(card: Card) -> tuple[bool, bool, bool]:
            fits = bool(self._fits >> card & 1)
            return bool(special >> card & 1), fits != self._passes, self._pack.name(card) in self._avoided

        return min(free, key=rank)
