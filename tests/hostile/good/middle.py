"""Always the choice in the middle."""

from tests.hostile.good import steady

steady.play(lambda choices, chance: choices // 2)
