"""Any bytes on the wire are an answer or a fault of the bot, never an INTERNAL error."""

import json
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.record.match import BotSpec, Clock, MatchSpec, Verdict
from tests.conftest import Scale
from tests.figures import figures
from tests.hostile.attacks.watched import watched
from tests.referee.matches import match, verdicts
from tests.wire.hostile_messages import outcome_of

HERE = Path(__file__).parent
CORPUS = HERE / "corpus" / "messages.txt"
OUTCOMES = {"hello", "action", "ProtocolError", "IllegalAction"}
V = Verdict
OURS = {V.INTERNAL, V.VOID}
MAX_MB = 150


class Kept(NamedTuple):
    """A message of the corpus: a line `outcome name hex`."""

    outcome: str
    name: str
    data: bytes


def corpus() -> list[Kept]:
    lines = (line.split(" ") for line in CORPUS.read_text().splitlines())
    return [Kept(outcome, name, bytes.fromhex(data)) for outcome, name, data in lines]


KEPT = [one.data for one in corpus()]


@st.composite
def messages(draw: st.DrawFn) -> bytes:
    """Yield pieces of corpus messages joined with random bytes."""
    made = b""
    for kept in draw(st.lists(st.sampled_from(KEPT), max_size=3)):
        start, end = sorted((draw(st.integers(0, len(kept))), draw(st.integers(0, len(kept)))))
        made += (kept if draw(st.booleans()) else kept[start:end]) + draw(st.binary(max_size=3))
    return made


@pytest.mark.parametrize("kept", corpus(), ids=lambda kept: kept.name)
def test_corpus_messages_keep_their_outcome(kept: Kept) -> None:
    assert outcome_of(kept.data) == kept.outcome


def test_the_corpus_has_all_outcomes() -> None:
    assert {one.outcome for one in corpus()} == OUTCOMES


@given(st.one_of(messages(), st.binary(max_size=200)))
def test_pieces_of_the_corpus_have_an_outcome(data: bytes) -> None:
    assert outcome_of(data) in OUTCOMES


# ---- in matches ------------------------------------------------------------------------------------------
def fuzzed(seed: int) -> MatchSpec:
    clock = Clock(5_000, 500, 60_000)
    spec = match("first", "first", boards=150, in_flight=4, start_ms=60_000, clock=clock)
    command = (sys.executable, "fuzzer.py", str(seed))
    return replace(spec, bots=(BotSpec("fuzzer", "ab" * 32, command, str(HERE / "attacks")), spec.bots[1]))


@pytest.mark.dear
def test_matches_with_a_fuzzer_have_no_internal_error(scale: Scale) -> None:
    wanted = scale.pick(quick=0, ci=500, full=10_000)
    sent, seed, found = 0, 0, Counter[Verdict]()
    with ThreadPoolExecutor(2) as pool:
        while sent < wanted:
            for record, seen in pool.map(watched, map(fuzzed, (seed, seed + 1))):
                seats = [seat for game in record.games for seat in game.seats if seat.bot == 0]
                sent += sum(seat.decisions for seat in seats)
                found += Counter(seat.verdict for seat in seats)
                assert verdicts(record, 1) == {V.OK}
                assert seen.runs == 1
                assert seen.memory_mb < MAX_MB
            seed += 2
    internal = sum(found[verdict] for verdict in OURS)
    figures("fuzz wire", inputs=sent, internal=internal)
    assert internal == 0
    assert found[V.ILLEGAL] and found[V.PROTOCOL]


# ---- below messages --------------------------------------------------------------------------------------
@pytest.mark.dear
def test_noise_does_not_harm_the_server(scale: Scale) -> None:
    sessions = scale.pick(quick=40, ci=400, full=4_000)
    command = (sys.executable, "-m", "tests.hostile.attacks.noise", "7", str(sessions))
    environment = os.environ | {"GRPC_VERBOSITY": "NONE"}
    done = subprocess.run(
        command, env=environment, cwd=HERE.parents[1], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    assert "/arena/" not in done.stderr, done.stderr[-4_000:]  # no traceback of ours
    heard = json.loads(done.stdout)
    figures("fuzz HTTP/2", inputs=heard["sessions"], server_crashes=0, peak_mb=heard["peak_mb"])
    assert heard["sessions"] == sessions + heard["honest"]
    assert heard["honest"] == -(-sessions // 20)
    assert heard["messages"] >= 2 * heard["honest"]
    assert 0 < heard["peak_mb"] < MAX_MB
