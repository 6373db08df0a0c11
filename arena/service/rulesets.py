"""Find rulesets by name, and house rules by their file."""

import os
from pathlib import Path
from typing import Final, NamedTuple

from arena.rules import Ruleset, UnknownRuleset, ruleset
from arena.rules.house_rules.load import BadHouseRules, LoadedHouseRules, load_house_rules
from arena.rules.house_rules.options import OPTIONS, Option, option_named
from arena.rules.house_rules.toml_source import MAX_CHARACTERS, Mistake
from arena.rules.rulesets import BUILT_ON
from arena.service.errors import BadSettings

LADDER_RULESETS: Final = ("mau-mau",)  # a submitted bot is tried in these first
SUFFIX: Final = ".toml"
HERE: Final = Path()
MAX_BYTES: Final = 4 * MAX_CHARACTERS
MAX_NAME: Final = 60  # characters


def find_ruleset(name: str, folder: Path = HERE) -> Ruleset:
    """Return the ruleset with this name, or in this file (relative to `folder`). Raises BadSettings."""
    if is_file_name(name):
        path = folder / name
        try:
            return read_house_rules(path).ruleset
        except BadHouseRules as bad:
            raise BadSettings(_first(path, bad)) from None
    try:
        return ruleset(name)
    except UnknownRuleset as unknown:
        is_there = len(name) <= MAX_NAME and (folder / f"{name}{SUFFIX}").is_file()
        hint = f"; did you mean the file {name}{SUFFIX}?" if is_there else ""
        raise BadSettings(f"{unknown}{hint}") from None


def is_file_name(name: str) -> bool:
    """True if the text names a file of house rules, and not a ruleset."""
    return name.endswith(SUFFIX) or os.sep in name


def read_house_rules(path: Path) -> LoadedHouseRules:
    """Read a file of house rules.

    Raises BadHouseRules with all mistakes, BadSettings if it cannot be opened.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadSettings(f"{path}: {error.strerror}") from None
    if len(data) > MAX_BYTES:
        raise BadHouseRules([Mistake(1, f"the file is longer than {MAX_CHARACTERS} characters")])
    try:
        return load_house_rules(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise BadHouseRules([Mistake(line, "not UTF-8; save the file as UTF-8")]) from None


def _first(path: Path, bad: BadHouseRules) -> str:
    """Return an error message with the first mistake in a file, and the command that shows the others."""
    line, what = bad.mistakes[0]
    others = len(bad.mistakes) - 1
    more = f" ({others} more: `arena ruleset check {path}`)" if others else ""
    return f"{path}:{line}: {what}{more}"


class KnownRuleset(NamedTuple):
    """A ruleset with its origin: the ruleset it is based on, and the options that are turned on.

    `changed`: the fields that house rules change apart from options.
    """

    ruleset: Ruleset
    base: Ruleset | None
    options: tuple[Option, ...] = ()
    changed: tuple[str, ...] = ()


def find_known_ruleset(name: str) -> KnownRuleset:
    """Return the ruleset with this name, or in this file, with its origin. Raises BadSettings."""
    if is_file_name(name):
        try:
            return KnownRuleset(*read_house_rules(Path(name)))
        except BadHouseRules as bad:
            raise BadSettings(_first(Path(name), bad)) from None
    found = find_ruleset(name)
    built = BUILT_ON.get(found.id)
    if built is None:
        return KnownRuleset(found, None)
    return KnownRuleset(found, ruleset(built.base), tuple(map(option_named, built.options)))


def options_for(name: str | None) -> tuple[Option, ...]:
    """Return the options that the ruleset `name` can turn on; all options if it is None.

    Raises BadSettings.
    """
    if name is None:
        return tuple(OPTIONS.values())
    base = find_ruleset(name)
    return tuple(option for option in OPTIONS.values() if all(need.is_met(base) for need in option.needs))
