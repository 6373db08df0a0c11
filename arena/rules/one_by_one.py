"""Drawing one by one, as OpenSpiel's `crazy_eights` has it (X-C8): up to so many cards in a turn; a card may
be played at any time, and one may pass only when so many are drawn or the stock is used up.
"""

from arena.rules.position import Position
from arena.rules.turns import can_draw


def count_pass(position: Position) -> None:
    """With nothing to draw every pass counts, a voluntary one too."""
    position.draws = 0
    position.idle = 0 if can_draw(position) else position.idle + 1
