"""Tschau Sepp, played in Switzerland (W): the base game with 36 cards, six each."""

from dataclasses import replace
from typing import Final

from arena.rules.ruleset import Ruleset
from arena.rules.rulesets.base import MAU_MAU, PACK_36

TSCHAU_SEPP: Final[Ruleset] = replace(
    MAU_MAU,
    id="tschau-sepp",
    title="Tschau Sepp",
    source="W, Switzerland",
    summary="The base game with 36 cards, six each.",
    players=(2, 5),
    packs={2: PACK_36},
    hand=6,
)
