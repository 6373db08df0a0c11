"""An attack on the referee, carried out by a bot in its match."""

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
    """`run` is the whole bot. Only these verdicts are right, or OK if a game was over before. `alike`: one of
    many similar attacks."""

    run: Callable[[], None]
    verdicts: frozenset[str]
    about: str
    alike: bool = False


ATTACKS: dict[str, Attack] = {}
FLOODS: dict[str, Flood] = {}


def add_attack(name: str, verdicts: str, about: str, run: Callable[[], None], alike: bool = False) -> None:
    """Add an attack to the catalogue."""
    assert name not in ATTACKS
    right = frozenset(verdicts.split())
    late = {"STALL"} if "TIMEOUT" in right else frozenset[str]()  # the other games that were open
    ATTACKS[name] = Attack(run, right | late, about, alike)


def opening(verdicts: str) -> Callable[[Opening], Opening]:
    """Decorate an attack that does everything itself."""

    def keep(attack: Opening) -> Opening:
        add_attack(attack.__name__, verdicts, attack.__doc__ or "", attack)
        return attack

    return keep


def strike(verdicts: str) -> Callable[[Strike], Strike]:
    """Decorate an attack that happens once, after the first questions; then the bot is silent."""

    def keep(attack: Strike) -> Strike:
        add_attack(attack.__name__, verdicts, attack.__doc__ or "", partial(strike_once, attack))
        return attack

    return keep


def flood(verdicts: str) -> Callable[[Flood], Flood]:
    """Decorate an attack that sends without end while the bot plays honestly."""

    def keep(attack: Flood) -> Flood:
        FLOODS[attack.__name__] = attack
        add_attack(attack.__name__, verdicts, attack.__doc__ or "", partial(_flood, attack))
        return attack

    return keep


def strikes(verdicts: str, about: str, cases: dict[str, bytes]) -> None:
    """Add attacks that are only bytes, by name."""
    for name, data in cases.items():
        add_attack(name, verdicts, about, partial(strike_once, _sent(data)), alike=True)


def _sent(data: bytes) -> Strike:
    return lambda line, _: line.raw(data)


def open_line() -> Line:
    """Return a line on which Hello was sent."""
    line = Line()
    line.greet()
    line.call()
    line.send(hello())
    return line


def play_on(line: Line) -> None:
    """Answer everything with the first choice. Raise Gone at the end."""
    for message in line.messages():
        if asked := questions(message):
            line.send(b"".join(map(answer, asked)))


def _first_questions(line: Line) -> list[Question]:
    return next(filter(None, map(questions, line.messages())))


def strike_once(attack: Strike) -> None:
    """Play up to the first questions, and attack."""
    line = open_line()
    try:
        attack(line, _first_questions(line))
    finally:
        line.until_gone()


def _flood(attack: Flood) -> None:
    line = open_line()
    next(line.messages())  # the Welcome: from here on it is in a match
    threading.Thread(target=_pour, args=(line, attack()), daemon=True).start()
    play_on(line)


def _flood_in_silence(flood: Flood) -> None:
    """Answer nothing, so that only the clock would end it."""
    line = open_line()
    _first_questions(line)
    threading.Thread(target=_pour, args=(line, flood()), daemon=True).start()
    line.until_gone()


def _pour(line: Line, flood: Iterator[bytes]) -> None:
    with suppress(Gone):
        for drops in flood:
            line.raw(drops)


def attack(name: str, *how: str) -> None:
    """Attack, print how it ended, and stay connected if possible. `how`: floods also `silent`."""
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
