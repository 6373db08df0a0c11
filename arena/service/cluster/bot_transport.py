"""Convert the bots of a match spec so that another machine can start them.

Example bots are sent by name, other bots by the path of their folder. The receiver checks that its files of
the bot have the same version (digest). A bot in a Docker image is sent unchanged, with the image's id.
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


def for_worker(spec: MatchSpec) -> MatchSpec:
    """Return a copy of a match spec for a worker, without paths and commands that only this machine has."""
    return replace(spec, bots=tuple(map(_portable, spec.bots)))


def _portable(bot: BotSpec) -> BotSpec:
    if bot.image:
        return bot
    names = {str(folder.absolute()): name for name, folder in builtin_folders().items()}
    folder = f"{BUILTIN}{names[bot.folder]}" if bot.folder in names else bot.folder
    return replace(bot, folder=folder, command=portable_command(bot.command))


def for_this_machine(spec: MatchSpec) -> MatchSpec:
    """Return a copy of a received match spec with the paths and commands of this machine.

    Raise BadBot if a bot is missing here, or if its files differ from those on the sender's machine.
    """
    return replace(spec, bots=tuple(map(_local, spec.bots)))


def _local(bot: BotSpec) -> BotSpec:
    if bot.image:
        return bot
    folder = Path(bot.folder)
    if bot.folder.startswith(BUILTIN):
        name = bot.folder.removeprefix(BUILTIN)
        if name not in builtin_folders():
            raise BadBot(f"no {bot.folder} here; install the same arena")
        folder = builtin_folders()[name].absolute()
    if not any(bot.version == one for one in _versions(bot, folder)):
        why = "is different here" if folder.is_dir() else "is missing here"
        raise BadBot(f"{bot.name}: {bot.folder} {why}; share its folder, or use --runner docker")
    return replace(bot, folder=str(folder), command=local_command(bot.command))


def _versions(bot: BotSpec, folder: Path) -> Iterator[str]:
    """Yield the digests that the bot's version may have if `folder` contains the same files.

    First come the digests of the scripts in the bot's command, then the digest of the folder. If the command
    names a class or function in a script, yield each digest twice: computed with this name and without it.
    """
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
