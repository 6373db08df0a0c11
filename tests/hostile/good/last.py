"""Always take the last choice."""

from tests.hostile.good import steady

steady.play(lambda choices, chance: choices - 1)
