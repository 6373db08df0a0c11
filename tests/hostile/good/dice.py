"""Choose at random, by the seed of the game."""

from tests.hostile.good import steady

steady.play(lambda choices, chance: chance.randrange(choices))
