"""Closes its stdout and stderr, and plays on."""

import os

from tests.bots import plain

os.close(1)
os.close(2)
plain.play(plain.honest)
