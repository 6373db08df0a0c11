"""All matches, a part at a time: none is missed, none comes twice, and every filter keeps what it says."""

import csv
import io
import re
from collections.abc import Iterator
from random import Random

import pytest
from sqlalchemy import select

from arena.record.match import MatchRecord, Verdict
from arena.service.ladder.cache import refresh_ladders
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.results.records import Piece
from arena.store.tables.results import GAME, GAME_SEAT
from arena.store.tournaments.matches_list import (
    ANY,
    CAUSES,
    CLOSE,
    MatchFilter,
    MatchRow,
    Page,
    count_matches,
    matches_page,
)
from tests.factories.made_up_matches import Play, bots_in, play_on
from tests.store.samples import record, with_points
from tests.web.served import Served, serving

VERDICTS = (Verdict.ILLEGAL, Verdict.TIMEOUT, Verdict.STALL, Verdict.DISCONNECT)


def with_faults(salt: str) -> Play:
    def play(piece: Piece) -> MatchRecord:
        chance = Random(f"{salt} {piece.round} {piece.pairing}")
        verdict = chance.choice(VERDICTS) if chance.random() < 0.2 else Verdict.OK
        made = record(piece, chance.randrange(len(piece.bots)), verdict, salt)
        return with_points(made, lambda: chance.choice((9, 11, 30, 60)))

    return play


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """136 matches of two bots in one ruleset, 6 in another, 3 tables of three."""
    folder = tmp_path_factory.mktemp("matches")
    bots = bots_in(folder, 17)
    with open_store(sqlite_url(folder / "arena.db")) as opened:
        for settings in (
            TournamentSettings(bots, boards=1, name="many"),
            TournamentSettings(bots[:4], ("prsi",), boards=1, name="few"),
            TournamentSettings(bots[:9], boards=1, name="tables", seats=3, format="swiss", rounds=1),
        ):
            play_on(opened, create(opened, settings), with_faults(settings.name))
        refresh_ladders(opened)
        yield opened


@pytest.fixture(scope="module")
def site(store: Store) -> Iterator[Served]:
    with serving(store) as served:
        yield served


def rows(store: Store, wanted: MatchFilter | None = None) -> list[MatchRow]:
    with store.reading() as tx:
        return [*matches_page(tx, wanted or MatchFilter(), Page(1000)).rows]


# ---- the store -------------------------------------------------------------------------------------------


@pytest.mark.dear
@pytest.mark.parametrize("size", [1, 7, 100, 1000])
@pytest.mark.parametrize("oldest_first", [False, True])
def test_all_matches_are_found_in_parts(store: Store, size: int, oldest_first: bool) -> None:
    expected = [row.ledger for row in rows(store)]
    assert expected == sorted({*expected}, reverse=True) and len(expected) == 145
    found: list[int] = []
    page = Page(size, oldest_first=oldest_first)
    with store.reading() as tx:
        while True:
            part = matches_page(tx, MatchFilter(), page)
            assert part.newer is (bool(found) if not oldest_first else part.rows[-1].ledger < expected[0])
            assert part.older is (bool(found) if oldest_first else part.rows[-1].ledger > expected[-1])
            found += [row.ledger for row in part.rows]
            last = found[-1]
            if not (part.newer if oldest_first else part.older):
                break
            page = (
                Page(size, newer_than=last, oldest_first=True)
                if oldest_first
                else Page(size, older_than=last)
            )
            if size == 1 and len(found) > 20:  # a few are enough
                return
    assert found == (expected[::-1] if oldest_first else expected)


@pytest.mark.dear
def test_going_back_returns_the_previous_part(store: Store) -> None:
    expected = rows(store)
    with store.reading() as tx:
        second = matches_page(tx, MatchFilter(), Page(20, older_than=expected[19].ledger)).rows
        first = matches_page(tx, MatchFilter(), Page(20, newer_than=second[0].ledger))
    assert [*first.rows] == expected[:20] and not first.newer and first.older


@pytest.mark.dear
def test_filters(store: Store) -> None:
    everything = rows(store)

    def names(row: MatchRow) -> set[str]:
        return {side.bot for side in row.sides}

    def causes(row: MatchRow) -> set[str]:
        counts = [(side.illegal, side.timeouts, side.crashes) for side in row.sides]
        return {cause for count in counts for cause, lost in zip(CAUSES, count, strict=True) if lost}

    with store.reading() as tx:
        close = set(tx.scalars(select(GAME_SEAT.c.game_id).where(GAME_SEAT.c.points == 9)))
        faulty = set(tx.scalars(select(GAME_SEAT.c.game_id).where(GAME_SEAT.c.verdict != "OK")))
        places = select(GAME.c.tournament_id, GAME.c.round, GAME.c.pairing)
        with_close = {tuple(row) for row in tx.execute(places.where(GAME.c.id.in_(close - faulty)))}

    def is_close(row: MatchRow) -> bool:
        return (row.tournament, row.round, row.pairing) in with_close

    checks = {
        MatchFilter(tournament=2): lambda row: row.tournament == 2,
        MatchFilter(ruleset="prsi"): lambda row: row.ruleset == "prsi@1",
        MatchFilter(ruleset="mau-mau@1"): lambda row: row.ruleset == "mau-mau@1",
        MatchFilter(bot="A"): lambda row: "a" in names(row),
        MatchFilter(bot="a", against="b"): lambda row: {"a", "b"} <= names(row),
        MatchFilter(tournament=1, round=3): lambda row: (row.tournament, row.round) == (1, 3),
        MatchFilter(cause=ANY): causes,
        MatchFilter(cause="timeout"): lambda row: "timeout" in causes(row),
        MatchFilter(tournament=1, entrant="c", opponent="d"): lambda row: (
            row.tournament == 1 and {"c", "d"} <= names(row)
        ),
        MatchFilter(games=CLOSE): is_close,
        MatchFilter(games=CLOSE, ruleset="prsi"): lambda row: is_close(row) and row.ruleset == "prsi@1",
        MatchFilter(games=CLOSE, bot="a"): lambda row: is_close(row) and "a" in names(row),
        MatchFilter(games=CLOSE, cause=ANY): lambda row: is_close(row) and causes(row),
        MatchFilter(games="nosuch"): lambda _: False,
        MatchFilter(ruleset="nosuch"): lambda _: False,
        MatchFilter(bot="nosuch"): lambda _: False,
        MatchFilter(cause="nosuch"): lambda _: False,
    }
    for wanted, keeps in checks.items():
        expected = [row for row in everything if keeps(row)]  # type: ignore[no-untyped-call]
        assert rows(store, wanted) == expected, wanted
        with store.reading() as tx:
            assert count_matches(tx, wanted, 1000) == len(expected)
            assert count_matches(tx, wanted, 3) == min(3, len(expected))


@pytest.mark.dear
def test_bot_and_fault_filters_apply_to_one_side(store: Store) -> None:
    for row in rows(store, MatchFilter(bot="a", cause="illegal")):
        assert next(side for side in row.sides if side.bot == "a").illegal


# ---- the page --------------------------------------------------------------------------------------------


def listed(text: str) -> list[str]:
    return re.findall(r'<td><a href="/matches/([\d.]+)"', text)


def test_list_continues_by_link(site: Served, store: Store) -> None:
    expected = [f"{row.tournament}.{row.round}.{row.pairing}" for row in rows(store)]
    first = site.text("/matches")
    assert listed(first) == expected[:100] and "145 matches" in first and 'rel="prev"' not in first
    [link] = re.findall(r'href="([^"]+)" rel="next"', first)
    second = site.text(f"/matches{link}")
    assert listed(second) == expected[100:] and 'rel="next"' not in second
    [back] = re.findall(r'href="([^"]+)" rel="prev"', second)
    assert listed(site.text(f"/matches{back}")) == expected[:100]
    oldest = site.text("/matches?sort=over")
    assert listed(oldest) == expected[:-101:-1] and 'aria-sort="ascending"' in oldest


def test_list_is_filtered_by_link(site: Served) -> None:
    text = site.text("/matches?bot=a&ruleset=prsi")
    assert len(listed(text)) == 3 and "ruleset: <bdi>prsi</bdi>" in text
    assert listed(site.text("/matches?bot=nosuch")) == []
    assert len(listed(site.text("/matches?tournament=3"))) == 3
    assert listed(site.text("/matches?tournament=x")) == []


def test_list_of_close_games_links_to_them(site: Served, store: Store) -> None:
    text = site.text("/matches?games=close")
    links = dict(re.findall(r'href="/matches/([\d.]+)/games/(\d+)"', text))
    assert [*links] == listed(text) and "games: <bdi>close</bdi>" in text
    assert "/games/" not in site.text("/matches")
    for row in site.data("/matches?games=close&format=json"):
        assert int(links[row["match"]]) == row["closest"]
    for row in site.data("/tournaments/2/matches?games=close&format=json"):
        games = site.data(f"/matches/{row['match']}?format=json")
        leads = [
            max(points) - min(points) for points in ([*map(int, game["points"].split())] for game in games)
        ]
        assert leads[row["closest"] - 1] == min(leads) <= 10


def test_files_link_to_the_next_part(site: Served) -> None:
    everything = site.data("/matches?format=json")
    assert len(everything) == 145 and everything[0]["bots"].count(" – ") == 2
    found = [*csv.DictReader(io.StringIO(site.text("/matches?format=csv&cause=any")))]
    assert found and all(row["faults"] for row in found)
    assert "link" not in site.get("/matches?format=json").headers


@pytest.mark.dear
def test_nonsense_query_is_ignored(site: Served) -> None:
    for query in ("older=x", "newer=-1", "older=" + "9" * 50, "older=1&newer=1", "bot=%00", "sort=bots"):
        site.get(f"/matches?{query}")
        site.get(f"/matches?{query}&format=csv")
