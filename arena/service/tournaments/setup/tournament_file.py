"""Read a tournament file, which is TOML, and report every mistake in it with its line.

    name = "Sunday cup"
    format = "swiss"
    rounds = 3
    bots = ["mybot.py", "greedy", "counting", "random"]

KEYS lists the allowed keys. Paths of bots and house-rules files are relative to the file's folder.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from arena.record.match import Clock, Limits
from arena.rules.house_rules.load import BASE
from arena.rules.house_rules.load import KEYS as HOUSE_KEYS
from arena.rules.house_rules.problems import Flaw, Where, did_you_mean, quote
from arena.rules.house_rules.toml_source import Mistake, TomlDocument, read_toml
from arena.service.bots import NAME, Bot, resolve_bot
from arena.service.bots.registered import Look
from arena.service.common.text import parse_clock
from arena.service.errors import BadSettings, UserError
from arena.service.rulesets import is_file_name
from arena.service.tournaments.setup.settings import (
    LIMITS_BETWEEN,
    MAX_NAME,
    WISHES,
    ByeRequest,
    TournamentSettings,
)
from arena.service.tournaments.setup.validate import flaws
from arena.tournament.history import ByeKind

SUFFIX: Final = ".toml"
MAX_CHARACTERS: Final = 64 << 10
MAX_LINES: Final = 2_000
PAIR: Final = 2

NUMBER: Final = (int, "a whole number")
TEXT: Final = (str, "a text")
YES_OR_NO: Final = (bool, "true or false")
LIST: Final = (list, "a list of texts")
TABLES: Final = (list, "a list of tables")
TABLE: Final = (dict, "a table")
KEYS: Final[Mapping[str, tuple[type, str]]] = {
    "name": TEXT,
    "format": TEXT,
    "rounds": NUMBER,
    "seats": NUMBER,
    "ruleset": TEXT,
    "rulesets": LIST,
    "boards": NUMBER,
    "clock": TEXT,
    "runner": TEXT,
    "seed": TEXT,
    "rated": YES_OR_NO,
    "tie_breaks": LIST,
    "bots": LIST,
    "pool": LIST,
    "entrants": TABLES,
    "forbidden": (list, 'a list of pairs of names, [["one", "other"]]'),
    "byes": TABLES,
    "limits": TABLE,
}
ENTRANT: Final = {"bot": TEXT, "name": TEXT, "pool": YES_OR_NO}
BYE: Final = {"round": NUMBER, "bot": TEXT, "kind": TEXT}
LIMIT: Final = dict.fromkeys(LIMITS_BETWEEN, NUMBER)
AS_THEY_ARE: Final = ("name", "format", "rounds", "seats", "boards", "runner", "seed", "rated")
FIELD: Final = ("bots", "pool", "entrants")  # the keys that list bots
DEPEND_ON_OTHERS: Final = (*FIELD, "rounds", "seats", "forbidden", "byes")


class BadTournamentFile(BadSettings):
    """The tournament file has mistakes.

    `mistakes`: all mistakes, sorted by line.
    """

    def __init__(self, path: Path, mistakes: Iterable[Mistake]) -> None:
        self.path = path
        self.mistakes = tuple(sorted(set(mistakes)))
        line, what = self.mistakes[0]
        super().__init__(f"{path}:{line}: {what}")


def settings_from_file(
    path: Path, wanted: Mapping[str, Any] | None = None, look: Look | None = None
) -> TournamentSettings:
    """Read a tournament file and return the settings of the tournament.

    `wanted`: settings that replace those in the file, by field name of TournamentSettings. `look`: a function
    that finds registered bots.

    Raise BadTournamentFile with all mistakes in the file, BadSettings for a mistake in `wanted`.
    """
    document = read_toml(_text(path), MAX_CHARACTERS, MAX_LINES)
    if not {*document.values} - {*HOUSE_KEYS} and BASE in document.values:
        what = f"these are house rules: name bots, and play by them with --ruleset {path}"
        raise BadTournamentFile(path, [Mistake(document.lines[BASE,], what)])
    reading = _FileReader(path.parent, document, wanted or {}, look)
    settings = TournamentSettings(
        **{"name": path.stem[:MAX_NAME], "bots": (), **reading.fields(), **(wanted or {})}
    )
    elsewhere = [flaw for flaw in flaws(settings) if not reading.record_flaw(flaw)]
    if reading.mistakes:
        raise BadTournamentFile(path, reading.mistakes)
    for flaw in elsewhere:
        raise BadSettings(flaw.what)
    return settings


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(4 * MAX_CHARACTERS + 1)
        return data.decode("utf-8")
    except OSError as error:
        raise BadSettings(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise BadTournamentFile(path, [Mistake(line, "not UTF-8: save the file as UTF-8")]) from None


class _NamedBot(NamedTuple):
    """A bot that the file names.

    `pool`: True if it belongs to the pool of a gauntlet.
    """

    bot: Bot
    pool: bool


class _FileReader:
    """A reader of a parsed tournament file. It continues after a mistake."""

    def __init__(
        self, folder: Path, document: TomlDocument, wanted: Mapping[str, Any], look: Look | None = None
    ) -> None:
        self._look = look
        self.mistakes = list(document.mistakes)
        self._read = True  # True if everything in the file could be read
        self._folder = folder
        self._lines = document.lines
        self._wanted = wanted
        self._values = self._of_their_kinds(document.values, KEYS, ())
        self._written: dict[str, str] = {}  # house-rules files as the file names them

    def fields(self) -> dict[str, Any]:
        """Return the settings that could be read from the file, by field name of TournamentSettings."""
        values = self._values
        named = [*self._bots("bots", pool=False), *self._bots("pool", pool=True), *self._entrants()]
        found: dict[str, Any] = {name: values[name] for name in AS_THEY_ARE if name in values}
        found |= {
            "bots": tuple(one.bot for one in named if not one.pool),
            "pool": tuple(one.bot for one in named if one.pool),
            "rulesets": self._rulesets(),
            "tie_breaks": tuple(values.get("tie_breaks", ())),
            "forbidden": self._forbidden(),
            "byes": tuple(self._byes()),
            "limits": Limits(**self._of_their_kinds(values.get("limits", {}), LIMIT, ("limits",))),
            **({"clock": clock} if (clock := self._clock()) else {}),
        }
        self._read = not self.mistakes
        return found

    def record_flaw(self, flaw: Flaw) -> bool:
        """Record a flaw of the settings as a mistake in the file. Return False if it does not come from the
        file.

        A flaw that may only be a consequence of unreadable values is not recorded.
        """
        key = flaw.where[0]
        if key in self._wanted and not (key == "bots" and "entrants" in self._values):
            return False
        if not self._read and key in DEPEND_ON_OTHERS:
            return True  # it may only follow from something unreadable
        line = self._find_line((key, self._written.get(flaw.where[-1], flaw.where[-1])), flaw.where)
        if line is None and key in FIELD:
            line = next((self._lines[one,] for one in FIELD if (one,) in self._lines), 1)
        if line is None and key == "rulesets":
            line = self._find_line(("ruleset",))
        if line is not None:
            self.mistakes.append(Mistake(line, flaw.what))
        return line is not None

    # ---- the keys ----

    def _bots(self, key: str, pool: bool) -> list[_NamedBot]:
        if key in self._wanted:
            return []
        found = (self._bot(text, (key, text)) for text in self._values.get(key, ()))
        return [_NamedBot(bot, pool) for bot in found if bot]

    def _bot(self, text: str, where: Where) -> Bot | None:
        try:
            return resolve_bot(text, self._folder, self._look)
        except UserError as error:
            self._wrong(where, str(error))
            return None

    def _entrants(self) -> list[_NamedBot]:
        found = []
        for where, values in self._tables("entrants", ENTRANT, needed=("bot",)):
            pool = values.get("pool", False)
            if ("pool" if pool else "bots") in self._wanted:
                continue
            label = values.get("name", "")
            if "name" in values and not NAME.fullmatch(label):
                what = "a name is 1 to 32 letters, digits, dots and dashes, a letter or digit first"
                self._wrong((*where, "name"), f"{what}, not {quote(label)}")
            if bot := self._bot(values["bot"], (*where, "bot")):
                found.append(_NamedBot(replace(bot, label=label), pool))
        return found

    def _rulesets(self) -> tuple[str, ...]:
        if "ruleset" in self._values and "rulesets" in self._values:
            self._wrong(("ruleset",), "there are ruleset and rulesets: keep one of them")
        names = [self._values["ruleset"]] if "ruleset" in self._values else self._values.get("rulesets")
        if names is None:
            return ("mau-mau",)
        return tuple(map(self._ruleset, names))

    def _ruleset(self, name: str) -> str:
        if not is_file_name(name):
            return name
        found = str(self._folder / name)
        self._written[found] = name
        return found

    def _clock(self) -> Clock | None:
        if "clock" not in self._values:
            return None
        try:
            return parse_clock(self._values["clock"])
        except BadSettings as bad:
            self._wrong(("clock",), str(bad))
            return None

    def _forbidden(self) -> tuple[tuple[str, str], ...]:
        found = []
        for pair in self._values.get("forbidden", ()):
            if isinstance(pair, list) and len(pair) == PAIR and all(isinstance(name, str) for name in pair):
                found.append((pair[0], pair[1]))
            else:
                self._wrong(("forbidden",), f'a forbidden pair is ["one", "other"], not {quote(pair)}')
        return tuple(found)

    def _byes(self) -> list[ByeRequest]:
        found = []
        for where, values in self._tables("byes", BYE, needed=("round", "bot")):
            kind = self._kind_of_bye((*where, "kind"), values.get("kind", "half"))
            found.append(ByeRequest(values["round"], values["bot"], kind))
        return found

    def _kind_of_bye(self, where: Where, word: str) -> ByeKind:
        for name, kind in WISHES.items():
            if word in (name, kind.value):
                return kind
        self._wrong(where, f"a bye is {', '.join(WISHES)}, not {quote(word)}")
        return ByeKind.HALF

    # ---- kinds of values ----

    def _tables(
        self, key: str, kinds: Mapping[str, tuple[type, str]], needed: Iterable[str]
    ) -> list[tuple[Where, dict[str, Any]]]:
        """Return the TOML tables in the list `key`, each with its path. Record mistakes in them.

        A path is a tuple of keys, such as ("byes", "2"). `kinds`: the allowed keys and their types. `needed`:
        a table without one of these keys is left out.
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

    def _of_their_kinds(
        self, given: Mapping[str, Any], kinds: Mapping[str, tuple[type, str]], above: Where
    ) -> dict[str, Any]:
        """Return the values of a TOML table that have an allowed key and the right type; record the others as
        mistakes.

        `above`: the path of the table in the file.
        """
        found = {}
        for key, value in given.items():
            if key not in kinds:
                self._wrong((*above, key), _unknown(key, kinds, above))
            elif not _is(value, kinds[key]):
                self._wrong((*above, key), f"{key} is to be {kinds[key][1]}, not {quote(value)}")
            else:
                found[key] = value
        return found

    # ---- mistakes and their lines ----

    def _find_line(self, *places: Where) -> int | None:
        """Return the line of the first of `places` that is in the file; None if there is none.

        A place is a path of keys, such as ("byes", "2", "round"). If none is found, the last place is
        shortened.
        """
        whole = (*places, *(places[-1][:length] for length in range(len(places[-1]) - 1, 0, -1)))
        return next((self._lines[place] for place in whole if place in self._lines), None)

    def _wrong(self, where: Where, what: str) -> None:
        self.mistakes.append(Mistake(self._find_line(where) or 1, what))


def _is(value: object, kind: tuple[type, str]) -> bool:
    """True if a value has the type of `kind`. A boolean is not a number, and a LIST may hold only texts."""
    if isinstance(value, list) and kind is LIST:
        return all(isinstance(one, str) for one in value)
    return type(value) is kind[0]


def _unknown(key: str, kinds: Mapping[str, object], above: Where) -> str:
    if not above and key in HOUSE_KEYS:
        return f"{key} is of house rules: these are played with --ruleset FILE, and named in rulesets here"
    if above and key in KEYS:
        return f"{key} is of the tournament: it stands above the first [table]"
    hint = did_you_mean(key, kinds) or f"there are {', '.join(kinds)}"
    place = f" in {above[0]}" if above else ""
    return f"there is no key {quote(key)}{place}; {hint}"
