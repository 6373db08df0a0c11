"""Recorded decisions as an environment would have shown them, to learn from what bots did."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.rules import Action
from maumau.choices import Choice
from maumau.envs.encoding import VIEW, Vectors, encoding_of
from maumau.envs.menus import Menu, first_menu
from maumau.envs.policy import known_cards
from maumau.search import Knowledge
from maumau.views import View


class Step(NamedTuple):
    """One part of a recorded decision, as a training example."""

    observation: Vectors  # as `view-1`
    mask: NDArray[np.int8]  # 1 for legal actions
    action: int


def steps(view: View, choice: Choice) -> Iterator[Step]:
    """Yield each part of a recorded decision: what the seat saw, the legal actions, the action taken.

    `choice`: a choice of `view.legal`, perhaps refined.
    """
    knowledge = Knowledge(view)
    game, seat = knowledge.game, knowledge.seat
    encoding, (position, pile) = encoding_of(game, VIEW), known_cards(knowledge)
    action = knowledge.action(choice)
    step: Menu | Action = first_menu(game, knowledge.offered, seat)
    while isinstance(step, Menu):
        (observation,) = encoding.vectors([encoding.row(position, seat, pile, step)])
        option = step.option_for(action)
        yield Step(observation, np.frombuffer(step.mask, np.int8), option)
        step = step.follow(option)
