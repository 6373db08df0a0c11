"""What a person is asked, and what becomes of the answers."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast

import pytest
from rich.text import Text

from arena.cli.questions import Resigned, Table, ask
from arena.rules import game_for, ruleset
from arena.viewer.text import Wording
from maumau import Card, Choice, Kind, Suit, View, Word

WORDING = Wording(("anna", "me", "cleo"), game_for(ruleset("mau-mau"), 3).pack, "Mau", "Mau-Mau")
SEVENS = tuple(Card(code, "7", suit) for code, suit in enumerate(Suit))
JACK = Card(12, "J", Suit.HEARTS)
CHOICES = (
    Choice(Kind.DRAW),
    Choice(Kind.PLAY, JACK, suits=tuple(Suit), words=tuple(Word), suit=Suit.CLUBS, word=Word.MAU_MAU),
    Choice(Kind.PLAY, SEVENS[0], further=SEVENS[1:3], most=2),
    Choice(Kind.CATCH, targets=(0, 2), target=0),
)


def asked(*typed: str) -> tuple[str, list[str]]:
    """The notation of the answer, and what was written."""
    lines: Iterator[str] = iter(typed)
    said: list[str] = []

    def say(text: Text) -> None:
        said.append(text.plain)

    view = cast(View, SimpleNamespace(legal=CHOICES, pending_draw=2))  # all that is looked at
    return str(ask(Table(WORDING, say, lambda _: next(lines, None)), view)), said


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        (["\n"], "draw"),
        (["2\n", "\n", "\n"], "JH:C Mau-Mau"),
        (["2\n", "4\n", "3\n"], "JH:S"),
        (["3\n", "\n"], "7C"),
        (["3\n", "2\n"], "7C+7D"),
        (["3\n", "5\n"], "7C+7H+7D"),
        (["4\n", "2\n"], "catch@2"),
        (["0\n", "five\n", "²\n", " 1 \n"], "draw"),
    ],
)
def test_numbers_and_enter(typed: list[str], notation: str) -> None:
    assert asked(*typed)[0] == notation


def test_what_is_shown() -> None:
    said = asked("2\n", "\n", "\n")[1]
    assert said[:4] == ["  1  draw a card", "  2  play J♥", "  3  play 7♣", "  4  say the missing word first"]
    assert "  1  ♣ clubs" in said
    assert said[-3:] == ["  1  “Mau-Mau”", "  2  “Mau”", "  3  nothing"]


@pytest.mark.parametrize("typed", [["resign\n"], ["2\n", "resign\n"], ["2\n"], []])
def test_giving_up(typed: list[str]) -> None:
    with pytest.raises(Resigned):
        asked(*typed)
