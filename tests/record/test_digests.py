"""Digests depend on the game or the bytes, and on nothing else."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from arena.record import commitment, read_log
from arena.record.match import Verdict
from tests.record.games import golden, play, secret_of

PRINT_DIGESTS = """
from tests.record.games import golden
print(golden("mau-mau").game_digest, golden("detailed").game_digest, golden("detailed").log_digest)
"""


@pytest.mark.parametrize("rules", ["mau-mau", "detailed"])
def test_game_digest_ignores_id_names_and_clocks(rules: str) -> None:
    one, other = play(rules, 3, 7), play(rules, 3, 7, game_id="another", bots="other", noise=1)
    assert one.game_digest == other.game_digest
    assert one.log_digest != other.log_digest


def test_game_digest_depends_on_the_fault_but_not_its_verdict() -> None:
    plain = play("mau-mau", 3, 7)
    late, gone, other = (
        play("mau-mau", 3, 7, faults={3: (seat, verdict)})
        for seat, verdict in ((1, Verdict.TIMEOUT), (1, Verdict.DISCONNECT), (2, Verdict.TIMEOUT))
    )
    assert late.game_digest == gone.game_digest
    assert len({plain.game_digest, late.game_digest, other.game_digest}) == 3


def test_different_games_have_different_digests() -> None:
    logs = [
        play(rules, seats, seed) for rules in ("mau-mau", "detailed") for seats in (2, 3) for seed in (1, 2)
    ]
    assert len({log.game_digest for log in logs}) == len(logs)


def test_log_digest_covers_every_byte_before_it() -> None:
    log = golden("mau-mau")
    before, _, _ = log.data.rpartition(log.log_digest.encode())
    assert sha256(before).hexdigest() == log.log_digest


def test_commitment_hashes_secret_and_id() -> None:
    made = commitment(secret_of(99), "game-1")
    assert made == sha256(secret_of(99) + b"game-1").digest()
    assert read_log(golden("mau-mau").data).header.commitment == made.hex()


@pytest.mark.dear
def test_logs_do_not_depend_on_the_process() -> None:
    seen = set()
    for seed in ("0", "1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", PRINT_DIGESTS],
            cwd=Path(__file__).parents[2],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        seen.add(run.stdout)
    assert len(seen) == 1
