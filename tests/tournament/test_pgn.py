"""Games as PGN without moves."""

from fractions import Fraction

import pytest

from arena.tournament.pgn import BadPgn, PgnGame, pgn_text


def test_games_are_separated_by_an_empty_line() -> None:
    games = [
        PgnGame("Cup", "1.2", "a", "b", Fraction(score), date="2026.11.21") for score in ("1", "1/2", "0")
    ]
    text = pgn_text(games)
    assert [line for line in text.splitlines() if line.startswith("[Result")] == [
        '[Result "1-0"]', '[Result "1/2-1/2"]', '[Result "0-1"]'
    ]  # fmt: skip
    assert text.split("\n\n")[1:6:2] == ["1-0", "1/2-1/2", "0-1"]
    assert text.count('[Date "2026.11.21"]') == 3
    assert text.endswith("0-1\n\n")


def test_values_are_escaped_and_printable() -> None:
    text = pgn_text([PgnGame('a "b"\\\n', "", "x\ty", "z" * 300, Fraction(1))])
    assert '[Event "a \\"b\\"\\\\"]' in text
    assert '[Round "?"]' in text
    assert '[White "xy"]' in text
    assert f'[Black "{"z" * 255}"]' in text


def test_no_games_give_an_empty_text() -> None:
    assert pgn_text([]) == ""


def test_other_scores_are_refused() -> None:
    with pytest.raises(BadPgn):
        pgn_text([PgnGame("x", "3", "a", "b", Fraction(1, 4))])
