"""Dies of a signal at its second message."""

from tests.bots import deeds, plain

plain.play(deeds.honest_until(2, deeds.dies_of_a_signal))
