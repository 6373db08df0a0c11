"""Find the bot that a user names in a command or a file."""

import re
from pathlib import Path
from typing import Final

from arena.rules.house_rules.problems import nearest
from arena.service.bots.bot import DIAL, ME, Bot
from arena.service.bots.builtin import (
    BUILTIN,
    builtin_bot,
    builtin_folders,
    example_folders,
    needs_compiler_message,
)
from arena.service.bots.folder import folder_bot
from arena.service.bots.image import IMAGE, image_bot
from arena.service.bots.manifest import MANIFEST
from arena.service.bots.registered import Look, bot_finder
from arena.service.bots.script import SCRIPT, script_bot
from arena.service.common.text import versioned
from arena.service.errors import BadBot, UnknownBot

HERE: Final = Path()
MEMBER: Final = re.compile(r"(?P<path>.+\.py):(?P<member>[^/]*)", re.DOTALL)


def resolve_bot(text: str, folder: Path = HERE, look: Look | None = None) -> Bot:
    """Return the bot that `text` names, which is one of:

    - `builtin:NAME`;
    - `image:REF`;
    - a path relative to `folder`;
    - a bare name, which is looked up among the builtin bots, the registered bots and the files in `folder`.

    `look`: a function that finds registered bots by name.

    Raise UnknownBot if there is no such bot, or if a bare name fits two different bots. Raise BadBot if the
    bot is unusable, RunError if Docker or the database cannot be used.
    """
    if text in (ME, DIAL):
        raise BadBot(f"{text} plays only in `arena play`")
    if text.startswith(BUILTIN):
        return builtin_bot(text.removeprefix(BUILTIN))
    if text.startswith(IMAGE):
        return image_bot(text.removeprefix(IMAGE))
    path, member = split_member(text)
    if not path:
        raise UnknownBot(f"{text!r} does not name a bot; `arena bot` lists them")
    is_bare = path == text and "/" not in text and not text.endswith(".py")
    there = exists(folder / path)
    if is_bare and text in builtin_folders():
        if there:
            raise UnknownBot(f"{path} is a builtin and a path; use {BUILTIN}{path} or ./{path}")
        return builtin_bot(text)
    known = (look or bot_finder())(text) if is_bare else None
    if known:
        return _check_same_version(text, (folder / path).resolve(), known) if there else known
    if there:
        return bot_at((folder / path).resolve(), member)
    raise UnknownBot(_not_there(path) if is_bare else f"there is no bot at {path}")


def split_member(text: str) -> tuple[str, str]:
    """Split "PATH.py:MEMBER" into a script's path and the name of a class or function in it.

    Any other text is returned as a path with an empty name, even if it contains colons.

    >>> split_member("bot.py:Clever"), split_member("10:30/bot.py"), split_member("10:30")
    (('bot.py', 'Clever'), ('10:30/bot.py', ''), ('10:30', ''))
    """
    named = MEMBER.fullmatch(text)
    return (named["path"], named["member"]) if named else (text, "")


def _check_same_version(text: str, path: Path, known: Bot) -> Bot:
    """Check a text that is both a registered bot's name and a path. Return the registered bot.

    Raise UnknownBot if the bot at the path has another version. If there is no usable bot, ignore the path.

    `text`: the name. `path`: the path. `known`: the registered bot.
    """
    try:
        here = bot_at(path)
    except BadBot:
        return known
    if here.version == known.version:
        return known
    short = versioned(known.name, known.version)
    raise UnknownBot(f"{text} names a path and the registered {short}, which differ; use ./{text} or {short}")


def _not_there(name: str) -> str:
    if name in example_folders():
        return needs_compiler_message(name)
    near = nearest(name, builtin_folders())
    hint = f"did you mean {near}?" if near else "`arena bot` lists all bots"
    return f"there is no bot {name!r}: no file here, not registered, not a builtin; {hint}"


def bot_at(path: Path, member: str = "") -> Bot:
    """Return the bot in the folder or Python file at a path.

    `member`: the name of the bot's class or function in the file; empty for the whole file.

    Raise BadBot if there is no bot, or if it is invalid.
    """
    if path.is_dir() and not member:
        return folder_bot(path, str(path))
    if path.is_file() and path.suffix == ".py":
        return script_bot(path, member)
    raise BadBot(f"{path} is neither a Python file nor a folder with a {MANIFEST} or {SCRIPT}")


def exists(path: Path) -> bool:
    """True if the path exists. Raise UnknownBot if the system rejects the path, for example as too long."""
    try:
        return path.exists()
    except OSError as error:
        raise UnknownBot(f"{path}: {error.strerror}") from None
