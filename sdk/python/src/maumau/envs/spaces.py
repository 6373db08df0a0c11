"""Observations of agents, with their spaces: the encoded view and the mask of legal actions."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict
from numpy.typing import NDArray

from arena.rules.events import MAX_POINTS
from maumau.envs.encoding import Encoding
from maumau.envs.layout import layout_of
from maumau.envs.table import Table

Observation = dict[str, NDArray[Any]]


def observation_space(encoding: Encoding) -> Dict:
    """Return the space of an observation: a dictionary with "observation" and "action_mask" as keys."""
    view = Box(-MAX_POINTS - 1, MAX_POINTS, (encoding.size,), np.float32)
    return Dict({"observation": view, "action_mask": Box(0, 1, (layout_of(encoding.game).size,), np.int8)})


def observation(table: Table, encoding: Encoding, seat: int) -> Observation:
    """Return a seat's encoded view as "observation", and its legal actions as "action_mask".

    The mask is all 0 for a seat that decides nothing now.
    """
    is_asked = seat == table.position.turn and not table.position.over
    mask = table.menu.mask if is_asked else bytes(len(table.menu.mask))
    return {
        "observation": encoding.vectors([table.row(encoding, seat)])[0],
        "action_mask": np.frombuffer(mask, np.int8).copy(),
    }
