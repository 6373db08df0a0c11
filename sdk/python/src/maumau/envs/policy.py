"""Policies: small neural networks in numpy, the files that hold them, and the bot that plays one."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from arena.rules import Action, GameRules, Position
from arena.rules.cards import BITS, CardSet
from arena.rules.choices import NO_CARD
from maumau.bots import Bot
from maumau.choices import Choice
from maumau.envs.encoding import VIEW, Vectors, encoding_of
from maumau.envs.layout import layout_of
from maumau.envs.menus import Menu, first_menu
from maumau.search import Knowledge
from maumau.search.rules import game_of
from maumau.views import View

_ILLEGAL: Final = -1e9  # the value of an illegal action


class Layer(NamedTuple):
    """One layer of a network: `inputs @ weights + bias`."""

    weights: Vectors  # (inputs, outputs)
    bias: Vectors  # (outputs,)


class Policy:
    """A network from encoded views to one value for each action, with ReLU between its layers.

    It fits one ruleset, number of seats and encoding. `ruleset`: the key of the ruleset, as "mau-mau@1".
    Inputs are divided by `scale`, one number for each input.
    """

    def __init__(self, layers: Sequence[Layer], scale: Vectors, ruleset: str, encoding: str = VIEW) -> None:
        self.layers = list(layers)
        self.scale = scale
        self.ruleset = ruleset
        self.encoding = encoding

    def values(self, observation: Vectors, mask: NDArray[np.int8]) -> Vectors:
        """Return one value for each action, of shape (rows, actions); illegal actions get a very low one."""
        hidden = observation / self.scale
        for layer in self.layers[:-1]:
            hidden = np.maximum(hidden @ layer.weights + layer.bias, 0)
        weights, bias = self.layers[-1]
        found: Vectors = np.where(mask, hidden @ weights + bias, np.float32(_ILLEGAL))
        return found

    def save(self, file: str | Path) -> None:
        """Write the policy as a file of numpy (.npz)."""
        arrays: dict[str, Any] = {
            "encoding": np.array(self.encoding),
            "ruleset": np.array(self.ruleset),
            "scale": self.scale,
        }
        for number, (weights, bias) in enumerate(self.layers):
            arrays |= {f"weights_{number}": weights, f"bias_{number}": bias}
        np.savez_compressed(file, **arrays)


def load_policy(file: str | Path) -> Policy:
    """Read a policy that `Policy.save` has written.

    Raise OSError if the file cannot be read, ValueError if it is not a policy.
    """
    try:
        with Path(file).open("rb") as content, np.load(content, allow_pickle=False) as arrays:
            numbers = range(sum(name.startswith("weights_") for name in arrays))
            layers = [Layer(arrays[f"weights_{number}"], arrays[f"bias_{number}"]) for number in numbers]
            policy = Policy(layers, arrays["scale"], str(arrays["ruleset"]), str(arrays["encoding"]))
    except (AttributeError, BadZipFile, EOFError, KeyError, TypeError, ValueError):
        raise ValueError(f"{file} was not written by Policy.save") from None
    if not policy.layers:
        raise ValueError(f"{file} has no layers")
    return policy


class PolicyBot(Bot):
    """A bot that always plays the action with the highest value of a policy.

    In a match with another ruleset or number of seats than the policy's, it plays its first legal choice.
    """

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def choose(self, view: View) -> Choice:
        if not fits(self.policy, game_of(view.match)):
            return view.legal[0]
        knowledge = Knowledge(view)
        return knowledge.choice(_decide(self.policy, knowledge))


def fits(policy: Policy, game: GameRules) -> bool:
    """True if a policy is for this game: its ruleset, with the game's numbers of inputs and actions."""
    sizes = policy.layers[0].weights.shape[0], policy.layers[-1].bias.shape[0]
    return policy.ruleset == game.ruleset.key and sizes == (
        encoding_of(game, policy.encoding).size,
        layout_of(game).size,
    )


def _decide(policy: Policy, knowledge: Knowledge) -> Action:
    """Choose an action with the policy, one part of the decision after the other."""
    game, seat = knowledge.game, knowledge.seat
    encoding, (position, pile) = encoding_of(game, policy.encoding), known_cards(knowledge)
    step: Menu | Action = first_menu(game, knowledge.offered, seat)
    while isinstance(step, Menu):
        vectors = encoding.vectors([encoding.row(position, seat, pile, step)])
        mask = np.frombuffer(step.mask, np.int8)[None]
        step = step.follow(int(policy.values(vectors, mask).argmax()))
    return step


def known_cards(knowledge: Knowledge) -> tuple[Position, CardSet]:
    """Return a position that may be the real one, and the pile's cards that the seat knows.

    Unseen cards are random in the position.
    """
    pile = sum(BITS[card] for card in knowledge.lying if card != NO_CARD)
    return knowledge.sample(Random(0)), pile
