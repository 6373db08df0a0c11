"""Write values as TOML."""

import json
from collections.abc import Mapping
from typing import Final

WIDTH: Final = 100  # characters; a longer list gets one line per value


def toml_lines(values: Mapping[str, object]) -> str:
    """Return values as lines of TOML, one `key = value` for each key."""
    return "".join(f"{toml_key(key)} = {toml_value(value)}\n" for key, value in values.items())


def toml_key(key: str) -> str:
    """Return a key as TOML, quoted if necessary."""
    plain = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if plain else toml_value(key)


def toml_value(value: object) -> str:
    r"""Return a value as TOML text. Raise TypeError for a value that TOML does not have, such as None.

    >>> toml_value({"a b": [1, True, 'say "so"\n']})
    '{ "a b" = [1, true, "say \\"so\\"\\n"] }'
    """
    match value:
        case Mapping():
            pairs = ", ".join(f"{toml_key(str(key))} = {toml_value(one)}" for key, one in value.items())
            return f"{{ {pairs} }}"
        case list() | tuple():
            return _list([toml_value(one) for one in value])
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case bool() | int() | float():
            return json.dumps(value)
        case _:
            raise TypeError(f"TOML has no {type(value).__name__}")


def _list(values: list[str]) -> str:
    line = f"[{', '.join(values)}]"
    return line if len(line) <= WIDTH else "[\n" + "".join(f"    {value},\n" for value in values) + "]"
