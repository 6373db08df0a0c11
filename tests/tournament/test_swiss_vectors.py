"""Pairings agree with bbpPairings 6.0.0 in random tournaments (see vectors/README.md)."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypedDict

import pytest

from arena.tournament.pairing.fide import dutch
from arena.tournament.pairing.pairing import PairingImpossible
from arena.tournament.pairing.swiss import swiss_round
from arena.tournament.trf import trf_text
from tests.conftest import Scale
from tests.tournament.trf_reader import history_of, read_trf

VECTORS = Path(__file__).parent / "vectors" / "swiss.jsonl"
KINDS = {
    "plain": 27, "draws": 26, "odd": 24, "exhausted": 20, "forfeits": 26, "byes": 24, "late": 22,
    "withdrawal": 21, "mixed": 30, "large": 13,
}  # fmt: skip
NONE = "none"
# In this position only the rules on colours forbid every pairing, so they are set aside.
BY_COLOURS = "odd-1000016-r9"


class Vector(TypedDict):
    """A line of `swiss.jsonl`."""

    id: str
    kind: str
    players: int
    round: int
    trf: str
    pairs: list[list[int]] | str
    bye: int | None


@cache
def vectors() -> tuple[Vector, ...]:
    with VECTORS.open() as lines:
        return tuple(json.loads(line) for line in lines)


def sample(kind: str, scale: Scale) -> Iterator[Vector]:
    """Return positions of a kind: all at full scale, always those without a pairing."""
    step = scale.pick(quick=8, ci=6, full=1)
    own = [vector for vector in vectors() if vector["kind"] == kind]
    if kind == "large":
        step = scale.pick(quick=len(own), ci=40, full=1)
    return (vector for at, vector in enumerate(own) if at % step == 0 or vector["pairs"] == NONE)


def test_vectors_are_complete() -> None:
    assert {kind: sum(vector["kind"] == kind for vector in vectors()) for kind in KINDS} == KINDS
    assert len({vector["trf"] for vector in vectors()}) == 233


@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("kind", KINDS)
def test_pairing_agrees_with_the_oracle(kind: str, scale: Scale) -> None:
    for vector in sample(kind, scale):
        trf = read_trf(vector["trf"])
        history = history_of(trf)
        assert (history.bots, history.coming) == (vector["players"], vector["round"])
        pairs = dutch(history, trf.rounds or 0)
        if vector["pairs"] == NONE:
            assert pairs is None, vector["id"]
            continue
        paired = swiss_round(history, trf.rounds or 0)
        assert {tuple(pair) for pair in vector["pairs"]} == {each.bots for each in paired.pairings}, vector[
            "id"
        ]
        assert vector["bye"] == (paired.bye.bot if paired.bye else None), vector["id"]
        assert paired.colours


def test_positions_without_a_pairing_are_refused() -> None:
    for vector in vectors():
        if vector["pairs"] != NONE:
            continue
        trf = read_trf(vector["trf"])
        if vector["id"] == BY_COLOURS:
            assert not swiss_round(history_of(trf), trf.rounds or 0).colours
        else:
            with pytest.raises(PairingImpossible):
                swiss_round(history_of(trf), trf.rounds or 0)


def test_vectors_are_written_as_they_were_read(scale: Scale) -> None:
    for vector in vectors()[:: scale.pick(quick=8, ci=4, full=1)]:
        assert trf_text(read_trf(vector["trf"])) == vector["trf"]
