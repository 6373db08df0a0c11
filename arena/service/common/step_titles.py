"""The titles of the steps of a bot check and of an upload.

This module is separate so that pages need not import the code that runs the steps.
"""

from collections.abc import Mapping
from typing import Final

CHECKS: Final[Mapping[int, str]] = {
    1: "starts",
    2: "says Hello",
    3: "decides, small table",
    4: "decides, large table",
    5: "many games at once",
    6: "long silence",
    7: "games end",
    8: "ends",
    9: "memory and output",
    10: "speed",
}

UNPACK: Final = 1
PREPARE: Final = 2
CHECK: Final = 2  # the number of steps before the bot check
QUALIFY: Final = CHECK + len(CHECKS) + 1
OTHER_RULESETS: Final = QUALIFY + 1  # this step exists only if the bot names other rulesets
OF_UPLOADS: Final[Mapping[int, str]] = {
    UNPACK: "unpack",
    PREPARE: "prepare",
    **{CHECK + number: title for number, title in CHECKS.items()},
    QUALIFY: "plays the builtins",
    OTHER_RULESETS: "other rulesets",
}
