"""The questions to a person, and their answers."""

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest
from rich.text import Text

import maumau
from arena.cli.terminal.prompts import PersonTerminal, Resigned, ask
from arena.rules import Ruleset, game_for, ruleset, rulesets
from arena.viewer.text import Wording
from maumau import Card, Choice, Kind, Suit, View, Word
from tests.rules.house import MIXED
from tests.sdk import tables

WORDING = Wording(("anna", "me", "cleo"), game_for(ruleset("mau-mau"), 3).pack, "Mau", "Mau-Mau")
SEVENS = tuple(Card(code, "7", suit) for code, suit in enumerate(Suit))
JACK = Card(12, "J", Suit.HEARTS)
CHOICES = (
    Choice(Kind.DRAW),
    Choice(Kind.PLAY, JACK, suits=tuple(Suit), words=tuple(Word), suit=Suit.CLUBS, word=Word.MAU_MAU),
    Choice(Kind.PLAY, SEVENS[0], further=SEVENS[1:3], most=2),
    Choice(Kind.CATCH, targets=(0, 2), target=0),
    Choice(Kind.PLAY, SEVENS[3], claims=SEVENS[:2], claim=SEVENS[0]),
    Choice(Kind.PLAY, SEVENS[3], claims=(JACK,), suits=tuple(Suit), claim=JACK, suit=Suit.CLUBS),
    Choice(Kind.PLAY, SEVENS[1], targets=(0, 2), target=0),
    Choice(Kind.PLAY, SEVENS[1]),
    Choice(Kind.PASS, words=(Word.LAST_CARD, Word.SILENT), word=Word.LAST_CARD),
)


def asked(*typed: str) -> tuple[str, list[str]]:
    """Return the answer's notation and the output."""
    lines: Iterator[str] = iter(typed)
    said: list[str] = []

    def say(text: Text) -> None:
        said.append(text.plain)

    view = cast(View, SimpleNamespace(legal=CHOICES, pending_draw=2))  # all that is looked at
    return str(ask(PersonTerminal(WORDING, Text("help"), say, lambda _: next(lines, None)), view)), said


def test_help_is_printed_before_the_actions() -> None:
    notation, said = asked("?\n", "1\n")
    assert notation == "draw"
    assert said == [*said[:9], "help", *said[:9]]


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
        (["5\n", "2\n"], "7S=7D"),
        (["6\n", "3\n"], "7S=JH:H"),
        (["7\n", "2\n"], "7D@2"),
        (["8\n"], "7D"),
        (["9\n", "1\n"], "pass Mau"),
        (["9\n", "2\n"], "pass"),
        (["0\n", "five\n", "²\n", " 1 \n"], "draw"),
    ],
)
def test_numbers_and_enter(typed: list[str], notation: str) -> None:
    assert asked(*typed)[0] == notation


def test_displayed_actions() -> None:
    said = asked("2\n", "\n", "\n")[1]
    assert said[:4] == ["  1  draw a card", "  2  play J♥", "  3  play 7♣", "  4  say the missing word first"]
    assert said[4:6] == ["  5  lay 7♠ face down", "  6  lay 7♠ face down, as one that names a suit"]
    assert said[6:9] == ["  7  play 7♦ at a player", "  8  play 7♦", "  9  end the turn"]
    assert "  1  ♣ clubs" in said
    assert said[-3:] == ["  1  “Mau-Mau”", "  2  “Mau”", "  3  nothing"]


@pytest.mark.parametrize("typed", [["resign\n"], ["2\n", "resign\n"], ["2\n"], []])
def test_resign(typed: list[str]) -> None:
    with pytest.raises(Resigned):
        asked(*typed)


class Typist(maumau.Bot):
    """A person who types any numbers."""

    def __init__(self, wording: Wording, chance: Random) -> None:
        self.table = PersonTerminal(wording, Text(), lambda _: None, lambda _: f"{chance.randint(1, 20)}\n")

    def choose(self, view: View) -> Choice:
        return ask(self.table, view)


@pytest.mark.parametrize("rules", (*rulesets(), *MIXED), ids=lambda rules: rules.id)
def test_a_person_can_play_every_ruleset(rules: Ruleset) -> None:
    seats = max(3, rules.players[0])
    game = game_for(rules, seats)
    wording = Wording(tuple("abc"), game.pack, rules.calls.word, rules.calls.strong_word)
    tables.Table(game, [Typist(wording, Random(seat)) for seat in range(seats)]).play([0], most=150)
