"""Check the names of bots: which are valid, and which look alike."""

import re
from typing import Final

from arena.service.bots.bot import DIAL, ME
from arena.service.errors import BadBot
from arena.store.bots.lookalikes import skeleton

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
RULE: Final = "1 to 32 letters, digits, dots, dashes, a letter or digit first"
RESERVED: Final = (ME, DIAL, "builtin", "image")
TAKEN_FOR_FILES: Final = (".py", ".toml", ".zip", ".tar", ".gz", ".tgz")
# Letters that look alike in some font; after casefold.
ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "_": None, "-": None, ".": None})


def tidy_name(text: str) -> str:
    """Return a valid bot name, made from the name of a file or class. Raise BadBot if that is impossible."""
    return check_name(re.sub(r"[^A-Za-z0-9_.-]+", "-", text), text)


def check_name(name: str, text: str | None = None) -> str:
    """Return `name` unchanged. Raise BadBot if it is not a valid bot name.

    `text`: the text that the error message shows in place of `name`.
    """
    if not NAME.fullmatch(name):
        raise BadBot(f"{(name if text is None else text)!r} cannot be a bot's name: {RULE}")
    return name


def fold_name(name: str) -> str:
    """Return a form of a name that is the same for all names that look alike.

    It has lower case and no separators, `o` for `0`, and `l` for `1` and `i`.

    >>> fold_name("Go_Bot.1") == fold_name("gobotI")
    True
    """
    return name.casefold().translate(ALIKE)


def is_confusable(one: str, other: str) -> bool:
    """True if a reader might confuse the two names.

    >>> is_confusable("modern", "MODEM"), is_confusable("clever", "cleverer")
    (True, False)
    """
    return skeleton(fold_name(one)) == skeleton(fold_name(other))


def check_registrable(name: str) -> str:
    """Return `name` unchanged if a bot can be registered under this name.

    Raise BadBot if the name is invalid, reserved, has no letter or digit, or looks like the name of a file.
    """
    check_name(name)
    if name.casefold() in RESERVED:
        raise BadBot(f"{name} is reserved; choose another name with --name")
    if name.casefold().endswith(TAKEN_FOR_FILES):
        raise BadBot(f"{name} looks like a file name; choose another name with --name")
    if not fold_name(name):
        raise BadBot(f"{name!r} has no letter or digit; choose another name with --name")
    return name
