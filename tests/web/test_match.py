"""One match: its pages, its games by API, and what is not told."""

import gzip
import json
import re
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select, update

from arena.record.verify import verify
from arena.service.common.text import MatchId
from arena.service.replay.matches import FoundGame, find_game, find_match, logs_of_board
from arena.service.tokens import new_token
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.tables.results import FAULT, GAME, GAME_LOG, GAME_SEAT
from arena.store.tables.schedule import ENTRANT, MATCH
from arena.viewer.replay.film import PUBLIC, film, parse_side
from arena.viewer.replay.seatings import seatings
from tests.viewer.test_film_json import film_of
from tests.web.served import Served, serving

MATCH_NAME = "1.1.1"
GAMES = "/api/matches/1.1.1/games"
PAGE = "/matches/1.1.1"
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"


def found(store: Store, number: int) -> FoundGame:
    return find_game(store, find_match(store, MatchId(1, 1, 1)), number)


def read(text: str) -> str:
    """A text, or that of a page, on one line."""
    return " ".join(unescape(re.sub("<[^>]*>", "", text)).split())


@pytest.fixture
def copy(database: Path, tmp_path: Path) -> Iterator[Store]:
    """The same database, to be changed."""
    path = tmp_path / "copy.db"
    shutil.copy(database, path)
    for beside in ("-wal", "-shm"):
        if (more := database.with_name(database.name + beside)).exists():
            shutil.copy(more, path.with_name(path.name + beside))
    with open_store(sqlite_url(path)) as store:
        yield store


# ---- previews of links -------------------------------------------------------------------------------------
def test_a_link_to_a_game_has_a_preview_of_it(site: Served, store: Store) -> None:
    game = found(store, 2).game
    previews = [preview(site.get(path).text) for path in (PAGE, f"{PAGE}/games/1", f"{PAGE}/games/2")]
    assert len({one["title"] for one in previews}) == 1
    assert len({one["description"] for one in previews}) == 3
    assert f"{game.plies} plies" in previews[2]["description"]


def preview(page: str) -> dict[str, str]:
    """What a chat shows of a page."""
    found = re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page)
    return {name: unescape(content) for name, content in found}


# ---- films and downloads -----------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", ["", "1", "2", "public"])
def test_a_film_is_the_game_from_that_side(site: Served, store: Store, seat: str) -> None:
    answer = site.get(f"{GAMES}/2/film" + (f"?seat={seat}" if seat else ""))
    assert answer.headers["content-type"] == "application/json"
    assert answer.content == film_of(found(store, 2).log, parse_side(seat))


def test_film_is_compressed_and_cached(site: Served) -> None:
    answer = site.get(f"{GAMES}/1/film")
    assert answer.headers["content-encoding"] == "gzip"
    assert len(gzip.compress(answer.content)) < 20_000
    tag = answer.headers["etag"]
    again = site.client.get(f"{GAMES}/1/film", headers={"if-none-match": f'"other", {tag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == tag
    tags = {site.get(f"{GAMES}/1/{what}").headers["etag"] for what in ("film", "film?seat=1", "text", "log")}
    assert len(tags) == 4
    other = site.client.get(f"{GAMES}/2/film", headers={"if-none-match": tag})
    assert other.status_code == 200


@pytest.mark.parametrize("seat", ["0", "3", "9", "x", "-1"])
def test_unknown_seat_is_a_404(site: Served, seat: str) -> None:
    for what in ("film", "text", "page", "svg"):
        assert "seat" in site.data(f"{GAMES}/1/{what}?seat={seat}", 404)["error"]
    site.get(f"{PAGE}/games/1/seat/{seat}", 404)


def test_the_log_is_the_one_that_verifies(site: Served, store: Store) -> None:
    answer = site.get(f"{GAMES}/3/log")
    assert answer.content == found(store, 3).data
    assert verify(answer.content).ok
    assert answer.headers["content-disposition"] == 'attachment; filename="maumau-1.1.1-game-3.jsonl"'


def test_text_and_page_of_a_seat_hold_what_it_saw(site: Served, store: Store) -> None:
    log = found(store, 1).log
    for seat, side in [("1", 0), ("public", PUBLIC)]:
        shown = film(log, side)  # type: ignore[arg-type]
        text = " ".join(site.text(f"{GAMES}/1/text?seat={seat}").split())
        assert all(" ".join(frame.text.split()) in text for frame in shown.frames)
        page = site.get(f"{GAMES}/1/page?seat={seat}")
        assert page.headers["content-disposition"].startswith("attachment")
        [told] = re.findall(r'<script type="application/json">(.*?)</script>', page.text, re.DOTALL)
        assert [one["seat"] for one in json.loads(told)["sides"]] == [side]


def test_the_seatings_of_a_board(site: Served, store: Store) -> None:
    told = seatings(logs_of_board(store, found(store, 4))).data
    for number in (3, 4):
        assert site.data(f"{GAMES}/{number}/seatings") == json.loads(json.dumps(told))
    assert [one["game"] for one in site.data(f"{GAMES}/3/seatings")["games"]] == [3, 4]


NOWHERE = [
    "/matches/9.9.9",
    "/matches/1.1",
    "/matches/x",
    "/matches/1.1.1/games/0",
    "/matches/1.1.1/games/7",
    "/matches/1.1.1/games/99999999999999999999999",
    f"/matches/1.1.1/games/{'9' * 5_000}",
    f"/embed/1.1.1/games/{'9' * 5_000}",
    "/embed/1.1.1/games/7",
    "/embed/999999999.999999999.999999999/games/1",
    f"{GAMES}/7/film",
    "/api/matches/9.9.9/games/1/log",
    "/api/matches/0.0.0/games/1/seatings",
    "/api/matches/١.1.1/games/1/film",
]


@pytest.mark.parametrize("path", NOWHERE)
def test_unknown_games_are_a_404(site: Served, path: str) -> None:
    site.get(path, 404)


# ---- what is hidden ----------------------------------------------------------------------------------------
@pytest.mark.rule("X-HIDDEN")
def test_page_of_a_seat_hides_other_hands(site: Served, store: Store) -> None:
    log = found(store, 1).log
    page = site.text(f"{PAGE}/games/1/seat/1")
    own, everything = ({read(frame.text) for frame in film(log, side).frames} for side in (0, None))
    assert everything - own  # what the other drew
    assert {text for text in everything if text in read(page)} == own & everything
    assert log.footer.secret not in page


def test_game_as_text_has_its_suits_drawn(site: Served) -> None:
    [game] = re.findall("<pre>(.*?)</pre>", site.text(f"{PAGE}/games/1"), re.DOTALL)
    assert len(re.findall('#pip-french-[CDHS]"', game)) == len(re.findall("[♣♦♥♠]", game)) + game.count(
        "names "
    )


@pytest.mark.dear
@pytest.mark.rule("X-HIDDEN")
def test_hands_are_hidden_until_all_seatings_are_committed(copy: Store) -> None:
    with copy.writing() as tx:
        last = tx.scalar(
            select(GAME.c.id).where(
                GAME.c.board == 0, GAME.c.rotation == 1, GAME.c.pairing == 1, GAME.c.round == 1
            )
        )
        for table, key in (
            (GAME_LOG, GAME_LOG.c.game_id),
            (GAME_SEAT, GAME_SEAT.c.game_id),
            (GAME, GAME.c.id),
        ):
            tx.execute(delete(table).where(key == last))
        tx.execute(update(MATCH).where(MATCH.c.round == 1, MATCH.c.pairing == 1).values(committed_at=None))
    log = found(copy, 1).log
    with serving(copy) as site:
        for what in ("film", "film?seat=1", "log", "text", "page", "svg", "seatings"):
            assert "all seatings" in site.data(f"{GAMES}/1/{what}", 403)["error"]
        assert site.get(f"{GAMES}/1/film?seat=public").content == film_of(log, PUBLIC)
        for path in (f"{PAGE}/games/1", f"{PAGE}/games/1/seat/1", "/embed/1.1.1/games/1"):
            page = site.text(path)
            assert 'sides="public"' in page
            public, everything = (
                {read(frame.text) for frame in film(log, side).frames} for side in (PUBLIC, None)
            )
            assert everything - public
            assert {text for text in everything if text in read(page)} == public & everything
        assert f'href="/live/{MATCH_NAME}"' in site.text(f"{PAGE}/games/2")
        site.get(f"{GAMES}/3/film")  # another board


@pytest.mark.dear
def test_output_is_for_the_owner_alone(copy: Store) -> None:
    game = found(copy, 2).game
    with copy.writing() as tx:
        entrant = tx.scalar(select(ENTRANT.c.id).order_by(ENTRANT.c.id).limit(1))
        piece = tx.scalar(select(MATCH.c.id).order_by(MATCH.c.id).limit(1))
        fault = {"match_id": piece, "entrant_id": entrant, "game": game.name, "seat": 0, "verdict": "ILLEGAL"}
        more = {"detail": "no such card", "elapsed_ms": 1.0, "limit_ms": 0.0, "exit_code": 3, "request": ""}
        tx.execute(insert(FAULT).values(output=HOSTILE.encode() + b"\xff", **fault, **more))
    mine, theirs = (new_token(copy, owner, owner).secret for owner in ("local", "other"))
    with serving(copy) as site:
        site.get(f"{GAMES}/2/output", 401)
        answer = site.get(f"{GAMES}/2/output", authorization=f"Bearer {mine}")
        assert answer.headers["content-type"].startswith("text/plain")
        assert f"illegal move: no such card (exit code 3)\n\n{HOSTILE}\\xff" in answer.text
        for number, token in ((2, theirs), (1, mine)):
            other = site.get(f"{GAMES}/{number}/output", authorization=f"Bearer {token}").text
            assert "no such card" not in other
        assert "output=" not in site.text(f"{PAGE}/games/2")


# ---- pages -------------------------------------------------------------------------------------------------
def test_match_page_has_bots_and_result(site: Served, store: Store) -> None:
    head = find_match(store, MatchId(1, 1, 1))
    page = site.text(PAGE)
    for bot in head.bots:
        assert f'href="/bots/{bot.bot}"' in page
    assert 'href="/tournaments/1"' in page
    assert 'href="/rules/mau-mau"' in page
    rows = site.data(f"{PAGE}?format=json")
    assert [row["game"] for row in rows] == list(range(1, head.games + 1))
    longest = site.data(f"{PAGE}?format=json&sort=-plies")
    assert [row["plies"] for row in longest] == sorted((row["plies"] for row in rows), reverse=True)
    assert {row["board"] for row in site.data(f"{PAGE}?format=json&board=2")} == {2}
    assert site.text(f"{PAGE}?format=csv").startswith("game,board,seating")


def test_a_game_has_its_replay(site: Served) -> None:
    page = site.text(f"{PAGE}/games/2/seat/1?speed=4&autoplay=1")
    [tag] = re.findall(r"<maumau-replay[^>]*>", page)
    for given in ('game="2"', 'games="6"', 'seat="1"', 'sides="all 1 2 public"', 'speed="4"', 'autoplay="1"'):
        assert given in tag
    assert 'id="card-french-7H"' in page
    assert "<script>" not in page and " style=" not in page


def test_only_embed_pages_may_be_framed(site: Served) -> None:
    embedded, plain = site.get("/embed/1.1.1/games/1"), site.get(f"{PAGE}/games/1")
    assert "frame-ancestors *" in embedded.headers["content-security-policy"]
    assert "x-frame-options" not in embedded.headers
    assert "frame-ancestors 'none'" in plain.headers["content-security-policy"]


def test_embed_of_a_match_redirects_to_its_first_game(site: Served) -> None:
    reply = site.get("/embed/1.1.1?autoplay=1&theme=dark", 307)
    assert reply.headers["location"] == "/embed/1.1.1/games/1?autoplay=1&theme=dark"
    assert "frame-ancestors *" in reply.headers["content-security-policy"]
    assert "<maumau-replay" in site.text(reply.headers["location"])


def test_unplayed_game_is_explained(copy: Store) -> None:
    game = found(copy, 1).game
    with copy.writing() as tx:
        nothing = {"termination": "NO_START", "game_digest": "", "log_digest": ""}
        tx.execute(update(GAME).where(GAME.c.id == game.key).values(nothing))
        tx.execute(
            update(GAME_SEAT)
            .where(GAME_SEAT.c.game_id == game.key, GAME_SEAT.c.seat == 0)
            .values(verdict="NO_START")
        )
    with serving(copy) as site:
        assert "Game 1 was not played (no start)" in site.text(f"{PAGE}/games/1")
        assert "was not played" in site.data(f"{GAMES}/1/film", 404)["error"]
        assert "was not played" in site.data(f"{GAMES}/1/log", 404)["error"]
        assert len(site.data(f"{GAMES}/2/seatings")["games"]) == 1


@pytest.mark.dear
def test_bot_names_are_text(copy: Store) -> None:
    with copy.writing() as tx:
        tx.execute(update(ENTRANT).where(ENTRANT.c.number == 1).values(name=HOSTILE))
    with serving(copy) as site:
        for path in (PAGE, f"{PAGE}/games/2", "/matches/1.2.1", "/matches/1.3.1"):
            page = site.text(path)
            assert "<script>" not in page and "<img src=x" not in page
        named = [
            path for path in (PAGE, "/matches/1.2.1", "/matches/1.3.1") if "&lt;script&gt;" in site.text(path)
        ]
        assert named


def test_nonsense_query_is_ignored(site: Served) -> None:
    for query in ("speed=%3Cscript%3E", "theme=%22onload=alert(1)", "controls=0", "page=99", "sort=x"):
        answer = site.get(f"{PAGE}/games/1?{query}")
        assert "<script>" not in answer.text


@pytest.mark.dear
def test_film_cache_is_bounded(site: Served) -> None:
    from arena.web.cache import MAX_FILMS, make_film

    for number in range(1, 7):
        site.get(f"{GAMES}/{number}/film")
        site.get(f"{GAMES}/{number}/film?seat=1")
    assert make_film.cache_info().currsize <= MAX_FILMS


def test_damaged_log_is_reported(copy: Store) -> None:
    with copy.writing() as tx:
        tx.execute(update(GAME_LOG).values(log=b"damaged"))
    with serving(copy) as site:
        assert "The log of this game is damaged: " in site.text(PAGE, 500)
        assert site.data(f"{GAMES}/1/film", 500)["error"].startswith("The log of this game is damaged: ")
