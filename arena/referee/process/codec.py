"""Convert dataclasses to JSON and back.

Reading is strict: an object must have exactly the fields of its class, with values of the right types.
"""

import json
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import lru_cache, partial
from types import UnionType
from typing import Final, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")
Read = Callable[[object], object]


class BadJson(ValueError):
    """A JSON text does not fit the dataclass; the message says where."""


def encode(value: object) -> str:
    """Return a dataclass (of strings, numbers, tuples and dataclasses) as one line of JSON.

    >>> from arena.record.match import Clock
    >>> encode(Clock())
    '{"bank_ms":10000,"increment_ms":100,"cap_ms":60000}'
    """
    return _ENCODER.encode(value)


def decode(kind: type[T], text: str | bytes) -> T:
    """Read a dataclass of type `kind` from JSON. Raise BadJson if the text does not fit."""
    try:
        value = json.loads(text)
    except ValueError as problem:
        raise BadJson(str(problem)) from problem
    return from_plain(kind, value)


def from_plain(kind: type[T], value: object) -> T:
    """Make a dataclass of type `kind` from parsed JSON. Raise BadJson if the value does not fit."""
    reader: Read = _reader(kind)  # type: ignore[arg-type]  # a class is hashable
    result = reader(value)
    assert isinstance(result, kind)
    return result


def _fields_of(value: object) -> dict[str, object]:
    return {name: getattr(value, name) for name in value.__slots__}  # type: ignore[attr-defined]  # slots=True


# Made once; without the check for circular references, which this data cannot have.
_ENCODER: Final = json.JSONEncoder(default=_fields_of, separators=(",", ":"), check_circular=False)


@lru_cache(maxsize=64)
def _reader(kind: Hashable) -> Read:
    """Return the function that checks a parsed JSON value and converts it to this type."""
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        readers = {field.name: (hints[field.name], _reader(hints[field.name])) for field in fields(kind)}
        return partial(_read_dataclass, kind, readers)
    if get_origin(kind) is tuple:
        return partial(_read_tuple, _reader(get_args(kind)[0]))
    if isinstance(kind, UnionType):
        return partial(_read_optional, _reader(get_args(kind)[0]))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return partial(_read_enum, {member.value: member for member in kind}, kind)
    if kind is float:
        return _read_float
    assert isinstance(kind, type)
    return partial(_read_plain, kind)


def _read_dataclass(kind: type, readers: dict[str, tuple[object, Read]], value: object) -> object:
    if not isinstance(value, dict) or value.keys() != readers.keys():
        raise BadJson(f"{kind.__name__} has exactly the fields {', '.join(readers)}")
    read = []
    for name, (hint, reader) in readers.items():
        item = value[name]
        try:
            read.append(item if type(item) is hint else reader(item))  # most have the right type already
        except BadJson as problem:
            raise BadJson(f"{name}: {problem}") from None
    return kind(*read)


def _read_tuple(item: Read, value: object) -> object:
    if not isinstance(value, list):
        raise BadJson(f"expected a list, not {type(value).__name__}")
    return tuple(map(item, value))


def _read_optional(some: Read, value: object) -> object:
    return None if value is None else some(value)


def _read_enum(members: dict[str, StrEnum], kind: type[StrEnum], value: object) -> object:
    try:
        return members.get(str(value)) or kind(str(value))
    except ValueError as problem:
        raise BadJson(str(problem)) from None


def _read_float(value: object) -> object:
    if type(value) not in (int, float):
        raise BadJson(f"expected a number, not {type(value).__name__}")
    try:
        return float(value)  # type: ignore[arg-type]  # one of the two
    except OverflowError:
        raise BadJson("the number is too large") from None


def _read_plain(kind: type, value: object) -> object:
    if type(value) is not kind:
        raise BadJson(f"expected {kind.__name__}, not {type(value).__name__}")
    return value
