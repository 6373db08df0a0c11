"""Bots that are processes, on another machine: a builtin is found there, others lie where they lie here.

On both sides they are known by the digest of their files. A bot in a container is its image's id, and is the
same everywhere.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.record.match import BotSpec, MatchSpec
from arena.service.bots.bot import File, local_command, portable_command
from arena.service.bots.builtin import BUILTIN, builtin_folders
from arena.service.bots.files import files_in, version
from arena.service.errors import BadBot

_MEMBER: Final = re.compile(r"run_path\('(?P<script>.+)'\)\['(?P<member>\w+)'\]")


def sent(spec: MatchSpec) -> MatchSpec:
    """A match as it is sent to whoever plays it."""
    return replace(spec, bots=tuple(map(_sent, spec.bots)))


def _sent(bot: BotSpec) -> BotSpec:
    if bot.image:
        return bot
    names = {str(folder.absolute()): name for name, folder in builtin_folders().items()}
    folder = f"{BUILTIN}{names[bot.folder]}" if bot.folder in names else bot.folder
    return replace(bot, folder=folder, command=portable_command(bot.command))


def arrived(spec: MatchSpec) -> MatchSpec:
    """The match as it is played on this machine. Raises BadBot where a bot is not here, or is another."""
    return replace(spec, bots=tuple(map(_arrived, spec.bots)))


def _arrived(bot: BotSpec) -> BotSpec:
    if bot.image:
        return bot
    folder = Path(bot.folder)
    if bot.folder.startswith(BUILTIN):
        name = bot.folder.removeprefix(BUILTIN)
        if name not in builtin_folders():
            raise BadBot(f"there is no {bot.folder} here: install the same arena")
        folder = builtin_folders()[name].absolute()
    if not any(bot.version == one for one in _versions(bot, folder)):
        why = "is not the same bot here" if folder.is_dir() else "is not here"
        raise BadBot(f"{bot.name}: {bot.folder} {why}: share its folder, or play with --runner docker")
    return replace(bot, folder=str(folder), command=local_command(bot.command))


def _versions(bot: BotSpec, folder: Path) -> Iterator[str]:
    """What a bot that is started so may consist of: its folder, or the script that the command names."""
    named = _MEMBER.search(bot.command[-1])
    member = named["member"] if named else ""
    scripts = {named["script"]} if named else {part for part in bot.command if (folder / part).is_file()}
    parts: list[list[File]] = [[(script, folder / script)] for script in sorted(scripts)]
    for files in (*parts, None):
        try:
            found = list(files_in(folder)) if files is None else files
            yield version(found, member)
            yield version(found)
        except BadBot:
            continue
