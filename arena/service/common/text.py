"""Parse and check texts that users write: numbers, ports, clocks, match ids and seeds."""

import re
from ipaddress import ip_address
from secrets import token_bytes
from typing import Final, NamedTuple

from arena.record.match import Clock
from arena.service.errors import BadSettings
from arena.tournament.secrets import TournamentSecret, tournament_secret

MAX_PORT: Final = 65_535
VERSION_DIGITS: Final = 6  # characters of a version that are shown
NUMBER: Final = "[1-9][0-9]{0,8}"
_MATCH_ID: Final = re.compile(rf"({NUMBER})\.({NUMBER})\.({NUMBER})")
NONE: Final = "none"
NO_CLOCK: Final = Clock(0, 0, 0)
CAP_MS: Final = 60_000
MAX_SECONDS: Final = 86_400
SECONDS: Final = r"([0-9]{1,9}(?:\.[0-9]{1,3})?)"
WRITTEN: Final = re.compile(rf"{SECONDS}(?:\+{SECONDS})?(?:/{SECONDS})?")


def number_of(text: str, most: int) -> int | None:
    """Convert a text of digits to a number. Replace numbers above `most` by `most`.

    Return None for any text that does not consist of digits.

    >>> number_of("007", 99), number_of("9" * 5_000, 99), number_of("-1", 99), number_of("", 99)
    (7, 99, None, None)
    """
    if not (text.isascii() and text.isdecimal()):
        return None
    digits = text.lstrip("0") or "0"
    # Python does not convert more than 4,300 digits.
    return min(int(digits), most) if len(digits) <= len(str(most)) else most


def port_of(text: str) -> int | None:
    """Convert a text of digits to a port number; return None if the text is not a valid port.

    >>> port_of("8786"), port_of("65536"), port_of("http")
    (8786, None, None)
    """
    number = number_of(text, MAX_PORT + 1)
    return None if number is None or number > MAX_PORT else number


def is_this_machine(host: str) -> bool:
    """True if `host` is a loopback address, "localhost", empty, or the absolute path of a socket's folder.

    Other host names are not looked up.

    >>> is_this_machine("127.0.0.2"), is_this_machine("/run/postgresql"), is_this_machine("example.org")
    (True, True, False)
    """
    if host in ("", "localhost") or host.startswith("/"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_utf8(text: str) -> bool:
    r"""True if a text can be encoded as UTF-8.

    >>> is_utf8("Jörg"), is_utf8("J\udcf6rg")
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def versioned(name: str, version: str) -> str:
    """Return a bot's name with the first digits of its version, as "NAME@VERSION".

    >>> versioned("clever", "1a2b3c4d5e6f")
    'clever@1a2b3c'
    """
    return f"{name}@{version[:VERSION_DIGITS]}"


def secret_of(seed: str | None) -> TournamentSecret:
    """Return the tournament secret that is derived from a seed; without a seed, a random secret."""
    return TournamentSecret(token_bytes(32)) if seed is None else tournament_secret(seed)


def check_seed(seed: str | None) -> None:
    """Raise BadSettings if a seed is empty or not UTF-8. The seed None is valid."""
    if wrong := wrong_seed(seed):
        raise BadSettings(wrong)


def wrong_seed(seed: str | None) -> str:
    """Return an error message if a seed is empty or not UTF-8, else an empty text. The seed None is valid."""
    if seed is not None and not seed.strip():
        return "a seed cannot be empty: leave it out, and one is drawn"
    return "" if seed is None or is_utf8(seed) else f"the seed {seed!r} is not UTF-8: choose another"


class MatchId(NamedTuple):
    """The id of a match: the numbers of the tournament, of the round, and of the pairing in the round."""

    tournament: int
    round: int
    pairing: int

    def __str__(self) -> str:
        return f"{self.tournament}.{self.round}.{self.pairing}"


def parse_match_id(text: str) -> MatchId | None:
    """Parse a match id like "7.1.2". Return None if the text is not a match id.

    >>> parse_match_id("7.1.2")
    MatchId(tournament=7, round=1, pairing=2)
    >>> parse_match_id("7.1")
    """
    numbers = _MATCH_ID.fullmatch(text)
    return MatchId(*map(int, numbers.groups())) if numbers else None


# Clocks as text: `10+0.1/60` means 10 s, 0.1 s more per decision, and at most 60 s per game; `none` is no
# clock.


def parse_clock(text: str) -> Clock:
    """Parse a clock such as "10+0.1/60" or "none".

    The numbers are seconds: 10 at the start, 0.1 more for each decision, and at most 60 in a whole game.

    Raise BadSettings for an invalid text.

    >>> parse_clock("10+0.1/60")
    Clock(bank_ms=10000, increment_ms=100, cap_ms=60000)
    """
    if text == NONE:
        return NO_CLOCK
    written = WRITTEN.fullmatch(text)
    if not written:
        raise BadSettings(
            f"{text[:60]!r} is not a clock: write 10+0.1/60 (10 s, 0.1 s per decision, 60 s in all) or none"
        )
    bank, increment, cap = (round(float(part) * 1000) if part else None for part in written.groups())
    clock = Clock(bank or 0, increment or 0, max(CAP_MS, bank or 0) if cap is None else cap)
    if not 0 < clock.bank_ms <= clock.cap_ms <= MAX_SECONDS * 1000:
        raise BadSettings(
            f"{text!r}: the bank must be above 0, and the total at least the bank and at most a day"
        )
    if clock.increment_ms > MAX_SECONDS * 1000:
        raise BadSettings(f"{text!r}: a decision gets at most a day")
    return clock


def format_clock(clock: Clock) -> str:
    """Return a clock as text that `parse_clock` can read, such as "10+0.1/60".

    >>> format_clock(Clock())
    '10+0.1/60'
    """
    if clock == NO_CLOCK:
        return NONE
    times = (clock.bank_ms, clock.increment_ms, clock.cap_ms)
    return "{:.9g}+{:.9g}/{:.9g}".format(*(ms / 1000 for ms in times))  # to the millisecond, up to a day
