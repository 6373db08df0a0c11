"""All attacks, by their names."""

from tests.hostile.attacks import connections, frames, heads, messages, values
from tests.hostile.attacks.attack import ATTACKS, attack

__all__ = ["ATTACKS", "attack", "connections", "frames", "heads", "messages", "values"]
