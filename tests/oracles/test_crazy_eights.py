"""`crazy-eights` is OpenSpiel's game, move by move. OpenSpiel is in the dependency group `oracles`."""

from collections.abc import Callable

import pytest

from tests.conftest import Scale
from tests.oracles.crazy_eights import Pair
from tests.oracles.spiel import SpielGame

# Where an engine that plays by ear would differ: what fifty games come to, and what many do.
RARE = {"8 turned", "won", "ended by passes", "stock ends with a draw"}
RARE_SPECIAL = RARE | {"2 turned", "Q turned", "A turned", "2 owed", "4 owed", "2 on an empty stock"}
RARER = {"won with 8"}
RARER_SPECIAL = RARER | {
    *("won with 2", "won with Q", "won with A", "6 owed", "8 owed"),
    *("stock ends with a debt", "stock ends with a debt greater than it"),
}


@pytest.fixture(scope="session")
def load() -> Callable[[int, bool], SpielGame]:
    """Load OpenSpiel's game for a number of players, with or without special cards."""
    try:
        import pyspiel
    except ImportError:
        pytest.skip("needs `uv sync --group oracles`; the gate brings it")

    def load(players: int, special: bool) -> SpielGame:
        game: SpielGame = pyspiel.load_game(
            "crazy_eights", {"players": players, "use_special_cards": special}
        )
        return game

    return load


@pytest.mark.rule("X-C8")
@pytest.mark.parametrize("special", [False, True], ids=["plain", "special"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_both_play_the_same_game(
    load: Callable[[int, bool], SpielGame], players: int, special: bool, scale: Scale
) -> None:
    spiel = load(players, special)
    name = "crazy-eights-special" if special else "crazy-eights"
    reached: set[str] = set()
    for seed in range(scale.pick(quick=4, ci=50, full=1_667)):
        pair = Pair(spiel, name, players, seed)
        pair.play()
        reached |= pair.reached
    common, rare = (RARE_SPECIAL, RARER_SPECIAL) if special else (RARE, RARER)
    none: set[str] = set()
    assert scale.pick(quick=none, ci=common, full=common | rare) - reached == set()
