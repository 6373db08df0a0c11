"""Small matches between the bots of `tests/bots`."""

import hashlib
import sys
from pathlib import Path

from arena.record.match import BotSpec, Clock, Limits, MatchRecord, MatchSpec, Verdict

BOTS = Path(__file__).parents[1] / "bots"
SHORT = Clock(1_000, 0, 1_000)


def bot(name: str) -> BotSpec:
    """Return a bot of `tests/bots`."""
    version = hashlib.sha256(name.encode()).hexdigest()
    return BotSpec(name, version, (sys.executable, "bot.py"), str(BOTS / name))


def match(*names: str, boards: int = 2, ruleset: str = "mau-mau@1", **settings: object) -> MatchSpec:
    """Return a spec; `settings` are fields of MatchSpec and of Limits."""
    limits = {name: settings.pop(name) for name in Limits.__slots__ if name in settings}
    secrets = tuple(hashlib.sha256(b"board %d" % board).hexdigest() for board in range(boards))
    return MatchSpec(
        id="test",
        ruleset=ruleset,
        bots=tuple(bot(name) for name in names),
        first_board=5,
        secrets=secrets,
        key="11" * 32,
        limits=Limits(**limits),  # type: ignore[arg-type]  # names and types are the test's to know
        **settings,  # type: ignore[arg-type]
    )


def verdicts(record: MatchRecord, bot: int) -> set[Verdict]:
    """Return all verdicts on a bot."""
    return {seat.verdict for game in record.games for seat in game.seats if seat.bot == bot}
