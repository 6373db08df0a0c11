"""Every forgery in a delivered record is found by replaying its logs."""

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.record.match import Clock, FaultRecord, Limits, MatchRecord, MatchSpec, Verdict
from arena.referee.match.outcome import forfeited_games, void_games
from arena.referee.process.codec import decode, encode
from arena.referee.run import run_match
from arena.service.bots import resolve_bot
from arena.service.cluster.messages import ClusterOrder, Delivery
from arena.service.cluster.verify_pool import MAX_BYTES, VerifyPool, find_problem
from arena.service.cluster.verify_record import Forged, verify_record
from arena.service.sandboxes import bot_spec
from tests.conftest import Scale
from tests.figures import figures

BOTS = Path(__file__).parents[1] / "service" / "bots"
TOKEN = "00" * 16


def _spec(boards: int = 2) -> MatchSpec:
    return MatchSpec(
        id="7.1.2",
        ruleset="mau-mau@1",
        bots=tuple(bot_spec(resolve_bot(str(BOTS / name)), "process") for name in ("last.py", "dice.py")),
        first_board=1,
        secrets=tuple(f"{board:064x}" for board in range(1, boards + 1)),
        key="07" * 32,
        clock=Clock(0, 0, 0),
        limits=Limits(start_ms=120_000),
    )


@pytest.fixture(scope="module")
def spec() -> MatchSpec:
    return _spec()


@pytest.fixture(scope="module")
def record(spec: MatchSpec) -> MatchRecord:
    return run_match(spec)


def _order(spec: MatchSpec) -> str:
    return encode(ClusterOrder(TOKEN, "topic", spec))


def _delivered(record: MatchRecord | None) -> bytes:
    return encode(Delivery(TOKEN, record)).encode()


def test_a_true_record_is_accepted(spec: MatchSpec, record: MatchRecord) -> None:
    verify_record(spec, record)
    assert find_problem(_order(spec), _delivered(record)) == ""
    assert find_problem(_order(spec), _delivered(None)) == ""


def test_an_unplayed_record_needs_a_reason(spec: MatchSpec, record: MatchRecord) -> None:
    verify_record(spec, MatchRecord(spec.id, void_games(spec), internal=("it died",) * 3))
    with pytest.raises(Forged, match="without a fault report"):
        verify_record(spec, MatchRecord(spec.id, forfeited_games(spec, [0])))


Change = Callable[[MatchSpec, MatchRecord], tuple[MatchSpec, MatchRecord]]


def _game(**other: object) -> Change:
    def change(spec: MatchSpec, record: MatchRecord) -> tuple[MatchSpec, MatchRecord]:
        first, *games = record.games
        return spec, replace(record, games=(replace(first, **other), *games))  # type: ignore[arg-type]

    return change


def _seat(**other: object) -> Change:
    def change(spec: MatchSpec, record: MatchRecord) -> tuple[MatchSpec, MatchRecord]:
        game, *games = record.games
        seat, *seats = game.seats
        changed = replace(game, seats=(replace(seat, **other), *seats))  # type: ignore[arg-type]
        return spec, replace(record, games=(changed, *games))

    return change


def _other(**other: object) -> Change:
    return lambda spec, record: (replace(spec, **other), record)  # type: ignore[arg-type]


def _of_others(spec: MatchSpec, record: MatchRecord) -> tuple[MatchSpec, MatchRecord]:
    return replace(spec, bots=spec.bots[::-1]), record


def _another_winner(spec: MatchSpec, record: MatchRecord) -> tuple[MatchSpec, MatchRecord]:
    game, *games = record.games
    seats = tuple(replace(seat, place=3 - seat.place, score=1 - seat.score) for seat in game.seats)
    return spec, replace(record, games=(replace(game, seats=seats), *games))


def _logs_changed(spec: MatchSpec, record: MatchRecord) -> tuple[MatchSpec, MatchRecord]:
    """Swap the logs of the boards."""
    logs = [game.log for game in record.games]
    swapped = [*logs[2:], *logs[:2]]
    games = tuple(replace(game, log=log) for game, log in zip(record.games, swapped, strict=True))
    return spec, replace(record, games=games)


LIES: dict[str, Change] = {
    "another match": lambda spec, record: (spec, replace(record, id="7.1.3")),
    "a game too few": lambda spec, record: (spec, replace(record, games=record.games[:-1])),
    "a game twice": lambda spec, record: (spec, replace(record, games=(*record.games[:-1], record.games[0]))),
    "no games": lambda spec, record: (spec, replace(record, games=())),
    "another winner": _another_winner,
    "a score": _seat(score=0.75),
    "points": _seat(points=1_000),
    "a verdict": _seat(verdict=Verdict.TIMEOUT),
    "a void seat": _seat(verdict=Verdict.VOID),
    "decisions": _seat(decisions=9_999),
    "time": _seat(time_ms=1e6),
    "time that is no number": _seat(time_ms=float("nan")),
    "a bot": _seat(bot=1),
    "an end": _game(termination="BLOCKED"),
    "plies": _game(plies=3),
    "a digest": _game(game_digest="0" * 64),
    "a log's digest": _game(log_digest="0" * 64),
    "no log": _game(log=""),
    "a log that is none": _game(log="AAAA"),
    "a log that is not base64": _game(log="\u00e4"),
    "a name": _game(id="0" * 32),
    "half a character": _game(id="\ud800"),
    "logs of other boards": _logs_changed,
    "other cards": _other(secrets=("ab" * 32, "cd" * 32)),
    "another ruleset": _other(ruleset="detailed@1"),
    "other bots": _of_others,
    "void games that were played": lambda spec, record: (
        spec,
        replace(record, games=tuple(replace(game, termination="VOID") for game in record.games)),
    ),
    "void games by another name": lambda spec, record: (
        spec,
        MatchRecord(
            spec.id, tuple(replace(game, id=f"{at:065}") for at, game in enumerate(void_games(spec)))
        ),
    ),
    "a fault in a game of another name": lambda spec, record: (
        spec,
        replace(record, faults=(FaultRecord("0" * 65, 0, 0, Verdict.OK, "", 0.0, 0.0, None, "", ""),)),
    ),
    "too often anew": lambda spec, record: (spec, replace(record, internal=("x",) * 4)),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_forged_record_is_refused(lie: str, spec: MatchSpec, record: MatchRecord) -> None:
    with pytest.raises(Forged):
        verify_record(*LIES[lie](spec, record))


@pytest.mark.parametrize(
    "bad",
    [
        b"",
        b"{}",
        b"null",
        b"\xff" * 100,
        b"[" * 100_000,
        b'{"token":"' + b"1" * 32 + b'","record":null,"problem":""}',
        b'{"token":"' + b"0" * 32 + b'","record":{"id":"7.1.2"},"problem":""}',
    ],
)
def test_invalid_deliveries_are_refused(bad: bytes, spec: MatchSpec) -> None:
    assert find_problem(_order(spec), bad)


def test_an_infinite_number_is_refused(spec: MatchSpec, record: MatchRecord) -> None:
    large = re.sub(rb'"time_ms":[^,}]+', b'"time_ms":1' + b"0" * 400, _delivered(record), count=1)
    assert "time_ms" in find_problem(_order(spec), large)


@pytest.mark.dear
@pytest.mark.fault("F12")
def test_random_changes_never_change_a_result(spec: MatchSpec, record: MatchRecord, scale: Scale) -> None:
    """A randomly changed delivery is refused or has the same results."""
    rng, often = Random(7), scale.pick(quick=60, ci=300, full=20_000)
    plain = json.loads(_delivered(record))
    accepted = sum(_is_another(spec, record, _changed(plain, rng)) for _ in range(often))
    figures("cluster: mutated results", tried=often, accepted=accepted)
    assert accepted == 0


def _is_another(spec: MatchSpec, record: MatchRecord, delivered: bytes) -> bool:
    """True if a delivery is accepted although its results differ."""
    if find_problem(_order(spec), delivered):
        return False
    found = decode(Delivery, delivered).record
    return found is not None and _counts(found) != _counts(record)


def _counts(record: MatchRecord) -> object:
    """Return the results of a record, without times and fault details."""
    return [
        (
            *(game.id, game.board, game.rotation, game.termination, game.plies),
            *(game.game_digest, game.log_digest),
            *((seat.bot, seat.place, seat.points, seat.score, seat.verdict) for seat in game.seats),
        )
        for game in record.games
    ]


def _changed(plain: object, rng: Random) -> bytes:
    """Return a copy with one changed value."""
    copy = json.loads(json.dumps(plain))
    parent, key = rng.choice([*_places(copy)])
    parent[key] = _another(parent[key], rng)
    return json.dumps(copy).encode()


def _places(value: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401 - it may be anything
    children = value.items() if isinstance(value, dict) else enumerate(value)
    for key, child in [*children]:
        yield value, key
        if isinstance(child, dict | list):
            yield from _places(child)


def _another(value: Any, rng: Random) -> Any:  # noqa: ANN401 - it may be anything
    match value:
        case bool() | None:
            return 1
        case int() | float():
            return value + rng.choice((-1, 1, 0.5))
        case str() if len(value) > 200:  # a log
            data = bytearray(b64decode(value))
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            return b64encode(data).decode()
        case str():
            return rng.choice((value[:-1], value + "0", value.swapcase(), "OK", "WON", ""))
        case list():
            return rng.choice((value[:-1], [*value, *value[:1]], value[::-1], []))
    return {}


@pytest.mark.dear
def test_the_verify_pool_gives_the_same_answers(spec: MatchSpec, record: MatchRecord) -> None:
    import asyncio

    async def judged(delivered: object) -> str:
        return await judges.verify(_order(spec), delivered)

    judges = VerifyPool(1)
    try:
        assert asyncio.run(judged(_delivered(record))) == ""
        assert "other" in asyncio.run(judged(_delivered(replace(record, id="other"))))
        assert asyncio.run(judged(record)).startswith("it is not bytes")
        assert asyncio.run(judged(b" " * (MAX_BYTES + 1))) == "it is too large"
    finally:
        judges.close()
