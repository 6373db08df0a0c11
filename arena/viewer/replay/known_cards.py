"""Facts that a viewer can derive from game events, such as cards of the pile and seats that are out."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from arena.rules import Event, EventKind
from arena.rules.cards import Card, Pack

HIDDEN: Final = "??"  # replaces a card that the visible seats do not know
RECENT: Final = 6

Hands = Mapping[int, tuple[str, ...]]  # the visible hands by seat, cards in the log's notation


@dataclass(frozen=True, slots=True)
class PileCard:
    """A card of the discard pile: the claimed card and the real one."""

    claimed: str  # the face that counts
    real: str | None = None  # None: it lies face up; HIDDEN: face down and unknown


class KnownCards:
    """The cards and seats that a viewer of some hands knows from the events so far.

    These are the cards of the discard pile and of the cut, and the seats that went out.
    """

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self.pile: list[PileCard] = []
        self.cut: list[str] = []  # cards of the cut that the cutter has not yet decided about
        self.deal_places: dict[int, int] = {}  # by seat: its place in the deal, from 1, if it went out
        self.eliminated: set[int] = set()  # seats that are out of the game
        self.laid: dict[int, str] = {}  # by seat: the card just laid face down, if known
        self.bluffed = False  # true if the card just laid face down is known to be a false claim
        self._hands: Hands = {}

    def follow(self, events: Sequence[Event], hands: Hands) -> None:
        """Update the known cards and seats after a ply.

        `events`: the ply's events. `hands`: the visible hands after the ply.
        """
        self.laid, self.bluffed = {}, False
        for event in events:
            self._apply(event, events, hands)
        del self.pile[:-RECENT]
        self._hands = hands

    def _apply(self, event: Event, events: Sequence[Event], hands: Hands) -> None:
        match event.kind:
            case EventKind.DEAL:
                self.pile, self.cut, self.deal_places = [], [], {}
            case EventKind.CUT_AGAIN | EventKind.DEALT:
                self.cut = []
            case EventKind.CUT_MET:
                self.cut.append(self._name(event))
            case EventKind.CUT_KEPT | EventKind.CUT_LEFT:
                self.cut.remove(self._name(event))
            case EventKind.TURNED:  # cards turned up before went back
                self.pile = [PileCard(self._name(event))]
            case EventKind.PLAYED:
                self.pile.append(PileCard(self._name(event)))
            case EventKind.CLAIMED:
                self._claim(event, hands)
            case EventKind.SHOWN:
                self._show(event, events)
            case EventKind.TAKEN_BACK:
                del self.pile[-1:]
            case EventKind.RESHUFFLED:
                del self.pile[:-1]
            case EventKind.OUT:
                self.deal_places[event.seat] = event.value
            case EventKind.ELIMINATED:
                self.eliminated.add(event.seat)

    def _claim(self, event: Event, hands: Hands) -> None:
        known = _removed_card(self._hands.get(event.seat, ()), hands.get(event.seat, ()))
        if known:
            self.laid[event.seat] = known
            self.bluffed = known != self._name(event)
        self.pile.append(PileCard(self._name(event), known or HIDDEN))

    def _show(self, event: Event, events: Sequence[Event]) -> None:
        """Turn the top card of the pile face up. `event` names the real card.

        Set `bluffed` to True if the card was laid in the same ply and is not the claimed card, else to False.
        `events`: all events of the ply.
        """
        just_laid = any(other.kind is EventKind.CLAIMED for other in events)
        self.bluffed = just_laid and self.pile[-1].claimed != self._name(event)
        self.pile[-1:] = [PileCard(self._name(event))]

    def _name(self, event: Event) -> str:
        return self._pack.name(Card(event.card))


def _removed_card(before: Iterable[str], after: Iterable[str]) -> str | None:
    """Return the card that has left a hand; None if no card or several cards have left it."""
    removed = list((Counter(before) - Counter(after)).elements())
    return removed[0] if len(removed) == 1 else None
