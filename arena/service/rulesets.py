"""Find rulesets by name, and house rules by their file."""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from arena.rules import BadRuleset, Ruleset, UnknownRuleset, ruleset
from arena.rules.house_rules.load import BY_ENTRY, BadHouseRules, LoadedHouseRules, load_house_rules
from arena.rules.house_rules.options import OPTIONS, BadOption, Option, in_order, option_named, with_option
from arena.rules.house_rules.toml_source import MAX_CHARACTERS, Mistake
from arena.rules.ruleset import plain
from arena.rules.rulesets import RECIPES
from arena.rules.rulesets import ruleset as fixed
from arena.service.common.toml_writer import toml_lines, toml_value
from arena.service.errors import BadSettings

LADDER_RULESETS: Final = ("mau-mau",)  # a submitted bot is tried in these first
SUFFIX: Final = ".toml"
HERE: Final = Path()
MAX_BYTES: Final = 4 * MAX_CHARACTERS
MAX_NAME: Final = 60  # characters
SOURCE: Final = re.compile(r"house rules on ([^\s:]+)(?:: (.*))?")
CHANGES: Final = "changes of "


def find_ruleset(name: str, folder: Path = HERE) -> Ruleset:
    """Return the ruleset with this name, or the ruleset in a file of house rules.

    `name`: the name or the file's path. `folder`: the folder to which the path is relative.

    Raise BadSettings if there is no such ruleset or file, or if the file has a mistake.
    """
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
    """True if the text looks like the path of a house-rules file, not like the name of a ruleset."""
    return name.endswith(SUFFIX) or os.sep in name


def read_house_rules(path: Path) -> LoadedHouseRules:
    """Read a file of house rules. Return its ruleset, with the base ruleset, options and changed fields.

    Raise BadHouseRules with all mistakes in the file, BadSettings if the file cannot be opened.
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
    """Return an error message with the first mistake in a house-rules file.

    If there are more mistakes, the message names the command that shows all of them. `bad`: the error with
    all mistakes.
    """
    line, what = bad.mistakes[0]
    others = len(bad.mistakes) - 1
    more = f" ({others} more: `arena ruleset check {path}`)" if others else ""
    return f"{path}:{line}: {what}{more}"


class KnownRuleset(NamedTuple):
    """A ruleset, with its base ruleset, options and changed fields if it consists of house rules."""

    ruleset: Ruleset
    base: Ruleset | None  # the ruleset that it is based on, if any
    options: tuple[Option, ...] = ()  # those that are turned on in it
    changed: tuple[str, ...] = ()  # fields that its house-rules file changes directly, not by an option


def find_known_ruleset(name: str) -> KnownRuleset:
    """Return the ruleset with this name, or the ruleset in a file of house rules.

    The result also contains the base ruleset, the options and the changed fields of house rules.

    Raise BadSettings if there is no such ruleset or file, or if the file has a mistake.
    """
    if is_file_name(name):
        try:
            return KnownRuleset(*read_house_rules(Path(name)))
        except BadHouseRules as bad:
            raise BadSettings(_first(Path(name), bad)) from None
    found = find_ruleset(name)
    built = RECIPES.get(found.id)
    if built is None:
        return KnownRuleset(found, None)
    return KnownRuleset(found, ruleset(built.base), tuple(map(option_named, built.options)))


def options_for(name: str | None) -> tuple[Option, ...]:
    """Return the options that can be turned on in a ruleset; all options if `name` is None.

    Raise BadSettings if there is no such ruleset.
    """
    if name is None:
        return tuple(OPTIONS.values())
    base = find_ruleset(name)
    return tuple(option for option in OPTIONS.values() if all(need.is_met(base) for need in option.needs))


def house_rules_text(ruleset: Ruleset) -> str | None:
    """Return the text of a house-rules file that describes exactly this ruleset; None if that is
    impossible.
    """
    try:
        text = "".join(_parts(ruleset))
        return text if load_house_rules(text).ruleset.key == ruleset.key else None
    except (BadHouseRules, BadOption, BadRuleset, UnknownRuleset, TypeError, ValueError):
        return None


def _parts(ruleset: Ruleset) -> Iterator[str]:
    base, options, changed = _read_stated(ruleset.source)
    yield toml_lines({"id": ruleset.id, "title": ruleset.title, "summary": ruleset.summary})
    yield toml_lines({"base": base} | ({"options": options} if options else {}))
    if changed:
        before = fixed(base)
        for option in in_order([option_named(name) for name in options]):
            before = with_option(before, option)
        yield "\n[changes]\n"
        for name in changed:
            yield f"{name} = {toml_value(_change(name, before, ruleset))}\n"


def _read_stated(source: str) -> tuple[str, list[str], list[str]]:
    """Split a ruleset's `source` field into the names of its base ruleset, options and changed fields.

    `source`: a text such as "house rules on BASE: OPTION, OPTION and changes of FIELD, FIELD".

    Raise ValueError if the field does not name a base ruleset.
    """
    found = SOURCE.fullmatch(source)
    if not found:
        raise ValueError(f"not made of a base: {source}")
    options, _, changed = (found[2] or "").partition(CHANGES)
    named = options.removesuffix(" and ")
    return found[1], named.split(", ") if named else [], changed.split(", ") if changed else []


def _change(name: str, before: Ruleset, after: Ruleset) -> Any:  # noqa: ANN401 - any value of TOML
    old, new = plain(getattr(before, name)), plain(getattr(after, name))
    if new is None:
        return False
    if name in BY_ENTRY and isinstance(old, Mapping) and isinstance(new, Mapping):
        return {**new, **dict.fromkeys(old.keys() - new.keys(), False)}
    return new
