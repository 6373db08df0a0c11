"""Games as rows and files, without a database."""

from collections.abc import Iterable
from datetime import date
from pathlib import Path

from arena.record.digests import FinishedLog
from arena.record.match import Clock
from arena.record.reader import read_log
from arena.referee.clock import NO_CLOCK
from arena.rules import Ruleset, ruleset
from arena.service.data.files import make_tables, write_games
from arena.service.data.rows import GameToExport
from maumau.views import View
from tests.record.games import play

DAY = date(2026, 11, 3)


def random_logs(rules: str | Ruleset, seats: int, number: int = 2) -> list[FinishedLog]:
    """Return logs of random games, with notes, estimates and faults."""
    return [
        play(rules, seats, seed, game_id=f"game-{seats}-{seed}", estimates=True) for seed in range(number)
    ]


def to_export(log: FinishedLog, clock: Clock = NO_CLOCK) -> GameToExport:
    parsed = read_log(log.data)
    elos = (12.5, None, -300.25, 0.0, 1.0, 2.0, 3.0, 4.0)[: parsed.header.seats]
    return GameToExport("7.1.2/3", DAY, True, clock, elos, parsed, log.data.decode())


def write_files(
    folder: Path, logs: Iterable[FinishedLog], rules: str | Ruleset, clock: Clock = NO_CLOCK
) -> tuple[Path, Path]:
    """Write the files of games; return the paths of decisions and hidden cards."""
    decisions, hidden = folder / "games.decisions.parquet", folder / "games.hidden.parquet"
    found = ruleset(rules) if isinstance(rules, str) else rules
    with write_games(decisions, hidden, found) as writer:
        for log in logs:
            writer.add(make_tables([to_export(log, clock)]))
    return decisions, hidden


def everything_in(view: View) -> dict[str, object]:
    """Return all that a view tells its bot, without times that nobody records."""
    left_out = {"memory", "deadline", "match", "clock_ms", "history"}
    names = [name for name in dir(View) if isinstance(getattr(View, name), property)]
    found = {name: getattr(view, name) for name in names if name not in left_out}
    legal = [
        (str(one), one.suits, one.words, one.targets, one.claims, one.further, one.least, one.most)
        for one in view.legal
    ]
    found |= {"legal": legal, "plays": [str(one) for one in view.plays], "news": tuple(view.news)}
    # Every event is in one of the news, so the length shows that none is missing or repeated.
    return found | {"events": len(view.history), "rules": view.match.rules, "cards": view.match.cards}
