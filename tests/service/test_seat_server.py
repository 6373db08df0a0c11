"""A person plays through the page's requests: whole games, hints, resigning, another game."""

import json
import os
import signal
import threading
from collections.abc import Callable, Iterator

import pytest

from arena import rules
from arena.record.reader import GameLog, read_log
from arena.service.bots import ME, guest, resolve_bot
from arena.service.common.text import secret_of
from arena.service.people.game import GameToPlay, play_game
from arena.service.people.seat_server import SeatServer
from arena.viewer.replay.film import film
from arena.viewer.replay.film_json import FilmDocument, append, document
from tests.service.page_player import Json, PagePlayer
from tests.web.waiting import matches


class Table:
    """A served table with the games played at it."""

    def __init__(self, ruleset: str) -> None:
        others = [resolve_bot("random")] * (rules.ruleset(ruleset).players[0] - 1)
        self.server = SeatServer(GameToPlay((*others, guest(ME)), ruleset, secret_of("1")))
        self.games: list[GameToPlay] = []
        self.logs: list[GameLog] = []
        self.player = PagePlayer(self.server.server_port, self.server.root)
        for work in (lambda: self.server.serve_forever(0.02), self._play):
            threading.Thread(target=work, daemon=True).start()

    def _play(self) -> None:
        while True:
            self.games.append(self.server.next_game())
            [played] = play_game(self.games[-1], self.server.seat, print).games
            self.logs.append(read_log(played.log))
            self.server.finish(self.logs[-1], played.id)


@pytest.fixture
def sit() -> Iterator[Callable[[str], Table]]:
    tables: list[Table] = []

    def sit_down(ruleset: str = "mau-mau") -> Table:
        tables.append(Table(ruleset))
        return tables[-1]

    yield sit_down
    for table in tables:
        table.server.shutdown()
        table.server.server_close()


def grown(received: list[str]) -> FilmDocument:
    """Return the film that the page has got."""
    first: FilmDocument
    [first] = [json.loads(text) for text in received if text.startswith('{"format"')]
    for line in received:
        if line.startswith('data: [{"first"'):
            for piece in json.loads(line.removeprefix("data: ")):
                append(first, piece)
    return first


@pytest.mark.ci_one_in(13)
@pytest.mark.parametrize("ruleset", [one.id for one in rules.rulesets()])
def test_a_page_can_play_a_whole_game(ruleset: str, sit: Callable[[str], Table]) -> None:
    table = sit(ruleset)
    over = table.player.play()
    shown, log, seat = grown(table.player.received), table.logs[0], table.games[0].seat
    whole = document([film(log, seat)], [seat])
    assert shown["names"] == [*whole["names"][:-1], "You"]
    assert shown["sides"][0]["held"] == whole["sides"][0]["held"]
    assert shown["sides"][0]["moments"].keys() == whole["sides"][0]["moments"].keys()
    assert table.player.get(over["page"])[0] == 200


def test_a_page_loads_the_game_again_after_its_match_process_was_killed(
    sit: Callable[[str], Table],
) -> None:
    others = matches(os.getpid())
    table = sit("mau-mau")
    plies = json.loads(table.player.get("film")[1])["plies"]
    [match] = {*matches(os.getpid())}.difference(others)
    events = table.player.events(plies)
    question = next(data for name, data in events if name == "question" and data)
    assert table.player.post("answer", table.player.choose(question)) == (200, {})
    os.kill(match, signal.SIGKILL)
    assert [data for name, data in events if name == "end"] == [{"src": "film", "live": "events"}]
    assert table.player.play()["page"]


def test_the_page_is_an_element_of_the_persons_seat(sit: Callable[[str], Table]) -> None:
    table = sit("mau-mau")
    status, page = table.player.get("")
    assert status == 200
    assert 'seat="2"' in page
    assert 'answer="answer"' in page


def next_question(table: Table) -> Json:
    question: Json = next(data for name, data in table.player.events(1) if name == "question" and data)
    return question


def test_wrong_answers_change_nothing(sit: Callable[[str], Table]) -> None:
    table = sit("mau-mau")
    question = next_question(table)
    ply = question["ply"]
    for answer in (
        {},
        {"ply": ply + 1, "choice": 0},
        {"ply": ply, "choice": 99},
        {"ply": ply, "choice": "0"},
    ):
        status, problem = table.player.post("answer", answer)
        assert status == 422
        assert problem["error"]
    assert next_question(table) == question


def test_an_answer_counts_once(sit: Callable[[str], Table]) -> None:
    table = sit("mau-mau")
    answer = table.player.choose(next_question(table))
    assert table.player.post("answer", answer)[0] == 200
    assert table.player.post("answer", answer)[0] == 422


def test_a_hint_is_a_legal_answer(sit: Callable[[str], Table]) -> None:
    table = sit("mau-mau")
    ply = next_question(table)["ply"]
    status, hint = table.player.post("hint", {"ply": ply})
    assert status == 200
    assert hint.pop("text")
    assert table.player.post("answer", {"ply": ply, **hint})[0] == 200
    assert table.player.post("hint", {"ply": ply})[0] == 422


def test_a_person_can_resign(sit: Callable[[str], Table]) -> None:
    table = sit("mau-mau")
    next_question(table)
    table.player.post("resign", {})
    assert [name for name, _ in table.player.events(1)][-1] == "end"
    assert table.logs[0].footer.places == (1, 2)


def test_another_game_has_other_cards_or_other_seats(sit: Callable[[str], Table]) -> None:
    table = sit("mau-mau")
    for request in ({}, {"same_cards": True}, {"same_cards": False}):
        if request:
            status, another = table.player.post("again", request)
            assert (status, another["page"]) == (200, table.server.root)
        next_question(table)
        table.player.post("resign", {})
        [*table.player.events(1)]
    first, other_side, other_cards = table.games
    assert [first.seat, other_side.seat, other_cards.seat] == [1, 0, 0]
    assert first.secret == other_side.secret != other_cards.secret


def test_the_replay_is_analysed_on_request(sit: Callable[[str], Table]) -> None:
    table = sit("mau-mau")
    next_question(table)
    table.player.post("resign", {})
    [*table.player.events(1)]
    assert table.player.get("games/1/analysis?seat=2")[0] == 204
    status, analysis = table.player.post("games/1/analysis?seat=2", {})
    assert (status, analysis["seat"]) == (200, 1)
    assert json.loads(table.player.get("games/1/analysis?seat=2")[1]) == analysis
    assert table.player.post("games/1/analysis?seat=3", {})[0] == 422
