"""Write a stored ruleset of house rules as a file of house rules."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from arena.rules import BadRuleset, Ruleset
from arena.rules.house_rules.load import BY_ENTRY, BadHouseRules, load_house_rules
from arena.rules.house_rules.options import BadOption, in_order, option_named, with_option
from arena.rules.ruleset import plain
from arena.rules.rulesets import UnknownRuleset
from arena.rules.rulesets import ruleset as fixed
from arena.service.common.toml_writer import toml_lines, toml_value

SOURCE: Final = re.compile(r"house rules on ([^\s:]+)(?:: (.*))?")
CHANGES: Final = "changes of "


def house_rules_text(ruleset: Ruleset) -> str | None:
    """Return the text of a house-rules file that gives exactly this ruleset; None if that is not possible."""
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
    """Read from a ruleset's `source` text what it is made of: base ruleset, options, changed fields.

    Raises ValueError if the text does not state it.
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
