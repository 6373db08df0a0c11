"""The server of a replay page on this machine: it plays on, asks bots, and keeps hidden cards hidden."""

import json
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection

import pytest

from arena.record.reader import GameLog, read_log
from arena.rules import notation
from arena.service.common import local_server
from arena.service.common.local_server import HOST
from arena.service.errors import ArenaError
from arena.service.replay import ask as replay_ask
from arena.service.replay import branch_seating
from arena.service.replay.branch import branch, first_continuation
from arena.service.replay.decision import decision_at
from arena.service.replay.page_server import GameRequests, PageServer
from arena.viewer.replay.film import film
from arena.viewer.replay.legal_actions import legal_actions
from tests.record.games import golden, play
from tests.viewer.test_html import exchanged

PLY = 8
ACTION = "JH:C"
BRANCH = {"ply": PLY, "action": ACTION, "bot": "", "boards": 20}


@pytest.fixture(scope="module")
def log() -> GameLog:
    return read_log(golden("mau-mau", 2).data)


@contextmanager
def serving(log: GameLog, seat: int | None = None) -> Iterator[PageServer]:
    with PageServer(log, seat, "1.1.1/1") as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))  # the pause before it ends
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def ask(server: PageServer, method: str, path: str, body: str = "") -> tuple[int, str, bytes]:
    connection = HTTPConnection(HOST, server.server_port, timeout=60)
    connection.request(method, path, body)
    answer = connection.getresponse()
    found = answer.status, answer.headers["Content-Type"], answer.read()
    connection.close()
    return found


def test_the_page_is_served_at_its_secret_address_only(log: GameLog) -> None:
    with serving(log) as server:
        assert server.address.startswith(f"http://{HOST}:")
        status, kind, page = ask(server, "GET", server.root)
        assert (status, kind) == (200, "text/html; charset=utf-8")
        assert b"connect-src 'self'" in page
        for method, path in (
            ("GET", "/"),
            ("GET", f"{server.root}branch"),
            ("POST", "/branch"),
            ("POST", "/"),
        ):
            assert ask(server, method, path, json.dumps(BRANCH))[0] == 404


def test_a_branch_has_the_values_of_the_command(log: GameLog) -> None:
    with serving(log) as server:
        status, _, body = ask(server, "POST", f"{server.root}branch", json.dumps(BRANCH))
    found, values = json.loads(body.splitlines()[-1]), branch(log, ply=PLY, action=ACTION, boards=20).values
    assert status == 200
    seat = decision_at(log, PLY).position.turn
    for name, value in (
        ("played", values.played),
        ("other", values.other),
        ("difference", values.difference),
    ):
        assert found[name] == [value.chances[seat], value.errors[seat]]


@pytest.mark.parametrize("bot", [pytest.param("greedy", marks=pytest.mark.dear), ""])
def test_a_long_answer_begins_with_its_progress(
    log: GameLog, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (branch_seating, local_server):
        monkeypatch.setattr(module, "REPORT_INTERVAL_S", 0.01)
    boards = 200 if bot else 1000
    request = {**BRANCH, "bot": bot, "boards": boards}
    with serving(log) as server:
        status, kind, body = ask(server, "POST", f"{server.root}branch", json.dumps(request))
    *progress, found = map(json.loads, body.splitlines())
    assert (status, kind) == (200, "application/x-ndjson")
    done = [line.pop("done") for line in progress]
    assert done == sorted(done)
    assert 0 <= done[0] < done[-1] <= boards
    assert not any(progress)
    if not bot:
        assert found == GameRequests(log).branch(request)


@pytest.mark.parametrize(
    ("action", "request_"),
    [
        ("branch", {**BRANCH, "boards": 1000}),
        ("analysis", {}),
        pytest.param("branch", {**BRANCH, "bot": "sampler", "boards": 1000}, marks=pytest.mark.dear),
        pytest.param("ask", {"bot": "sampler"}, marks=pytest.mark.dear),
    ],
)
def test_a_page_that_hangs_up_cancels(
    log: GameLog, action: str, request_: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (branch_seating, replay_ask, local_server):
        monkeypatch.setattr(module, "REPORT_INTERVAL_S", 0.01)
    with serving(log) as server:
        connection = HTTPConnection(HOST, server.server_port, timeout=60)
        connection.request("POST", f"{server.root}{action}", json.dumps(request_))
        answer = connection.getresponse()
        assert json.loads(answer.readline())["done"] < 1000
        answer.close()
        connection.close()
        assert server.lock.acquire(timeout=2), "it stops at once"
        server.lock.release()
        assert ask(server, "GET", f"{server.root}analysis")[0] == 204
        assert ask(server, "POST", f"{server.root}branch", json.dumps(BRANCH))[0] == 200


def test_the_server_closes_during_a_computation(log: GameLog) -> None:
    with serving(log) as server, closing(HTTPConnection(HOST, server.server_port, timeout=60)) as connection:
        connection.request("POST", f"{server.root}branch", json.dumps({**BRANCH, "boards": 1000}))
        assert connection.getresponse().readline()
    assert server.lock.acquire(blocking=False)


@pytest.mark.parametrize("rules", ["mau-mau", "blind", "pharaoh-101", "german"])
@pytest.mark.parametrize("seat", [None, 0])
def test_the_first_continuation_follows_the_game_and_ends_with_the_deal(rules: str, seat: int | None) -> None:
    log = read_log(golden(rules, 2).data)
    decisions = legal_actions(log, seat)
    ply, decider, actions = next(one for one in decisions["decisions"][2:] if len(one[2]) > 1)
    action = decisions["actions"][actions[1]][0]
    found = branch(log, ply=ply, action=action, boards=2, seat=seat)
    frames, played = first_continuation(log, found, seat=seat).frames, film(log, seat).frames
    assert frames[:ply] == played[:ply]
    assert [frame.ply for frame in frames] == list(range(ply + 1 + len(found.values.first)))
    assert frames[ply].actor == decider
    assert frames[ply] != played[ply]
    assert frames[-1].turn is None or frames[-1].deal == played[ply - 1].deal + 1
    assert all(frame.deal == played[ply - 1].deal for frame in frames[ply:-1])
    if seat is not None:
        assert {frame.seats[1 - seat].hand for frame in frames} == {None}


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("branch", "{", 400),
        ("branch", "[]", 400),
        ("branch", json.dumps({**BRANCH, "boards": 10**9}), 422),
        ("branch", json.dumps({**BRANCH, "ply": "8"}), 422),
        ("branch", json.dumps({**BRANCH, "ply": True}), 422),
        ("branch", json.dumps({**BRANCH, "ply": 999}), 422),
        ("branch", json.dumps({**BRANCH, "action": "AS"}), 422),
        ("branch", json.dumps({**BRANCH, "action": None}), 422),
        ("branch", json.dumps({**BRANCH, "bot": "../greedy"}), 422),
        ("branch", json.dumps({**BRANCH, "seat": 0}), 422),
        ("branch", json.dumps({**BRANCH, "seat": 1, "bot": "greedy"}), 422),
        ("ask", json.dumps({"bot": "/bin/sh"}), 422),
        ("ask", json.dumps({"bot": "greedy", "seat": 7}), 422),
    ],
)
def test_a_wrong_request_is_refused_with_a_sentence(log: GameLog, path: str, body: str, status: int) -> None:
    with serving(log) as server:
        found, kind, text = ask(server, "POST", f"{server.root}{path}", body)
    assert (found, kind) == (status, "application/json")
    assert json.loads(text)["error"].endswith(".")


@pytest.mark.dear
def test_a_bot_plays_on_and_is_asked(log: GameLog) -> None:
    requests = GameRequests(log)
    by_bot = requests.branch({**BRANCH, "bot": "greedy"})
    assert by_bot["calibration_error"] is None
    assert 0 <= by_bot["other"][0] <= 1
    asked = requests.ask({"bot": "greedy", "seat": None})
    own = requests.ask({"bot": "greedy", "seat": 1})
    assert 0 < own["decisions"] < asked["decisions"]
    assert own["different"] == [one for one in asked["different"] if one[1] == 1]
    assert all(words for _, _, words in asked["different"])


@pytest.mark.rule("X-HIDDEN")
@pytest.mark.parametrize("bot", [pytest.param("greedy", marks=pytest.mark.dear), ""])
def test_answers_about_a_seat_depend_only_on_its_view(bot: str) -> None:
    data = play("mau-mau", 2, 4).data
    logs = [read_log(data), read_log(next(exchanged(data)))]
    decision = next(ply for ply in range(1, 50) if len(choices_at(logs[0], ply)) > 1)
    request = {**BRANCH, "ply": decision, "action": choices_at(logs[0], decision)[1], "seat": 0}
    seats = [GameRequests(log, 0) for log in logs]
    if bot:
        one, other = (requests.ask({"bot": bot}) for requests in seats)
    else:
        one, other = (requests.branch(request) for requests in seats)
        assert one != GameRequests(logs[0]).branch({**request, "seat": None})
    assert one == other


def choices_at(log: GameLog, ply: int) -> list[str]:
    """The plain choices of seat 0 at a ply; none where it decided nothing."""
    try:
        decision = decision_at(log, ply)
    except ArenaError:
        return []
    pack = decision.position.game.pack
    return [notation(pack, one.plain) for one in decision.choices] if decision.position.turn == 0 else []


def test_the_page_of_a_seat_answers_only_about_that_seat(log: GameLog) -> None:
    requests = GameRequests(log, 1)
    assert requests.branch({**BRANCH, "seat": None}) == GameRequests(log).branch({**BRANCH, "seat": 1})
    other = next(ply for ply in range(1, 13) if decision_at(log, ply).position.turn == 0)
    with pytest.raises(ArenaError):
        requests.branch({**BRANCH, "ply": other, "seat": 0})
