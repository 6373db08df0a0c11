"""Files of games: every changed byte is found, and other programs can read them."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from arena.rules import rulesets
from arena.service.data.card import data_card
from arena.service.data.files import schema_of
from arena.service.data.library import NoParquet, check_can_write
from arena.service.data.rows import DecisionRows
from maumau.data.columns import DECISION_COLUMNS, HIDDEN_COLUMNS, UNITS, table_of
from tests.conftest import Scale
from tests.data.exported import random_logs, to_export, write_files
from tests.docs.documents import guide

pytest.importorskip("pyarrow")
import maumau.data
from maumau.data import BadFile

NO_PYARROW = """
import sys
sys.modules["pyarrow"] = None
import maumau.data
next(maumau.data.games("games.parquet"))
"""


@pytest.mark.dear
def test_a_changed_byte_is_found_anywhere(tmp_path: Path, scale: Scale) -> None:
    decisions, hidden = write_files(tmp_path, random_logs("quick", 2, 1), "quick")
    assert len(list(maumau.data.games(decisions))) == len(list(maumau.data.logs(hidden))) == 1
    chance = Random(1)
    for path, read in ((decisions, maumau.data.games), (hidden, maumau.data.logs)):
        whole = path.read_bytes()
        places = range(len(whole))
        most = scale.pick(quick=300, ci=2_000, full=len(whole))
        for place in [*places[:40], *chance.sample(places, min(most, len(whole))), *places[-40:]]:
            changed = bytearray(whole)
            changed[place] ^= 1 << chance.randrange(8)
            path.write_bytes(changed)
            with pytest.raises(BadFile):
                list(read(path))
        for length in (0, 5, 11, len(whole) // 2, len(whole) - 1):
            path.write_bytes(whole[:length])
            with pytest.raises(BadFile):
                list(read(path))


def test_pages_have_checksums(tmp_path: Path) -> None:
    """So that other programs find damage too."""
    from pyarrow.parquet import ParquetFile

    for path in write_files(tmp_path, random_logs("mau-mau", 2, 1), "mau-mau"):
        whole = bytearray(path.read_bytes())
        column = ParquetFile(path).metadata.row_group(0).column(0)
        whole[column.dictionary_page_offset + column.total_compressed_size - 1] ^= 1
        path.write_bytes(whole)
        with pytest.raises(OSError, match=r"(?i)crc|checksum|corrupt"):
            ParquetFile(path, page_checksum_verification=True).read()


def test_files_are_not_taken_for_each_other(tmp_path: Path) -> None:
    decisions, hidden = write_files(tmp_path, random_logs("mau-mau", 2, 1), "mau-mau")
    with pytest.raises(BadFile, match="maumau-hidden-1"):
        next(maumau.data.games(hidden))
    with pytest.raises(BadFile, match="maumau-decisions-1"):
        next(maumau.data.logs([decisions]))
    with pytest.raises(OSError):
        next(maumau.data.games(tmp_path / "none"))


def test_columns_are_those_of_the_table(tmp_path: Path) -> None:
    from pyarrow.parquet import read_schema

    for path, columns in zip(
        write_files(tmp_path, random_logs("mau-mau", 2, 1), "mau-mau"),
        (DECISION_COLUMNS, HIDDEN_COLUMNS),
        strict=True,
    ):
        assert read_schema(path).remove_metadata().equals(schema_of(columns))


def test_guide_and_data_card_have_every_column() -> None:
    text = guide("data")
    assert table_of(DECISION_COLUMNS) in text
    assert "".join(f"| {name} | {meaning} |\n" for name, meaning in UNITS) in text
    for columns in (DECISION_COLUMNS, HIDDEN_COLUMNS):
        assert table_of(columns) in data_card()


@pytest.mark.dear
@pytest.mark.parametrize("rules", ["mau-mau", "points-150"])
def test_other_programs_read_the_same(rules: str, tmp_path: Path) -> None:
    duckdb, polars = pytest.importorskip("duckdb"), pytest.importorskip("polars")
    decisions, hidden = write_files(tmp_path, random_logs(rules, 2), rules)
    frame = polars.read_parquet(decisions)
    found = [one for game in maumau.data.games(decisions) for one in game.decisions]
    rows = frame.sort("game", "ply").to_dicts()
    assert len(rows) == len(found)
    for row, one in zip(rows, found, strict=True):
        view = one.view
        assert [row["seat"], row["ask"], row["stock"], row["action"]] == [
            view.seat,
            view.ask,
            view.stock,
            str(one.choice),
        ]
        assert row["hand"] == [card.code for card in view.hand]
        assert row["totals"] == list(view.totals)
        assert [event["kind"] for event in row["events"]] == [event.kind for event in view.news]
        assert [event["value"] for event in row["events"]] == [event.value for event in view.news]
        assert row["choices"][row["choice"]]["kind"] == one.choice.kind
    query = "select count(*), sum(len(hand)), sum(time), count(win) from read_parquet(?)"
    counted = duckdb.execute(query, [str(decisions)]).fetchone()
    hands, times, wins = frame["hand"].list.len().sum(), frame["time"].sum(), frame["win"].count()
    assert counted == (len(rows), hands, times, wins)
    assert polars.read_parquet(hidden)["log"].to_list() == [log.text for log in maumau.data.logs(hidden)]


def test_without_the_library_the_error_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    done = subprocess.run([sys.executable, "-c", NO_PYARROW], check=False, capture_output=True, text=True)
    assert "ImportError: files of games need pyarrow: pip install 'maumau[data]'" in done.stderr
    monkeypatch.setattr("arena.service.data.library.find_spec", lambda name: None)
    with pytest.raises(NoParquet, match=r"pip install 'maumau-arena\[data\]'"):
        check_can_write()


@pytest.mark.dear
@pytest.mark.parametrize("rules", [one.id for one in rulesets()])
def test_no_ruleset_has_values_that_do_not_fit(rules: str) -> None:
    rows = DecisionRows()
    for log in random_logs(rules, next(one.players[1] for one in rulesets() if one.id == rules), 1):
        rows.add(to_export(log))
    scalars = rows.scalars()
    assert set(map(len, scalars.values())) == {len(rows)}
