"""A place in a log, moved on by the rules: what they ask for must stand there."""

from arena.record.format import Cut, Deal, Decision, Derived, Fault, House, Play, Reshuffle, Starter, Take
from arena.record.orders import taker_name
from arena.record.reader import BadLog, GameLog
from arena.rules.dealer import TABLE, cut


class LogCursor:
    """Records are used up in their order. Where the rules ask for another one BadLog is raised."""

    def __init__(self, log: GameLog) -> None:
        self.line = 1  # of the record last read
        self._has_facts = log.header.has_facts
        self._records = log.records
        self._at = 0
        self._taken = 0  # cards used up of the next record, a take
        self._deal = -1

    def decision(self) -> Decision | None:
        """The next decision; None at the end of the log."""
        record = self._next()
        if record is None:
            return None
        if self._taken or not isinstance(record, (Play, Fault, House)):
            raise BadLog(self.line, "by the rules nothing is drawn or dealt here")
        self._at += 1
        return record

    def card(self, who: int, deal: int) -> str:
        """The card that `who` takes."""
        self._begin(deal)
        match self._next():
            case Take(seat, cards) if seat == who:
                return self._one_of(cards)
            case Starter(card) if who == TABLE:
                self._at += 1
            case Cut(number, card) if who == cut(number):
                self._at += 1
            case _:
                raise BadLog(self.line, f"by the rules {taker(who)} takes a card here")
        return card

    def reshuffle(self, deal: int, epoch: int, names: tuple[str, ...]) -> None:
        """A new epoch must begin with these cards."""
        self._begin(deal)
        if self._next() != Reshuffle(epoch, names):
            raise BadLog(
                self.line, f"by the rules the stock is made anew here ({epoch}) of {' '.join(names)}"
            )
        self._at += 1

    def fact(self, record: Derived) -> None:
        """This record must come next, if the log's format has it."""
        if not self._has_facts:
            return
        if self._next() != record:
            raise BadLog(self.line, f"by the rules {record.line().strip()} stands here")
        self._at += 1

    def _begin(self, deal: int) -> None:
        if deal == self._deal:
            return
        if self._next() != Deal(deal):
            raise BadLog(self.line, f"by the rules deal {deal} begins here")
        self._deal = deal
        self._at += 1

    def _one_of(self, cards: tuple[str, ...]) -> str:
        card = cards[self._taken]
        self._taken = (self._taken + 1) % len(cards)
        self._at += not self._taken
        return card

    def _next(self) -> object:
        self.line = self._at + 2
        return self._records[self._at] if self._at < len(self._records) else None


def taker(who: int) -> str:
    """A taker in a sentence."""
    return f"seat {who}" if who >= 0 else f"the {taker_name(who)}"
