"""The pages of tournaments: what they say is what is computed, and nothing that is secret."""

import csv
import io
import os
import re
import time
from collections.abc import Iterator, Mapping
from hashlib import sha256
from html import unescape
from itertools import count, cycle, pairwise
from pathlib import Path

import pytest

from arena.record.match import MatchRecord
from arena.service.compare.report import report
from arena.service.ladder.cache import refresh_ladders
from arena.service.reports.pairings import pairings
from arena.service.reports.standings import tables
from arena.service.reports.tournament_cache import refresh_winners
from arena.service.reports.tournament_list import find_tournament
from arena.service.results import StandingsTable
from arena.service.tournaments.edit import end_tournament
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.results.records import Piece
from arena.store.tournaments.list import tournament_lines
from arena.store.tournaments.match import match_head
from arena.web.pages.tournament.standings import used_tie_breaks, watch_links
from tests.factories.made_up_matches import Play, bots_in, play_on
from tests.store.samples import record, with_points
from tests.web.events import (
    CANCELLED,
    COMPARED,
    GAUNTLET,
    NAMED,
    NASTY,
    PAUSED,
    RUNNING,
    SECRET,
    SWISS,
    TABLES,
    filled,
    play_one,
)
from tests.web.served import Served, serving

ALL = (SWISS, RUNNING, TABLES, GAUNTLET, NAMED, COMPARED, CANCELLED, PAUSED)
TABS = ("", "/crosstable", "/pairings", "/matches", "/config")


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Tournaments of every kind. For tests that only look."""
    with open_store(sqlite_url(filled(tmp_path_factory))) as store, serving(store) as served:
        yield served


@pytest.fixture(scope="module")
def kept(events: Served) -> Store:
    return events.site.store


def shown(text: str) -> str:
    """What is to be read on a page, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


# ---- the list --------------------------------------------------------------------------------------------


@pytest.mark.dear
def test_the_list_has_every_tournament(events: Served, kept: Store) -> None:
    with kept.reading() as tx:
        lines = tournament_lines(tx)
    found = events.data("/tournaments?format=json")
    assert [(row["id"], row["name"], row["kind"]) for row in found] == [
        (line.id, line.name, line.format) for line in lines
    ]
    assert [(row["games"], row["games_total"]) for row in found] == [
        (line.games_done, line.games_total) for line in lines
    ]
    text = events.text("/tournaments")
    assert all(f'href="/tournaments/{line.id}"' in text for line in lines)
    assert shown(text).count("of 64") == 0 and "<progress" in text


@pytest.mark.dear
@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("state=interrupted", {RUNNING, COMPARED}),
        ("state=paused", {PAUSED}),
        ("kind=swiss", {SWISS, RUNNING, TABLES}),
        ("kind=swiss&state=over", {SWISS, TABLES}),
        ("ruleset=prsi", {NAMED}),
        ("ruleset=prsi@1", {NAMED}),
        ("rated=no", {TABLES, COMPARED}),
        ("ruleset=nosuch", set()),
    ],
)
def test_the_list_is_filtered_by_link(events: Served, query: str, numbers: set[int]) -> None:
    assert {row["id"] for row in events.data(f"/tournaments?{query}&format=json")} == numbers
    assert ('class="empty"' in events.text(f"/tournaments?{query}")) is not bool(numbers)


@pytest.mark.dear
def test_the_list_is_sorted_by_link(events: Served) -> None:
    games = [row["games"] for row in events.data("/tournaments?sort=-games&format=json")]
    assert games == sorted(games, reverse=True)


@pytest.mark.dear
def test_the_list_names_the_winners(events: Served, kept: Store) -> None:
    found = {row["id"]: (row["winner"], row["lead"]) for row in events.data("/tournaments?format=json")}
    first, second = tables(kept, TABLES)[0].rows[:2]
    assert found[TABLES] == (first.bot, first.points - second.points)
    assert found[GAUNTLET] == (tables(kept, GAUNTLET)[0].rows[0].bot, None)
    assert found[NAMED] == ("a, c", None)
    assert all(found[number] == (None, None) for number in (RUNNING, COMPARED, CANCELLED, PAUSED))
    text = events.text("/tournaments?state=over")
    assert text.count('href="/bots/') == 5 and events.text("/tournaments?state=paused").count("/bots/") == 0
    assert events.text("/tournaments?sort=winner")


@pytest.mark.dear
def test_a_drawn_tournament_has_no_winner(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as served:
        number = create(
            store, TournamentSettings(bots_in(tmp_path, 2), boards=2, rulesets=("mau-mau", "prsi"))
        )
        play_on(store, number, lambda piece: record(piece, piece.bots.index(piece.round)))
        refresh_winners(store)
        [row] = served.data("/tournaments?format=json")
        assert (row["state"], row["winner"], row["lead"]) == ("over", None, None)
        assert "/bots/" not in served.text("/tournaments")


# ---- the head --------------------------------------------------------------------------------------------


@pytest.mark.dear
def test_head_of_a_tournament(events: Served) -> None:
    assert "open seed" in shown(events.text(f"/tournaments/{NAMED}"))
    assert "unrated" in shown(events.text(f"/tournaments/{TABLES}"))
    assert "Swiss at tables of 4" in shown(events.text(f"/tournaments/{TABLES}"))
    assert "paused" in shown(events.text(f"/tournaments/{PAUSED}"))


@pytest.mark.ci_one_in(4)
@pytest.mark.parametrize("number", [RUNNING, COMPARED, PAUSED])
@pytest.mark.parametrize("tab", TABS)
def test_secret_of_a_running_tournament_is_hidden(events: Served, number: int, tab: str) -> None:
    for form in ("", "?format=json", "?format=csv"):
        assert SECRET not in events.text(f"/tournaments/{number}{tab}{form}")
    assert sha256(bytes.fromhex(SECRET)).hexdigest() in events.text(f"/tournaments/{number}{tab}")


def test_secret_is_published_at_the_end(events: Served) -> None:
    assert SECRET in events.text(f"/tournaments/{SWISS}")
    assert events.data(f"/tournaments/{SWISS}?format=json")["secret"] == SECRET
    assert SECRET in events.text(f"/tournaments/{CANCELLED}/config")


# ---- standings -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [SWISS, RUNNING, TABLES, GAUNTLET, NAMED])
def test_standings_are_the_computed_ones(events: Served, kept: Store, number: int) -> None:
    found = events.data(f"/tournaments/{number}?format=json")["tables"]
    for table, expected in zip(found, tables(kept, number), strict=True):
        assert [row["bot"] for row in table["rows"]] == [row.bot for row in expected.rows]
        assert [row["elo"] for row in table["rows"]] == [row.elo for row in expected.rows]
        assert [row["values"] for row in table["rows"]] == [list(row.values) for row in expected.rows]
    text = events.text(f"/tournaments/{number}")
    assert text.count("<caption") >= len(found)
    first = text.partition('aria-label="Standings, ')[2]  # the table over all rulesets is above it
    order = re.findall(r'href="/bots/([a-i])"', first)
    assert order[: len(expected.rows)] == [row.bot for row in tables(kept, number)[0].rows]


def test_standings_explain_tie_breaks(events: Served, kept: Store) -> None:
    [table] = tables(kept, SWISS)
    text = shown(events.text(f"/tournaments/{SWISS}?why=1"))
    assert all(row.why in text for row in table.rows)
    page = events.text(f"/tournaments/{SWISS}")
    plain = shown(page)
    assert "Buchholz, cut 1" in plain and "games lost by an illegal move" in plain
    assert any("bye" in part for part in re.findall(r"\d (bye|forfeit)", plain))
    unopened = re.sub(r"<details.*?(<summary.*?</summary>).*?</details>", r"\1", page, flags=re.DOTALL)
    for column in used_tie_breaks(table)[1:]:
        assert f"{column.code}: {column.name}" in shown(unopened)
    decided = {row.decided_by for row in table.rows} - {"", "PTS"}
    assert decided, "no tie-break separated bots"
    assert all(f"<bdi>{one.name}</bdi>" in page for one in table.tie_breaks if one.code in decided)


def test_standings_are_sorted_and_filtered_by_link(events: Served) -> None:
    text = events.text(f"/tournaments/{SWISS}?sort=bot")
    assert re.findall(r'href="/bots/([a-i])"', text)[:7] == list("abcdefg")
    one = events.text(f"/tournaments/{SWISS}?bot=c")
    assert set(re.findall(r'<tr>\s*<td class="number"><bdi>.*?/bots/([a-i])"', one, re.DOTALL)) == {"c"}
    only = events.data(f"/tournaments/{NAMED}?ruleset=prsi&format=json")["tables"]
    assert [table["ruleset"] for table in only] == ["prsi@1"]


def test_standings_as_csv(events: Served, kept: Store) -> None:
    rows = [*csv.DictReader(io.StringIO(events.text(f"/tournaments/{NAMED}?format=csv")))]
    expected = [(table.ruleset, row.bot) for table in tables(kept, NAMED) for row in table.rows]
    assert [(row["ruleset"], row["bot"]) for row in rows] == expected


@pytest.mark.dear
def test_new_matches_appear(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as served:
        number = create(store, TournamentSettings(bots_in(tmp_path, 3), boards=2))
        path = f"/tournaments/{number}?format=json"
        before = served.data(path)
        play_one(store, number)
        assert served.data(path)["tournament"]["games_done"] == 4
        end = time.monotonic() + 60
        while served.data(path)["tables"] == before["tables"]:
            assert time.monotonic() < end


# ---- crosstable ------------------------------------------------------------------------------------------


def test_the_crosstable_is_a_heat_map_of_links(events: Served, kept: Store) -> None:
    [table] = tables(kept, SWISS)
    text = events.text(f"/tournaments/{SWISS}/crosstable")
    cells = [cell for cells in table.cells for cell in cells if cell]
    found = re.findall(r'<td class="heat heat-(\d+)"><a href="([^"]+)"[^>]*>([\d.]+)</a></td>', text)
    assert found == [
        (str(round(10 * cell.share)), f"/matches/{cell.matches[0]}", f"{100 * cell.share:.1f}")
        for cell in cells
    ]
    assert text.count('class="self"') == len(table.rows)
    assert events.data(f"/tournaments/{SWISS}/crosstable?format=json")[0]["bots"] == [
        row.bot for row in table.rows
    ]


def test_crosstable_cell_links_to_its_matches(events: Served, kept: Store) -> None:
    text = unescape(events.text(f"/tournaments/{NAMED}/crosstable"))
    for table in tables(kept, NAMED):
        first, second = table.rows[:2]
        ruleset = table.ruleset.replace("@", "%40")
        link = f"/tournaments/{NAMED}/matches?ruleset={ruleset}&bot={first.bot}&against={second.bot}"
        assert f'href="{link}"' in text
        cell = table.cells[0][1]
        assert cell and len(cell.matches) > 1
        assert {one["match"] for one in events.data(f"{link}&format=json")} == set(cell.matches)


def test_crosstable_by_name(events: Served) -> None:
    text = events.text(f"/tournaments/{SWISS}/crosstable?order=name")
    assert re.findall(r'class="pinned who"><a href="/bots/(\w)"', text) == list("abcdefg")
    lines = events.text(f"/tournaments/{SWISS}/crosstable?format=csv").splitlines()
    assert lines[0].startswith("bot,") and len(lines) == 8


# ---- pairings --------------------------------------------------------------------------------------------


def test_each_round_has_its_tables_byes_and_forfeits(events: Served, kept: Store) -> None:
    rounds = pairings(kept, SWISS)
    assert events.data(f"/tournaments/{SWISS}/pairings?format=json") is not None
    for round in rounds:
        text = events.text(f"/tournaments/{SWISS}/pairings?round={round.number}")
        assert re.findall(r'href="/matches/([\d.]+)"', text) == [one.match for one in round.tables]
        words = shown(text)
        assert words.count("has no table") == len(round.byes)
        assert words.count("forfeit") == sum(len(one.forfeits) for one in round.tables)
    kinds = {bye.kind for round in rounds for bye in round.byes}
    assert {"U", "H", "Z"} <= kinds
    assert any(one.forfeits for round in rounds for one in round.tables)


def test_forfeited_match_has_no_games(events: Served, kept: Store) -> None:
    tables = [one for round in pairings(kept, SWISS) for one in round.tables if one.forfeits]
    with kept.reading() as tx:
        heads = [match_head(tx, *map(int, one.match.split("."))) for one in tables]
    unplayed = [one for one, head in zip(tables, heads, strict=True) if head and not head.boards_played]
    assert unplayed
    for one in unplayed:
        page = events.text(f"/matches/{one.match}")
        assert "<maumau-replay" not in page and "0 rows" in page


@pytest.mark.dear
def test_tournament_without_rounds_has_pages(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as served:
        number = create(store, TournamentSettings(bots_in(tmp_path, 3), boards=2, format="swiss"))
        end_tournament(store, number)
        for tab in TABS:
            for query in ("", "?round=1", "?bot=a", "?format=json"):
                served.get(f"/tournaments/{number}{tab}{query}")


def test_latest_round_is_shown_first(events: Served) -> None:
    text = events.text(f"/tournaments/{SWISS}/pairings")
    assert "Round 4 of 4" in shown(text)
    assert 'href="?round=3" rel="prev"' in text and 'rel="next"' not in text
    assert "not paired yet" in shown(events.text(f"/tournaments/{RUNNING}/pairings?round=2"))


@pytest.mark.parametrize(("number", "state"), [(RUNNING, "interrupted"), (PAUSED, "paused")])
def test_unfinished_round_has_the_state_of_its_tournament(events: Served, number: int, state: str) -> None:
    text = shown(events.text(f"/tournaments/{number}/pairings"))
    assert re.search(rf"Round \d of \d {state}", text), text


def test_rounds_of_one_bot(events: Served, kept: Store) -> None:
    text = events.text(f"/tournaments/{SWISS}/pairings?bot=b")
    own = [one.match for round in pairings(kept, SWISS) for one in round.tables if "b" in one.bots]
    assert re.findall(r'href="/matches/([\d.]+)"', text) == own
    assert "No bot of this tournament" in events.text(f"/tournaments/{SWISS}/pairings?bot=zz")


def test_pairings_as_csv(events: Served, kept: Store) -> None:
    text = events.text(f"/tournaments/{SWISS}/pairings?format=csv")
    rows = [*csv.DictReader(io.StringIO(text))]
    tables_ = [one for round in pairings(kept, SWISS) for one in round.tables]
    assert [row["bot"] for row in rows if row["match"]] == [bot for one in tables_ for bot in one.bots]
    last = events.data(f"/tournaments/{SWISS}/pairings?round=1&format=json")
    assert [round["number"] for round in last] == [1]


# ---- matches, config -------------------------------------------------------------------------------------


def test_matches_of_a_tournament(events: Served, kept: Store) -> None:
    rows = events.data(f"/tournaments/{SWISS}/matches?format=json")
    played = {
        one.match
        for round in pairings(kept, SWISS)
        for one in round.tables
        if one.points and not one.forfeits
    }
    assert played <= {row["match"] for row in rows}
    of_round = events.data(f"/tournaments/{SWISS}/matches?round=2&format=json")
    assert {row["round"] for row in of_round} == {2}
    assert 'href="/matches/1.1.1"' in events.text(f"/tournaments/{SWISS}/matches")


def test_config_shows_file_and_command(events: Served) -> None:
    text = unescape(events.text(f"/tournaments/{SWISS}/config"))
    assert "arena run tournament.toml" in text and f'seed = "{SECRET}"' in text
    assert "[[byes]]" in text and "withdrew after round" in text
    data = events.data(f"/tournaments/{SWISS}/config?format=json")
    assert list(data["files"]) == ["tournament.toml"] and len(data["entrants"]) == 7
    assert "pool" in events.text(f"/tournaments/{GAUNTLET}/config")


@pytest.mark.parametrize("number", ALL)
def test_folders_of_the_server_are_hidden(events: Served, kept: Store, number: int) -> None:
    folders = {str(Path(one.source).parent) for one in find_tournament(kept, number).entrants}
    assert all(map(os.path.isabs, folders))
    for path in (f"/tournaments/{number}", f"/tournaments/{number}/config"):
        for text in map(unescape, (events.text(path), events.text(f"{path}?format=json"))):
            assert not any(folder in text for folder in folders)


# ---- comparisons -----------------------------------------------------------------------------------------


def test_a_comparison_shows_its_test(events: Served, kept: Store) -> None:
    text = shown(events.text(f"/tournaments/{COMPARED}"))
    for words in ("better than", "LLR", "H1: 20 Elo", "By seat", "of at most 400"):
        assert words in text, words
    assert "Crosstable" not in text
    test = events.data(f"/tournaments/{COMPARED}?format=json")["test"]
    expected = report(kept, COMPARED)
    assert expected.figures
    assert (test["games_played"], test["llr"]) == (200, expected.llr)
    assert test["figures"]["groups"] == expected.figures.groups
    assert "arena compare" in shown(events.text(f"/tournaments/{COMPARED}/config"))


# ---- strangers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tab", TABS)
def test_a_name_is_text(events: Served, tab: str) -> None:
    text = events.text(f"/tournaments/{NAMED}{tab}")
    assert NASTY not in text and NASTY in unescape(text)
    assert NASTY in unescape(events.text("/tournaments")) and NASTY not in events.text("/tournaments")


@pytest.mark.parametrize("number", ["0", "99", "x", "1.5", "-1", "9" * 400, "٣", "%00"])
def test_unknown_tournament_is_a_404(events: Served, number: str) -> None:
    for tab in TABS:
        assert "tournament" in events.text(f"/tournaments/{number}{tab}", 404).casefold()


@pytest.mark.dear
@pytest.mark.ci_one_in(4)
@pytest.mark.parametrize("number", ALL)
def test_nonsense_query_is_ignored(events: Served, number: int) -> None:
    queries = (
        "",
        "?page=-1&order=x&sort=zz&why=?",
        "?round=99999999999999999999&bot=%00&against=%ff&cause=x",
    )
    forms = cycle(("", "json", "csv"))
    for tab, query, form in zip(TABS * len(queries), cycle(queries), forms, strict=False):
        events.get(f"/tournaments/{number}{tab}{query}{'&' if query else '?'}format={form}")


def test_pages_of_a_played_tournament(site: Served, store: Store) -> None:
    expected = tables(store, 1)
    text = site.text("/tournaments/1")
    for table in expected:
        assert table.title in unescape(text)
        for above, row in pairwise(table.rows):
            assert text.index(f'title="{above.bot}"') >= 0 and f'title="{row.bot}"' in text


def test_standings_link_to_games_to_watch(events: Served, kept: Store) -> None:
    [table] = tables(kept, SWISS)
    best, *closer = watch_links(kept, table)
    assert best.first == table.rows[0].bot
    text = events.text(f"/tournaments/{SWISS}")
    assert all(f'href="{link.address}"' in text for link in (best, *closer))


def play_by_rank(leads: Mapping[tuple[int, ...], int]) -> Play:
    """Let the bot with the lowest number win. `leads`: the first game's lead of each match; each next game is
    closer by a point.
    """

    def play(piece: Piece) -> MatchRecord:
        points = count(leads[tuple(sorted(piece.bots))], -1)
        return with_points(record(piece, piece.bots.index(min(piece.bots))), lambda: next(points))

    return play


@pytest.mark.parametrize(
    ("leads", "closest"),
    [({(1, 2): 9, (1, 3): 60, (2, 3): 30}, []), ({(1, 2): 40, (1, 3): 60, (2, 3): 30}, ["bc"])],
)
def test_closest_game_is_listed_only_if_it_is_another(
    tmp_path: Path, leads: Mapping[tuple[int, ...], int], closest: list[str]
) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store:
        number = create(store, TournamentSettings(bots_in(tmp_path, 3), boards=2))
        play_on(store, number, play_by_rank(leads))
        [table] = tables(store, number)
        assert [link.address for link in watch_links(store, table)] == [f"/matches/{of(table, 'ab')}"]
        refresh_ladders(store)
        found = [link.address for link in watch_links(store, table)]
    assert found == [f"/matches/{of(table, pair)}/games/4" for pair in ("ab", *closest)]


def of(table: StandingsTable, pair: str) -> str:
    """Return the id of the only match of two bots."""
    one, other = ([row.bot for row in table.rows].index(name) for name in pair)
    cell = table.cells[one][other]
    assert cell
    return cell.matches[0]
