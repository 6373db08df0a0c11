"""A database in which everybody who can write anything is hostile: straight into the tables and logs."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Boolean, DateTime, Float, Integer, LargeBinary

from arena.record.compression import compress
from arena.record.reader import log_lines
from arena.record.storage import unpack
from arena.store.live.status import LiveRun, RunStatus
from arena.store.tables import METADATA
from tests.record.games import resealed

# Each would leave a trace if it were more than text: an element or attribute "data-evil", the global `evil`,
# a dialog, or a request for /evil.
PAYLOADS: Final = (
    "<script data-evil>window.evil=1</script>",
    '"><script data-evil src=/evil.js></script>',
    "'><img data-evil src=/evil onerror=window.evil=1>",
    "</title><script data-evil>alert(1)</script>",
    "</textarea><svg data-evil onload=window.evil=1>",
    '" data-evil onmouseover="window.evil=1" x="',
    "' data-evil autofocus onfocus='window.evil=1' x='",
    " data-evil=1 onclick=window.evil=1 ",
    "</script><script data-evil>window.evil=1</script>",
    "<!-- --!><img data-evil src=/evil>",
    "]]><data-evil></data-evil>",
    "<iframe data-evil src=/evil></iframe>",
    "<iframe data-evil srcdoc='<script>parent.evil=1</script>'></iframe>",
    "<style data-evil>@import '/evil.css';</style>",
    "<link data-evil rel=stylesheet href=/evil.css>",
    "<base data-evil href=//evil.example/>",
    "<meta data-evil http-equiv=refresh content='0;url=/evil'>",
    "<form data-evil action=/evil><button>go</button></form>",
    "<a data-evil href=javascript:window.evil=1>go</a>",
    "javascript:window.evil=1",
    "data:text/html,<script data-evil>window.evil=1</script>",
    "<math data-evil><mtext><style><img src=/evil onerror=window.evil=1></style></mtext></math>",
    "<svg data-evil><animate onbegin=window.evil=1 attributeName=x dur=1s></svg>",
    "<details data-evil open ontoggle=window.evil=1>",
    "<object data-evil data=/evil></object>",
    "<template data-evil shadowrootmode=open><slot></slot></template>",
    "{{7*7}}{% raw %}${window.evil=1}#{1}<%= 1 %>",
    "&lt;img data-evil src=/evil&gt;&#60;script data-evil&#62;",
    "\\u003cscript data-evil\\u003ewindow.evil=1\\u003c/script\\u003e",
    "\x1b]0;evil\x07\x1b[2J\u2028<svg/data-evil/onload=window.evil=1>",
    "+ADw-script data-evil+AD4-window.evil=1+ADw-/script+AD4-",
    "\u202eevil\u2066\u200b\u200d\ufeff\u2069\u202d<img data-evil src=/evil>",
)
TURNING: Final = "\u202eturned\u2067round\u200f\u200b"

# What strangers write, by table and column; everything else is made by this platform.
WRITTEN: Final[dict[str, tuple[str, ...]]] = {
    "bot": ("name",),
    "bot_version": ("source",),
    "entrant": ("name", "source"),
    "fault": ("detail", "output", "request"),
    "owner": ("name",),
    "qualification": ("opponent",),
    "submission": ("description", "failure", "folder", "language", "member", "origin", "repeat"),
    "token": ("name",),
    "tournament": ("name",),
    "upload": ("bot", "command", "file", "member", "message", "output", "source", "version", "wanted_name"),
    "upload_step": ("command", "detail", "output", "request", "title"),
}


def infest(path: Path, texts: Sequence[str], ticket: str) -> None:
    """Puts these texts wherever a stranger can write, and an upload of the first owner's with that ticket."""
    text = "".join(texts)
    with closing(sqlite3.connect(path)) as connection, connection:
        version = connection.execute("SELECT min(id) FROM bot_version").fetchone()[0]
        match, entrant = connection.execute("SELECT match_id, entrant_id FROM match_seat").fetchone()
        add(
            connection,
            "submission",
            bot_version_id=version,
            kind="files",
            state="failed",
            rulesets='["mau-mau"]',
        )
        add(connection, "qualification", bot_version_id=version, ruleset="mau-mau", opponent=text)
        add(connection, "fault", match_id=match, entrant_id=entrant, verdict="ILLEGAL", request="x")
        add(connection, "token", owner_id=1, digest="0", expires_at="2999-01-01 00:00:00")
        add(connection, "upload", id=1, ticket=ticket, owner_id=1, state="failed", rulesets='["mau-mau"]')
        for number in (1, 2, 3):
            add(connection, "upload_step", upload_id=1, number=number, state="failed")
        later = datetime.now(UTC) + timedelta(hours=1)  # a run that is not yet taken for ended
        document = json.dumps(asdict(RunStatus("r", 1, LiveRun("r", 1, 0, 1, 0.0, None))))
        add(connection, "live_status", run="r", document=document, updated_at=f"{later:%F %T.%f}")
        for table, columns in WRITTEN.items():
            for column in columns:
                write(connection, table, column, text)
        connection.executemany(
            "INSERT OR REPLACE INTO game_log (game_id, log) VALUES (?, ?)", list(infested(connection, texts))
        )


def write(connection: sqlite3.Connection, table: str, column: str, text: str) -> None:
    """Into every row; names stay different by what comes after them."""
    rows = [row for (row,) in connection.execute(f"SELECT rowid FROM {table}")]
    for row in rows:
        binary = isinstance(METADATA.tables[table].columns[column].type, LargeBinary)
        value = f"{text}{row}".encode() if binary else f"{text}{row}"
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, row))


def infested(connection: sqlite3.Connection, texts: Sequence[str]) -> Iterable[tuple[int, bytes]]:
    """Logs with names of bots and notes that say them in turn, by the games that they are of."""
    text = cycle(texts)
    for log, game in connection.execute("SELECT log, game_id FROM game_log").fetchall():
        for number, data in enumerate(unpack(log).values()):
            lines = [hostile_line(line, text) for line in log_lines(data)]
            yield game + number, compress(resealed(lines))


def hostile_line(line: bytes, text: Iterator[str]) -> bytes:
    [(kind, body)] = json.loads(line).items()
    if kind == "play":
        body["note"] = next(text)
    elif kind == "header":
        for bot in body["bots"]:
            bot["name"] = next(text)
    return json.dumps({kind: body}, separators=(",", ":")).encode() + b"\n"


EMPTY: Final[dict[type, Any]] = {Integer: 0, Float: 0.0, Boolean: False, LargeBinary: b""}


def add(connection: sqlite3.Connection, table: str, **values: object) -> None:
    """A row with these values, and something that fits in all the other columns."""
    row: dict[str, object] = {}
    for column in METADATA.tables[table].columns:
        if column.name in values:
            row[column.name] = values[column.name]
        elif not column.nullable and not (column.primary_key and column.autoincrement is True):
            row[column.name] = _something(column.type)
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(row.values()))


def _something(kind: object) -> object:
    if isinstance(kind, DateTime) or type(kind).__name__ == "UtcDateTime":
        return "2026-01-01 00:00:00.000000"
    return next((value for one, value in EMPTY.items() if isinstance(kind, one)), "{}")
