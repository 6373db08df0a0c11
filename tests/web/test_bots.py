"""Bots: the list, a bot's pages, two against each other."""

import csv
import io
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from arena.service.bots.builtin import builtin_bot
from arena.service.ladder.cache import refresh_ladders
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.bots.submissions import add_submission
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.results.games import iter_games
from arena.store.tables.bots import BOT, BOT_VERSION, OWNER, QUALIFICATION, SUBMISSION
from arena.store.tables.ladder import ENCOUNTER
from arena.store.tables.schedule import ENTRANT
from arena.web.page import signed
from tests.benchmarks.field import fill
from tests.factories.made_up_matches import bots_in, by_chance, play_on
from tests.store.samples import NOW
from tests.store.test_submissions import FIRST
from tests.web.served import Served, serving

HOSTILE = '"><script>alert(1)</script>'
WAYS = ("", "/matches", "/match-ups", "/versions")


@pytest.fixture(scope="module")
def names(site: Served) -> list[str]:
    return [row["bot"] for row in site.data("/bots?format=json")]


def test_every_bot_is_listed_with_what_it_played(site: Served, names: list[str]) -> None:
    rows = site.data("/bots?format=json")
    assert len(names) == 3
    assert names == sorted(names, key=str.casefold)
    assert {row["matches"] for row in rows} == {4}  # two opponents in two rulesets
    assert {row["state"] for row in rows} == {""}
    text = site.text("/bots")
    assert all(f'href="/bots/{name}"' in text for name in names)


def test_the_list_sorts_and_filters(site: Served, names: list[str]) -> None:
    assert [row["bot"] for row in site.data("/bots?sort=-bot&format=json")] == names[::-1]
    for column in ("author", "language", "state", "versions", "matches", "games", "faults", "played"):
        found = [row[column] for row in site.data(f"/bots?sort=-{column}&format=json")]
        assert found == sorted(found, reverse=True)
    assert site.data("/bots?language=rust&format=json") == []
    assert len(site.data("/bots?author=local&format=json")) == 3


def test_an_example_bot_has_the_description_of_its_manifest(tmp_path: Path) -> None:
    bots = (builtin_bot("greedy"), *bots_in(tmp_path, 1))
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as site:
        create(store, TournamentSettings(bots, boards=1))
        assert bots[0].description
        for path, shown in (("/bots", 1), ("/bots/greedy", 1), ("/bots/a", 0)):
            assert site.text(path).count(bots[0].description) == shown


@pytest.mark.dear
def test_best_elo_is_the_highest_with_an_interval(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as site:
        fill(store, 10, 8_000)
        play_on(store, create(store, TournamentSettings(bots_in(tmp_path, 2), boards=1)), by_chance(1))
        refresh_ladders(store)
        rows = {row["bot"]: row for row in site.data("/bots?format=json")}
        for name, row in rows.items():
            ranked = [one for one in site.data(f"/bots/{name}?format=json") if one["rank"]]
            best = max(ranked, key=lambda one: one["elo"], default=None)
            assert (row["elo"], row["ruleset"]) == ((best["elo"], best["ruleset"]) if best else (None, ""))
        assert {row["ruleset"] for row in rows.values()} == {"mau-mau@1", "prsi@1", ""}
        for sign in ("", "-"):
            found = [row["elo"] for row in site.data(f"/bots?sort={sign}elo&format=json")]
            rated = [elo for elo in found if elo is not None]
            assert rated == sorted(rated, reverse=bool(sign)) and found == [*rated, None, None]


@pytest.mark.parametrize("way", WAYS)
def test_a_bot_has_its_pages(site: Served, names: list[str], way: str) -> None:
    text = site.text(f"/bots/{names[0]}{way}")
    assert f"<bdi>{names[0]}</bdi></h1>" in text
    assert text.count('aria-current="page"') == 2
    found = site.data(f"/bots/{names[0]}{way}?format=json")
    lines = list(csv.reader(io.StringIO(site.text(f"/bots/{names[0]}{way}?format=csv"))))
    assert len(lines) == len(found) + 1 > 1
    assert lines[0] == list(found[0])


@pytest.mark.parametrize("way", [*WAYS, "/vs/nobody"])
def test_unknown_bot_is_a_404_page(site: Served, way: str) -> None:
    assert "noBody" in unescape(site.text(f"/bots/noBody{way}", 404))


def test_names_are_found_in_any_case(site: Served, names: list[str]) -> None:
    assert site.data(f"/bots/{names[0].upper()}/matches?format=json") == site.data(
        f"/bots/{names[0]}/matches?format=json"
    )
    site.get(f"/bots/{names[0]}/vs/nobody", 404)


def test_bot_page_describes_its_chart(site: Served, names: list[str]) -> None:
    text = unescape(site.text(f"/bots/{names[0]}"))
    charts = re.findall(r'<div class="chart" role="img" aria-label="([^"]+)"', text)
    assert len(charts) == 2
    assert all(
        re.search(r"Live Elo in .+ Version [0-9a-f]{6}: from −?\d+ to −?\d+, between", one) for one in charts
    )
    rows = site.data(f"/bots/{names[0]}?format=json")
    assert {row["ruleset"] for row in rows} == {"mau-mau@1", "pharaoh-101@1"}
    assert all(row["decision_ms"] > 0 and 0 < row["used"] < 1 for row in rows)


def test_bot_matches_are_the_played_ones(site: Served, store: Store, names: list[str]) -> None:
    found = site.data(f"/bots/{names[0]}/matches?format=json")
    assert len(found) == 4
    assert {row["opponent"] for row in found} == {*names[1:]}
    dates = [row["date"] for row in found]
    assert dates == sorted(dates, reverse=True)
    with store.reading() as tx:
        games = [
            game
            for game in iter_games(tx, 1, range(1, 20))
            if f"1.{game.round}.{game.pairing}" == found[0]["match"]
        ]
    assert found[0]["games"] == len(games) == 6
    assert sum(row["change"] for row in found) == pytest.approx(
        sum(row["change"] for row in found if row["rated"]), abs=1e-6
    )


@pytest.mark.dear
def test_bot_matches_filter_and_sort(site: Served, names: list[str]) -> None:
    path = f"/bots/{names[0]}/matches?format=json"
    for key, value in (("opponent", names[1]), ("ruleset", "mau-mau@1"), ("rated", "yes")):
        rows = site.data(f"{path}&{key}={value}")
        assert rows == [
            row
            for row in site.data(path)
            if str(row[key]).replace("True", "yes") in (value, value.casefold())
        ]
        assert rows
    assert site.data(f"{path}&rated=no") == site.data(f"{path}&cause=crash") == []
    for column in ("score", "change", "ms", "games", "ruleset"):
        found = [row[column] for row in site.data(f"{path}&sort={column}")]
        assert found == sorted(found)
    assert "o bot" in unescape(site.text(f"/bots/{names[0]}/matches?opponent=nobody", 404))


def test_match_ups_mirror_each_other(site: Served, names: list[str]) -> None:
    scores = {}
    for name in names:
        for row in site.data(f"/bots/{name}/match-ups?format=json"):
            scores[name, row["opponent"]] = row["score"]
            assert row["matches"] == 2
            assert row["games"] == 12
    assert len(scores) == 6
    assert all(scores[a, b] + scores[b, a] == pytest.approx(1) for a, b in scores)
    assert site.data(f"/bots/{names[0]}/match-ups?format=json&rated=no") == []


def test_head_to_head(site: Served, names: list[str]) -> None:
    first, second = names[:2]
    text = site.text(f"/bots/{first}/vs/{second}")
    assert "By ruleset" in text and "Elo difference" in text
    assert f"/bots/{second}/vs/{first}" in text
    rows = site.data(f"/bots/{first}/vs/{second}?format=json")
    assert [row["match"] for row in rows] == [
        row["match"] for row in site.data(f"/bots/{second}/vs/{first}?format=json")
    ]
    one, other = (
        {row["match"]: row["score"] for row in site.data(f"/bots/{a}/vs/{b}?format=json")}
        for a, b in ((first, second), (second, first))
    )
    assert all(one[match] + other[match] == pytest.approx(1) for match in one)
    assert "<table" not in site.text(f"/bots/{first}/vs/{first}")


@pytest.mark.dear
def test_control_characters_reach_no_page_or_json(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as site:
        with store.writing() as tx:
            add_submission(
                tx, "anna", "clever", "clever", replace(FIRST, description="\x1b[31m\u202ered"), NOW
            )
        for path in ("/bots", "/bots/clever", "/bots/clever/versions", "/api/bots", "/api/bots/clever"):
            text = site.text(path)
            assert not set(text) & {"\x1b", "\u202e"}, path
        assert r"\x1b[31m\u202ered" in site.text("/bots/clever")
        assert r"\x1b[31m\u202ered" in site.text("/bots")
        assert site.data("/api/bots/clever")["versions"][0]["description"] == "\x1b[31m\u202ered"


@pytest.mark.dear
def test_text_of_strangers_stays_text(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as site:
        fill(store, 10, 1_000)
        refresh_ladders(store)
        with store.writing() as tx:
            tx.execute(OWNER.update().values(name=OWNER.c.name + HOSTILE))
            tx.execute(
                SUBMISSION.update().values(
                    language=HOSTILE, description=HOSTILE, failure=HOSTILE, state="failed"
                )
            )
            tx.execute(BOT.update().where(BOT.c.id == 2).values(name="=1+1", folded="=1+1"))
            tx.execute(ENCOUNTER.update().values(cause="crash"))
        for path in ("/", "/bots", "/bots/Bot-0003", "/bots/Bot-0003/matches", "/bots/Bot-0003/match-ups"):
            text = site.text(path)
            assert "<script>" not in text, path
        assert "broken" in site.text("/bots/Bot-0003")
        assert "Broken:" in site.text("/bots/Bot-0003")
        for path in ("/?ruleset=mau-mau&format=csv", "/bots?format=csv"):
            assert "\n'=1+1" in site.text(path) or ",'=1+1" in site.text(path)


@pytest.mark.dear
def test_many_matches_are_split_into_pages(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as site:
        fill(store, 4, 5_000)
        refresh_ladders(store)
        path = "/bots/Bot-0003/matches"
        every = [row["match"] for row in site.data(f"{path}?format=json")]
        assert len(every) == len({*every}) > 100
        shown = [
            match
            for page in (1, 2)
            for match in re.findall(r'href="/matches/(\d+\.\d+\.\d+)"', site.text(f"{path}?page={page}"))
        ]
        assert shown == every
        assert 'rel="next"' in site.text(path)
        assert 'rel="next"' not in site.text(f"{path}?page=2")


@pytest.mark.dear
def test_versions_are_compared(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as site:
        fill(store, 10, 5_000)
        with store.writing() as tx:
            made = {"id": 99, "bot_id": 3, "digest": "f" * 64, "source": "Bot-0003", "created_at": NOW}
            tx.execute(BOT_VERSION.insert().values(made))
            later = (ENTRANT.c.bot_version_id == 3) & (ENTRANT.c.tournament_id > 3)
            tx.execute(ENTRANT.update().where(later).values(bot_version_id=99))
        refresh_ladders(store)
        newest, oldest = site.data("/bots/Bot-0003/versions?format=json")
        assert newest["version"] == "f" * 64
        text = site.text("/bots/Bot-0003/versions")
        moved = newest["elo mau-mau@1"] - oldest["elo mau-mau@1"]
        assert signed(moved) in unescape(text)
        page = site.text("/bots/Bot-0003")
        assert page.count('<svg class="key line-') == 4  # two versions in two rulesets
        assert "Version ffffff" in page
        assert len(site.data("/bots/Bot-0003?format=json")) == 4
        versions = {row["version"] for row in site.data("/bots/Bot-0003/matches?format=json")}
        assert versions == {newest["version"], oldest["version"]}
        assert len(site.data("/?ruleset=mau-mau&bot=bot-0003&format=json")) == 2


@pytest.mark.dear
def test_qualification_is_a_table(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as site:
        fill(store, 10, 1_000)
        with store.writing() as tx:
            row = {"bot_version_id": 3, "ruleset": "mau-mau", "opponent": "builtin:greedy"}
            more = {"games": 8, "score": 4.5, "faults": 1, "decisions": 100, "time_ms": 250.0}
            tx.execute(QUALIFICATION.insert().values(row | more))
        assert "<h2>Qualification</h2>" in site.text("/bots/Bot-0003")
        assert "<h2>Qualification</h2>" not in site.text("/bots/Bot-0004")
        (found,) = site.data("/bots/Bot-0003?table=qualification&format=json")
        assert (found["opponent"], found["score"], found["ms"]) == ("builtin:greedy", 4.5, 2.5)


def test_scores_by_ruleset_are_a_table(site: Served, names: list[str]) -> None:
    rows = site.data(f"/bots/{names[0]}/vs/{names[1]}?table=rulesets&format=json")
    assert [row["ruleset"] for row in rows] == ["mau-mau@1", "pharaoh-101@1"]
    for row in rows:
        assert row["games"] == 6
        assert row["score"] == pytest.approx((row["begun"] + row["not_begun"]) / 2)


@pytest.mark.dear
def test_matches_of_three_bots_name_all_opponents(tmp_path: Path) -> None:
    bots = bots_in(tmp_path, 5)
    with open_store(sqlite_url(tmp_path / "arena.db")) as store, serving(store) as site:
        settings = TournamentSettings(bots, boards=2, seed="ab" * 32, seats=3)
        play_on(store, create(store, settings), by_chance(1))
        refresh_ladders(store)
        rows = site.data("/bots/a/matches?format=json")
        assert len(rows) == len({row["match"] for row in rows}) > 1
        assert all(len(row["opponent"].split(", ")) == 2 for row in rows)
        of_b = site.data("/bots/a/matches?opponent=b&format=json")
        assert {row["match"] for row in of_b} == {
            row["match"] for row in rows if "b" in row["opponent"].split(", ")
        }
        assert len(site.data("/bots/a/match-ups?format=json")) == 4
