"""Texts that are nearly TRF16: read, or refused with the line; what is read can be written again."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from arena.tournament.history import BadHistory, check
from arena.tournament.pairing import PairingImpossible
from arena.tournament.swiss import swiss_round
from arena.tournament.trf import BadTrf, Trf, history_of, read_trf, trf_text
from tests.figures import figures
from tests.fuzzing import corpus, mutants, only

CORPUS = Path(__file__).parent / "corpus"
FEW = 30  # players: to pair many takes long, and is not what is tried here
FILES = [path.read_bytes() for path in corpus(CORPUS, ".good")]


def read(data: bytes) -> None:
    found = read_trf(data.decode("utf-8", errors="replace"))
    assert _again(found) in (None, replace(found, unread=()))
    history = history_of(found)
    check(history)
    if history.bots <= FEW and history.rounds <= FEW:
        swiss_round(history, history.coming)


def _again(found: Trf) -> Trf | None:
    """What is read of it once it is written; None where it cannot be written."""
    try:
        return read_trf(trf_text(found))
    except BadTrf:
        return None


@given(mutants(FILES))
def test_a_trf_file_is_read_or_refused(data: bytes) -> None:
    only(read, data, BadTrf, BadHistory, PairingImpossible)
    figures("fuzz trf", inputs=1, wrong=0)


@pytest.mark.parametrize("path", corpus(CORPUS, ".trf"), ids=lambda path: path.name)
def test_what_is_always_tried(path: Path) -> None:
    only(read, path.read_bytes(), BadTrf, BadHistory, PairingImpossible)
    figures("fuzz trf", inputs=1, wrong=0)


@pytest.mark.parametrize(("players", "is_read"), [(9_999, True), (12_000, False)])
def test_as_many_players_as_numbers_have_room_for_are_read(players: int, is_read: bool) -> None:
    text = "".join(f"001 {number:4}      P\n" for number in range(1, players + 1))
    assert only(read, text.encode(), BadTrf) == is_read


@pytest.mark.parametrize("path", corpus(CORPUS, ".good"), ids=lambda path: path.name)
def test_good_ones_are_read(path: Path) -> None:
    assert only(read, path.read_bytes())
