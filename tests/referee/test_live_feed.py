"""The live feed of one game: only public data, and no effect on the match."""

import asyncio
import json
import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import groupby

import pytest

from arena.record.format import BotName
from arena.record.match import MatchRecord, seat_of
from arena.record.reader import read_log
from arena.record.storage import logs_of
from arena.referee.live.feed import LiveFeed
from arena.referee.match.game import OpenGame, SeatingContext
from arena.referee.run import run_match
from arena.rules import choices, game_for, ruleset_named
from arena.viewer.replay.film import PUBLIC, film
from arena.viewer.replay.film_json import FilmDocument, append, document
from tests.referee.matches import match

SECRET = bytes(range(32))


class RecordingAudience:
    """An audience that records the news."""

    def __init__(self) -> None:
        self.news: list[bytes] = []

    def watches(self) -> bool:
        return True

    def show(self, news: bytes) -> None:
        self.news.append(news)

    @property
    def films(self) -> list[FilmDocument]:
        return grown(self.news)


def grown(news: list[bytes]) -> list[FilmDocument]:
    """Return the films that documents and their pieces make."""
    films: list[FilmDocument] = []
    for one in map(json.loads, news):
        if "format" in one:
            films.append(one)
        else:
            append(films[-1], one)
    return films


@pytest.fixture(scope="module")
def watched() -> tuple[MatchRecord, RecordingAudience]:
    hall = RecordingAudience()
    return run_match(match("first", "slow", boards=3), audience=hall), hall


@pytest.mark.dear
def test_the_feed_is_the_public_film(watched: tuple[MatchRecord, RecordingAudience]) -> None:
    record, hall = watched
    written = logs_of(record.games)
    logs = {(game.board, game.rotation): read_log(written[game.id]) for game in record.games}
    assert hall.films
    for told in hall.films:
        whole = film(logs[told["board"], told["rotation"]], PUBLIC)
        assert told == document([replace(whole, frames=whole.frames[: told["plies"]])], [PUBLIC])


def test_the_feed_has_no_hands(watched: tuple[MatchRecord, RecordingAudience]) -> None:
    for told in watched[1].films:
        [side] = told["sides"]
        assert [side["held"][f"hand{seat}"] for seat in range(2)] == [[0, None]] * 2


@pytest.mark.parametrize("viewer", [0, 1])
def test_the_feed_of_a_player_is_the_film_of_their_seat(viewer: int) -> None:
    hall = RecordingAudience()
    record = run_match(replace(match("first", "slow", boards=1), viewer=viewer), audience=hall)
    logs = logs_of(record.games)
    assert hall.films
    for shown in hall.films:
        seat = seat_of(viewer, shown["rotation"], 2)
        [log] = [read_log(logs[game.id]) for game in record.games if game.rotation == shown["rotation"]]
        whole = film(log, seat)
        assert shown == document([replace(whole, frames=whole.frames[: shown["plies"]])], [seat])
        assert [side["held"][f"hand{1 - seat}"] for side in shown["sides"]] == [[0, None]]


@pytest.mark.dear
def test_the_feed_does_not_change_the_games(watched: tuple[MatchRecord, RecordingAudience]) -> None:
    alone = run_match(match("first", "slow", boards=3))
    assert [game.game_digest for game in watched[0].games] == [game.game_digest for game in alone.games]


def live_game(names: tuple[str, ...] = ("a", "b")) -> OpenGame:
    setting = SeatingContext(
        game_for(ruleset_named("mau-mau@1"), len(names)),
        0,
        tuple(BotName(name, "") for name in names),
        b"",
    )
    return OpenGame(setting, 0, SECRET)


def play(game: OpenGame, plies: int) -> None:
    """Play first choices, at most this many plies."""
    for _ in range(plies):
        if game.closed:
            return
        action = choices(game.position)[0].default()
        game.log.play(game.position.turn, action, 1.0, "a note")
        game.carry_out(action)
        if game.position.over:
            game.end()


class Pipe:
    """A pipe with a slow reader."""

    def __init__(self) -> None:
        self._out, self.into = os.pipe()
        os.set_blocking(self._out, False)

    def fill(self) -> int:
        """Fill the pipe and return how many bytes that took."""
        os.set_blocking(self.into, False)
        written = 0
        try:
            while True:
                written += os.write(self.into, b"x" * 4_096)
        except BlockingIOError:
            return written

    def drained(self) -> bytes:
        data = b""
        try:
            while chunk := os.read(self._out, 1 << 16):
                data += chunk
        except BlockingIOError:
            return data
        return data

    def close(self) -> None:
        os.close(self._out)
        os.close(self.into)


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    with closing(Pipe()) as made:
        yield made


def follow(game: OpenGame, pipe: Pipe) -> LiveFeed:
    """Watch the only open game."""
    following = LiveFeed(pipe.into)
    following.games = {0: game}
    following.keep_running()
    return following


async def until(pipe: Pipe, what: bytes) -> bytes:
    """Read the pipe until these bytes come."""
    data = b""
    async with asyncio.timeout(30):
        while what not in data:
            await asyncio.sleep(0)
            data += pipe.drained()
    return data


def news_in(data: bytes) -> list[bytes]:
    """Join the lines of news."""
    kinds = (line.split(b" ", 1) for line in data.splitlines())
    news, parts = [], b""
    for kind, part in kinds:
        parts += part
        if kind == b"watched":
            news.append(parts)
            parts = b""
    return news


@pytest.mark.dear
def test_an_open_game_is_shown_from_its_start(pipe: Pipe) -> None:
    async def watch() -> bytes:
        game = live_game()
        play(game, 20)
        follow(game, pipe)
        data = await until(pipe, b'"first":17,')
        play(game, 2_000)
        return data + await until(pipe, b'"over":true')

    [told] = grown(news_in(asyncio.run(watch())))
    assert told["over"]
    assert [plies for plies, _ in groupby(told["sides"][0]["moments"]["marks"][::2])][-1] == told["plies"] - 1


@pytest.mark.dear
def test_after_a_too_long_game_the_next_is_followed(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.referee.live.followed_game.MAX_PLIES", 10)

    async def watch() -> bytes:
        long, next_ = live_game(), live_game()
        play(long, 20)
        following = follow(long, pipe)
        data = await until(pipe, b'"first":9,')
        play(long, 2_000)
        following.games = {1: next_}
        following.keep_running()
        return data + await until(pipe, b'"format"')

    first, then = grown(news_in(asyncio.run(watch())))
    assert (first["plies"], then["plies"]) == (17, 1)


def test_an_idle_feed_is_woken_by_the_game(pipe: Pipe) -> None:
    async def watch() -> bytes:
        game = live_game()
        following = follow(game, pipe)
        data = await until(pipe, b"watched ")
        await asyncio.sleep(0.2)
        play(game, 1)
        await asyncio.sleep(0.2)
        assert pipe.drained() == b""
        following.wake()
        return data + await until(pipe, b'"first":1,')

    [told] = grown(news_in(asyncio.run(watch())))
    assert told["plies"] == 2


def test_a_full_pipe_delays_and_loses_nothing(pipe: Pipe) -> None:
    async def watch() -> bytes:
        game = live_game()
        filled = pipe.fill()
        follow(game, pipe)
        for _ in range(3):
            play(game, 1)
            await asyncio.sleep(0.001)
        assert len(pipe.drained()) == filled
        return await until(pipe, b'"first":3,')

    [told] = grown(news_in(asyncio.run(watch())))
    assert told["plies"] == 4


def test_long_news_is_split(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.referee.live.feed._MAX_LINE", 500)  # by itself hardly any news is so long

    async def watch() -> bytes:
        follow(live_game(), pipe)
        return await until(pipe, b"watched ")

    data = asyncio.run(watch())
    assert data.count(b"part ") == 2
    assert max(map(len, data.splitlines())) == 505
    assert len(grown(news_in(data))) == 1


def test_eight_long_names_fit_into_one_line(pipe: Pipe) -> None:
    names = tuple(f"{'𝄞' * 31}{seat}" for seat in range(8))

    async def watch() -> bytes:
        follow(live_game(names), pipe)
        return await until(pipe, b"watched ")

    (line,) = asyncio.run(watch()).splitlines()
    [told] = grown(news_in(line))
    assert told["names"] == list(names)


def test_notes_and_thinking_times_are_not_shown(watched: tuple[MatchRecord, RecordingAudience]) -> None:
    for told in watched[1].films:
        [side] = told["sides"]
        assert "note" not in side["moments"]
        assert side["held"]["used0"] == side["held"]["used1"] == [0, None]
