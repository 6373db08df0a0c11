"""Ends its stream politely at its second message, and stays."""

from tests.bots import deeds, plain

plain.play(deeds.honest_until(2, deeds.ends_stream))
