"""A bot that is a folder: with a manifest, or with a script of the usual name."""

from pathlib import Path, PurePosixPath

from arena.service.bots.bot import PYTHON, Bot, here
from arena.service.bots.files import files_in, is_part, version
from arena.service.bots.manifest import EXAMPLES, MANIFEST, Manifest, read_manifest
from arena.service.bots.names import tidied
from arena.service.bots.script import SCRIPT
from arena.service.errors import BadBot


def folder_bot(folder: Path, source: str) -> Bot:
    """The bot in a folder, as it is there now: nothing is built. Raises BadBot."""
    manifest = read_manifest(folder / MANIFEST)
    files = files_in(folder)
    return Bot(
        name=manifest.name or tidied(folder.name),
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
    """How it is started: the manifest's command, in which "python" is the one that runs the arena."""
    command = manifest.command
    if not command and manifest.language == PYTHON and (folder / SCRIPT).is_file():
        return here((PYTHON, SCRIPT))
    if not command:
        what = (
            f"{MANIFEST} has no command" if (folder / MANIFEST).is_file() else f"no {MANIFEST}, no {SCRIPT}"
        )
        raise BadBot(f"{folder}: {what}; write a {MANIFEST} with, for example, {EXAMPLES['command']}")
    for part in command:
        if "/" in part and (folder / part).is_file() and not all(map(is_part, PurePosixPath(part).parts)):
            raise BadBot(
                f"{folder}: command names {part}, which is no part of a bot: let the build line put what the "
                "bot consists of into build/"
            )
    return here(command)
