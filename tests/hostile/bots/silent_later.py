"""Answers one message, then nothing."""

from tests.bots import deeds, plain

plain.play(deeds.honest_until(2, deeds.falls_silent))
