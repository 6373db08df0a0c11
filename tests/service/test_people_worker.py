"""The worker plays people's games with real bots, and goes on after it was killed."""

import json
import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import NoReturn

import pytest

from arena.service.errors import BadSettings, UnknownBot
from arena.service.people.running import RunningGame
from arena.service.people.site import (
    MAX_OPEN,
    TooManyGames,
    UnknownPersonGame,
    events_of,
    finished_log,
    my_games,
    open_game,
    own_game,
    play_again,
    players,
)
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.people.games import PersonGameState, add_game
from tests.service.people import VISITOR, StoredPlayer, kill, people_worker, wait_for
from tests.web.waiting import matches


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(sqlite_url(tmp_path / "arena.db")) as opened:
        yield opened


@pytest.fixture
def url(tmp_path: Path) -> str:
    return sqlite_url(tmp_path / "arena.db")


def start(store: Store, ruleset: str = "mau-mau", *, practice: bool = False) -> StoredPlayer:
    return StoredPlayer(store, open_game(store, VISITOR, ruleset, ["random"], practice=practice))


@pytest.mark.dear
def test_a_game_is_played_to_its_end(store: Store, url: str, tmp_path: Path) -> None:
    player = start(store)
    with people_worker(url, str(tmp_path)):
        assert player.play()
    game = player.game
    assert game.state is PersonGameState.FINISHED
    assert sorted(game.places) in ([1, 2], [1, 1])
    log = finished_log(store, game.new.key)
    assert log is not None
    assert sorted(bot.name for bot in log.header.bots) == ["me", "random"]
    assert log.footer.places == game.places


def test_a_game_goes_on_with_the_same_answers_after_its_match_process_was_killed(
    store: Store, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.service.people.site.token_hex", "ef".__mul__)  # a game of 20 answers
    monkeypatch.setattr("arena.service.people.site.randbelow", lambda seats: 0)
    player = start(store)
    with people_worker(url, str(tmp_path)) as worker:
        assert not player.play(answers=3)
        wait_for(player.question)
        before = sentences(store, player)
        [match] = matches(worker.pid)
        os.kill(match, signal.SIGKILL)
        assert player.play()
    assert len(player.answered) == len(set(player.answered)), "no question was asked twice"
    assert sentences(store, player)[: len(before)] == before
    assert player.game.state is PersonGameState.FINISHED


@pytest.mark.dear
def test_killed_in_the_middle_it_goes_on_with_the_same_answers(
    store: Store, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.service.people.site.token_hex", "ef".__mul__)  # a game of 20 answers
    monkeypatch.setattr("arena.service.people.site.randbelow", lambda seats: 0)
    player = start(store)
    with people_worker(url, str(tmp_path)) as first:
        assert not player.play(answers=3)
        wait_for(player.question)
        kill(first)
    before = sentences(store, player)
    assert player.game.state is PersonGameState.PLAYING
    with people_worker(url, str(tmp_path)):
        assert player.play()
    assert len(player.answered) == len(set(player.answered)), "no question was asked twice"
    assert sentences(store, player)[: len(before)] == before


def names(store: Store, player: StoredPlayer) -> list[str]:
    """Return the names of the events since the game's last start. Frames may come after any of them."""
    return [event.name for event in events_of(store, player.game.new.key)]


def sentences(store: Store, player: StoredPlayer) -> list[object]:
    """Return the sentences about all plies since the game's last start."""
    frames = [event for event in events_of(store, player.game.new.key) if event.name == "frame"]
    pieces = [piece for event in frames for piece in json.loads(event.data)]
    return [text for piece in pieces for text in piece["moments"]["text"]]


@pytest.mark.dear
def test_a_wrong_answer_is_reported_and_the_question_stays(store: Store, url: str, tmp_path: Path) -> None:
    player = start(store)
    with people_worker(url, str(tmp_path)):
        question = wait_for(player.question)
        player.send("answer", {"ply": question["ply"], "choice": 99})
        wait_for(lambda: "problem" in names(store, player))
        assert player.question() == question
        player.send("resign", {})
        wait_for(lambda: player.game.is_over)
    assert player.game.verdict == "RESIGN"


@pytest.mark.dear
def test_a_game_that_cannot_be_played_ends(store: Store, url: str, tmp_path: Path) -> None:
    new = replace(start(store).game.new, key="0" * 32, bots=("gone@00",))
    with store.writing() as tx:
        add_game(tx, new, datetime.now(UTC))
    player = StoredPlayer(store, new.key)
    with people_worker(url, str(tmp_path)):
        wait_for(lambda: player.game.is_over)
    assert player.game.state is PersonGameState.FAILED
    assert player.game.problem
    assert names(store, player) == ["end"]


@pytest.mark.dear
@pytest.mark.parametrize("practice", [True, False])
def test_hints_are_for_practice(practice: bool, store: Store, url: str, tmp_path: Path) -> None:
    player = start(store, practice=practice)
    with people_worker(url, str(tmp_path)):
        question = wait_for(player.question)
        assert question["hint"] is practice
        player.send("hint", {"ply": question["ply"]})
        reaction = "hint" if practice else "problem"
        wait_for(lambda: reaction in names(store, player))


def test_another_game_has_other_cards_or_other_seats(store: Store) -> None:
    player = start(store)
    first = player.game
    other_side = own_game(store, play_again(store, first, same_cards=True), VISITOR)
    assert other_side.new.secret == first.new.secret
    assert other_side.new.first_key == first.new.key
    assert players(other_side) == tuple(reversed(players(first)))


def test_games_belong_to_their_visitor(store: Store) -> None:
    key = start(store).game.new.key
    assert [game.new.key for game in my_games(store, VISITOR)] == [key]
    with pytest.raises(UnknownPersonGame):
        own_game(store, key, "w" * 64)


def test_one_person_plays_few_games_at_once(store: Store) -> None:
    for _ in range(MAX_OPEN):
        start(store)
    with pytest.raises(TooManyGames):
        start(store)


@pytest.mark.parametrize(
    ("ruleset", "bots", "person", "error"),
    [
        ("chess", ["random"], "", BadSettings),
        ("mau-mau", ["nobody"], "", UnknownBot),
        ("mau-mau", [], "", BadSettings),
        ("mau-mau", ["random"] * 9, "", BadSettings),
        ("mau-mau", ["random"], "x" * 33, BadSettings),
        ("mau-mau", ["random"], "a\u202eb", BadSettings),
        ("../../etc/passwd.toml", ["random"], "", BadSettings),
        ("mau-mau", ["./bot.py"], "", UnknownBot),
    ],
)
def test_wrong_settings_are_refused(
    ruleset: str, bots: list[str], person: str, error: type[Exception], store: Store
) -> None:
    with pytest.raises(error):
        open_game(store, VISITOR, ruleset, bots, person)
    assert not my_games(store, VISITOR)


def test_a_game_that_fails_for_an_unknown_reason_ends() -> None:
    def fail() -> NoReturn:
        raise OSError

    game = RunningGame(fail, {}, {}, {}, Event())
    wait_for(lambda: game.is_over)
    assert game.problem
    assert [name for name, _ in game.take_events()] == ["end"]
