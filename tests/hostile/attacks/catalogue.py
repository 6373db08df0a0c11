"""All attacks by name. `python -m tests.hostile.attacks.catalogue NAME [silent]` is a bot that makes one."""

import sys

from tests.hostile.attacks import connections, frames, heads, messages, values
from tests.hostile.attacks.attack import ATTACKS, attack

__all__ = ["ATTACKS", "connections", "frames", "heads", "messages", "values"]

if __name__ == "__main__":
    attack(*sys.argv[1:])
