"""Builtin bots: the example bots that need no build."""

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
    """Return all builtin bots, sorted by name."""
    return tuple(builtin_bot(name) for name in sorted(builtin_folders()))


def builtin_bot(name: str) -> Bot:
    """Return the builtin bot with this name. Raise UnknownBot if it does not exist."""
    folders = builtin_folders()
    if name in folders:
        return folder_bot(folders[name], f"{BUILTIN}{name}")
    if name in example_folders():
        raise UnknownBot(needs_compiler_message(name))
    near = nearest(name, folders)
    hint = f"did you mean {near}?" if near else f"there are {', '.join(sorted(folders))}"
    raise UnknownBot(f"there is no builtin bot {name!r}; {hint}")


def needs_compiler_message(name: str) -> str:
    """Return the error message for an example bot that must be compiled, and so is not a builtin."""
    example = example_folders()[name]
    language = read_manifest(example / MANIFEST).language
    return (
        f"{name} is not a builtin since it needs to be built; play its folder, {example}, or make a copy "
        f"with `arena bot new NAME --lang {language}`"
    )


@cache
def builtin_folders() -> Mapping[str, Path]:
    """Return the folder of each builtin bot, keyed by its name."""
    examples = example_folders().items()
    return {name: folder for name, folder in examples if not read_manifest(folder / MANIFEST).build}


@cache
def builtin_descriptions() -> Mapping[str, str]:
    """Return the description of each builtin bot, keyed by "builtin:NAME"."""
    folders = builtin_folders().items()
    return {f"{BUILTIN}{name}": read_manifest(folder / MANIFEST).description for name, folder in folders}


@cache
def example_folders() -> Mapping[str, Path]:
    """Return the folder of each example bot in any language, keyed by its name."""
    root = shipped_folder("example_bots")
    found = sorted(root.glob(f"*/{MANIFEST}")) if root else ()
    return {manifest.parent.name: manifest.parent for manifest in found}


def shipped_folder(name: str) -> Path | None:
    """Return the path of a folder that comes with the arena, such as "example_bots"; None if it is missing.

    The folder is `arena/_NAME` if the arena is installed, and NAME at the top of a checkout.
    """
    package = Path(__file__).parents[2]
    roots = (package / f"_{name}", package.parent / name)
    return next((root for root in roots if root.is_dir()), None)
