"""Load house rules: a user's own ruleset, written as a fixed ruleset with options and changes.

    id = "sunday"
    title = "Mau-Mau on Sundays"
    base = "mau-mau"
    options = ["W-7-STACK", "W-DEAL=6"]

    [changes]
    players = [2, 4]
    calls.price = 2

    [changes.effects]
    7.cards = 3                  # change a field of the base's effect
    9 = { is = "Reverse" }       # a new effect
    8 = false                    # no effect

`changes` has fields of `Ruleset` as in `Ruleset.data()`. A table changes only the fields that it names.
`false` removes an entry, or a whole optional field (`deals`, `face_down`, `drawing`, `calls`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any, Final, NamedTuple

from arena.rules.house_rules.limits import ID, LINE, TEXT, TextForm
from arena.rules.house_rules.options import (
    BadOption,
    Option,
    clash,
    clashes,
    in_order,
    option_named,
    with_option,
)
from arena.rules.house_rules.parse import IS, MAX_STATED, with_field
from arena.rules.house_rules.problems import Flaw, Where, did_you_mean, nearest, path, quote
from arena.rules.house_rules.toml_source import Mistake, TomlDocument, read_toml
from arena.rules.house_rules.validate import find_flaws
from arena.rules.ruleset import HOUSE, NO_CALLS, Ruleset, plain
from arena.rules.rulesets import RULESETS, UnknownRuleset
from arena.rules.rulesets import ruleset as fixed

BASE: Final = "base"
OPTIONS: Final = "options"
CHANGES: Final = "changes"
ABOUT: Final[Mapping[str, TextForm]] = {"id": ID, "title": LINE, "summary": TEXT}
KEYS: Final = (*ABOUT, BASE, OPTIONS, CHANGES)
REQUIRED: Final = ("id", "title", BASE)
MAX_SOURCE: Final = 400  # characters
NOT_CHANGED: Final = (*ABOUT, "version", "source")
# Fields whose entries are changed, added or removed one by one.
BY_ENTRY: Final = ("packs", "wild", "effects", "values", "hands")
# Fields that `false` removes as a whole.
MAY_BE_NONE: Final = ("deals", "face_down", "drawing")


class LoadedHouseRules(NamedTuple):
    """House rules that were loaded, with the parts that they were made from."""

    ruleset: Ruleset  # the result
    base: Ruleset  # the ruleset that was changed
    options: tuple[Option, ...]  # applied to the base
    changed: tuple[str, ...]  # fields named under `changes`


class BadHouseRules(ValueError):
    """The house rules cannot be played. `mistakes`: all mistakes in the text, sorted by line."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(sorted(set(mistakes)))
        super().__init__("; ".join(f"line {line}: {what}" for line, what in self.mistakes))


def load_house_rules(text: str) -> LoadedHouseRules:
    """Return the house rules that a TOML text describes. Raise BadHouseRules with all mistakes in it."""
    reader = _HouseRulesReader(read_toml(text))
    rules = reader.house_rules()
    if reader.mistakes or rules is None:
        raise BadHouseRules(reader.mistakes)
    return rules


class _HouseRulesReader:
    """A reader of house rules that finds all mistakes in one pass."""

    def __init__(self, document: TomlDocument) -> None:
        self.mistakes = list(document.mistakes)
        self._values = document.values
        self._lines = document.lines
        self._is_complete = not document.mistakes  # otherwise a missing key may be in the unread part

    def house_rules(self) -> LoadedHouseRules | None:
        """Read the document and return its house rules; None if the base is missing or unknown."""
        self._check_keys()
        about = {name: self._text(name, form) for name, form in ABOUT.items() if name in self._values}
        base, options = self._base(), self._options()
        if base is None:
            return None
        changes = self._changes()
        ruleset = replace(
            self._with_changes(self._with_options(base, options), changes),
            id=about.get("id") or "house",
            version=HOUSE,
            title=about.get("title") or "House rules",
            source=_source(base, options, changes),
            summary=about.get("summary") or f"{base.title} with house rules.",
        )
        for flaw in find_flaws(ruleset):
            self._note(flaw)
        if len(ruleset.stated) > MAX_STATED:
            self._wrong((CHANGES,), f"the ruleset is longer than {MAX_STATED} characters: shorten its texts")
        return LoadedHouseRules(ruleset, base, tuple(options), tuple(changes))

    # ---- the parts ----

    def _check_keys(self) -> None:
        unknown = [name for name in self._values if name not in KEYS]
        for name in unknown:
            self._wrong((name,), _unknown_key(name))
        meant = {nearest(name, KEYS) for name in unknown}
        for name in REQUIRED:
            if self._is_complete and name not in self._values and name not in meant:
                self._wrong((name,), f"{name} is missing: {_EXAMPLES[name]}")

    def _text(self, name: str, form: TextForm) -> str | None:
        value = self._values[name]
        if not isinstance(value, str) or not form.fits(value):
            self._wrong((name,), f"{name} must be {form.says}, not {quote(value)}")
            return None
        if name == "id" and any(value == known.id for known in RULESETS):
            self._wrong((name,), f'"{value}" is a fixed ruleset: choose another id for your rules')
        return value

    def _base(self) -> Ruleset | None:
        name = self._values.get(BASE)
        if not isinstance(name, str):
            if name is not None:
                self._wrong((BASE,), f"base must be the id of a fixed ruleset, not {quote(name)}")
            return None
        try:
            return fixed(name)
        except UnknownRuleset as reason:
            self._wrong((BASE,), str(reason))
            return None

    def _options(self) -> list[Option]:
        named = self._values.get(OPTIONS, [])
        if not isinstance(named, list):
            self._wrong((OPTIONS,), f'options must be a list such as ["W-7-STACK"], not {quote(named)}')
            return []
        options = [option for name in named if (option := self._option(name))]
        for name, count in Counter(option.name for option in options).items():
            if count > 1:
                self._wrong((OPTIONS, name), f"{name} is listed twice: remove one of them")
        for first, second in clashes(in_order(options)):
            self._wrong((OPTIONS, second.name), clash(first, second))
        return in_order(options)

    def _option(self, name: object) -> Option | None:
        if not isinstance(name, str):
            self._wrong((OPTIONS,), f'an option must be a text such as "W-7-STACK", not {quote(name)}')
            return None
        try:
            return option_named(name)
        except BadOption as reason:
            self._wrong((OPTIONS, name), str(reason))
            return None

    def _changes(self) -> dict[str, Any]:
        changes = self._values.get(CHANGES, {})
        if not isinstance(changes, dict):
            self._wrong((CHANGES,), f"changes must be a table, [changes], not {quote(changes)}")
            return {}
        known = [field.name for field in fields(Ruleset) if field.name not in NOT_CHANGED]
        for name in changes:
            if name not in known:
                self._wrong((CHANGES, name), _unknown_field(name, known))
        return {name: value for name, value in changes.items() if name in known}

    # ---- their effect on the base ----

    def _with_options(self, ruleset: Ruleset, options: Iterable[Option]) -> Ruleset:
        for option in options:
            try:
                ruleset = with_option(ruleset, option)
            except BadOption as reason:
                self._wrong((OPTIONS, option.name), str(reason))
        return ruleset

    def _with_changes(self, ruleset: Ruleset, changes: Mapping[str, Any]) -> Ruleset:
        for name, change in changes.items():
            ruleset = self._with_change(ruleset, name, change)
        return ruleset

    def _with_change(self, ruleset: Ruleset, name: str, change: object) -> Ruleset:
        """Return the ruleset with one field changed. Report the wrong parts of the change and ignore them."""
        old = plain(getattr(ruleset, name))
        changed, flaws = with_field(ruleset, name, self._merge(name, old, change))
        for flaw in flaws:
            self._note(flaw)
        while flaws and isinstance(change, dict):
            for flaw in flaws:
                change = _without(change, flaw.where[1:])
            if not change:
                return ruleset
            changed, flaws = with_field(ruleset, name, self._merge(name, old, change))
        return changed

    def _merge(self, name: str, old: object, change: object) -> object:
        """Return the data of the field `name` after a user's change. `old`: its data in the base ruleset."""
        if name in BY_ENTRY and isinstance(old, dict) and isinstance(change, dict):
            return self._merge_entries(name, old, change)
        if change is False and name in MAY_BE_NONE:
            return None
        if change is False and name == "calls":
            return plain(NO_CALLS)
        return merge(old, change)

    def _merge_entries(self, name: str, old: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
        removed = {entry for entry, value in change.items() if value is False}
        for entry in sorted(removed - old.keys()):
            what = f"{path((name, entry))} = false removes an entry that does not exist: delete this line"
            self._wrong((CHANGES, name, entry), what)
        unchanged = {entry: value for entry, value in old.items() if entry not in removed}
        new = {entry: merge(old.get(entry), value) for entry, value in change.items() if entry not in removed}
        return unchanged | new

    # ---- mistakes and their lines ----

    def _note(self, flaw: Flaw) -> None:
        """Report a flaw, with the line of the wrong value.

        If the file does not contain that value, use the line of a value that may be the cause.
        """
        for where in (flaw.where, *flaw.also):
            place = where if where[:1] and where[0] in ABOUT else (CHANGES, *where)
            if line := self._line(place):
                self.mistakes.append(Mistake(line, flaw.what))
                return
        # Nothing of it is in the file, so the options do not fit the base.
        self._wrong((OPTIONS,) if (OPTIONS,) in self._lines else (BASE,), flaw.what)

    def _line(self, place: Where) -> int | None:
        """Return the line number of a value, or else of its table; None if neither is in the file."""
        least = 3 if len(place) > 1 and place[1] in BY_ENTRY else 2
        for length in range(len(place), min(least, len(place)) - 1, -1):
            if place[:length] in self._lines:
                return self._lines[place[:length]]
        return None

    def _wrong(self, place: Where, what: str) -> None:
        self.mistakes.append(Mistake(self._lines.get(place) or self._lines.get(place[:1], 1), what))


def merge(old: object, change: object) -> object:
    """Return a field's new data. `old`: the data before. `change`: the change from a TOML document.

    A table without the key `is` changes only the keys that it names. Any other change replaces the old data.
    """
    if isinstance(old, dict) and isinstance(change, dict) and IS not in change:
        return old | {name: merge(old.get(name), value) for name, value in change.items()}
    return change


def _without(change: dict[str, Any], path: Where) -> dict[str, Any]:
    """Return the table `change` without the value at `path`.

    If there is no value at `path`, leave out the inner table in which it is missing.
    """
    if not path or path[0] not in change:
        return {}
    name, *rest = path
    below = change[name]
    others = {other: value for other, value in change.items() if other != name}
    if rest and isinstance(below, dict) and rest[0] in below:
        return {**others, name: _without(below, tuple(rest))}
    return others


def _source(base: Ruleset, options: Iterable[Option], changes: Iterable[str]) -> str:
    """Return one line that names the base, the options and the changed fields."""
    named, changed = _list(option.name for option in options), _list(changes)
    parts = [*([named] if named else []), *([f"changes of {changed}"] if changed else [])]
    return f"house rules on {base.key}{': ' if parts else ''}{' and '.join(parts)}"[:MAX_SOURCE]


_EXAMPLES: Final = {
    "id": 'add one, such as id = "our-house"',
    "title": 'add one, such as title = "Our house"',
    BASE: 'add the ruleset that yours changes, such as base = "mau-mau"',
}


def _unknown_key(name: str) -> str:
    if name in {field.name for field in fields(Ruleset)}:
        return f"{name} is a field of the rules: move it below [changes]"
    return f"there is no key {quote(name)}; {did_you_mean(name, KEYS) or f'there are {_list(KEYS)}'}"


def _unknown_field(name: str, known: list[str]) -> str:
    if name in ABOUT:
        return f"{name} must be above [changes]: move it there"
    if name in NOT_CHANGED:
        return f"{name} cannot be changed: it is set automatically"
    hint = did_you_mean(name, known) or f"its fields are {_list(known)}"
    return f"a ruleset has no field {quote(name)}; {hint}"


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
