"""Drawing one by one, as OpenSpiel's `crazy_eights` has it (X-C8): up to so many cards in a turn; a card may
be played at any time, and one may pass only when so many are drawn or the stock is used up.
"""

from typing import Final

from arena.rules.choices import Choice, Kind
from arena.rules.dealer import Dealer
from arena.rules.events import Reason
from arena.rules.position import Position
from arena.rules.ruleset import OneByOne
from arena.rules.turns import begin_turn, can_draw, draw

DRAW: Final = (Choice(Kind.DRAW),)
PASS: Final = (Choice(Kind.PASS),)
ORDINARY: Final = Reason.DRAW


def draw_or_pass(position: Position, drawing: OneByOne) -> tuple[Choice, ...]:
    """What one may do beside playing."""
    return DRAW if can_draw(position) and position.draws < drawing.most else PASS


def draw_one(position: Position, dealer: Dealer) -> None:
    """Draw one card; the same question again."""
    position.draws += 1
    draw(position, position.turn, 1, ORDINARY, dealer)
    begin_turn(position, position.turn)


def count_pass(position: Position) -> None:
    """With nothing to draw every pass counts, a voluntary one too."""
    position.draws = 0
    position.idle = 0 if can_draw(position) else position.idle + 1
