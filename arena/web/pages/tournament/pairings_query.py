"""Which rounds, and what of them, a page of pairings shows."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from arena.service.reports.pairings import RoundLine


def round_wanted(rounds: Sequence[RoundLine], text: str) -> RoundLine | None:
    """The round with this number; without one the last that is paired. None: it was ended before any was."""
    numbers = {str(round.number): round for round in rounds}
    paired = [round for round in rounds if round.paired]
    return numbers.get(text) or next(iter([*paired[-1:], *rounds]), None)


def rounds_of_bot(rounds: Iterable[RoundLine], bot: str) -> tuple[RoundLine, ...]:
    """The rounds with only the tables and byes of one bot."""
    return tuple(_only(round, bot) for round in rounds if round.paired)


def _only(round: RoundLine, bot: str) -> RoundLine:
    return replace(
        round,
        tables=tuple(one for one in round.tables if bot in one.bots),
        byes=tuple(bye for bye in round.byes if bye.bot == bot),
        fit=None,
    )
