"""What commands print, as transcripts in tests/golden/cli/sessions."""

import re
from collections.abc import Callable
from pathlib import Path
from shlex import split
from shutil import copy

import pytest

from arena.service.bots import resolve_bot
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import open_store, sqlite_url
from tests.cli.arena import GOLDEN, QUICK_BOTS, arena

PLAY = "run dice.py last.py --boards 2 --seed 5 --name Sunday --runner process --jobs 1"
PLAY_QUIETLY = f"{PLAY} --quiet"  # not shown in transcripts
SESSIONS = {
    "run": (
        PLAY,
        f"{PLAY} --dry-run",
        "run --example-file",
        "play dice.py last.py --boards 1 --seed 5 --clock none --runner process",
        "compare dice.py last.py --boards 50 --seed 5 --runner process --jobs 1 --quiet",
        "ratings",
        "ratings --overall",
        "run dice.py",
        "run dice.py nobody",
    ),
    "tournament": (
        PLAY_QUIETLY,
        "tournament",
        "tournament show 1 --why",
        "tournament crosstable 1",
        "tournament fair-play 1",
        "tournament pairings 1",
        "tournament export 1 --as md",
        "tournament export 1 --as trf",
        "tournament verify 1",
        "tournament pause 1",
        "tournament show 2",
    ),
    "tournament-edit": (
        "tournament pause 1",
        "tournament resume 1",
        "tournament add 1 sampler",
        "tournament withdraw 1 sampler",
        "tournament permit 1 random greedy",
        "tournament permit 1",
        "tournament end 1",
        "tournament cancel 1 --yes",
        "tournament cancel 1 --yes",
    ),
    "replay": (
        "replay show game.jsonl",
        "replay verify game.jsonl",
        "replay ask game.jsonl --as dice.py --runner process",
        "replay branch game.jsonl --ply 5 --action 7C --as greedy --boards 20",
        "replay branch game.jsonl --ply 5 --action 7H",
        "replay position game.jsonl --ply 5 --accept TC --avoid 7C --name ten -o my.positions.toml",
        "bot check last.py --positions my.positions.toml --runner process",
        "replay html game.jsonl -o game.html",
        "replay show no.jsonl",
    ),
    "bot": (
        "bot new mybot",
        "bot check dice.py --ruleset mau-mau --step 1 --runner process",
        "bot submit dice.py --ruleset mau-mau --runner process --quiet",
        "bot list",
        "bot show dice",
        "bot disable dice",
        "bot enable dice",
        "bot show nobody",
    ),
    "ruleset": (
        "ruleset",
        "ruleset show mau-mau",
        "ruleset diff mau-mau prsi",
        "ruleset options",
        "ruleset check house.toml",
        "ruleset check bad.toml",
    ),
    "token": (
        "db upgrade",
        "token",
        "token new anna",
        "token list",
        "token revoke anna",
        "token revoke anna",
    ),
    "db": (
        "db upgrade",
        PLAY_QUIETLY,
        "db show",
        "db verify",
        "db backup friday.backup",
        "db restore friday.backup",
        "db restore friday.backup --force",
        "db copy copy.db",
        "db prune --older-than 1d",
        "db prune --older-than 0d --yes",
    ),
}
SLOW = {"run", "bot"}
CHANGING = (
    (r"\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?", "DATE"),
    (r"\d{8}-\d{6}", "DATE"),
    (r"arena_\w{3,}", "SECRET"),
    (r"\b(?=\d*[a-f])[0-9a-f]{8,64}(?=\b|…)", "HASH"),
    (r"\d\.\d\d  \d\d$", "N  N"),
    (r"\d[\d,.]* (ms|s|games/s|decisions/s|kB|MB|% busy)\b", r"N \1"),
)


@pytest.mark.dear
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.dear] if name in SLOW else []) for name in SESSIONS]
)
def test_session(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    check_golden: Callable[[str, str], None],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARENA_DB", "arena.db")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for bot in QUICK_BOTS:
        copy(bot, tmp_path)
    copy(GOLDEN / "mau-mau.jsonl", "game.jsonl")
    Path("house.toml").write_text('id = "house"\ntitle = "House"\nbase = "mau-mau"\noptions = ["W-DEAL=6"]\n')
    Path("bad.toml").write_text('base = "mau-mao"\noptions = ["W-DEAL=60"]\n')
    if name == "tournament-edit":
        make_swiss()
    transcript = ""
    for line in SESSIONS[name]:
        done = arena(capfd, *split(line))
        if line != PLAY_QUIETLY:
            transcript += f"$ arena {line}\n{done.out}{done.err}exit code {done.code}\n\n"
    transcript = transcript.replace(str(tmp_path), "FOLDER")
    for pattern, word in CHANGING:
        transcript = re.sub(pattern, word, transcript, flags=re.MULTILINE)
    check_golden(f"sessions/{name}.txt", transcript)


def make_swiss() -> None:
    """Create a Swiss of three bots, of which two must not meet."""
    bots = tuple(resolve_bot(name) for name in ("random", "greedy", "counting"))
    settings = TournamentSettings(
        bots, ("mau-mau",), boards=1, format="swiss", forbidden=(("random", "greedy"),)
    )
    with open_store(sqlite_url(Path("arena.db"))) as store:
        create(store, settings)
