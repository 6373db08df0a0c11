"""Bots in a folder that has a manifest, or a script with the usual name `bot.py`."""

from pathlib import Path, PurePosixPath

from arena.service.bots.bot import PYTHON, Bot, local_command
from arena.service.bots.files import files_in, is_part, version
from arena.service.bots.manifest import EXAMPLES, MANIFEST, Manifest, read_manifest
from arena.service.bots.names import tidy_name
from arena.service.bots.script import SCRIPT
from arena.service.errors import BadBot


def folder_bot(folder: Path, source: str) -> Bot:
    """Return the bot in a folder, without building it. Raise BadBot if the folder contains no valid bot."""
    manifest = read_manifest(folder / MANIFEST)
    files = files_in(folder)
    return Bot(
        name=manifest.name or tidy_name(folder.name),
        version=version(files),
        command=_command(folder, manifest),
        folder=folder,
        source=source,
        language=manifest.language,
        description=manifest.description,
        files=files,
        build=manifest.build,
        rulesets=manifest.rulesets,
        limits=manifest.limits,
    )


def _command(folder: Path, manifest: Manifest) -> tuple[str, ...]:
    """Return the manifest's command that starts the bot; without one, a command that runs bot.py.

    Raise BadBot if there is no command and no bot.py, or if the command names a file that does not belong to
    the bot.
    """
    command = manifest.command
    if not command and manifest.language == PYTHON and (folder / SCRIPT).is_file():
        return local_command((PYTHON, SCRIPT))
    if not command:
        what = (
            f"{MANIFEST} has no command" if (folder / MANIFEST).is_file() else f"no {MANIFEST}, no {SCRIPT}"
        )
        raise BadBot(f"{folder}: {what}; write a {MANIFEST} with, for example, {EXAMPLES['command']}")
    for part in command:
        if "/" in part and (folder / part).is_file() and not all(map(is_part, PurePosixPath(part).parts)):
            raise BadBot(
                f"{folder}: command names {part}, which is not part of the bot; let the build line put its "
                "results into build/"
            )
    return local_command(command)
