"""What follows from a ply, in words: who owes, who is to miss a turn, who is back, who has won."""

from collections.abc import Iterable, Iterator

from arena.rules import Ask
from arena.rules.observation import Observation
from arena.viewer.text import listed


def consequence(names: tuple[str, ...], before: Observation, table: Observation, back: Iterable[int]) -> str:
    """To be put after what happened; empty if nothing follows. `back`: seats without cards that have some
    again.
    """
    return "".join(_consequences(names, before, table, tuple(back)))


def winners(names: tuple[str, ...], places: tuple[int, ...]) -> str:
    """Who is first at the end of a game."""
    first = [name for name, place in zip(names, places, strict=True) if place == 1]
    return f"; {listed(first)} {'wins' if len(first) == 1 else 'share the first place'}"


def _consequences(
    names: tuple[str, ...], before: Observation, table: Observation, back: tuple[int, ...]
) -> Iterator[str]:
    asked = names[table.turn]
    if back:
        yield f"; {listed([names[seat] for seat in back])} {'is' if len(back) == 1 else 'are'} back"
    if table.debt > before.debt:
        yield f"; {asked} owes {table.debt}"
    if table.ask is Ask.MISS:
        yield f"; {asked} answers or misses {_one_of(table.misses)}"
    if table.ask is Ask.COVER:
        yield ", to be covered"


def _one_of(turns: int) -> str:
    return "the turn" if turns == 1 else f"one of {turns} turns"
