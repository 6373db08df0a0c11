"""The bots that come with the arena: those example bots that need no compiler."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from arena.rules.house_rules.problems import nearest
from arena.service.bots.bot import Bot
from arena.service.bots.folder import folder_bot
from arena.service.bots.manifest import MANIFEST, read_manifest
from arena.service.errors import UnknownBot

BUILTIN: Final = "builtin:"


def builtins() -> tuple[Bot, ...]:
    """The bots that come with the arena, by name."""
    return tuple(builtin_bot(name) for name in sorted(builtin_folders()))


def builtin_bot(name: str) -> Bot:
    """The builtin bot of that name. Raises UnknownBot."""
    folders = builtin_folders()
    if name in folders:
        return folder_bot(folders[name], f"{BUILTIN}{name}")
    if name in example_folders():
        raise UnknownBot(unbuilt(name))
    near = nearest(name, folders)
    hint = f"did you mean {near}?" if near else f"there are {', '.join(sorted(folders))}"
    raise UnknownBot(f"there is no builtin bot {name!r}; {hint}")


def unbuilt(name: str) -> str:
    """What to do with an example bot that needs a compiler."""
    example = example_folders()[name]
    language = read_manifest(example / MANIFEST).language
    return (
        f"{name} is no builtin, because it is to be built: play its folder, {example}, or a copy of it, "
        f"`arena bot new NAME --lang {language}`"
    )


@cache
def builtin_folders() -> Mapping[str, Path]:
    """The folders of the builtin bots, by name."""
    examples = example_folders().items()
    return {name: folder for name, folder in examples if not read_manifest(folder / MANIFEST).build}


@cache
def example_folders() -> Mapping[str, Path]:
    """The example bots of all languages, by name."""
    root = shipped("example_bots")
    found = sorted(root.glob(f"*/{MANIFEST}")) if root else ()
    return {manifest.parent.name: manifest.parent for manifest in found}


def shipped(name: str) -> Path | None:
    """A folder that comes with the arena: installed it is `arena/_NAME`, in a checkout NAME at the top."""
    package = Path(__file__).parents[2]
    roots = (package / f"_{name}", package.parent / name)
    return next((root for root in roots if root.is_dir()), None)
