"""What is played is seen on the site while it is played, and no hand of it before it is over."""

import asyncio
import re
import subprocess
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from arena.ratings.sprt import Sprt
from arena.record.format import Cut, Play, Starter
from arena.record.reader import GameLog, read_log
from arena.service.bots import resolve_bot
from arena.service.compare.compare import CompareSettings, create_comparison
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.live.status import (
    WALL,
    LiveGame,
    LivePlace,
    RunStatus,
    append_film,
    list_watched,
    write_status,
)
from arena.store.results.games import game_log
from arena.store.results.records import TournamentState
from arena.store.tables.live import LIVE_PIECE, LIVE_STATUS
from arena.store.tournaments.states import finish
from arena.viewer.replay.film import PUBLIC, film
from arena.viewer.replay.film_json import FilmDocument, FilmPiece, append, document
from arena.web.http.poller import Poller
from arena.web.http.streams import EventStream, StreamLimit
from tests.conftest import Scale
from tests.factories.runs import run
from tests.factories.stored_games import game_at
from tests.web.served import Served, serving
from tests.web.watching import SEED, Stream, Told, listening, planned, played

CARD = re.compile(r"\b[2-9TJQKA][CSHD]\b")
GLYPH = re.compile(r"(10|[2-9JQKA])([♣♠♥♦])")
LETTERS = dict(zip("♣♠♥♦", "CSHD", strict=True))


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return tmp_path / "live.db"


@pytest.fixture
def hall(base: Path) -> Iterator[Served]:
    """A site over a database of its own."""
    with open_store(sqlite_url(base)) as store, serving(store) as served:
        yield served


# ---- a tournament that is played ----


@pytest.fixture(scope="module")
def evening(
    tmp_path_factory: pytest.TempPathFactory, scale: Scale
) -> Iterator[tuple[Store, list[Told], Stream]]:
    """A match that was followed on a site from its start to its end: the events, and all the bytes."""
    path = tmp_path_factory.mktemp("evening") / "live.db"
    with open_store(sqlite_url(path)) as store, serving(store) as served:
        boards = scale.pick(quick=60, ci=60, full=200)  # a film takes seconds, and the match must last longer
        number = planned(store, boards)
        with played(path, number), listening(served.address, "/api/live/events/wall") as wall:
            first = _first_table(wall)
            about = served.data(f"/api/live/{number}.1.1")
            assert about["state"] == "playing"
            told = [first, *_followed(served, about)]
            assert served.data(f"/api/live/{number}.1.1")["state"] in ("waiting", "over")
            wall.until("tables")
        yield store, told, wall


def _first_table(wall: Stream) -> Told:
    told = wall.until("table")
    assert told.data["name"] == "1.1.1"
    return told


def _followed(served: Served, about: dict[str, str]) -> Iterator[Told]:
    """The films of a match, game after game: documents as "film", then what they grow by."""
    src, live = about["film"], about["events"]
    while src:
        data = served.data(src)
        yield Told("film", data, str(data["plies"]))
        with listening(served.address, f"{live}?from={data['plies']}") as stream:
            for told in stream:
                yield told
                if told.name == "end":
                    break
        src, live = told.data.get("src", ""), told.data.get("live", "")


def films(told: list[Told]) -> list[FilmDocument]:
    """The films that somebody has who followed."""
    made: list[FilmDocument] = []
    for one in told:
        if one.name == "film":
            made.append(deepcopy(one.data))
        elif one.name == "frame":
            for piece in one.data:
                append(made[-1], piece)
    return made


def log_of(store: Store, seen: FilmDocument) -> GameLog:
    with store.reading() as tx:
        game = game_at(tx, 1, 1, 1, 2 * seen["board"] + seen["rotation"] + 1)
        assert game is not None
        log = game_log(tx, game.key)
        assert log is not None
        return read_log(log.data())


@pytest.mark.dear
def test_stream_is_the_public_film_of_each_game(evening: tuple[Store, list[Told], Stream]) -> None:
    store, told, _ = evening
    seen = films(told)
    assert any(one["over"] for one in seen)
    for one in seen:
        whole = document([film(log_of(store, one), PUBLIC)], [PUBLIC])
        assert one["names"] == whole["names"]
        assert one["plies"] <= whole["plies"]
        if one["over"]:
            assert one == whole


@pytest.mark.dear
def test_cards_are_sent_only_when_public(
    evening: tuple[Store, list[Told], Stream],
) -> None:
    store, told, _ = evening
    current: FilmDocument | None = None
    for one in told:
        if one.name == "film":
            current = deepcopy(one.data)
        elif one.name == "frame":
            assert current is not None
            for piece in one.data:
                append(current, piece)
                assert set(cards_in(piece)) <= laid_open(
                    log_of(store, current), piece["first"] + piece["plies"] - 1
                )


@pytest.mark.dear
def test_hands_notes_secrets_and_ids_are_not_sent(
    evening: tuple[Store, list[Told], Stream],
) -> None:
    store, told, wall = evening
    sent = wall.bytes.decode() + "".join(str(one.data) for one in told)
    for seen in films(told):
        [side] = seen["sides"]
        assert side["seat"] == PUBLIC
        assert {seat: side["held"][f"hand{seat}"] for seat in range(2)} == {0: [0, None], 1: [0, None]}
        log = log_of(store, seen)
        for secret in (log.footer.secret, log.header.game, log.header.commitment, log.footer.game_digest):
            assert secret not in sent


def laid_open(log: GameLog, plies: int) -> set[str]:
    """The cards that lay open after so many plies, by the records of the log alone."""
    cards: set[str] = set()
    for record in log.records:
        if isinstance(record, (Starter, Cut)):
            cards.add(record.card)
        elif isinstance(record, Play):
            if not plies:
                break
            plies -= 1
            cards |= set(CARD.findall(record.action))
    return cards


def cards_in(piece: FilmPiece) -> Iterator[str]:
    """Every card that a piece names, wherever it does."""
    for name, column in (piece["held"] | piece["moments"]).items():
        for value in map(str, column[1::2]):
            if name in ("recent", "beneath", "cut"):
                yield from set(re.findall("..", value)) - {"--", "??"}
            elif name == "moves":
                yield from (word[2:] for word in value.split() if word[2:])
            else:
                yield from CARD.findall(value)
                yield from (
                    ("T" if rank == "10" else rank) + LETTERS[suit] for rank, suit in GLYPH.findall(value)
                )


@pytest.mark.dear
def test_closed_table_is_reported(evening: tuple[Store, list[Told], Stream]) -> None:
    text = evening[2].bytes.decode()
    assert text.rstrip().endswith("data: []")
    assert 'title=\\"slow\\"' in text


@pytest.mark.dear
def test_live_rows_are_deleted(evening: tuple[Store, list[Told], Stream]) -> None:
    assert left(evening[0]) == [0, 0]


def left(store: Store) -> list[int]:
    with store.reading() as tx:
        return [
            tx.scalar(select(func.count()).select_from(table)) or 0 for table in (LIVE_STATUS, LIVE_PIECE)
        ]


@pytest.mark.dear
def test_progress_is_streamed_until_the_end(hall: Served, base: Path) -> None:
    number = planned(hall.site.store, 12)
    with played(base, number), listening(hall.address, f"/api/tournaments/{number}/events") as stream:
        told = []
        for one in stream:
            if one.name == "end":
                break
            told.append(one.data)
    done = [one["games_done"] for one in told]
    assert done == sorted(done)
    assert {one["games_total"] for one in told} == {24}
    assert told[-1] == {
        "games_done": 24,
        "games_total": 24,
        "state": "over",
        "playing": False,
        "seconds_left": None,
        "crew": "",
    }
    assert any(one["playing"] for one in told)
    assert any(f'<a href="/live/{number}.1.1">{number}.1.1</a>' in one["crew"] for one in told)
    assert left(hall.site.store) == [0, 0]


# ---- what is killed ----

_SITE = """
import sys
from arena.store.database.store import open_store
from arena.web.http.serve import address_of, listen, serve
from arena.web.site import Site, Settings
with open_store(sys.argv[1]) as store, listen("127.0.0.1", 0) as listening:
    address = address_of(listening)
    serve(Site(store, Settings(address)), listening, lambda: print(address, flush=True))
"""


@contextmanager
def site_process(base: Path) -> "Iterator[tuple[subprocess.Popen[str], str]]":
    process = subprocess.Popen(
        (sys.executable, "-c", _SITE, sqlite_url(base)), stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    try:
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.full
@pytest.mark.fault("F25")
def test_killed_processes_leave_consistent_pages(base: Path, tmp_path: Path) -> None:
    with open_store(sqlite_url(base)) as store:
        number = planned(store, 12)
        with (
            site_process(base) as (site, address),
            played(base, number) as playing,
            listening(address, "/api/live/events/wall") as wall,
        ):
            wall.until("table")
            playing.kill()
            site.kill()
        assert left(store)[0] == 1  # what the killed one left
        with store.writing() as tx:
            tx.execute(update(LIVE_STATUS).values(updated_at=datetime.now(UTC) - timedelta(minutes=5)))
        with serving(store) as again:
            assert "slow" not in again.text("/live")
            assert again.data(f"/api/live/{number}.1.1")["state"] == "waiting"
            again_played = run(store, number, jobs=1)
            assert again.data(f"/api/live/{number}.1.1")["state"] == "over"
        assert again_played.finished
        assert left(store) == [0, 0]
    with open_store(sqlite_url(tmp_path / "undisturbed.db")) as other:
        assert run(other, planned(other, 12), jobs=1).event_digest == again_played.event_digest


# ---- streams ----


@pytest.mark.dear
def test_database_is_polled_once_for_all_visitors(hall: Served) -> None:
    async def watch_together() -> tuple[int, int]:
        hub = Poller(hall.site.store)
        async with aclosing(hub.snapshots(WALL)) as one, aclosing(hub.snapshots("1")) as other:
            for _ in range(2):
                await asyncio.gather(anext(one), anext(other))
            looks = hub.polls
        async with asyncio.timeout(10):
            while not hub.idle:
                await asyncio.sleep(0)
        return looks, hub.polls

    during, after = asyncio.run(watch_together())
    assert during == 2
    assert after <= 3


def answered(
    admission: StreamLimit, visitor: str, leave: asyncio.Event, sent: list[dict[str, object]]
) -> "asyncio.Task[None]":
    """A stream that goes on until its visitor leaves."""

    async def events() -> AsyncGenerator[str, None]:
        while True:
            yield ": beat\n\n"
            await asyncio.sleep(3600)

    async def receive() -> dict[str, object]:
        await leave.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/api/live", "headers": [], "client": (visitor, 1)}
    return asyncio.create_task(EventStream(events(), admission)(scope, receive, send))  # type: ignore[arg-type]


def status(sent: list[dict[str, object]]) -> object:
    return next(message["status"] for message in sent if message["type"] == "http.response.start")


@pytest.mark.parametrize(
    ("visitors", "most", "most_of_one"),
    [(["203.0.113.5"] * 3, 9, 2), (["203.0.113.5", "203.0.113.6", "127.0.0.1"], 2, 9)],
)
def test_streams_are_limited(visitors: list[str], most: int, most_of_one: int) -> None:
    async def crowd() -> list[object]:
        admission, leave = StreamLimit(most, most_of_one), asyncio.Event()
        sent: list[list[dict[str, object]]] = [[] for _ in range(4)]
        tasks = [answered(admission, visitor, leave, sent[n]) for n, visitor in enumerate(visitors)]
        await tasks[-1]
        assert admission.open == 2
        leave.set()
        await asyncio.gather(*tasks)
        assert admission.open == 0
        await answered(admission, visitors[0], leave, sent[3])
        return [status(messages) for messages in sent]

    assert asyncio.run(crowd()) == [200, 200, 429, 200]


@pytest.mark.dear
def test_lost_stream_continues_or_restarts(hall: Served) -> None:
    number = planned(hall.site.store, 1)
    with hall.site.store.writing() as tx:
        now = datetime.now(UTC) + timedelta(minutes=1)
        game = LiveGame(LivePlace(number, 1, 1, 1), LARGE, 4)
        write_status(tx, RunStatus("run", number, games=(game,)), now)
        append_film(tx, "run", LARGE, 0, FIRST)
        append_film(tx, "run", LARGE, 1, f"[{PIECE % (1, 2)},{PIECE % (3, 1)}]")
    path = f"/api/live/{number}.1.1/games/{LARGE}/events"
    with listening(hall.address, path, **{"Last-Event-ID": "3"}) as stream:
        told = stream.until("frame")
        assert ([piece["first"] for piece in told.data], told.id) == ([3], "4")
    with listening(hall.address, path, **{"Last-Event-ID": "9" * 5_000}) as stream:
        assert stream.until("end").data["live"] == path
    for where in (f"{path}?from=2", f"{path}?from=9", path.replace(str(LARGE), "6")):
        with listening(hall.address, where) as stream:
            assert stream.until("end").data["live"] == path


FIRST = '{"format":"maumau-film-2","plies":1,"sides":[{"seat":"public","held":{"turn":[0,1]},"moments":{}}]}'
LARGE = 1 << 30  # the number of a game
PIECE = '{"first":%d,"plies":%d,"over":false,"held":{},"moments":{}}'


# ---- pages ----


def test_empty_live_page_links_to_the_guide(empty: Served) -> None:
    text = empty.text("/live")
    assert "No game is being played" in text
    assert 'href="/guide/tournaments"' in text


@pytest.mark.dear
def test_interrupted_tournament_is_linked(hall: Served) -> None:
    number = planned(hall.site.store, 1)
    text = hall.text("/live")
    assert f'href="/tournaments/{number}"' in text and "--resume" not in text
    page = hall.text(f"/live/{number}.1.1")
    assert re.search(r"data-waiting>", page)
    assert "<maumau-replay" not in page


@pytest.mark.dear
def test_comparison_can_be_watched(hall: Served) -> None:
    bots = (resolve_bot("builtin:greedy"), resolve_bot("builtin:random"))
    number = create_comparison(hall.site.store, CompareSettings(*bots, Sprt(0, 20), seed=SEED))
    assert hall.data(f"/api/live/{number}.1.1")["state"] == "waiting"
    assert "data-waiting>" in hall.text(f"/live/{number}.1.1")
    assert f'href="/tournaments/{number}"' in hall.text("/live")
    with hall.site.store.writing() as tx:
        finish(tx, number, datetime.now(UTC), TournamentState.CANCELLED)
    hall.get(f"/live/{number}.1.1", 404)


@pytest.mark.dear
def test_finished_match_links_to_its_replay(site: Served) -> None:
    page = site.text("/live/1.1.1")
    assert '<a class="button" href="/matches/1.1.1">' in page
    assert "data-over>" in page
    assert site.data("/api/live/1.1.1") == {
        "state": "over",
        "bots": site.data("/api/live/1.1.1")["bots"],
        "ruleset": "mau-mau@1",
        "film": None,
        "events": None,
        "replay": "/matches/1.1.1",
    }


@pytest.mark.parametrize(
    "path",
    [
        "/live/1.1.999",
        "/live/everything",
        "/api/live/99.1.1",
        "/api/live/99.1.1/games/1/film",
        "/api/tournaments/99/events",
        "/api/live/99.1.1/games/1/events",
    ],
)
def test_unknown_matches_cannot_be_watched(site: Served, path: str) -> None:
    site.get(path, 404)


def test_idle_match_has_no_film(site: Served) -> None:
    site.get("/api/live/1.1.1/games/1/film", 404)


@pytest.mark.dear
def test_a_visit_registers_interest_for_some_seconds(hall: Served) -> None:
    planned(hall.site.store, 1)
    hall.get("/live")
    with hall.site.store.reading() as tx:
        assert list_watched(tx, datetime.now(UTC)) == {WALL}
        assert list_watched(tx, datetime.now(UTC) + timedelta(seconds=30)) == frozenset()
