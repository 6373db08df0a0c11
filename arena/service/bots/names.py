"""What bots may be called: letters, digits, dots, dashes; and which names look alike."""

import re
from typing import Final

from arena.service.bots.bot import DIAL, ME
from arena.service.errors import BadBot
from arena.store.bots.lookalikes import skeleton

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
RULE: Final = "1 to 32 letters, digits, dots, dashes, a letter or digit first"
RESERVED: Final = (ME, DIAL, "builtin", "image")
TAKEN_FOR_FILES: Final = (".py", ".toml", ".zip", ".tar", ".gz", ".tgz")
# What one takes for the other in one font or another; after casefold.
ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "_": None, "-": None, ".": None})


def tidied(text: str) -> str:
    """A bot's name made of a file's or a class's. Raises BadBot."""
    return checked(re.sub(r"[^A-Za-z0-9_.-]+", "-", text), text)


def checked(name: str, text: str | None = None) -> str:
    """The name, if it can be a bot's. Raises BadBot."""
    if not NAME.fullmatch(name):
        raise BadBot(f"{(name if text is None else text)!r} cannot be a bot's name: {RULE}")
    return name


def folded(name: str) -> str:
    """Return the name in lower case without dashes and dots, with `o` for `0` and `l` for `1` and `i`.

    The database stores this form with each registered bot.

    >>> folded("Go_Bot.1") == folded("gobotI")
    True
    """
    return name.casefold().translate(ALIKE)


def is_confusable(one: str, other: str) -> bool:
    """Return whether a reader might take one name for the other.

    >>> is_confusable("modern", "MODEM"), is_confusable("clever", "cleverer")
    (True, False)
    """
    return skeleton(folded(one)) == skeleton(folded(other))


def registrable(name: str) -> str:
    """The name, if a bot can be registered under it. Raises BadBot."""
    checked(name)
    if name.casefold() in RESERVED:
        raise BadBot(f"{name} means something else where bots are named: choose another name, with --name")
    if name.casefold().endswith(TAKEN_FOR_FILES):
        raise BadBot(f"{name} would be taken for a file: choose another name, with --name")
    if not folded(name):
        raise BadBot(f"{name!r} cannot be told apart from other names: choose another, with --name")
    return name
