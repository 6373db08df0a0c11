"""Sample positions that agree with everything that a seat knows."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from arena.rules import Action, IllegalAction, Position, Word, choices, expand
from arena.rules.cards import BITS, CARDS, Card, CardSet, members, pick
from arena.rules.choices import NO_CARD, NO_SEAT, Ask
from arena.rules.choices import Choice as Offered
from arena.rules.legal import permits
from arena.rules.position import PendingClaim
from arena.rules.ruleset import Paid
from maumau.cards import Card as Shown
from maumau.choices import Choice
from maumau.search.known import account_of, known_position
from maumau.search.rules import game_of
from maumau.search.unseen import Unseen
from maumau.views import View

TRUTH: Final = 0.5


class Knowledge:
    """The knowledge of a seat when it is asked a question.

    `sample` returns a position that may be the real one, with random cards in place of the unseen ones.
    `actions`, `action` and `choice` translate between the choices of the view and the actions of these
    positions.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = view.seat
        self.game = game_of(view.match)
        self._account = account_of(view, self.game)
        self._known, self.lying, numbers = known_position(view, self.game, self._account)
        self._unseen = Unseen(self._account, numbers)
        self.offered = choices(self.sample(Random(0)))

    def sample(self, chance: Random, truth: float = TRUTH) -> Position:
        """Return a new position that may be the real one.

        `truth`: the probability with which a face-down card is assumed to be as claimed (if possible).
        """
        hands, hidden, stock = self._unseen.deal(chance, truth)
        position = self._known.copy()
        position.hands = [shown | held for shown, held in zip(position.hands, hands, strict=True)]
        position.stock = stock
        if hidden:
            self._lay(position, hidden)
        match position.ask:
            case Ask.BELIEVE:
                position.claimed = self._claim(position, hidden)
            case Ask.CUT:
                position.met = self._cut_cards(chance, stock)
        if position.game.aimed and position.ask is Ask.CATCH:
            position.target = self._random_target(position, chance)
        if self._account.forgot and self.game.ruleset.calls.paid is Paid.NEXT_TURN:
            position.forgot = self._seats_to_pay(position)
        return position

    # ---- choices of the view and actions of the rules ----

    def actions(self) -> Iterator[Action]:
        """Yield every legal action of this seat. With two packs there may be thousands."""
        for offered in self.offered:
            yield from expand(offered)

    def action(self, choice: Choice) -> Action:
        """Convert a choice of the view to an action of the sampled positions."""
        offered = self.offered[self.view.legal.index(choice._base or choice)]
        return offered.fill(
            more=self._held(offered, choice.more),
            suit=choice.suit,
            word=choice.word,
            target=choice.target,
            claim=choice.claim and choice.claim.code,
        )

    def choice(self, action: Action) -> Choice:
        """Convert an action of a sampled position to a choice of the view.

        Raise IllegalAction if the view does not offer the action.
        """
        for offered, choice in zip(self.offered, self.view.legal, strict=True):
            if permits(offered, action):
                return self._decided(choice, action)
        raise IllegalAction("the action is not among the choices of the view")

    def _decided(self, choice: Choice, action: Action) -> Choice:
        faces = [self.game.faces[card] for card in action.more]
        by_code = {card.code: card for card in choice.further}
        return choice.with_(
            more=[by_code[face] for face in faces],
            suit=next((suit for suit in choice.suits if int(suit) == action.suit), None),
            word=next((word for word in choice.words if int(word) == int(action.word)), None),
            target=next((seat for seat in choice.targets if seat == action.target), None),
            claim=next((card for card in choice.claims if card.code == action.claim), None),
        )

    def _held(self, offered: Offered, more: Iterable[Shown]) -> tuple[Card, ...]:
        free, held = list(members(offered.more)), list[Card]()
        for one in more:
            held.append(next(card for card in free if self.game.faces[card] == one.code))
            free.remove(held[-1])
        return tuple(held)

    # ---- fields that depend on unseen cards ----

    def _lay(self, position: Position, hidden: dict[int, Card]) -> None:
        """Put the face-down cards of other seats on the pile. `hidden`: the cards, keyed by their index in
        the pile.
        """
        top = len(self.lying) - 1
        position.pile |= sum(BITS[card] for lies, card in hidden.items() if lies != top)
        position.hidden = hidden.get(top, position.hidden)

    def _claim(self, position: Position, hidden: dict[int, Card]) -> PendingClaim:
        """Return the last claim, which the seat must believe or doubt, with the pile's top before it."""
        last, lies = self._account.last, len(self.lying) - 2
        assert last is not None
        below = self._account.pile[lies]
        real = hidden.get(lies, self.lying[lies])
        if below.face_down:
            return PendingClaim(last.seat, position.hidden, CARDS[below.face], real, below.suit)
        return PendingClaim(last.seat, position.hidden, real, NO_CARD, below.suit)

    def _cut_cards(self, chance: Random, stock: CardSet) -> tuple[Card, ...]:
        """Return the cards of the cut that the cutter may still keep; unseen cards are random. The first is
        the card in the question.
        """
        account, game = self._account, self.game
        if game.ruleset.cut_each:
            special = [face for face in account.met if game.special >> face & 1]
            return tuple(_copy(stock, game.faces, face) for face in special[account.decided :])
        met = _copy(stock, game.faces, account.met[-1])
        others = list(pick(CARDS, stock & ~BITS[met]))
        chance.shuffle(others)
        rest = others[: game.ruleset.cut - len(account.met)]
        if rest and all(game.special >> card & 1 for card in rest):
            rest[-1] = next(card for card in others if not game.special >> card & 1)
        return (met, *rest)

    def _random_target(self, position: Position, chance: Random) -> int:
        """Return a random target for the last play, because its real target is not public yet; NO_SEAT if the
        play has no target.
        """
        suspected = position.suspected
        if suspected is None or not self.game.aimed >> position.top & 1:
            return NO_SEAT
        return chance.choice([seat for seat in members(position.inside) if seat != suspected.seat])

    def _seats_to_pay(self, position: Position) -> int:
        """Return the seats that must still pay for a missing announcement, as a bit mask."""
        forgot = 0
        for seat, said in self._account.forgot.items():
            hand = position.hands[seat]
            due = Word.LAST_CARD if hand & ~self.game.strong or hand & (hand - 1) else Word.MAU_MAU
            forgot |= (said > due) << seat
        return forgot


def _copy(cards: CardSet, faces: tuple[int, ...], face: int) -> Card:
    return next(card for card in members(cards) if faces[card] == face)
