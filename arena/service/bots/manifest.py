"""Read `bot.toml`, the manifest of a bot. Report each mistake with its line and a remedy. An example:

name = "clever"
language = "go"
build = "go build -o build/bot ."
command = ["build/bot"]
description = "Counts what is out."
rulesets = ["mau-mau", "detailed"]

[limits]
memory_mb = 100
decision_ms = 5
games = 64
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

from arena.rules import rulesets
from arena.rules.house_rules.problems import Where, did_you_mean, quote
from arena.rules.house_rules.toml_source import MAX_CHARACTERS, Mistake, read_toml
from arena.sandbox.docker.flags import MEMORY
from arena.service.bots.bot import NO_PROMISES, PYTHON, Promises
from arena.service.bots.names import NAME, RULE
from arena.service.errors import BadBot
from arena.viewer.printable import first_unseen
from arena.wire.limits import MAX_GAMES

MANIFEST: Final = "bot.toml"
MAX_TEXT: Final = 1_000  # characters of any text
EXAMPLES: Final[Mapping[str, str]] = {
    "name": 'name = "clever"',
    "language": 'language = "go"',
    "command": 'command = ["python", "bot.py"]',
    "build": 'build = "go build -o build/bot ."',
    "description": 'description = "Counts what is out."',
    "rulesets": 'rulesets = ["mau-mau", "detailed"]',
    "limits": "[limits] and below it memory_mb = 100",
}
LIMITS: Final = {
    "memory_mb": (1, MEMORY >> 20),
    "decision_ms": (0.001, 60_000),
    "games": (1, MAX_GAMES),
}


class BadManifest(BadBot):
    """The manifest is invalid. `mistakes`: all mistakes in it, sorted by line."""

    def __init__(self, path: Path, mistakes: list[Mistake]) -> None:
        self.path = path
        self.mistakes = tuple(sorted(set(mistakes)))
        line, what = self.mistakes[0]
        more = f" (and {len(self.mistakes) - 1} more)" if len(self.mistakes) > 1 else ""
        super().__init__(f"{path}:{line}: {what}{more}")


@dataclass(frozen=True, slots=True)
class Manifest:
    """The checked content of a manifest (bot.toml). Missing keys have their default."""

    name: str = ""
    language: str = PYTHON
    command: tuple[str, ...] = ()
    build: str = ""
    description: str = ""
    rulesets: tuple[str, ...] = ()
    limits: Promises = NO_PROMISES


def read_manifest(path: Path) -> Manifest:
    """Read a manifest file; if it does not exist, return a manifest with defaults.

    Raise BadManifest for mistakes in it, BadBot if it cannot be read.
    """
    if not path.is_file():
        return Manifest()
    document = read_toml(_text(path))
    reading = _ManifestReader(document.lines)
    reading.mistakes += document.mistakes
    made = reading.manifest(document.values)
    if reading.mistakes:
        raise BadManifest(path, reading.mistakes)
    return made


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(4 * MAX_CHARACTERS + 1).decode("utf-8")
    except OSError as error:
        raise BadBot(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadBot(f"{path}: not UTF-8; save the file as UTF-8") from None


class _ManifestReader:
    """A checker of a parsed manifest. It collects all mistakes.

    `lines`: the line number of each key.
    """

    def __init__(self, lines: Mapping[Where, int]) -> None:
        self.mistakes: list[Mistake] = []
        self._lines = lines

    def manifest(self, values: Mapping[str, Any]) -> Manifest:
        for key in EXAMPLES:
            self._check_visible(key, values.get(key))
        self._check_keys(values, [field.name for field in fields(Manifest)], ())
        return Manifest(
            name=self._name(values),
            language=self._text(values, "language", PYTHON),
            command=self._command(values),
            build=self._text(values, "build"),
            description=self._text(values, "description"),
            rulesets=self._rulesets(values),
            limits=self._limits(values),
        )

    def _name(self, values: Mapping[str, Any]) -> str:
        name = self._text(values, "name")
        if "name" in values and name.strip() and not NAME.fullmatch(name):
            self._wrong(("name",), f"{quote(values['name'])} cannot be a bot's name: {RULE}")
        return name

    def _command(self, values: Mapping[str, Any]) -> tuple[str, ...]:
        parts = values.get("command")
        if parts is None:
            return ()
        if not (_texts(parts) and parts and all(parts)):
            self._wrong_kind("command", "a list of texts, the program first", parts)
            return ()
        return tuple(parts)

    def _rulesets(self, values: Mapping[str, Any]) -> tuple[str, ...]:
        names = values.get("rulesets", [])
        if not _texts(names) or ("rulesets" in values and not names):
            self._wrong_kind("rulesets", "a list of names; leave it out for all", names)
            return ()
        known = [one.id for one in rulesets()]
        for name in names:
            if name not in known:
                hint = did_you_mean(name, known) or "`arena ruleset list` shows those there are"
                self._wrong(("rulesets", name), f"rulesets: no ruleset is called {quote(name)}; {hint}")
        return tuple(dict.fromkeys(names))

    def _limits(self, values: Mapping[str, Any]) -> Promises:
        given = values.get("limits", {})
        if not isinstance(given, dict):
            self._wrong_kind("limits", "a table", given)
            return NO_PROMISES
        self._check_keys(given, LIMITS, ("limits",))
        return Promises(**{key: self._limit(key, given[key]) for key in LIMITS if key in given})

    def _limit(self, key: str, value: object) -> Any:  # noqa: ANN401 - a number, of its key's kind
        least, most = LIMITS[key]
        whole = key != "decision_ms"
        number = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
        if not number or not least <= value <= most:  # type: ignore[operator]  # a number
            kind = "a whole number" if whole else "a number"
            self._wrong(
                ("limits", key), f"limits: {key} must be {kind} from {least} to {most:,}, not {quote(value)}"
            )
            return None
        return value

    def _text(self, values: Mapping[str, Any], key: str, default: str = "") -> str:
        value = values.get(key, default)
        if not isinstance(value, str) or len(value) > MAX_TEXT or (key in values and not value.strip()):
            self._wrong_kind(key, f"a text of 1 to {MAX_TEXT:,} characters", value)
            return default
        return value

    def _check_visible(self, key: str, value: object) -> None:
        """Record a mistake if a text, or one of a list of texts, contains control or invisible characters."""
        texts = value if isinstance(value, list) else [value]
        for hidden in filter(None, (first_unseen(text) for text in texts if isinstance(text, str))):
            self._wrong((key,), f"{key} contains the invisible character {hidden}; remove it")

    def _check_keys(self, values: Mapping[str, Any], keys: Any, above: Where) -> None:  # noqa: ANN401 - texts
        for key in values:
            if key in keys:
                continue
            place = f" in {above[0]}" if above else ""
            hint = did_you_mean(key, keys) or f"there are {', '.join(keys)}"
            if not above and key in LIMITS:
                hint = "it belongs below the line [limits]"
            elif above and key in EXAMPLES:
                hint = f"{key} belongs above the line [limits]"
            self._wrong((*above, key), f"there is no key {quote(key)}{place}; {hint}")

    def _wrong_kind(self, key: str, kind: str, value: object) -> None:
        self._wrong((key,), f"{key} must be {kind}, not {quote(value)}; for example {EXAMPLES[key]}")

    def _wrong(self, where: Where, what: str) -> None:
        lines = (self._lines.get(where[:length]) for length in range(len(where), 0, -1))
        self.mistakes.append(Mistake(next(filter(None, lines), 1), what))


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)
