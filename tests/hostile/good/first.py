"""Always take the first choice."""

from tests.hostile.good import steady

steady.play(lambda choices, chance: 0)
