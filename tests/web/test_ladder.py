"""The first page: the ladder of each ruleset, and what goes on."""

import csv
import io
import re
from html import unescape
from pathlib import Path

import pytest

from arena.rules import rulesets
from arena.rules.rulesets import FAMILIES
from arena.service.ladder.cache import refresh_ladders
from arena.service.reports.ladder_ratings import ladders, overall_ladder
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.ladder.cached_documents import (
    DocumentKind,
    mark_outdated,
    read_documents,
    write_documents,
)
from arena.store.ladder.cached_ladders import OVERALL
from tests.benchmarks.field import fill
from tests.benchmarks.pages import PAGES, costs
from tests.conftest import Scale
from tests.statements import statements
from tests.store.cached import change_rows
from tests.web.served import Served, serving

KEY = "mau-mau@1"


def test_ladder_shows_the_computed_ratings(site: Served, store: Store) -> None:
    for ladder in ladders(store):
        rows = site.data(f"/?ruleset={ladder.ruleset}&format=json")
        assert [row["bot"] for row in rows] == [row.bot for row in ladder.rows]
        assert [row["elo"] for row in rows] == [row.elo for row in ladder.rows]
        assert [row["games"] for row in rows] == [row.games for row in ladder.rows]
        text = unescape(site.text(f"/?ruleset={ladder.ruleset}"))
        assert all(f">{row.bot}</bdi>" in text and f"@{row.version[:6]}" in text for row in ladder.rows)
        assert ladder.title in text


def test_there_is_a_tab_for_each_ruleset_with_its_pack(site: Served) -> None:
    text = site.text("/")
    assert re.search(r"<bdi>Mau-Mau</bdi> <span class=\"badge\">French 32</span>", text)
    assert text.count('aria-current="page"') == 2  # of the bar, of the tabs
    chosen = site.text(f"/?ruleset={OVERALL}")
    assert "No bot is rated in all of these rulesets" in chosen  # with so few boards there is no interval


def test_the_first_page_plays_a_game_and_ladders_do_not(site: Served) -> None:
    text = site.text("/")
    [replay] = re.findall(r"<maumau-replay [^>]*>", text)
    assert 'autoplay="1"' in replay and 'controls="0"' in replay
    [page] = set(re.findall(r'href="(/matches/\d+\.\d+\.\d+/games/\d+)"', text))
    site.get(page)
    assert "<maumau-replay" not in site.text(f"/?ruleset={KEY}")


def test_overall_is_the_mean_of_the_rulesets(site: Served, store: Store) -> None:
    rows = site.data(f"/?ruleset={OVERALL}&format=json")
    assert [(row["bot"], row["elo"], row["margin"]) for row in rows] == [
        (row.bot, row.elo, row.margin) for row in overall_ladder(store).rows
    ]


def test_a_ruleset_is_found_by_its_short_name_too(site: Served) -> None:
    assert site.data("/?ruleset=mau-mau&format=json") == site.data(f"/?ruleset={KEY}&format=json")
    site.get("/?ruleset=nosuch", 404)


@pytest.mark.parametrize("column", ["bot", "elo", "games", "score", "faults"])
def test_ladder_sorts(site: Served, column: str) -> None:
    up, down = (
        [row[column] for row in site.data(f"/?ruleset={KEY}&sort={sign}{column}&format=json")]
        for sign in ("", "-")
    )
    assert up == sorted(up, key=lambda value: value.casefold() if isinstance(value, str) else value)
    assert down == up[::-1]


def test_ladder_filters(site: Served) -> None:
    names = [row["bot"] for row in site.data(f"/?ruleset={KEY}&format=json")]
    for name in names:
        found = site.data(f"/?ruleset={KEY}&bot={name.upper()}&format=json")
        assert [row["bot"] for row in found] == [name]
    assert site.data(f"/?ruleset={KEY}&author=nobody&format=json") == []
    assert "1 row ·" in site.text(f"/?ruleset={KEY}&bot={names[0]}")


def test_csv_has_the_same_rows(site: Served) -> None:
    rows = list(csv.DictReader(io.StringIO(site.text(f"/?ruleset={KEY}&format=csv"))))
    assert [row["bot"] for row in rows] == [row["bot"] for row in site.data(f"/?ruleset={KEY}&format=json")]
    assert {"elo", "margin", "illegal", "timeouts", "crashes", "played"} <= set(rows[0])


def test_the_latest_matches_are_linked(site: Served) -> None:
    links = re.findall(r'<a href="(/matches/\d+\.\d+\.\d+)">', site.text("/"))
    assert len(links) == len({*links}) == 5


def test_an_empty_site_says_what_to_do(empty: Served) -> None:
    text = empty.text("/")
    assert 'href="/guide/tournaments"' in text
    assert "No tournament is running." in text
    assert f"arena bot submit mine --to {empty.address}" in text
    assert "You need a token" in text
    assert empty.data("/?format=json") == []


@pytest.mark.dear
def test_bots_with_few_boards_stand_below(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as site:
        fill(store, 10, 1_000)
        refresh_ladders(store)
        change_rows(store, lambda row: row.update(provisional=row["place"] == 1))
        rows = site.data(f"/?ruleset={KEY}&sort=-elo&format=json")
        assert [row["provisional"] for row in rows] == [False] * (len(rows) - 1) + [True]
        assert rows[-1]["elo"] == max(row["elo"] for row in rows)
        text = site.text(f"/?ruleset={KEY}")
        assert text.index("Provisional: fewer than 30 boards") < text.index(rows[-1]["bot"])


@pytest.mark.dear
def test_the_overall_ladder_has_ranks_and_intervals_and_nothing_provisional(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as site:
        fill(store, 10, 4_000)
        refresh_ladders(store)
        text = site.text(f"/?ruleset={OVERALL}")
        rows = site.data(f"/?ruleset={OVERALL}&format=json")
        assert len(rows) > 2
        assert [row["rank"] for row in rows] == [*range(1, len(rows) + 1)]
        assert all(row["low"] < row["elo"] < row["high"] for row in rows)
        assert "mean over" in text
        assert "Provisional" not in text


@pytest.mark.dear
def test_heading_for_all_rows_is_left_out(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as site:
        fill(store, 4, 40)
        refresh_ladders(store)
        change_rows(store, lambda row: row.update(provisional=True))
        assert "Provisional" not in site.text(f"/?ruleset={KEY}")


def test_a_ladder_is_shown_while_it_is_out_of_date(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as site:
        fill(store, 4, 40)
        refresh_ladders(store)
        change_rows(store, lambda row: row.update(provisional=True))
        with store.writing() as tx:
            mark_outdated(tx, DocumentKind.LADDER, [KEY])
        assert site.data("/?format=json")


@pytest.mark.dear
def test_more_rulesets_are_behind_a_click(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as site:
        fill(store, 10, 1_000)
        refresh_ladders(store)
        with store.writing() as tx:
            heads = read_documents(tx, DocumentKind.LADDER)
            head = {**heads[OVERALL], "about": {"scales": [], "tournaments": 1}}
            others = sorted((one for one in rulesets() if one.key not in heads), key=lambda one: one.key)
            added = {one.key: {**head, "ruleset": one.key, "title": one.title} for one in others}
            write_documents(tx, DocumentKind.LADDER, "1:1", added)
        text = unescape(site.text(f"/?ruleset={others[-1].id}"))
        tabs, _, more = text.partition("<details")
        assert f'aria-current="page"><bdi>{others[-1].title}' in tabs
        assert all(f"<bdi>{one.title}</bdi>" in more for one in others)
        assert set(re.findall(r"<dt>(.+?)</dt>", more)) >= set(FAMILIES.values())
        assert "No rated bots." in text


@pytest.mark.dear
def test_matches_not_counted_yet_are_mentioned(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as site:
        fill(store, 10, 1_000)
        assert "50 matches have finished; the ladder will appear" in site.text("/")
        refresh_ladders(store)
        assert "not counted yet" not in site.text("/")


@pytest.mark.dear
def test_number_of_queries_does_not_grow(tmp_path: Path, scale: Scale) -> None:
    statements = []
    for number, (bots, games) in enumerate(
        [(10, 1_000), scale.pick(quick=(30, 2_000), ci=(30, 4_000), full=(1_000, 1_000_000))]
    ):
        with open_store(sqlite_url(tmp_path / f"{number}.db")) as store:
            fill(store, bots, games)
            refresh_ladders(store)
            statements.append({path: cost.statements for path, cost in costs(store, 1).items()})
    assert statements[0] == statements[1]
    assert set(statements[0]) == set(PAGES)


SCANS = re.compile(
    r"SCAN (game|game_seat|match|match_seat|encounter|ledger_entry|entrant)\b(?! USING COVERING)"
)


@pytest.mark.dear
def test_pages_find_their_rows_by_an_index(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store:
        fill(store, 20, 2_000)
        refresh_ladders(store)
        plans = {statement: plan(store, statement, values) for statement, values in asked(store)}
    for statement, found in plans.items():
        is_walk = " LIMIT " in statement and not any("TEMP B-TREE" in step for step in found)
        assert is_walk or not any(map(SCANS.match, found)), (statement, found)
    steps = {step for found in plans.values() for step in found}
    assert any("ix_encounter_bot" in step for step in steps)
    assert any("ix_encounter_pair" in step for step in steps)
    close = [key for key in plans if "lead <=" in key and "bot_id =" not in key]
    assert close and all("COVERING INDEX ix_encounter_close" in str(plans[key]) for key in close)


def asked(store: Store) -> list[tuple[str, object]]:
    """The statements that pages send, with what stands in for their parameters."""
    with statements() as seen:
        costs(store, 1)
    return seen


def plan(store: Store, statement: str, values: object) -> list[str]:
    """How SQLite finds what a statement asks for, step by step."""
    with store.reading() as tx:
        rows = tx.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)  # type: ignore[arg-type]
        return [str(row.detail) for row in rows]
