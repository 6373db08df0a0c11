"""Look ahead from a view, with the rules of the arena.

    knowledge = Knowledge(view)
    position = knowledge.sample(rng)           # a full position that may be the real one
    dealer = FixedDealer(rng, position.game.pack.size)
    apply(position, knowledge.action(view.legal[0]), dealer)
    play_out(position, dealer, rng)            # to the end of the deal
    score(position, view.seat)                 # 0 to 1

A position is the arena's own: `choices(position)` are the choices of the seat that is asked, which is
`position.turn`; `expand(choice)` are all actions of a choice; `apply` carries an action out in place, and
`position.copy()` keeps what was.
"""

try:
    from arena.rules import Action, Position, apply, choices, expand
except ImportError as error:
    raise ImportError(
        "to look ahead with maumau.search, install the arena: pip install maumau-arena"
    ) from error

from maumau.search.knowledge import Knowledge
from maumau.search.playing import FixedDealer, Policy, play_out, score, sensible

__all__ = [
    "Action",
    "FixedDealer",
    "Knowledge",
    "Policy",
    "Position",
    "apply",
    "choices",
    "expand",
    "play_out",
    "score",
    "sensible",
]
