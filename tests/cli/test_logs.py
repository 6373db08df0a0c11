"""Log messages and metrics of long-running commands match the database."""

import json
import os
import re
import socket
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import func, select

from arena.cli.errors import USAGE
from arena.store.database.store import open_store, sqlite_url
from arena.store.tables.results import FAULT, GAME, GAME_SEAT
from arena.store.tables.schedule import LEDGER, MATCH, TOURNAMENT
from tests.cli.arena import QUICK_BOTS, arena
from tests.cli.test_serve import COMMAND
from tests.service.conftest import HOSTILE
from tests.web.waiting import until

SEED = "07" * 32
_RUN = "import sys; from arena.__main__ import main; sys.argv[0] = 'arena'; sys.exit(main())"


def command(database: Path, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        (sys.executable, "-c", _RUN, *arguments, "--db", str(database)),
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | variables,
    )


def events(text: str) -> list[dict[str, Any]]:
    """Parse each line as one JSON object."""
    return [json.loads(line) for line in text.splitlines()]


def of(events: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [one for one in events if one["event"] == name]


@pytest.mark.dear
def test_the_log_matches_the_database(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    bots = (*QUICK_BOTS, str(HOSTILE / "illegal"))
    done = command(database, "run", *bots, "-n", "3", "--seed", SEED, "--log-format", "json:debug")
    told = events(done.stderr)
    finished = of(told, "match finished")
    with open_store(sqlite_url(database)) as store, store.reading() as tx:
        games = tx.scalar(select(func.count()).select_from(GAME))
        pieces = tx.execute(select(MATCH.c.round, MATCH.c.pairing)).all()
        faults = Counter(tx.scalars(select(FAULT.c.verdict).where(FAULT.c.verdict != "OK")).all())
        secret = tx.scalar(select(TOURNAMENT.c.secret))
    assert sum(one["games"] for one in finished) == games == 18
    assert {one["match"] for one in finished} == {f"1.{round}.{pairing}" for round, pairing in pieces}
    assert len(of(told, "match started")) == len(of(told, "match handed out")) == len(finished) == 3
    verdicts = of(told, "verdict")
    assert Counter(one["verdict"] for one in verdicts) == faults
    assert faults["ILLEGAL"]
    assert {one["bot"] for one in verdicts} == {"illegal"}
    assert [one["games"] for one in of(told, "run ended")] == [games]
    assert done.returncode == 3
    assert secret == SEED
    assert secret not in done.stderr
    assert all(set(one) >= {"time", "level", "logger", "event"} for one in told)


def test_a_bot_name_cannot_break_a_log_line(tmp_path: Path) -> None:
    name = 'two\nlines "and quotes" \x1b[31m'
    sly = tmp_path / name
    sly.mkdir()
    for file in (HOSTILE / "first").iterdir():
        if file.is_file():
            (sly / file.name).write_bytes(file.read_bytes())
    script = _LOGGING.format(name=name)
    done = subprocess.run((sys.executable, "-c", script), capture_output=True, text=True, check=True)
    [as_json, as_text] = done.stderr.splitlines()
    assert json.loads(as_json)["bots"] == ['two\\nlines "and quotes" \\x1b[31m@00000000']
    assert as_json.isascii()
    assert as_text.isascii()
    assert as_text.count("bots=") == 1


_LOGGING = """
from arena.service.admin.telemetry.log_output import configure
from arena.service.admin.telemetry.log_messages import RUNS, log_message
for form in ("json", "text"):
    configure(form)
    log_message(RUNS, "match finished", bots=({name!r} + "@00000000",), detail="x" * 100_000)
"""


@pytest.mark.parametrize("wrong", ["xml", "json:loud", ""])
def test_an_invalid_log_format(capfd: pytest.CaptureFixture[str], wrong: str) -> None:
    done = arena(capfd, "run", *QUICK_BOTS, "--log-format", wrong)
    assert done.code == USAGE
    assert "invalid log format" in done.err


@pytest.mark.parametrize("wrong", ["nowhere", "127.0.0.1:", "1:2:70000", "9" * 5_000, "a..b:9"])
def test_an_invalid_metrics_address(tmp_path: Path, capfd: pytest.CaptureFixture[str], wrong: str) -> None:
    done = arena(
        capfd, "serve", "--db", str(tmp_path / "a.db"), "--no-submit", "--port", "0", "--metrics", wrong
    )
    assert done.code == USAGE
    assert "invalid --metrics" in done.err


def test_a_refused_metrics_address_leaves_no_tournament(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    db = ("--db", str(tmp_path / "a.db"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for address in ("nowhere", str(taken.getsockname()[1])):
            assert arena(capfd, "run", *QUICK_BOTS, *db, "--metrics", address).code in (1, USAGE)
            assert json.loads(arena(capfd, "tournament", "list", "--json", *db).out)["tournaments"] == []


# ---- numbers ----

_NAME = re.compile(r"arena_[a-z]+(_[a-z]+)*")
_UNITS = re.compile(r"_(ms|milliseconds|minutes|hours|percent|kb|mb)(_|$)")


@pytest.mark.dear
def test_metrics_match_the_database(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "a.db"
    assert arena(capfd, "run", *QUICK_BOTS, "-n", "4", "--quiet", "--db", str(database)).code == 0
    arguments = ("--db", str(database), "--no-submit", "--log-format", "json", "--metrics", "0")
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as site:
        try:
            assert site.stderr
            said = [json.loads(site.stderr.readline())["event"] for _ in range(2)]
            metrics, address = said[0].removeprefix("Metrics at "), said[1].split()[2]
            for path in ("/healthz", "/tournaments/1?token=hush", "/tournaments/99", "/nowhere/hush"):
                httpx.get(f"{address}{path}")
            httpx.get(f"{address}{style(httpx.get(f'{address}/rules').text)}").raise_for_status()
            httpx.head(f"{address}/api/bots")
            until(lambda: "arena_games_total" in httpx.get(metrics).text)
            found = numbers(httpx.get(metrics).text)
        finally:
            site.terminate()
        rest = site.stderr.read()
    with open_store(sqlite_url(database)) as store, store.reading() as tx:
        games = tx.scalar(select(func.count()).select_from(GAME))
        decisions, milliseconds = tx.execute(
            select(func.sum(GAME_SEAT.c.decisions), func.sum(GAME_SEAT.c.time_ms))
        ).one()
        commits = tx.scalar(select(func.count()).select_from(LEDGER))
    assert sum(value for (name, *_), value in found.items() if name == "arena_games_total") == games
    assert found["arena_verdicts_total", ("verdict", "OK")] == 2 * games
    assert found["arena_decision_seconds_count",] == decisions
    assert found["arena_decision_seconds_sum",] == pytest.approx(milliseconds / 1_000)
    assert found["arena_commits_total",] == commits
    assert found["arena_tournaments", ("state", "over")] == 1
    assert found["arena_matches_open",] == found["arena_workers",] == 0
    route = (("method", "GET"), ("route", "/tournaments/{number}"))
    assert found["arena_http_requests_total", *route, ("status", "200")] == 1
    assert found["arena_http_requests_total", *route, ("status", "404")] == 1
    assert "hush" not in rest
    requests = [one["route"] for one in of(events(rest), "request")]
    assert requests == [
        "/healthz",
        "/tournaments/{number}",
        "/tournaments/{number}",
        "(none)",
        "/rules",
        "(file)",
        "/api/bots",
    ]


def style(page: str) -> str:
    """Return the address of a page's first style sheet."""
    found = re.search(r'<link rel="stylesheet" href="([^"]+)"', page)
    assert found
    return found[1]


def numbers(text: str) -> dict[tuple[Any, ...], float]:
    """Return the metrics by name and labels; check Prometheus's naming rules."""
    families = list(text_string_to_metric_families(text))
    assert len({family.name for family in families}) == len(families)
    for family in families:
        assert _NAME.fullmatch(family.name), family.name
        assert not _UNITS.search(family.name), family.name
        assert family.documentation, family.name
        assert family.type in ("counter", "gauge", "histogram"), family.name
        assert (family.type == "counter") == all(one.name.endswith("_total") for one in family.samples)
    samples = [sample for family in families for sample in family.samples]
    assert len(samples) < 500
    return {(one.name, *sorted(one.labels.items())): one.value for one in samples}


@pytest.mark.dear
def test_metrics_alone_print_no_log_messages(tmp_path: Path) -> None:
    bots = (*QUICK_BOTS, str(HOSTILE / "illegal"))
    options = ("-n", "3", "--seed", SEED, "--quiet", "--metrics", "127.0.0.1:0")
    done = command(tmp_path / "a.db", "run", *bots, *options)
    said = [line.split(" ")[0] for line in done.stderr.splitlines() if not line.startswith("  ")]
    assert done.returncode == 3
    assert said[0] == "Metrics"
    assert not {"verdict", "match", "run"} & set(said)
