"""How long a match may take at all, whatever happens: longer than that, and its process hangs."""

from math import inf
from typing import Final

from arena.record.match import MatchSpec
from arena.referee.clock import budget
from arena.sandbox.runners import BY_HAND

MAX_FRESH: Final = 2  # instances after the first, for the games that were not begun
SILENT_S: Final = 300.0  # without any word of the process, which says every few seconds that it lives

_MARGIN_S: Final = 600.0
_OURS: Final = 2.0  # times what clocks allow: some of it is the referee's own work
_MS: Final = 1000


def wall_s(spec: MatchSpec) -> float:
    """Seconds; without end where there is no clock, or somebody starts a bot when it suits.

    At any moment somebody thinks or somebody starts. In one rotation a bot thinks at most for the whole clock
    of each board, and is started at most so many times.
    """
    clock = budget(spec.clock)
    if clock is None or any((bot.runner or spec.runner) == BY_HAND for bot in spec.bots):
        return inf
    seats = len(spec.bots)
    thinking = len(spec.secrets) * clock.cap
    starting = (1 + MAX_FRESH) * spec.limits.start_ms / _MS
    return _MARGIN_S + _OURS * spec.rotations * seats * (thinking + starting)
