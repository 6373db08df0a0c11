"""From what somebody types to a bot that can be started."""

import re
from pathlib import Path
from typing import Final

from arena.rules.house_rules.problems import nearest
from arena.service.bots.bot import DIAL, ME, Bot
from arena.service.bots.builtin import BUILTIN, builtin_bot, builtin_folders, example_folders, unbuilt
from arena.service.bots.folder import folder_bot
from arena.service.bots.image import IMAGE, image_bot
from arena.service.bots.manifest import MANIFEST
from arena.service.bots.registered import Look, look_in
from arena.service.bots.script import SCRIPT, script_bot
from arena.service.common.version_names import versioned
from arena.service.errors import BadBot, UnknownBot

HERE: Final = Path()
MEMBER: Final = re.compile(r"(?P<path>.+\.py):(?P<member>[^/]*)", re.DOTALL)


def resolve_bot(text: str, folder: Path = HERE, look: Look | None = None) -> Bot:
    """The bot that this text names, a path as seen from the folder. Raises UnknownBot, BadBot, RunError.

    `builtin:NAME`, `image:REF`, a path; and a bare name: of something in the folder, of a registered bot,
    which `look` finds, or of a builtin. Where two are meant it says so.
    """
    if text in (ME, DIAL):
        raise BadBot(f"{text} plays only in `arena play`")
    if text.startswith(BUILTIN):
        return builtin_bot(text.removeprefix(BUILTIN))
    if text.startswith(IMAGE):
        return image_bot(text.removeprefix(IMAGE))
    path, member = parted(text)
    if not path:
        raise UnknownBot(f"{text!r} names no bot; `arena bot` lists those there are")
    is_bare = path == text and "/" not in text and not text.endswith(".py")
    there = exists(folder / path)
    if is_bare and text in builtin_folders():
        if there:
            raise UnknownBot(f"{path} is a builtin and a path: say {BUILTIN}{path} or ./{path}")
        return builtin_bot(text)
    known = (look or look_in())(text) if is_bare else None
    if known:
        return _one_of(text, (folder / path).resolve(), known) if there else known
    if there:
        return bot_at((folder / path).resolve(), member)
    raise UnknownBot(_not_there(path) if is_bare else f"there is no bot at {path}")


def parted(text: str) -> tuple[str, str]:
    """A path, and the class or function that is named of the script there. A path may have colons too.

    >>> parted("bot.py:Clever"), parted("10:30/bot.py"), parted("10:30")
    (('bot.py', 'Clever'), ('10:30/bot.py', ''), ('10:30', ''))
    """
    named = MEMBER.fullmatch(text)
    return (named["path"], named["member"]) if named else (text, "")


def _one_of(text: str, path: Path, known: Bot) -> Bot:
    """The registered bot, if it is not another than the one at the path."""
    try:
        here = bot_at(path)
    except BadBot:
        return known
    if here.version == known.version:
        return known
    short = versioned(known.name, known.version)
    raise UnknownBot(
        f"{text} is here and is registered, as {short}, and they differ: say ./{text} or {short}"
    )


def _not_there(name: str) -> str:
    if name in example_folders():
        return unbuilt(name)
    near = nearest(name, builtin_folders())
    hint = f"did you mean {near}?" if near else "`arena bot` lists those there are"
    return f"there is no bot {name!r}, neither here nor registered nor among the builtins; {hint}"


def bot_at(path: Path, member: str = "") -> Bot:
    """The bot at a path. Raises BadBot."""
    if path.is_dir() and not member:
        return folder_bot(path, str(path))
    if path.is_file() and path.suffix == ".py":
        return script_bot(path, member)
    raise BadBot(f"{path} is neither a Python file nor a folder with a {MANIFEST} or {SCRIPT}")


def exists(path: Path) -> bool:
    """Whether there is something. Raises UnknownBot for what can be no path."""
    try:
        return path.exists()
    except OSError as error:
        raise UnknownBot(f"{path}: {error.strerror}") from None
