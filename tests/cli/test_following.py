"""`arena tournament show ID --watch`, at 80 columns and in a file."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console

from arena.cli.errors import USAGE
from arena.cli.tournament.watch import FRAME_LINES, picture
from arena.service.live.progress import LiveProgress
from arena.store.live.status import MatchProgress, WorkerProgress
from arena.store.results.records import TournamentState
from tests.cli.arena import QUICK_BOTS, WIDTH, arena

NASTY = "node\x1b[2J\n" + "w" * 300


def drawn(now: LiveProgress, lines: int) -> list[str]:
    console = Console(width=WIDTH, highlight=False, markup=False)
    with console.capture() as made:
        console.print(picture(now, lines))
    return made.get().splitlines()


def progress(matches: int, workers: int) -> LiveProgress:
    return LiveProgress(
        tournament=7,
        name=NASTY,
        state=TournamentState.RUNNING,
        games_done=1_234,
        games_total=100_000,
        playing=True,
        games_per_second=517.4,
        seconds_left=190.9,
        matches=tuple(MatchProgress(f"7.{n}.100000/1000", 100, 1_024, 10.0) for n in range(matches)),
        workers=tuple(
            WorkerProgress(f"{n} {NASTY}"[:200], 64, 64, 1, datetime.now(UTC)) for n in range(workers)
        ),
    )


@pytest.mark.parametrize(("matches", "workers"), [(0, 0), (1, 0), (2, 3), (400, 100)])
def test_the_picture_fits_a_screen(matches: int, workers: int) -> None:
    lines = drawn(progress(matches, workers), 24 - FRAME_LINES)
    assert len(lines) <= 24
    assert all(len(line) <= WIDTH and line.isprintable() for line in lines)
    assert any("1,234 of 100,000 games, 517/s, 3:11 left" in line for line in lines)
    text = "\n".join(lines)
    assert ("100 of 1,024" in text) == bool(matches)
    assert ("64 of 64" in text) == bool(workers)
    assert ("more" in text) == (matches == 400)


@pytest.mark.dear
def test_a_finished_tournament_shows_its_standings(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    db = ("--db", str(tmp_path / "a.db"))
    assert arena(capfd, "run", *QUICK_BOTS, "-n", "1", "--quiet", *db).code == 0
    done = arena(capfd, "tournament", "show", "1", "--watch", *db)
    assert done.code == 0
    assert done.out.startswith("tournament: 2 of 2 games, over\n")
    assert (
        done.out.removeprefix("tournament: 2 of 2 games, over\n")
        == arena(capfd, "tournament", "show", "1", *db).out
    )


def test_watch_prints_no_json(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    done = arena(capfd, "tournament", "show", "1", "--watch", "--json", "--db", str(tmp_path / "a.db"))
    assert done.code == USAGE
