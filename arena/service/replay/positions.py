"""Suites of positions, `*.positions.toml`: decisions of recorded games that a bot must get right.

    version = 1

    [[positions]]
    name = "keep the jack"
    ruleset = "mau-mau@1"
    game = "game.jsonl"          # a log in this file's folder; or log = "…", the log itself
    ply = 18
    accept = ["7H", "KH"]        # in the log's notation
    avoid = ["JS:H"]

A position without a log lists the cards that its seat saw in the first deal, and all moves. See
`WrittenPosition`:

    [[positions]]
    name = "a seven"
    ruleset = "mau-mau"
    seats = 2
    seat = 1
    dealt = ["7H", "8S", "9C", "KD", "KS"]
    turned = "QH"
    moves = []                   # of all seats, before this decision
    drawn = []                   # the cards that the seat drew
    accept = ["7H"]

A position passes if the bot's answer is in `accept` and not in `avoid`. One of the two lists is enough.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from arena.record.compression import compress, decompress
from arena.record.decisions import SeatMessages, read_messages
from arena.record.reader import GameLog
from arena.rules import WrongNumberOfPlayers, game_for, notation
from arena.rules.house_rules.problems import Where
from arena.rules.house_rules.toml_source import TomlDocument
from arena.service.common.files import write_whole_file
from arena.service.common.toml_reader import (
    LIST,
    NUMBER,
    TABLES,
    TEXT,
    BadTomlFile,
    Kinds,
    TomlReader,
    read_file,
)
from arena.service.common.toml_writer import toml_lines
from arena.service.errors import BadSettings, UserError
from arena.service.replay.ask import make_asked_game, make_written_game
from arena.service.replay.conversation import AskedGame
from arena.service.replay.decision import find_action, messages_up_to
from arena.service.replay.find import StoredLog, find
from arena.service.replay.written_position import WrittenPosition, WrongKey, write_position
from arena.service.rulesets import find_ruleset

VERSION: Final = 1
MAX_CHARACTERS: Final = 16 << 20
MAX_LINES: Final = 50_000
KEYS: Final[Kinds] = {"version": NUMBER, "positions": TABLES}
POSITION: Final[Kinds] = {
    "name": TEXT,
    "ruleset": TEXT,
    "game": TEXT,
    "log": TEXT,
    "ply": NUMBER,
    "seats": NUMBER,
    "seat": NUMBER,
    "dealt": LIST,
    "drawn": LIST,
    "turned": TEXT,
    "moves": LIST,
    "cut": LIST,
    "accept": LIST,
    "avoid": LIST,
}
LOGGED: Final = ("game", "log", "ply")  # keys of a position with a log
WRITTEN: Final = ("seats", "seat", "dealt", "drawn", "turned", "moves", "cut")  # keys of one without


class BadPositions(BadTomlFile):
    """A suite of positions has mistakes."""


@dataclass(frozen=True, slots=True)
class SuitePosition:
    """One position of a suite. Actions are in log notation."""

    name: str
    asked: AskedGame  # the game as the seat knew it, up to the decision
    accept: tuple[str, ...]
    avoid: tuple[str, ...]

    @property
    def messages(self) -> SeatMessages:
        return self.asked.messages

    def passes(self, answer: str) -> bool:
        """True if the answer is in `accept` (or `accept` is empty) and not in `avoid`."""
        return (not self.accept or answer in self.accept) and answer not in self.avoid


def read_positions(path: Path) -> tuple[SuitePosition, ...]:
    """Read a suite of positions.

    Raise BadPositions with every mistake in the file, BadSettings if the file cannot be read.
    """
    document = read_file(path, MAX_CHARACTERS, MAX_LINES, BadPositions)
    if document.mistakes:  # other mistakes may only follow from these
        raise BadPositions(path, document.mistakes)
    reader = _SuiteReader(path.parent, document)
    positions = tuple(reader.positions())
    if reader.mistakes:
        raise BadPositions(path, reader.mistakes)
    return positions


def add_position(
    path: Path, stored: StoredLog, ply: int, accept: Sequence[str], avoid: Sequence[str], name: str = ""
) -> SuitePosition:
    """Add a decision of a game to a suite, and return the new position.

    The file is created if it does not exist. Without `accept` and `avoid`, the played action is acceptable.
    `name`: the position's name; if empty, it is made from the game's id and the ply.

    Raise BadSettings if the ply, an action or the name is invalid, BadPositions for mistakes in the suite,
    BadLog for an invalid log.
    """
    text = f"version = {VERSION}\n"
    names = set[str]()
    if path.exists():
        names = {one.name for one in read_positions(path)}
        text = path.read_text("utf-8").rstrip("\n") + "\n"
    position, entry = make_position(stored, ply, accept, avoid, name)
    if position.name in names:
        raise BadSettings(f"{path} already has a position named {position.name!r}; choose another --name")
    with write_whole_file(path) as file:
        file.write(f"{text}\n{entry}".encode())
    return position


def make_position(
    stored: StoredLog, ply: int, accept: Sequence[str], avoid: Sequence[str], name: str = ""
) -> tuple[SuitePosition, str]:
    """Convert a decision of a game to a position. Return the position and its self-contained TOML.

    The TOML contains what the seat saw, or the game's log if that is not enough. Parameters and errors: see
    `add_position`.
    """
    log = stored.log()
    name = name or f"{log.header.game[:8]} ply {ply}"
    messages = messages_up_to(read_messages(log, range(log.header.seats)), ply)
    if not accept and not avoid:
        accept = [messages.decisions[-1].played.action]
    accepted, avoided = (tuple(_spelling(messages, one) for one in texts) for texts in (accept, avoid))
    entry: dict[str, object] = {"name": name, "ruleset": log.header.ruleset}
    entry |= {"accept": accepted} if accepted else {}
    entry |= {"avoid": avoided} if avoided else {}
    if written := write_position(log, messages):
        entry |= {"seats": log.header.seats, "seat": written.seat + 1, "dealt": written.dealt}
        entry |= {"drawn": written.drawn, "turned": written.turned, "moves": written.moves}
        entry |= {"cut": written.cut} if written.cut else {}
        asked = make_written_game(name, messages)
    else:
        entry |= {"ply": ply, "log": b64encode(compress(stored.data)).decode()}
        asked = make_asked_game(log, messages)
    return SuitePosition(name, asked, accepted, avoided), f"[[positions]]\n{toml_lines(entry)}"


class _LoggedGame(NamedTuple):
    """A recorded game, shared by all positions from it. `messages`: the messages to each seat."""

    log: GameLog
    messages: list[SeatMessages]


class _SuiteReader(TomlReader):
    """A reader of a parsed suite of positions. Paths of logs are relative to `folder`."""

    def __init__(self, folder: Path, document: TomlDocument) -> None:
        super().__init__(document, KEYS)
        self._folder = folder
        self._games: dict[str, _LoggedGame] = {}  # by what names their logs

    def positions(self) -> Iterator[SuitePosition]:
        """Yield the positions that have no mistake."""
        if not self.mistakes and self._values.get("version") != VERSION:
            self._wrong(("version",), f"write version = {VERSION} at the beginning of the file")
        if not self.mistakes and not self._values.get("positions"):
            self._wrong(("positions",), "there are no positions: write [[positions]] above each of them")
        names = set[str]()
        for where, values in self._tables("positions", POSITION, needed=("name",)):
            if values["name"] in names:
                self._wrong((*where, "name"), "there is a position with this name: choose another")
            names.add(values["name"])
            asked = (
                self._game_without_log(where, values)
                if "dealt" in values
                else self._game_of_log(where, values)
            )
            if asked and (found := self._position(where, values, asked)):
                yield found

    def _game_without_log(self, where: Where, values: Mapping[str, Any]) -> AskedGame | None:
        """Build the game of a position without a log, and return it. Record mistakes; then return None.

        `where`: the position's path in the file, for messages. `values`: the values of its keys.
        """
        if not self._has_keys(where, values, ("ruleset", "seats", "seat", "turned", "moves"), LOGGED):
            return None
        seats, seat = values["seats"], values["seat"]
        if not 1 <= seat <= seats:
            self._wrong((*where, "seat"), f"the game has seats 1 to {seats}")
            return None
        try:
            ruleset = find_ruleset(values["ruleset"].partition("@")[0], self._folder)
        except BadSettings as error:
            self._wrong((*where, "ruleset"), str(error))
            return None
        if "@" in values["ruleset"] and values["ruleset"] != ruleset.key:
            self._wrong((*where, "ruleset"), f"this version is unknown; write {ruleset.key}")
            return None
        try:
            game = game_for(ruleset, seats)
        except WrongNumberOfPlayers as error:
            self._wrong((*where, "seats"), str(error))
            return None
        dealt, drawn, moves, cut = (values.get(key, []) for key in ("dealt", "drawn", "moves", "cut"))
        written = WrittenPosition(game, seat - 1, dealt, drawn, values["turned"], moves, cut)
        try:
            return make_written_game(values["name"], written.messages())
        except WrongKey as error:
            self._wrong((*where, error.key, *[error.item] * bool(error.item)), str(error))
            return None

    def _game_of_log(self, where: Where, values: Mapping[str, Any]) -> AskedGame | None:
        """Return the game of a position with a log, up to the decision. Record mistakes; then return None.

        `where`: the position's path in the file, for messages. `values`: the values of its keys.
        """
        game = self._game(where, values)
        if game is None or not self._has_keys(where, values, ("ply",), WRITTEN):
            return None
        try:
            return make_asked_game(game.log, messages_up_to(game.messages, values["ply"]))
        except BadSettings as error:
            self._wrong((*where, "ply"), str(error))
            return None

    def _has_keys(
        self, where: Where, values: Mapping[str, Any], needed: Sequence[str], others: Sequence[str]
    ) -> bool:
        """True if a position has all keys in `needed` and none of `others`. Otherwise record the mistakes.

        `where`: the position's path in the file, for messages. `values`: the values of its keys.
        """
        missing = [key for key in needed if key not in values and (*where, key) not in self._lines]
        extra = [key for key in others if key in values]
        for key in missing:
            self._wrong(where, f"a position {'without' if others is LOGGED else 'with'} a log needs {key}")
        for key in extra:
            what = "with a log" if others is LOGGED else "without a log, that has dealt"
            self._wrong((*where, key), f"{key} belongs to a position {what}")
        return not missing and not extra and all(key in values for key in needed)

    def _game(self, where: Where, values: Mapping[str, Any]) -> _LoggedGame | None:
        if ("game" in values) == ("log" in values):
            self._wrong(where, "a position needs game, the path of a log, or log, or dealt")
            return None
        key = "game" if "game" in values else "log"
        if values[key] not in self._games:
            try:
                log = self._find_log(values).log()
                self._games[values[key]] = _LoggedGame(log, read_messages(log, range(log.header.seats)))
            except (UserError, OSError, ValueError) as error:
                self._wrong((*where, key), f"cannot read the log: {error}")
                return None
        game = self._games[values[key]]
        if values.get("ruleset", game.log.header.ruleset) != game.log.header.ruleset:
            self._wrong((*where, "ruleset"), f"the log is a game of {game.log.header.ruleset}")
        return game

    def _find_log(self, values: Mapping[str, Any]) -> StoredLog:
        if "game" not in values:
            return StoredLog("", decompress(b64decode(values["log"], validate=True)))
        path = self._folder / values["game"]
        if not path.is_file():
            raise BadSettings(f"there is no file {path}")
        return find(str(path))

    def _position(self, where: Where, values: Mapping[str, Any], asked: AskedGame) -> SuitePosition | None:
        if not values.get("accept") and not values.get("avoid"):
            self._wrong(where, "a position needs accept, avoid or both")
            return None
        accept, avoid = (
            tuple(self._actions(where, key, values, asked.messages)) for key in ("accept", "avoid")
        )
        return SuitePosition(values["name"], asked, accept, avoid)

    def _actions(
        self, where: Where, key: str, values: Mapping[str, Any], messages: SeatMessages
    ) -> Iterator[str]:
        for text in values.get(key, ()):
            try:
                yield _spelling(messages, text)
            except BadSettings as error:
                self._wrong((*where, key, text), str(error))


def _spelling(messages: SeatMessages, text: str) -> str:
    """Convert the text of an action at the last decision in `messages` to log notation.

    Raise BadSettings if the action is illegal.
    """
    position = messages.decisions[-1].position
    return notation(position.game.pack, find_action(position, text))
