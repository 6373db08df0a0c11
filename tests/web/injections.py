"""Texts that would do something if anything made SQL of them, and how to see that nothing was done."""

import sqlite3
from pathlib import Path
from typing import Final

NONSENSE: Final = "there-is-none-of-this-name"
TEXTS: Final = (
    "'",
    '"',
    "\\",
    "1;",
    "%",
    "1 OR 1=1",
    "' OR '1'='1",
    '" OR "1"="1',
    "' OR 1=1 --",
    "x') OR ('1'='1",
    "1'; DROP TABLE game; --",
    "1; DELETE FROM ledger_entry",
    "'; UPDATE bot SET name = 'mine'; --",
    "' UNION SELECT name FROM sqlite_master --",
    "-1 UNION ALL SELECT 1, 2, 3, 4, 5, 6, 7, 8",
    "name, (SELECT secret FROM tournament)",
    "CASE WHEN (1=1) THEN name ELSE games END",
    "1) ORDER BY 1 --",
    "last'||(SELECT hex(randomblob(9)))||'",
    "1/**/AND/**/load_extension('x')",
)


def rows(database: Path) -> list[str]:
    """All that is in it, but for who watches just now."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        return [line for line in connection.iterdump() if not line.startswith('INSERT INTO "watching"')]
