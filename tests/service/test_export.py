"""Results as documents that other programs read."""

import csv
import io
import json

from arena.service.bots import builtins
from arena.service.reports.export import crosstable_csv, standings_csv, to_json
from arena.service.reports.ladder_ratings import ladders
from arena.service.reports.tournament_list import summaries
from arena.service.results import RunResult
from arena.store.database.store import Store


def test_a_run_is_one_json_document(played: tuple[Store, RunResult]) -> None:
    store, result = played
    document = json.loads(to_json(result))
    assert document["event_digest"] == result.event_digest
    assert [row["bot"] for row in document["tables"][0]["rows"]] == [row.bot for row in result.tables[0].rows]
    (tournament,) = json.loads(to_json(summaries(store)))
    assert tournament["created_at"].endswith("+00:00")
    assert {one["name"] for one in json.loads(to_json({"builtin": builtins()}))["builtin"]} >= {"random"}
    assert json.loads(to_json(ladders(store)))[0]["ruleset"] == "mau-mau@1"


def test_standings_are_a_csv_with_one_line_of_headings(played: tuple[Store, RunResult]) -> None:
    (table,) = played[1].tables
    rows = list(csv.DictReader(io.StringIO(standings_csv(table, table))))
    assert [(row["ruleset"], row["rank"], row["bot"]) for row in rows] == [
        ("mau-mau@1", str(row.rank), row.bot) for row in table.rows
    ] * 2


def test_the_crosstable_is_square(played: tuple[Store, RunResult]) -> None:
    (table,) = played[1].tables
    (_, *names), *rows = csv.reader(io.StringIO(crosstable_csv(table)))
    assert [row[0] for row in rows] == names == [row.bot for row in table.rows]
    for index, row in enumerate(rows, 1):
        assert row[index] == ""
        other = 1 if index != 1 else 2
        assert float(row[other]) + float(rows[other - 1][index]) == 1
