"""Read a tournament file, which is TOML, and report every mistake in it with its line.

    name = "Sunday cup"
    format = "swiss"
    rounds = 3
    bots = ["mybot.py", "greedy", "counting", "random"]

KEYS lists the allowed keys. Paths of bots and house-rules files are relative to the file's folder.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from arena.record.match import Clock, Limits
from arena.rules.house_rules.load import BASE
from arena.rules.house_rules.load import KEYS as HOUSE_KEYS
from arena.rules.house_rules.problems import Flaw, Where, quote
from arena.rules.house_rules.toml_source import Mistake, TomlDocument
from arena.service.bots import NAME, Bot, resolve_bot
from arena.service.bots.registered import Look
from arena.service.common.text import parse_clock
from arena.service.common.toml_reader import (
    LIST,
    NUMBER,
    TABLE,
    TABLES,
    TEXT,
    YES_OR_NO,
    BadTomlFile,
    Kinds,
    TomlReader,
    read_file,
)
from arena.service.errors import BadSettings, UserError
from arena.service.formats import PAIR
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

KEYS: Final[Kinds] = {
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


class BadTournamentFile(BadTomlFile):
    """A tournament file has mistakes."""


def settings_from_file(
    path: Path, wanted: Mapping[str, Any] | None = None, look: Look | None = None
) -> TournamentSettings:
    """Read a tournament file and return the settings of the tournament.

    `wanted`: settings that replace settings in the file, keyed by field name of TournamentSettings. `look`: a
    function that finds registered bots.

    Raise BadTournamentFile with all mistakes in the file, BadSettings for a mistake in `wanted`.
    """
    document = read_file(path, MAX_CHARACTERS, MAX_LINES, BadTournamentFile)
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


class _NamedBot(NamedTuple):
    """A bot named in a tournament file.

    `pool`: True if the bot belongs to a gauntlet's pool (the bots that every new bot meets).
    """

    bot: Bot
    pool: bool


class _FileReader(TomlReader):
    """A reader of a parsed tournament file."""

    def __init__(
        self, folder: Path, document: TomlDocument, wanted: Mapping[str, Any], look: Look | None = None
    ) -> None:
        super().__init__(document, KEYS)
        self._look = look
        self._read = True  # True if everything in the file could be read
        self._folder = folder
        self._wanted = wanted
        self._written: dict[str, str] = {}  # house-rules files as the file names them

    def fields(self) -> dict[str, Any]:
        """Return the settings that could be read from the file, keyed by field name of TournamentSettings."""
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
        """Record a flaw of the settings as a mistake, with its line in the file.

        Return False and record nothing if no line of the file causes the flaw.

        Return True and record nothing if the flaw may only follow from unreadable parts of the file.
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

    def _unknown(self, key: str, kinds: Kinds, above: Where) -> str:
        if not above and key in HOUSE_KEYS:
            return (
                f"{key} is of house rules: these are played with --ruleset FILE, and named in rulesets here"
            )
        if above and key in KEYS:
            return f"{key} is of the tournament: it stands above the first [table]"
        return super()._unknown(key, kinds, above)
