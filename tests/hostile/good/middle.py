"""Always take the middle choice."""

from tests.hostile.good import steady

steady.play(lambda choices, chance: choices // 2)
