"""What lies open, or was said of a card, and no observation tells: followed from ply to ply by the events."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from arena.rules import Event, EventKind
from arena.rules.cards import Card, Pack

HIDDEN: Final = "??"  # in place of a card that those who watch may not know
RECENT: Final = 6

Hands = Mapping[int, tuple[str, ...]]  # by the seats that are shown, cards in the log's notation


@dataclass(frozen=True, slots=True)
class Lying:
    """A card of the discard pile. `beneath`: what it really is where it lies face down and was only called
    `card`, HIDDEN if that is not known; None where it lies open.
    """

    card: str
    beneath: str | None = None


class Followed:
    """The discard pile's last cards, the cards met in cutting, who is out of the deal and of the game."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self.pile: list[Lying] = []
        self.met: list[str] = []  # in cutting, and not yet decided about
        self.outs: dict[int, int] = {}  # by seat: as which it went out in this deal, from 1
        self.gone: set[int] = set()  # seats that are out of the game
        self.laid: dict[int, str] = {}  # by seat: what it has just laid face down, where that is known
        self.bluffed = False  # whether what has just been laid face down is known to be no such card
        self._hands: Hands = {}

    def follow(self, events: Sequence[Event], hands: Hands) -> None:
        """These events happened, and the hands that are shown are now these."""
        self.laid, self.bluffed = {}, False
        for event in events:
            self._happened(event, events, hands)
        del self.pile[:-RECENT]
        self._hands = hands

    def _happened(self, event: Event, events: Sequence[Event], hands: Hands) -> None:
        match event.kind:
            case EventKind.DEAL:
                self.pile, self.met, self.outs = [], [], {}
            case EventKind.CUT_AGAIN | EventKind.DEALT:
                self.met = []
            case EventKind.CUT_MET:
                self.met.append(self._name(event))
            case EventKind.CUT_KEPT | EventKind.CUT_LEFT:
                self.met.remove(self._name(event))
            case EventKind.TURNED:  # what was turned up before it goes back
                self.pile = [Lying(self._name(event))]
            case EventKind.PLAYED:
                self.pile.append(Lying(self._name(event)))
            case EventKind.CLAIMED:
                self._claimed(event, hands)
            case EventKind.SHOWN:
                self._shown(event, events)
            case EventKind.TAKEN_BACK:
                del self.pile[-1:]
            case EventKind.RESHUFFLED:
                del self.pile[:-1]
            case EventKind.OUT:
                self.outs[event.seat] = event.value
            case EventKind.ELIMINATED:
                self.gone.add(event.seat)

    def _claimed(self, event: Event, hands: Hands) -> None:
        known = _left(self._hands.get(event.seat, ()), hands.get(event.seat, ()))
        if known:
            self.laid[event.seat] = known
            self.bluffed = known != self._name(event)
        self.pile.append(Lying(self._name(event), known or HIDDEN))

    def _shown(self, event: Event, events: Sequence[Event]) -> None:
        """The top is shown; a last card is as soon as it lies, and may go back to the hand."""
        just_laid = any(one.kind is EventKind.CLAIMED for one in events)
        self.bluffed = just_laid and self.pile[-1].card != self._name(event)
        self.pile[-1:] = [Lying(self._name(event))]

    def _name(self, event: Event) -> str:
        return self._pack.name(Card(event.card))


def _left(before: Iterable[str], after: Iterable[str]) -> str | None:
    """The one card that has left a hand, if it is one."""
    gone = list((Counter(before) - Counter(after)).elements())
    return gone[0] if len(gone) == 1 else None
