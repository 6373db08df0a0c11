"""Secrets and keys: fixed vectors and their inputs."""

import hmac
from hashlib import sha256

import pytest

from arena.tournament.secrets import board_secret, lot_key, seeds_key, tables_key, tournament_secret

SECRET = bytes(range(32))
A, B = "aa" * 32, "bb" * 32


def test_board_secret_is_an_hmac_of_its_place() -> None:
    message = f"maumau-board-1\n{A}\n{B}\n2\n7\n".encode()
    assert board_secret(SECRET, (B, A), 2, 7) == hmac.new(SECRET, message, sha256).digest()


def test_vectors() -> None:
    assert board_secret(SECRET, (A, B), 0, 0).hex() == (
        "9afcca2d1fd9f36d5dfa9033da99dd3ee703f91525dce02fb2cb07d0fcbedade"
    )
    assert seeds_key(SECRET, (A, B), 0).hex() == (
        "291c3e0c94c688caa5ffedbf600ac11a3650541fd8e7ae8e78c7b5a5ae5de00d"
    )
    assert tournament_secret("42").value.hex() == (
        "dc54a1bcf3c96788993efafc896f9170bfd36771aa66be6f878ee859f45d0e17"
    )


def test_all_secrets_differ() -> None:
    made = {board_secret(SECRET, (A, B), earlier, board) for earlier in range(3) for board in range(20)}
    made |= {seeds_key(SECRET, (A, B), earlier) for earlier in range(3)}
    assert len(made) == 63


@pytest.mark.parametrize("seed", ["00" * 32, "0123456789abcdef" * 2, "FF" * 40])
def test_128_bits_in_hex_are_used_as_the_secret(seed: str) -> None:
    assert tournament_secret(seed).value == bytes.fromhex(seed)
    assert not tournament_secret(seed).open_seed


@pytest.mark.parametrize("seed", ["42", "", "0123456789abcdef", "00" * 32 + "0", "g" * 64, "Grüße"])
def test_other_text_is_an_open_seed(seed: str) -> None:
    assert tournament_secret(seed).open_seed
    assert len(tournament_secret(seed).value) == 32


def test_lots_and_tables_have_keys_of_their_own() -> None:
    assert lot_key(SECRET) == hmac.new(SECRET, b"maumau-lot-1\n", sha256).digest()
    assert tables_key(SECRET) == hmac.new(SECRET, b"maumau-tables-1\n", sha256).digest()
