"""The records of a game log, and the text of each.

A log is ASCII text with one record per line. Each record is a JSON object with one member, which is named
after the kind of the record. `arena/guides/log-format.md` is the public description of the format.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from arena.rules import dealer
from arena.rules.cards import Pack
from arena.rules.ending import Outcome
from arena.rules.events import Termination

# Every record can be written in only one way (order of members, no blanks, all but printable ASCII as \u
# escapes). So a line that parses as a record is equal, byte for byte, to that record written again.
#
# {"header":{"format":"maumau-log-2",…}}
# {"deal":0}                                      a deal begins; its cards follow
# {"cut":{"number":0,"card":"8H"}}                a card seen when cutting
# {"take":{"seat":1,"cards":["7H","TC"]}}         cards from the stock to a hand
# {"starter":"9C"}                                a card turned up
# {"reshuffle":{"epoch":1,"cards":["7C","QS"]}}   the new stock, in the pack's order
# {"play":{"seat":0,"action":"7H Mau","ms":1.2,"note":"…"}}   a bot's action; no `note` if it is empty
# {"fault":{"seat":1,"verdict":"TIMEOUT"}}        a bot's fault: the fallback player takes over
# {"house":{"seat":1,"action":"draw"}}            an action of the fallback player
# {"kept":{"seat":1,"card":"8H"}}                 the cutter keeps the card seen when cutting
# {"left":{"seat":1,"card":"7H"}}                 the cutter leaves the card in the stock
# {"back":{"seat":0,"card":"JS"}}                 a falsely claimed card returns from the pile to the hand
# {"score":{"termination":"WON","points":[0,20],"totals":[5,31]}}   the end of a deal, if totals are kept
# {"footer":{"places":[1,2],…,"log_digest":"…"}}
#
# Records are in the order of the game; an action precedes the takes that it causes.
#
# Format 1 has no `kept`, `left`, `back` and `score`. The rules imply these facts, so the game digest omits
# them and is the same in both formats.
#
# The name of a fixed ruleset never changes its meaning. For house rules the header has a member `rules` after
# `ruleset_hash`: their complete text as JSON, names sorted. The hash is SHA-256 of exactly these bytes.

FORMATS: Final = ("maumau-log-1", "maumau-log-2")
FORMAT: Final = FORMATS[-1]


class BotName(NamedTuple):
    """A bot's name and version. The version is the SHA-256 of the bot's files, in hex."""

    name: str
    version: str


class PackName(NamedTuple):
    """The pack as a log's header describes it: the fields of a Pack and the number of cards."""

    ranks: str
    jokers: int
    copies: int
    style: str
    cards: int

    @classmethod
    def of(cls, pack: Pack) -> "PackName":
        return cls(pack.ranks, pack.jokers, pack.copies, pack.style, pack.size)


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a game log: everything that is known before the first card is dealt."""

    ruleset: str
    ruleset_hash: str  # hex
    seats: int
    pack: PackName
    draws: str
    game: str
    board: int
    rotation: int
    commitment: str  # hex
    bots: tuple[BotName, ...]  # by seat
    rules: str = ""  # the text of house rules (`Ruleset.stated`); empty for a built-in ruleset
    format: str = FORMAT

    @property
    def has_facts(self) -> bool:
        """True if the log records facts that follow from the rules, such as scores; False for format 1."""
        return self.format != FORMATS[0]

    @property
    def shared(self) -> tuple[str, tuple[str, str, str], int, PackName, str, tuple[BotName, ...]]:
        """Return the fields that all games of the same bots in the same seats have in common."""
        ruleset = self.ruleset, self.ruleset_hash, self.rules
        return self.format, ruleset, self.seats, self.pack, self.draws, self.bots

    def line(self) -> str:
        before, after = _shared_line(*self.shared)
        board, rotation = self.board, self.rotation
        which = f'"game":"{self.game}","board":{board},"rotation":{rotation},"commitment":"{self.commitment}"'
        return before + which + after


@lru_cache(maxsize=64)
def _shared_line(
    form: str,
    ruleset: tuple[str, str, str],
    seats: int,
    pack: PackName,
    draws: str,
    bots: tuple[BotName, ...],
) -> tuple[str, str]:
    """Return the start and the end of the header line, which all games of the same bots and seats share.

    The start stops before the member `game`. The end begins after the member `commitment`. The arguments are
    the fields in `Header.shared`.
    """
    key, ruleset_hash, rules = ruleset
    begin: dict[str, object] = {
        "format": form,
        "ruleset": key,
        "ruleset_hash": ruleset_hash,
        **({"rules": json.loads(rules)} if rules else {}),
        "seats": seats,
        "pack": pack._asdict(),
        "draws": draws,
    }
    names: dict[str, object] = {"bots": [bot._asdict() for bot in bots]}
    return _line("header", begin).removesuffix("}}\n") + ",", "," + _line("", names).removeprefix('{"":{')


class Deal(NamedTuple):
    number: int

    def line(self) -> str:
        return f'{{"deal":{self.number}}}\n'


class Cut(NamedTuple):
    number: int
    card: str

    def line(self) -> str:
        return f'{{"cut":{{"number":{self.number},"card":"{self.card}"}}}}\n'


class Take(NamedTuple):
    """The record of the cards that a seat takes from the stock, one after the other."""

    seat: int
    cards: tuple[str, ...]

    def line(self) -> str:
        return f'{{"take":{{"seat":{self.seat},"cards":{_list(self.cards)}}}}}\n'


class Starter(NamedTuple):
    card: str

    def line(self) -> str:
        return f'{{"starter":"{self.card}"}}\n'


class Reshuffle(NamedTuple):
    epoch: int
    cards: tuple[str, ...]

    def line(self) -> str:
        return f'{{"reshuffle":{{"epoch":{self.epoch},"cards":{_list(self.cards)}}}}}\n'


class KeepCut(NamedTuple):
    """The log record of a player who cut the pack, saw a card and keeps it."""

    seat: int
    card: str

    def line(self) -> str:
        return f'{{"kept":{{"seat":{self.seat},"card":"{self.card}"}}}}\n'


class LeaveCut(NamedTuple):
    """The log record of a player who cut the pack, saw a card and leaves it in the stock."""

    seat: int
    card: str

    def line(self) -> str:
        return f'{{"left":{{"seat":{self.seat},"card":"{self.card}"}}}}\n'


class Back(NamedTuple):
    """The record of a falsely claimed card that returns from the pile to the liar's hand."""

    seat: int  # the liar
    card: str

    def line(self) -> str:
        return f'{{"back":{{"seat":{self.seat},"card":"{self.card}"}}}}\n'


class Score(NamedTuple):
    """The record of the end of a deal, with the points of each seat."""

    termination: str
    points: tuple[int, ...]  # how much each seat's total changed
    totals: tuple[int, ...]  # each seat's new total

    def line(self) -> str:
        points, totals = ",".join(map(str, self.points)), ",".join(map(str, self.totals))
        how = f'"termination":"{self.termination}","points":[{points}],"totals":[{totals}]'
        return f'{{"score":{{{how}}}}}\n'


def fact_record(pack: Pack, fact: dealer.Fact) -> "Derived":
    """Return the log record of a fact that follows from the rules, such as a score."""
    match fact:
        case dealer.CardKept(seat, card):
            return KeepCut(seat, pack.name(card))
        case dealer.CardLeft(seat, card):
            return LeaveCut(seat, pack.name(card))
        case dealer.TakenBack(seat, card):
            return Back(seat, pack.name(card))
        case dealer.DealScored(termination, points, totals):
            return Score(termination.name, points, totals)


class Play(NamedTuple):
    """The record of a bot's action."""

    seat: int
    action: str  # in the rules' notation
    ms: float  # thinking time charged, in milliseconds
    note: str = ""  # the bot's own text
    win: float | None = None  # the bot's own estimate of its chance to win, if it sent one

    def line(self) -> str:
        begin = f'{{"play":{{"seat":{self.seat},"action":"{self.action}","ms":{self.ms!r}'
        return f"{begin}{play_extras(self.note, self.win)}}}}}\n"


class BotFault(NamedTuple):
    seat: int
    verdict: str

    def line(self) -> str:
        return f'{{"fault":{{"seat":{self.seat},"verdict":"{self.verdict}"}}}}\n'


class FallbackPlay(NamedTuple):
    seat: int
    action: str

    def line(self) -> str:
        return f'{{"house":{{"seat":{self.seat},"action":"{self.action}"}}}}\n'


@dataclass(frozen=True, slots=True)
class Footer:
    """The footer of a game log: the outcome, the board's secret, hashes and checksums (hex).

    `arena.record.digests` describes the hashes and checksums.
    """

    places: tuple[int, ...]
    points: tuple[int, ...]
    termination: str
    secret: str
    sums: str
    game_digest: str
    log_digest: str

    @property
    def outcome(self) -> Outcome:
        return Outcome(self.places, self.points, Termination[self.termination])

    def line(self) -> str:
        places, points = ",".join(map(str, self.places)), ",".join(map(str, self.points))
        how = f'"places":[{places}],"points":[{points}],"termination":"{self.termination}"'
        checks = f'"secret":"{self.secret}","sums":"{self.sums}","game_digest":"{self.game_digest}"'
        return f'{{"footer":{{{how},{checks},"log_digest":"{self.log_digest}"}}}}\n'


Chance = Deal | Cut | Take | Starter | Reshuffle
Decision = Play | FallbackPlay | BotFault
Derived = KeepCut | LeaveCut | Back | Score  # implied by the rules
Record = Chance | Decision | Derived


def play_extras(note: str, win: float | None) -> str:
    """Return the optional members of a play's record (note and chance to win) as text."""
    noted = f',"note":{quoted(note)}' if note else ""
    return noted if win is None else f'{noted},"win":{round_win(win)}'


def round_win(win: float) -> float:
    """Return a chance to win as logs hold it: rounded to three decimals, and 0.0 for -0.0.

    >>> round_win(0.6299999952316284), round_win(-0.0)
    (0.63, 0.0)
    """
    return round(win, 3) + 0.0


def quoted(text: str) -> str:
    """Return text as a JSON string of printable ASCII, so that the text cannot control a terminal.

    >>> print(quoted('a\\x1b[2J\\x7f"'))
    "a\\u001b[2J\\u007f\\""
    """
    return json.dumps(text).replace("\x7f", "\\u007f")


def _line(kind: str, data: dict[str, object]) -> str:
    return json.dumps({kind: data}, separators=(",", ":")).replace("\x7f", "\\u007f") + "\n"


def _list(names: tuple[str, ...]) -> str:
    joined = '","'.join(names)
    return f'["{joined}"]'
