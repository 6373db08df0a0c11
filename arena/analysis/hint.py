"""Find a good choice for a player from what they know."""

from random import Random
from time import monotonic
from typing import Final

from arena.analysis.calibration import calibration_of
from arena.analysis.game import MAX_PLAYOUTS
from arena.analysis.playouts import Playouts
from arena.analysis.ways import ways
from maumau.choices import Choice
from maumau.search import Knowledge
from maumau.views import View

_SECONDS: Final = 0.5


def find_hint(view: View, seconds: float = _SECONDS) -> Choice:
    """Return the choice with the best win chance in playouts. Cards hidden from the seat are dealt at random.

    `seconds`: time for the playouts, but each action gets at least one. If only one action is possible,
    return it without playouts.
    """
    until = monotonic() + seconds
    knowledge, chance = Knowledge(view), Random(view.ply)
    calibration = calibration_of(knowledge.game.ruleset)
    possible = ways(knowledge.sample(chance), knowledge.offered[0].default())
    values = dict.fromkeys(possible, 0.0)
    for number in range(MAX_PLAYOUTS if len(possible) > 1 else 0):
        playouts = Playouts([knowledge.sample(chance)], f"{view.ply}/{number}", calibration)
        for action in possible:
            [chances] = playouts.play(action)
            values[action] += chances[view.seat]
        if monotonic() > until:
            break
    return knowledge.choice(max(possible, key=values.__getitem__))
