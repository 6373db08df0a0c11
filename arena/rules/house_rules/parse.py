"""Parse JSON-like data (dicts, lists, texts, numbers) into a ruleset, the inverse of `Ruleset.data()`.
Parsing is strict: the data may be untrusted.

>>> from arena.rules import ruleset
>>> ruleset_from(ruleset("pesten").data()) == ruleset("pesten")
True
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from enum import StrEnum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints

from arena.rules.house_rules.limits import NUMBER_KEYS, NUMBERS, TEXT_KEYS, TEXTS, TextForm
from arena.rules.house_rules.problems import BadRuleset, Flaw, Where, did_you_mean, path, quote
from arena.rules.house_rules.validate import find_flaws
from arena.rules.ruleset import Ruleset
from arena.rules.rulesets import ruleset as fixed

IS: Final = "is"
FIXED_BY_CLASS: Final = frozenset({"fewest_wins"})  # fields that a user cannot choose
MAX_STATED: Final = 8 << 10  # characters


def ruleset_from(data: object) -> Ruleset:
    """Return the ruleset that JSON-like data describes. Missing fields have their default value.

    Raise BadRuleset, with all flaws, if the data is not a ruleset that can be played.
    """
    reader = _DataReader()
    ruleset = reader.dataclass(Ruleset, data, ())
    if reader.flaws:
        raise BadRuleset(reader.flaws)
    assert isinstance(ruleset, Ruleset)
    if flaws := list(find_flaws(ruleset)):
        raise BadRuleset(flaws)
    return ruleset


def with_field(ruleset: Ruleset, name: str, data: object) -> tuple[Ruleset, list[Flaw]]:
    """Return the ruleset with a new value of one field, and the flaws of that value.

    `name`: the field. `data`: its new value, as JSON-like data. If the value has flaws, return the ruleset
    unchanged.
    """
    reader = _DataReader()
    value = reader.value(_hints(Ruleset)[name], data, Place((name,), "Ruleset", name))
    if reader.flaws:
        return ruleset, reader.flaws
    return replace(ruleset, **{name: value}), []  # type: ignore[arg-type]  # it was read as the field's type


@lru_cache(maxsize=64)
def ruleset_named(key: str, stated: str = "") -> Ruleset:
    """Return the house rules in the JSON text `stated`; if that is empty, the fixed ruleset `key`.

    Raise UnknownRuleset if there is no fixed ruleset `key`. Raise BadRuleset if the house rules cannot be
    played, or if their key is not `key`.
    """
    if not stated:
        return fixed(key)
    ruleset = ruleset_from(_parsed(stated))
    if not ruleset.is_house or (ruleset.key, ruleset.stated) != (key, stated):
        raise BadRuleset([Flaw((), f"these are not the house rules {key}")])
    return ruleset


def _parsed(stated: str) -> object:
    if len(stated) > MAX_STATED:
        raise BadRuleset([Flaw((), f"house rules must be at most {MAX_STATED} characters long")])
    try:
        return json.loads(stated)
    except (ValueError, RecursionError) as reason:
        raise BadRuleset([Flaw((), f"house rules must be JSON: {reason}")]) from None


class Place(NamedTuple):
    """The place of a value in the data of a ruleset."""

    where: Where  # its path
    owner: str = ""  # the class of the field whose limits the value must respect
    field: str = ""  # the name of that field

    def __str__(self) -> str:
        return path(self.where)

    def below(self, name: str) -> "Place":
        return self._replace(where=(*self.where, name))


class _DataReader:
    """A reader that checks JSON-like data against the types of a ruleset's fields.

    Once `flaws` is not empty, do not use the returned values.
    """

    def __init__(self) -> None:
        self.flaws: list[Flaw] = []

    def value(self, kind: object, value: object, place: Place) -> object:
        if isinstance(kind, UnionType):
            first, *others = get_args(kind)
            if others == [NoneType]:
                return None if value is None else self.value(first, value, place)
            return self._one_of([first, *others], value, place)
        if get_origin(kind) is tuple:
            return self._pair(value, place)
        if get_origin(kind) is not None:
            keys, values = get_args(kind)
            return self._mapping(keys, values, value, place)
        assert isinstance(kind, type)
        if is_dataclass(kind):
            return self.dataclass(kind, value, place.where)
        if issubclass(kind, StrEnum):
            return self._member(kind, value, place)
        return self._plain(kind, value, place)

    def dataclass(self, kind: type, value: object, where: Where) -> object:
        if not isinstance(value, dict):
            return self._wrong(Place(where), "a table of fields", value)
        hints, expected = _hints(kind), {one.name: one for one in fields(kind)}
        for name in value:
            if name not in expected:
                self._unknown(kind.__name__, name, expected, where)
        given = {
            name: self.value(hints[name], value[name], Place((*where, name), kind.__name__, name))
            for name in expected
            if name in value
        }
        self._check_complete(kind, expected, value, where)
        return None if self.flaws else kind(**given)

    def _check_complete(
        self, kind: type, expected: Mapping[str, Field[Any]], value: dict[Any, Any], where: Where
    ) -> None:
        for name, one in expected.items():
            if name not in value and one.default is MISSING and one.default_factory is MISSING:
                what = f"{path(where)} ({kind.__name__}) has no {name}: add it"
                self.flaws.append(Flaw((*where, name), what if where else f"{name} is missing"))
            if name in FIXED_BY_CLASS and value.get(name, one.default) != one.default:
                what = f"{path((*where, name))} is fixed for {kind.__name__}: remove it"
                self.flaws.append(Flaw((*where, name), what))

    def _one_of(self, kinds: Iterable[type], value: object, place: Place) -> object:
        """Read a value that belongs to one of several classes. Its key `is` names the class."""
        classes = {kind.__name__: kind for kind in kinds}
        if not isinstance(value, dict) or not isinstance(value.get(IS), str):
            return self._wrong(place, f"a table with is = one of {', '.join(classes)}", value)
        name = value[IS]
        if name not in classes:
            what = f"{place}.is must be one of {', '.join(classes)}; {did_you_mean(name, classes)}"
            return self._flaw(place.below(IS), what.rstrip("; "))
        rest = {field: one for field, one in value.items() if field != IS}
        return self.dataclass(classes[name], rest, place.where)

    def _pair(self, value: object, place: Place) -> object:
        if not isinstance(value, list) or len(value) != len(("fewest", "most")):
            return self._wrong(place, "two whole numbers [fewest, most]", value)
        return tuple(self._plain(int, one, place) for one in value)

    def _mapping(self, keys: object, values: object, value: object, place: Place) -> object:
        if not isinstance(value, dict):
            return self._wrong(place, "a table", value)
        made = {}
        for name, one in value.items():
            here = place.below(str(name))
            key = self._number_key(name, here) if keys is int else self._text_key(name, here)
            made[key] = self.value(values, one, here)
        return made

    def _number_key(self, name: object, place: Place) -> int:
        allowed = NUMBER_KEYS[place.owner, place.field]
        numbers = {str(number): number for number in allowed}
        if name not in numbers:
            self._flaw(place, f"{place} must be named by a number of players from {_span(allowed)}")
        return numbers.get(str(name), 0)

    def _text_key(self, name: object, place: Place) -> str:
        form = TEXT_KEYS[place.owner, place.field]
        if not isinstance(name, str) or not form.fits(name):
            self._flaw(place, f"{place} must be named by {form.says}")
        return str(name)

    def _member(self, kind: type[StrEnum], value: object, place: Place) -> object:
        names = [one.value for one in kind]
        if value not in names:
            return self._wrong(place, " or ".join(f'"{name}"' for name in names), value)
        return kind(value)

    def _plain(self, kind: type, value: object, place: Place) -> object:
        limits = (place.owner, place.field)
        if kind is bool:
            return value if type(value) is bool else self._wrong(place, "true or false", value)
        if kind is int:
            return self._number(NUMBERS[limits], value, place)
        return self._text(TEXTS[limits], value, place)

    def _number(self, allowed: range, value: object, place: Place) -> object:
        if type(value) is not int or value not in allowed:
            return self._wrong(place, f"a whole number from {_span(allowed)}", value)
        return value

    def _text(self, form: TextForm, value: object, place: Place) -> object:
        if not isinstance(value, str) or not form.fits(value):
            return self._wrong(place, form.says, value)
        return value

    def _unknown(self, kind: str, name: object, expected: Iterable[str], where: Where) -> None:
        known = [field for field in expected if field not in FIXED_BY_CLASS]
        owner = f"{path(where)} ({kind})" if where else "a ruleset"
        hint = did_you_mean(str(name), known) or f"its fields are {', '.join(known) or 'none'}"
        self.flaws.append(Flaw((*where, str(name)), f"{owner} has no field {quote(name)}; {hint}"))

    def _wrong(self, place: Place, wanted: str, value: object) -> object:
        return self._flaw(place, f"{str(place) or 'a ruleset'} must be {wanted}, not {quote(value)}")

    def _flaw(self, place: Place, what: str) -> object:
        self.flaws.append(Flaw(place.where, what))
        return None


@lru_cache(maxsize=64)
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _span(allowed: range) -> str:
    return f"{allowed.start} to {allowed.stop - 1}"
