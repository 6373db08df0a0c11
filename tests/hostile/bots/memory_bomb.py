"""Needs more and more memory, from its second message on."""

from tests.bots import deeds, plain

plain.play(deeds.honest_until(2, deeds.hoards_memory))
