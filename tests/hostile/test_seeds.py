"""H43: a small seed is found from one hand, which is why open seeds are marked; a secret is not found."""

from dataclasses import replace
from itertools import takewhile

import pytest

from arena.record.format import Play, Starter, Take
from arena.record.reader import read_log
from arena.record.storage import logs_of
from arena.referee.run import run_match
from arena.rules import game_for, ruleset_named
from arena.tournament.secrets import board_secret, tournament_secret
from tests.conftest import Scale
from tests.figures import figures
from tests.hostile.guessing import matching_seeds
from tests.referee.matches import match

pytestmark = pytest.mark.dear

SECRET = "5ec2e7" * 11


Dealt = tuple[set[int], int]


def first_deal(seed: str) -> tuple[Dealt, list[str], int]:
    """Return seat 0's first hand and the top card, the bots' versions, and the pack size."""
    spec = match("first", "resigns", boards=1, only=1)
    versions = [bot.version for bot in spec.bots]
    secret = board_secret(tournament_secret(seed).value, versions, 0, 0).hex()
    (log,) = logs_of(run_match(replace(spec, secrets=(secret,))).games).values()
    pack = game_for(ruleset_named(spec.ruleset), 2).pack
    dealt = [*takewhile(lambda one: not isinstance(one, Play), read_log(log).records)]
    takes = [one for one in dealt if isinstance(one, Take) and one.seat == 0]
    (turned,) = (pack.names.index(one.card) for one in dealt if isinstance(one, Starter))
    return ({pack.names.index(card) for one in takes for card in one.cards}, turned), versions, pack.size


def test_an_open_seed_is_found() -> None:
    dealt, versions, cards = first_deal("742")
    assert "742" in [*matching_seeds(dealt, 0, cards, versions, map(str, range(1_000)))]


def test_a_secret_is_not(scale: Scale) -> None:
    dealt, versions, cards = first_deal(SECRET)
    tried = scale.pick(quick=1_000, ci=20_000, full=1_000_000)
    found = [*matching_seeds(dealt, 0, cards, versions, map(str, range(tried)))]
    figures("H43 seeds matching_seeds", tried=tried, found=len(found))
    assert found == []
