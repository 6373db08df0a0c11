"""A bot that takes no message: what it is to be asked waits behind that, and its clock would never run."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

_LOOK_S: Final = 0.2


class Line(Protocol):
    """Where a bot's messages go out."""

    @property
    def sending(self) -> bool:
        """A message is on its way, and not taken yet."""
        ...

    @property
    def sent(self) -> int:
        """How many have been taken."""
        ...


async def watch_for_deafness(
    line: Line, asked: Callable[[], bool], most_s: float, deaf: Callable[[], None]
) -> None:
    """Tell once of a bot that takes nothing for so long while it owes no answer (`asked`): who thinks need
    not read. Looks are counted, so that no time counts in which this process did not run.
    """
    looks, sent = 0, line.sent
    while looks * _LOOK_S < most_s:
        await asyncio.sleep(_LOOK_S)
        stuck = line.sending and line.sent == sent and not asked()
        looks, sent = looks + 1 if stuck else 0, line.sent
    deaf()
