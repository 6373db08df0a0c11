"""Read users' TOML files key by key, and report every mistake with its line."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from arena.rules.house_rules.problems import Where, did_you_mean, quote
from arena.rules.house_rules.toml_source import Mistake, TomlDocument, read_toml
from arena.service.errors import BadSettings

Kinds = Mapping[str, tuple[type, str]]  # by key: the type of its value, and words for it

NUMBER: Final = (int, "a whole number")
TEXT: Final = (str, "a text")
YES_OR_NO: Final = (bool, "true or false")
LIST: Final = (list, "a list of texts")
TABLES: Final = (list, "a list of tables")
TABLE: Final = (dict, "a table")


class BadTomlFile(BadSettings):
    """A file has mistakes. `mistakes`: all mistakes, sorted by line."""

    def __init__(self, path: Path, mistakes: Iterable[Mistake]) -> None:
        self.path = path
        self.mistakes = tuple(sorted(set(mistakes)))
        line, what = self.mistakes[0]
        super().__init__(f"{path}:{line}: {what}")


def read_file(path: Path, characters: int, lines: int, bad: type[BadTomlFile]) -> TomlDocument:
    """Parse a TOML file and return its content, with the mistakes that `read_toml` found.

    `characters`, `lines`: the maximum size of the file. Raise BadSettings if the file cannot be read, or an
    error of the class `bad` if it is not UTF-8.
    """
    try:
        with path.open("rb") as file:
            data = file.read(4 * characters + 1)
        return read_toml(data.decode("utf-8"), characters, lines)
    except OSError as error:
        raise BadSettings(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise bad(path, [Mistake(line, "not UTF-8: save the file as UTF-8")]) from None


class TomlReader:
    """A reader of a parsed file. It reads key by key, and continues after a mistake."""

    def __init__(self, document: TomlDocument, keys: Kinds) -> None:
        self.mistakes = list(document.mistakes)
        self._lines = document.lines
        self._values = self._of_their_kinds(document.values, keys, ())

    def _tables(self, key: str, kinds: Kinds, needed: Iterable[str]) -> list[tuple[Where, dict[str, Any]]]:
        """Return the TOML tables in the list `key`, each with its path. Record mistakes in them.

        A path is a tuple of keys, such as ("byes", "2"). `kinds`: the allowed keys and the types of their
        values. Tables that lack a key of `needed` are left out.
        """
        found: list[tuple[Where, dict[str, Any]]] = []
        for number, table in enumerate(self._values.get(key, ()), 1):
            where: Where = (key, str(number))
            if not isinstance(table, dict):
                self._wrong((key, str(table)), f"{key} is to be a list of tables, not of {quote(table)}")
                continue
            values = self._of_their_kinds(table, kinds, where)
            missing = [name for name in needed if name not in table]
            for name in missing:
                self._wrong(where, f"a table of {key} needs {name}")
            if all(name in values for name in needed):
                found.append((where, values))
        return found

    def _of_their_kinds(self, given: Mapping[str, Any], kinds: Kinds, above: Where) -> dict[str, Any]:
        """Return the values of a TOML table that have an allowed key and the right type. Record other values
        as mistakes.

        `above`: the path of the table in the file.
        """
        found = {}
        for key, value in given.items():
            if key not in kinds:
                self._wrong((*above, key), self._unknown(key, kinds, above))
            elif not _is(value, kinds[key]):
                self._wrong((*above, key), f"{key} is to be {kinds[key][1]}, not {quote(value)}")
            else:
                found[key] = value
        return found

    # ---- mistakes and their lines ----

    def _find_line(self, *places: Where) -> int | None:
        """Return the line number of the first path in `places` that occurs in the file.

        A path is a tuple of keys, such as ("byes", "2", "round"). If no path occurs, return the line of the
        innermost existing table around the last path; None if this is missing too.
        """
        whole = (*places, *(places[-1][:length] for length in range(len(places[-1]) - 1, 0, -1)))
        return next((self._lines[place] for place in whole if place in self._lines), None)

    def _wrong(self, where: Where, what: str) -> None:
        self.mistakes.append(Mistake(self._find_line(where) or 1, what))

    def _unknown(self, key: str, kinds: Kinds, above: Where) -> str:
        """Return the message about an unknown key, with the most similar allowed key or all allowed keys.

        `kinds`: the allowed keys and the types of their values. `above`: the path of the TOML table.
        """
        hint = did_you_mean(key, kinds) or f"there are {', '.join(kinds)}"
        place = f" in {above[0]}" if above else ""
        return f"there is no key {quote(key)}{place}; {hint}"


def _is(value: object, kind: tuple[type, str]) -> bool:
    """True if a value has the type of `kind`, a pair of a type and its name in words.

    A boolean is not a number. A list must contain only texts if `kind` is LIST.
    """
    if isinstance(value, list) and kind is LIST:
        return all(isinstance(one, str) for one in value)
    return type(value) is kind[0]
