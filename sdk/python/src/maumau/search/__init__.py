"""Look ahead from a view, with the rules of the arena.

    knowledge = Knowledge(view)
    position = knowledge.sample(rng)           # a full position that may be the real one
    dealer = FixedDealer(rng, position.game.pack.size)
    apply(position, knowledge.action(view.legal[0]), dealer)
    play_out(position, dealer, rng)            # to the end of the deal
    score(position, view.seat)                 # 0 to 1

A position is the arena's own: `choices(position)` returns the choices of the seat asked, `position.turn`;
`expand(choice)` yields all actions of a choice; `apply` carries out an action in place, so use
`position.copy()` to keep the old one.
"""

try:
    from arena.rules import Action, Position, apply, choices, expand
except ImportError as error:
    raise ImportError("maumau.search needs the arena; in a clone of it: pip install .") from error

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
