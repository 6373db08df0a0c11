"""What an attack is, and how it is carried out against the referee of the match that it is a bot in."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from tests.hostile.attacks.http2 import CallOver, Gone, Line
from tests.hostile.attacks.protobuf import answer, hello, questions

Question = tuple[int, int]  # game, number
Strike = Callable[[Line, list[Question]], None]
Flood = Callable[[], Iterator[bytes]]
Opening = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Attack:
    """`run` is the whole bot. Every one of the verdicts is right, and no other; OK besides, where a game was
    over before. `alike`: it is one of a table, whose others are much the same.
    """

    run: Callable[[], None]
    verdicts: frozenset[str]
    about: str
    alike: bool = False


ATTACKS: dict[str, Attack] = {}
FLOODS: dict[str, Flood] = {}


def kept(name: str, verdicts: str, about: str, run: Callable[[], None], alike: bool = False) -> None:
    """Keep an attack."""
    assert name not in ATTACKS
    right = frozenset(verdicts.split())
    late = {"STALL"} if "TIMEOUT" in right else frozenset[str]()  # the other games that were open
    ATTACKS[name] = Attack(run, right | late, about, alike)


def opening(verdicts: str) -> Callable[[Opening], Opening]:
    """An attack that does everything itself."""

    def keep(attack: Opening) -> Opening:
        kept(attack.__name__, verdicts, attack.__doc__ or "", attack)
        return attack

    return keep


def strike(verdicts: str) -> Callable[[Strike], Strike]:
    """Done once, when the first questions are open; after it the bot says nothing more."""

    def keep(attack: Strike) -> Strike:
        kept(attack.__name__, verdicts, attack.__doc__ or "", partial(struck, attack))
        return attack

    return keep


def flood(verdicts: str) -> Callable[[Flood], Flood]:
    """Sent without end, while the bot plays on as an honest one."""

    def keep(attack: Flood) -> Flood:
        FLOODS[attack.__name__] = attack
        kept(attack.__name__, verdicts, attack.__doc__ or "", partial(_flood, attack))
        return attack

    return keep


def strikes(verdicts: str, about: str, cases: dict[str, bytes]) -> None:
    """Attacks that are nothing but bytes, by their names."""
    for name, data in cases.items():
        kept(name, verdicts, about, partial(struck, _sent(data)), alike=True)


def _sent(data: bytes) -> Strike:
    return lambda line, _: line.raw(data)


def greeted() -> Line:
    """A line on which Hello was said."""
    line = Line()
    line.greet()
    line.call()
    line.send(hello())
    return line


def play_on(line: Line) -> None:
    """Answer everything with the first choice. Raises Gone at the end."""
    for message in line.messages():
        if asked := questions(message):
            line.send(b"".join(map(answer, asked)))


def _first_questions(line: Line) -> list[Question]:
    return next(filter(None, map(questions, line.messages())))


def struck(attack: Strike) -> None:
    """Play up to the first questions, and strike."""
    line = greeted()
    try:
        attack(line, _first_questions(line))
    finally:
        line.until_gone()


def _flood(attack: Flood) -> None:
    line = greeted()
    next(line.messages())  # the Welcome: from here on it is in a match
    threading.Thread(target=_pour, args=(line, attack()), daemon=True).start()
    play_on(line)


def _flood_in_silence(flood: Flood) -> None:
    """Nothing is answered, so that the clock alone would end it."""
    line = greeted()
    _first_questions(line)
    threading.Thread(target=_pour, args=(line, flood()), daemon=True).start()
    line.until_gone()


def _pour(line: Line, flood: Iterator[bytes]) -> None:
    with suppress(Gone):
        for drops in flood:
            line.raw(drops)


def attack(name: str, *how: str) -> None:
    """Attack, tell how it ended, and stay where one may. `how`: floods also `silent`."""
    try:
        if how == ("silent",):
            _flood_in_silence(FLOODS[name])
        else:
            ATTACKS[name].run()
    except CallOver as over:
        print(f"the call is over: {over}", flush=True)
        signal.pause()  # here, as what was thrown still holds the connection
    except Gone as gone:
        sys.exit(f"gone: {gone}")
    signal.pause()
