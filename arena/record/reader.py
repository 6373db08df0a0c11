"""Parse game logs strictly, because their bytes may come from anyone."""

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeVar

from arena.record import format
from arena.record.format import FORMATS, BotName, Footer, Header, PackName, Record
from arena.record.match import Verdict
from arena.record.orders import SCHEME
from arena.rules.cards import RANKS, Pack
from arena.rules.events import Termination

MAX_BYTES: Final = 64 << 20
MAX_RECORDS: Final = 1 << 20
MAX_RECORD_BYTES: Final = 16 << 10  # except the footer, which has one sum per record

_COUNT: Final = range(1 << 31)
_POINTS: Final = range(-(1 << 31), 1 << 31)
_SEATS: Final = range(2, 9)
_PACKS: Final = range(1, 9)
_JOKERS: Final = range(9)
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_SUMS: Final = re.compile(r"(?:[0-9a-f]{2})*")
_GAME_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_RULESET: Final = re.compile(r"[a-z0-9-]{1,64}@[0-9]{1,9}")
_HOUSE_RULES: Final = re.compile(r"[a-z0-9-]{1,64}@[0-9a-f]{8}")
_STYLE: Final = re.compile(r"[a-z]{1,16}")
_ACTION: Final = re.compile(r"[ !#-\[\]-~]{1,200}")
_RANKS: Final = re.compile(rf"[{RANKS}]{{1,13}}")
_DECODER: Final = json.JSONDecoder()
_HEADER: Final = ("format", *(name for name in Header.__slots__ if name not in {"rules", "format"}))
_ANY_TEXT: Final = re.compile(r"(?s).{0,1000}")
_TERMINATIONS: Final = frozenset(Termination.__members__)
_FAULTS: Final = frozenset(Verdict) - {Verdict.OK, Verdict.INTERNAL, Verdict.VOID}

R = TypeVar("R", Record, Header, Footer, format.Play)


class BadLog(ValueError):
    """A game log is invalid. `record`: the line number of the wrong record, from 1; `what`: the problem."""

    def __init__(self, record: int, what: str) -> None:
        super().__init__(f"record {record}: {what}")
        self.record = record
        self.what = what


@dataclass(frozen=True, slots=True)
class GameLog:
    """A parsed game log. `records[i]` is line i + 2 of the log."""

    header: Header
    records: tuple[Record, ...]
    footer: Footer

    @property
    def last_line(self) -> int:
        """Return the line number of the footer, counted from 1."""
        return len(self.records) + 2


def read_log(data: bytes) -> GameLog:
    """Parse a log of at most 64 MiB. Raise BadLog if the bytes are not a valid log."""
    lines = log_lines(data)
    header = read_header(lines)
    kinds = _RecordReader(header).kinds
    body = tuple(_read(number, line, kinds) for number, line in enumerate(lines[1:-1], 2))
    for number, (before, record) in enumerate(pairwise(body), 3):
        if isinstance(before, format.Take) and isinstance(record, format.Take) and before.seat == record.seat:
            raise BadLog(number, "consecutive takes of one seat must be one record")
    return GameLog(header, body, read_footer(lines, header))


def read_header(lines: Sequence[bytes]) -> Header:
    """Parse the first line of a log, the header. `lines`: all lines of the log. Raise BadLog if the header is
    invalid.
    """
    return _read(1, lines[0], {"header": _header})


def read_footer(lines: Sequence[bytes], header: Header) -> Footer:
    """Parse the last line of a log, the footer. `lines`: all lines of the log. Raise BadLog if the footer is
    invalid.
    """
    footer = _read(len(lines), lines[-1], {"footer": _footer})
    if not len(footer.places) == len(footer.points) == header.seats:
        raise BadLog(len(lines), f"places and points are not for {header.seats} seats")
    return footer


def read_play(number: int, line: bytes, header: Header) -> format.Play:
    """Parse a line of a log that must be a play. `number`: the line's number, from 1.

    Raise BadLog if the line is not a play.
    """
    return _read(number, line, {"play": _RecordReader(header).play})


def log_lines(data: bytes) -> list[bytes]:
    """Split a log into lines, line ends included. Raise BadLog if the log or a line is too long, or if there
    are fewer than two lines.
    """
    if len(data) > MAX_BYTES:
        raise BadLog(1, f"the log is longer than {MAX_BYTES} bytes")
    if len(data) > MAX_RECORDS and data.count(b"\n") + data.count(b"\r") > MAX_RECORDS:
        raise BadLog(1, f"the log has more than {MAX_RECORDS} records")
    lines = data.splitlines(keepends=True)
    if len(lines) < len(("header", "footer")):
        raise BadLog(1, "a log has at least a header and a footer")
    if len(data) > MAX_RECORD_BYTES and max(map(len, lines[:-1])) > MAX_RECORD_BYTES:
        number = next(number for number, line in enumerate(lines, 1) if len(line) > MAX_RECORD_BYTES)
        raise BadLog(number, f"the record is longer than {MAX_RECORD_BYTES} bytes")
    return lines


def _read(number: int, line: bytes, kinds: Mapping[str, Callable[[object], R]]) -> R:
    try:
        kind, body = _kind_and_body(line)
        if kind not in kinds:
            raise ValueError(f"a record of kind {kind[:40]!a} cannot be here")
        record = kinds[kind](body)
    except (ValueError, RecursionError) as reason:
        raise BadLog(number, str(reason)) from None
    if record.line().encode() != line:
        raise BadLog(number, "the record is not in its one spelling")
    return record


def _kind_and_body(line: bytes) -> tuple[str, object]:
    data, _ = _DECODER.raw_decode(line.decode("ascii"))  # text after it: the comparison below fails
    if not isinstance(data, dict) or len(data) != 1:
        raise ValueError("a record is an object with one member")
    [(kind, body)] = data.items()
    return kind, body


class _RecordReader:
    """A parser of the records between header and footer.

    It accepts only seats and cards of the header's game.
    """

    def __init__(self, header: Header) -> None:
        self._seats = range(header.seats)
        self._names = _names_of(header.pack)
        self.kinds: dict[str, Callable[[object], Record]] = {
            "deal": lambda body: format.Deal(_number(body)),
            "cut": self._cut,
            "take": self._take,
            "starter": lambda body: format.Starter(self._card(body)),
            "reshuffle": self._reshuffle,
            "play": self.play,
            "fault": self._fault,
            "house": self._house,
        }
        if header.has_facts:
            self.kinds |= {
                "kept": lambda body: format.KeepCut(*self._seat_and_card(body)),
                "left": lambda body: format.LeaveCut(*self._seat_and_card(body)),
                "back": lambda body: format.Back(*self._seat_and_card(body)),
                "score": self._score,
            }

    def _cut(self, body: object) -> Record:
        number, card = _members(body, "number", "card")
        return format.Cut(_number(number), self._card(card))

    def _take(self, body: object) -> Record:
        seat, cards = _members(body, "seat", "cards")
        return format.Take(_number(seat, self._seats), self._cards(cards))

    def _reshuffle(self, body: object) -> Record:
        epoch, cards = _members(body, "epoch", "cards")
        return format.Reshuffle(_number(epoch), self._cards(cards))

    def play(self, body: object) -> format.Play:
        extras = [name for name in ("note", "win") if isinstance(body, dict) and name in body]
        seat, action, ms, *more = _members(body, "seat", "action", "ms", *extras)
        found = dict(zip(extras, more, strict=True))
        return format.Play(
            _number(seat, self._seats),
            _text(action, _ACTION),
            _ms(ms),
            _text(found.get("note", ""), _ANY_TEXT),
            _win(found["win"]) if "win" in found else None,
        )

    def _fault(self, body: object) -> Record:
        seat, verdict = _members(body, "seat", "verdict")
        if not isinstance(verdict, str) or verdict not in _FAULTS:
            raise ValueError("unknown verdict")
        return format.BotFault(_number(seat, self._seats), verdict)

    def _house(self, body: object) -> Record:
        seat, action = _members(body, "seat", "action")
        return format.FallbackPlay(_number(seat, self._seats), _text(action, _ACTION))

    def _seat_and_card(self, body: object) -> tuple[int, str]:
        seat, card = _members(body, "seat", "card")
        return _number(seat, self._seats), self._card(card)

    def _score(self, body: object) -> Record:
        termination, points, totals = _members(body, "termination", "points", "totals")
        return format.Score(_termination(termination), self._by_seat(points), self._by_seat(totals))

    def _by_seat(self, value: object) -> tuple[int, ...]:
        numbers = tuple(_number(number, _POINTS) for number in _list(value))
        if len(numbers) != len(self._seats):
            raise ValueError("not one number per seat")
        return numbers

    def _cards(self, value: object) -> tuple[str, ...]:
        cards = tuple(map(self._card, _list(value)))
        if not cards:
            raise ValueError("the record has no cards")
        return cards

    def _card(self, value: object) -> str:
        if not isinstance(value, str) or value not in self._names:
            raise ValueError("a card is not in the pack")
        return value


def pack_of(name: PackName) -> Pack:
    """Return the pack that a log's header describes."""
    return Pack(name.ranks, name.jokers, name.copies, name.style)


@lru_cache(maxsize=16)
def _names_of(name: PackName) -> frozenset[str]:
    return frozenset(pack_of(name).names)


def _header(body: object) -> Header:
    body, rules = _without_rules(body)
    form, ruleset, digest, seats, pack, draws, game, board, rotation, commitment, bots = _members(
        body, *_HEADER
    )
    if not isinstance(form, str) or form not in FORMATS or draws != SCHEME:
        raise ValueError(f"not a log in format {' or '.join(FORMATS)} with draws by {SCHEME}")
    header = Header(
        _text(ruleset, _HOUSE_RULES if rules else _RULESET),
        _text(digest, _DIGEST),
        _number(seats, _SEATS),
        _pack_name(pack),
        SCHEME,
        _text(game, _GAME_ID),
        _number(board),
        _number(rotation),
        _text(commitment, _DIGEST),
        tuple(map(_bot_name, _list(bots))),
        rules,
        form,
    )
    if len(header.bots) != header.seats:
        raise ValueError("not one bot per seat")
    return header


def _without_rules(body: object) -> tuple[object, str]:
    """Return a header without its house rules, and the house rules as text (empty if it has none)."""
    if not isinstance(body, dict) or "rules" not in body:
        return body, ""
    if not isinstance(body["rules"], dict):
        raise ValueError("the house rules are missing")
    stated = json.dumps(body["rules"], sort_keys=True, separators=(",", ":"))
    return {name: value for name, value in body.items() if name != "rules"}, stated


def _pack_name(body: object) -> PackName:
    ranks, jokers, copies, style, cards = _members(body, *PackName._fields)
    pack = Pack(_text(ranks, _RANKS), _number(jokers, _JOKERS), _number(copies, _PACKS), _text(style, _STYLE))
    if len(set(pack.ranks)) != len(pack.ranks) or cards != pack.size:
        raise ValueError("the pack does not have the stated size")
    return PackName.of(pack)


def _bot_name(body: object) -> BotName:
    name, version = _members(body, *BotName._fields)
    return BotName(_text(name, _ANY_TEXT), _text(version, _ANY_TEXT))


def _footer(body: object) -> Footer:
    places, points, termination, secret, sums, game_digest, log_digest = _members(body, *Footer.__slots__)
    return Footer(
        tuple(map(_number, _list(places))),
        tuple(_number(value, _POINTS) for value in _list(points)),
        _termination(termination),
        _text(secret, _DIGEST),
        _text(sums, _SUMS),
        _text(game_digest, _DIGEST),
        _text(log_digest, _DIGEST),
    )


def _termination(value: object) -> str:
    if not isinstance(value, str) or value not in _TERMINATIONS:
        raise ValueError("unknown termination")
    return value


def _members(body: object, *names: str) -> tuple[object, ...]:
    if not isinstance(body, dict) or tuple(body) != names:
        raise ValueError(f"the record does not have the members {', '.join(names)}")
    return tuple(body.values())


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError("a list is missing")
    return value


def _number(value: object, allowed: range = _COUNT) -> int:
    if type(value) is not int or value not in allowed:
        raise ValueError("a number is missing or out of range")
    return value


def _text(value: object, pattern: re.Pattern[str]) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise ValueError("a text is missing or malformed")
    value.encode()  # raises ValueError for a lone surrogate
    return value


def _win(value: object) -> float:
    if not isinstance(value, float) or not 0 <= value <= 1:
        raise ValueError("the chance to win is missing or out of range")
    return value


def _ms(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not (0 <= value < math.inf):
        raise ValueError("the milliseconds are missing or out of range")
    return value
