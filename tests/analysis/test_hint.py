"""Hints for a player, from what they know."""

from itertools import islice
from math import inf

import pytest

import maumau
from arena.analysis.hint import find_hint
from arena.rules import Ruleset, game_for
from maumau import Choice, View
from tests.rules.random_play import every_table
from tests.rules.table import rule
from tests.sdk.tables import Table, game_of, score
from tests.sdk.test_bots import player


class Advised(maumau.Bot):
    """A player who takes every hint."""

    def choose(self, view: View) -> Choice:
        return find_hint(view, inf)


class Hinted(maumau.Bot):
    """A player who asks for some hints and plays at random."""

    def choose(self, view: View) -> Choice:
        if self.rng.random() < 0.2:
            assert find_hint(view, 0.0) in (option for one in view.legal for option in one.options())
        return self.rng.choice(list(islice(self.rng.choice(view.legal).options(), 20)))


@pytest.fixture(autouse=True)
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.analysis.hint.MAX_PLAYOUTS", 12)


@pytest.mark.ci_one_in(5)
@every_table
def test_a_hint_is_a_legal_choice(rules: Ruleset, seats: int) -> None:
    Table(game_for(rules, seats), [Hinted()] * seats).play([0], most=60)


class Finisher(maumau.Bot):
    """A player who takes every hint; `wins`: how often it could win at once."""

    def __init__(self) -> None:
        self.wins = 0

    def choose(self, view: View) -> Choice:
        hint = find_hint(view, inf)
        if len(view.hand) == 1 and view.plays and view.hand[0].rank != "A":
            self.wins += 1
            assert (hint.card, hint.word) == (view.hand[0], hint.words[0])
        return hint


@rule("W-OUT-CALL")
def test_a_hint_takes_the_win_and_says_the_word() -> None:
    finisher = Finisher()
    Table(game_of("mau-mau"), [finisher, player("random")]).play(range(4))
    assert finisher.wins > 0


@pytest.mark.dear
def test_hints_beat_random_choices() -> None:
    assert score(Advised(), player("random"), "mau-mau", 10) > 0.7
