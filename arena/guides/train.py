"""Train a policy for mau-mau by self-play, in numpy alone: `python train.py [SECONDS]` writes policy.npz.

The method is PPO (https://arxiv.org/abs/1707.06347): play many games with the current network, then make the
actions more likely that led to better results than expected, in small steps.
"""

import sys
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import maumau.envs
from maumau.envs.policy import Layer, Policy
from maumau.envs.vector_env import Batch, VectorEnv

Array = NDArray[np.float32]

GAMES = 256  # at once
STEPS = 64  # of each game between two updates
HIDDEN = 128  # units in each of the two hidden layers
RATE = 1e-3  # of learning at the start; it falls to 0
UPDATES = 8  # of the weights, after each round of play
CLIP = 0.2  # how far one round may change the probability of an action
DECAY = 0.95  # weight of later surprises in the advantage of an action (lambda of GAE)
RANDOMNESS = 0.01  # reward for random play, so that the network explores
COUNTS = 10  # numbers at the end of an observation are counts of cards, divided by this


class Network:
    """A network with two hidden layers (ReLU). It returns a value per action, and the expected reward."""

    def __init__(self, inputs: int, actions: int, chance: np.random.Generator) -> None:
        sizes = [inputs, HIDDEN, HIDDEN, actions + 1]
        self.weights: list[Array] = []
        for rows, columns, gain in zip(sizes, sizes[1:], (2, 2, 0.01), strict=False):
            spread = np.sqrt(gain / rows)
            self.weights.append(chance.normal(0, spread, (rows, columns)).astype(np.float32))
            self.weights.append(np.zeros(columns, np.float32))
        self.scale = np.ones(inputs, np.float32)
        self.scale[-11:] = COUNTS
        self._means = [np.zeros_like(one) for one in self.weights]
        self._squares = [np.zeros_like(one) for one in self.weights]
        self._steps = 0

    def forward(self, observation: Array) -> list[Array]:
        """Return the inputs, both hidden layers, and the outputs."""
        layers = [observation / self.scale]
        for at in (0, 2):
            layers.append(np.maximum(layers[-1] @ self.weights[at] + self.weights[at + 1], 0))
        return [*layers, layers[-1] @ self.weights[4] + self.weights[5]]

    def learn(self, layers: list[Array], slope: Array, rate: float) -> None:
        """Change the weights by one step of Adam (https://arxiv.org/abs/1412.6980), to reduce the loss.
        `slope`: the derivatives of the loss by the outputs.
        """
        gradients: list[Array] = []
        for at in (2, 1, 0):
            gradients = [layers[at].T @ slope, slope.sum(axis=0), *gradients]
            if at:
                slope = slope @ self.weights[2 * at].T * (layers[at] > 0)
        self._steps += 1
        for at, gradient in enumerate(gradients):
            self._means[at] += 0.1 * (gradient - self._means[at])
            self._squares[at] += 0.001 * (gradient * gradient - self._squares[at])
            mean = self._means[at] / (1 - 0.9**self._steps)
            square = self._squares[at] / (1 - 0.999**self._steps)
            self.weights[at] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)

    def policy(self, ruleset: str) -> Policy:
        """Return a policy: the network without the expected reward. `ruleset`: the policy's ruleset key."""
        first, first_bias, second, second_bias, last, last_bias = self.weights
        layers = Layer(first, first_bias), Layer(second, second_bias), Layer(last[:, :-1], last_bias[:-1])
        return Policy(layers, self.scale, ruleset)


@dataclass
class Step:
    """One step of all games: what the network saw, its actions, and the rewards."""

    batch: Batch
    action: NDArray[np.int64]
    probability: Array  # of the action
    expected: Array  # reward
    rewards: Array  # (games, seats)
    ended: NDArray[np.bool_]


def probabilities(outputs: Array, mask: NDArray[np.int8]) -> Array:
    """Return the probability of each action, in each row; 0 for the actions that `mask` forbids."""
    values = np.where(mask, outputs[:, :-1], np.float32(-1e9))
    values = np.exp(values - values.max(axis=1, keepdims=True))
    result: Array = values / values.sum(axis=1, keepdims=True)
    return result


def play(
    env: VectorEnv, batch: Batch, network: Network, chance: np.random.Generator
) -> tuple[list[Step], Batch]:
    """Play STEPS steps with actions drawn from the network. Return the steps, and the batch after them."""
    steps = []
    for _ in range(STEPS):
        outputs = network.forward(batch.observation)[-1]
        likely = probabilities(outputs, batch.mask)
        action = (likely.cumsum(axis=1) > chance.random((GAMES, 1))).argmax(axis=1)
        after, rewards, ended = env.step(action)
        steps.append(Step(batch, action, likely[np.arange(GAMES), action], outputs[:, -1], rewards, ended))
        batch = after
    return steps, batch


def advantages(steps: list[Step], last: Batch, network: Network) -> Array:
    """Return how much better each action did than expected, in the order of the steps."""
    rows = np.arange(GAMES)
    follows = np.zeros((GAMES, 2), np.float32)  # the reward that each seat can expect later
    follows[rows, last.seat] = network.forward(last.observation)[-1][:, -1]
    follows[rows, 1 - last.seat] = -follows[rows, last.seat]
    surprise = np.zeros_like(follows)
    found = []
    for step in reversed(steps):
        follows[step.ended], surprise[step.ended] = step.rewards[step.ended], 0
        here = rows, step.batch.seat
        surprise[here] = follows[here] - step.expected + DECAY * surprise[here]
        follows[here] = step.expected
        found.append(surprise[here])
    return np.concatenate(found[::-1])


def improve(
    network: Network, steps: list[Step], gained: Array, rate: float, chance: np.random.Generator
) -> float:
    """Train the network with the played steps. Return the mean square error of its expected rewards."""
    observation = np.concatenate([step.batch.observation for step in steps])
    mask = np.concatenate([step.batch.mask for step in steps])
    action = np.concatenate([step.action for step in steps])
    before = np.concatenate([step.probability for step in steps])
    target = gained + np.concatenate([step.expected for step in steps])
    advantage = (gained - gained.mean()) / (gained.std() + 1e-8)
    for part in np.array_split(chance.permutation(len(action)), UPDATES):
        rows = np.arange(len(part))
        layers = network.forward(observation[part])
        likely = probabilities(layers[-1], mask[part])
        ratio = likely[rows, action[part]] / before[part]
        may_change = np.where(advantage[part] > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        pull = may_change * advantage[part] * ratio
        slope = np.empty_like(layers[-1])
        slope[:, :-1] = likely * pull[:, None]
        slope[rows, action[part]] -= pull
        surprisal = np.log(likely + 1e-9)
        slope[:, :-1] += RANDOMNESS * likely * (surprisal - (likely * surprisal).sum(axis=1, keepdims=True))
        slope[:, -1] = layers[-1][:, -1] - target[part]
        slope /= len(part)
        network.learn(layers, slope, rate)
    return float(np.mean(gained * gained))


def main(seconds: float) -> None:
    """Train for this many seconds of processor time, then write policy.npz."""
    env = maumau.envs.vector("mau-mau", seats=2, games=GAMES)
    chance = np.random.default_rng(1)
    batch = env.reset(seed=1)
    network = Network(batch.observation.shape[1], batch.mask.shape[1], chance)
    started, rounds, used = time.process_time(), 0, 0.0
    while used < 1:
        steps, batch = play(env, batch, network, chance)
        error = improve(network, steps, advantages(steps, batch, network), RATE * (1 - used), chance)
        rounds += 1
        used = (time.process_time() - started) / seconds
        if rounds % 20 == 0:
            print(f"{min(used, 1):4.0%}  {rounds * STEPS * GAMES:,} steps, error of rewards {error:.3f}")
    network.policy(env.game.ruleset.key).save("policy.npz")
    print("wrote policy.npz")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 300)
