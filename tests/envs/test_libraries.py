"""The environments keep the contracts of PettingZoo, Gymnasium and OpenSpiel."""

import subprocess
import sys
import warnings
from random import Random

import numpy as np
import pytest

from arena.rules import IllegalAction, WrongNumberOfPlayers, rulesets
from maumau import envs
from tests.conftest import Scale

pytest.importorskip("pettingzoo")

TABLES = [
    pytest.param(rules.id, seats, id=f"{rules.id}-{seats}")
    for rules in rulesets()
    for seats in range(rules.players[0], rules.players[1] + 1)
]


@pytest.mark.ci_one_in(7)
@pytest.mark.parametrize("rules, seats", TABLES)
def test_pettingzoo(rules: str, seats: int) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it expects an observation without a mask
        api_test(envs.aec(rules, seats), num_cycles=100)
        seed_test(lambda: envs.aec(rules, seats), num_cycles=50)


@pytest.mark.ci_one_in(7)
@pytest.mark.parametrize("rules, seats", TABLES)
def test_gymnasium(rules: str, seats: int) -> None:
    from gymnasium.utils.env_checker import check_env

    env = envs.single(rules, ["random"] * (seats - 1))
    check_env(env, skip_render_check=True)
    env.close()


def test_an_aec_game_ends_with_rewards_that_add_up() -> None:
    env = envs.aec("mau-mau", 3)
    env.reset(seed=4)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, _, _ = env.last()
        total[agent] += reward
        env.step(None if ended else int(np.flatnonzero(observation["action_mask"])[0]))
    assert (sum(total.values()), max(total.values())) == (0, 1)
    assert not env.agents


def test_a_single_game_against_named_bots_ends_and_repeats_with_its_seed() -> None:
    results = []
    for _ in range(2):
        env = envs.single("mau-mau", ["greedy", "counting"])
        chance, seen = Random(1), []
        observation, _ = env.reset(seed=5)
        ended = False
        while not ended:
            seen.append(observation["observation"].tobytes())
            legal = np.flatnonzero(observation["action_mask"]).tolist()
            observation, reward, ended, _, _ = env.step(chance.choice(legal))
        results.append((seen, reward))
        env.close()
    assert results[0] == results[1]
    assert -1 <= results[0][1] <= 1
    assert results[0][1]


def test_an_illegal_action_is_a_loss_for_gymnasium_and_an_error_for_the_others() -> None:
    env = envs.single("mau-mau", ["greedy"], seat=0)
    observation, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    _, reward, ended, _, info = env.step(wrong)
    env.close()
    assert (reward, ended, "illegal" in info) == (-1, True, True)
    games = envs.vector("mau-mau", games=2)
    games.reset(seed=1)
    with pytest.raises(IllegalAction):
        games.step(np.array([wrong, wrong]))


@pytest.mark.parametrize("rules", ["mau-mau", "blind", "points-150"])
def test_a_vector_plays_the_same_games_with_the_same_seed(rules: str) -> None:
    def played() -> list[bytes]:
        env, chance = envs.vector(rules, games=5), np.random.default_rng(1)
        batch, seen, games = env.reset(seed=3), [], 0
        for _ in range(300):
            actions = (batch.mask * chance.random(batch.mask.shape)).argmax(1)
            batch, rewards, ended = env.step(actions)
            assert np.allclose(rewards.sum(1), 0)
            assert ((rewards != 0).any(1) <= ended).all()
            games += int(ended.sum())
            seen.append(batch.observation.tobytes() + batch.seat.tobytes())
        assert games or rules != "mau-mau"
        return seen

    assert played() == played()


def test_house_rules_and_wrong_tables() -> None:
    with pytest.raises(WrongNumberOfPlayers):
        envs.vector("mau-mau", seats=99)


@pytest.mark.dear
def test_openspiel(scale: Scale) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    names = envs.register_openspiel()
    assert names == envs.register_openspiel()
    assert len(names) == len(rulesets())
    for name in names if scale.name == "full" else names[::9]:
        game = pyspiel.load_game(name)
        state = game.new_initial_state()
        chance = Random(name)
        for _ in range(60):
            if state.is_terminal():
                break
            legal = state.legal_actions()
            assert legal == sorted(legal)
            clone = state.clone()
            action = chance.choice(legal)
            state.apply_action(action)
            clone.apply_action(action)
            assert str(clone) == str(state)
            assert clone.history() == state.history()
        assert len(state.observation_tensor(0)) == game.observation_tensor_size()
        if scale.name == "full":
            pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.dear
def test_a_program_with_openspiel_games_ends_normally() -> None:
    pytest.importorskip("pyspiel")
    program = "from maumau import envs; envs.register_openspiel()"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
