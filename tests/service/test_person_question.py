"""Questions to a person as JSON, and the answers of a page."""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

import maumau
from arena.rules import Ruleset, game_for, ruleset, rulesets
from arena.service.errors import BadSettings
from arena.service.people.question import answer_json, choice_from, describe_decision, question_json
from arena.viewer.text import Wording
from maumau import Ask, Card, Choice, Kind, Suit, View, Word
from tests.conftest import Scale
from tests.rules.house import MIXED
from tests.sdk import tables

WORDING = Wording(("anna", "me", "cleo"), game_for(ruleset("mau-mau"), 3).pack, "Mau", "Mau-Mau")
SEVENS = tuple(Card(code, "7", suit) for code, suit in enumerate(Suit))
JACK = Card(12, "J", Suit.HEARTS)
CHOICES = (
    Choice(Kind.DRAW),
    Choice(Kind.PLAY, JACK, suits=tuple(Suit), words=tuple(Word), suit=Suit.CLUBS, word=Word.MAU_MAU),
    Choice(Kind.PLAY, SEVENS[0], further=SEVENS[1:3], most=2),
    Choice(Kind.CATCH),
    Choice(Kind.PLAY, SEVENS[3], claims=SEVENS[:2], claim=SEVENS[0]),
    Choice(Kind.PLAY, SEVENS[3], claims=(JACK,), suits=tuple(Suit), claim=JACK, suit=Suit.CLUBS),
    Choice(Kind.PLAY, SEVENS[1], targets=(0, 2), target=0),
    Choice(Kind.TAKE_DEBT),
    Choice(Kind.NAME_SUIT, suits=tuple(Suit), suit=Suit.CLUBS),
)
VIEW = cast(View, SimpleNamespace(ask=Ask.TURN, ply=12, legal=CHOICES, pending_draw=2, deadline=None))


def test_a_question_has_every_open_field() -> None:
    assert question_json(VIEW, WORDING, {"8C": "It is neither hearts nor a 7."}, hint=True) == {
        "ply": 12,
        "title": "Your turn",
        "choices": [
            {"kind": "draw", "text": "draw a card"},
            {"kind": "play", "text": "play J♥", "card": "JH", "suits": ["C", "D", "H", "S"],
             "words": [[0, "Mau-Mau"], [1, "Mau"], [2, ""]]},
            {"kind": "play", "text": "play 7♣", "card": "7C", "further": ["7D", "7H"], "least": 0, "most": 2},
            {"kind": "catch", "text": "say the missing word first"},
            {"kind": "play", "text": "lay 7♠ face down", "card": "7S", "claims": ["7C", "7D"]},
            {"kind": "play", "text": "lay 7♠ face down, as one that names a suit", "card": "7S",
             "claims": ["JH"], "suits": ["C", "D", "H", "S"]},
            {"kind": "play", "text": "play 7♦ at a player", "card": "7D", "targets": (0, 2)},
            {"kind": "take_debt", "text": "draw the 2 cards"},
            {"kind": "name_suit", "text": "name a suit", "suits": ["C", "D", "H", "S"]},
        ],
        "why": {"8C": "It is neither hearts nor a 7."},
        "hint": True,
        "left_ms": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "notation", "text"),
    [
        ({"choice": 0}, "draw", "draw a card"),
        ({"choice": 1}, "JH:C Mau-Mau", "play J♥, name clubs, say “Mau-Mau”"),
        ({"choice": 1, "suit": "S", "word": 2}, "JH:S", "play J♥, name spades"),
        ({"choice": 2, "suit": None, "more": ["7H", "7D"], "ply": 12}, "7C+7H+7D", "play 7♣, 7♥ and 7♦"),
        ({"choice": 4, "claim": "7D"}, "7S=7D", "lay 7♠ face down as “7♦”"),
        ({"choice": 5, "suit": "H"}, "7S=JH:H", "lay 7♠ face down as “J♥”, name hearts"),
        ({"choice": 6, "target": 2}, "7D@2", "play 7♦ at cleo"),
        ({"choice": 7}, "take", "draw the 2 cards"),
        ({"choice": 8, "suit": "D"}, "name:D", "name diamonds"),
    ],
)
def test_an_answer_is_a_choice(answer: dict[str, Any], notation: str, text: str) -> None:
    choice = choice_from(VIEW, answer)
    assert str(choice) == notation
    assert describe_decision(choice, VIEW, WORDING) == text


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"choice": None},
        {"choice": -1},
        {"choice": 9},
        {"choice": True},
        {"choice": 1.0},
        {"choice": "1"},
        {"choice": [1]},
        {"choice": {}},
        {"choice": 10**400},
        {"choice": 0, "suit": "C"},
        {"choice": 0, "more": ["7C"]},
        {"choice": 0, "claims": []},
        {"choice": 0, "__class__": "x"},
        {"choice": 1, "suit": "X"},
        {"choice": 1, "suit": 3},
        {"choice": 1, "suit": ["C"]},
        {"choice": 1, "word": 3},
        {"choice": 1, "word": True},
        {"choice": 1, "word": "Mau"},
        {"choice": 1, "target": 0},
        {"choice": 2, "more": "7D"},
        {"choice": 2, "more": ["7D", "7D"]},
        {"choice": 2, "more": ["7S"]},
        {"choice": 2, "more": [["7D"]]},
        {"choice": 2, "more": [None]},
        {"choice": 2, "more": ["7D"] * 100_000},
        {"choice": 2, "more": {"7D": 1}},
        {"choice": 4, "claim": "JH"},
        {"choice": 4, "claim": 0},
        {"choice": 6, "target": 1},
        {"choice": 6, "target": False},
        {"choice": 6, "target": "0"},
    ],
)
def test_a_wrong_answer_is_refused_with_a_sentence(answer: dict[str, Any]) -> None:
    with pytest.raises(BadSettings) as refused:
        choice_from(VIEW, answer)
    assert 0 < len(str(refused.value)) < 200


class Page(maumau.Bot):
    """A player whose questions and answers all pass through JSON, as a page's do."""

    def __init__(self, wording: Wording, chance: Random) -> None:
        self.wording = wording
        self.chance = chance

    def choose(self, view: View) -> Choice:
        question = json.loads(json.dumps(question_json(view, self.wording, {}, hint=False)))
        assert question["title"]
        assert question["ply"] == view.ply
        for asked, choice in zip(question["choices"], view.legal, strict=True):
            assert asked["text"]
            for option in islice(choice.options(), 40):
                answer = json.loads(json.dumps(answer_json(view, option)))
                assert choice_from(view, answer) is option
                assert describe_decision(option, view, self.wording)
                for field in answer.keys() - {"choice", "more"}:
                    assert answer[field] in list(_values(asked, field))
                assert set(answer.get("more", [])) <= set(asked.get("further", []))
        assert choice_from(view, {"choice": len(view.legal) - 1}) is view.legal[-1]
        return self.chance.choice(list(islice(self.chance.choice(view.legal).options(), 40)))


def _values(asked: dict[str, Any], field: str) -> Iterator[object]:
    """Yield the values that a choice of a question allows for a field of the answer."""
    values = asked[f"{field}s"]
    yield from (value[0] for value in values) if field == "word" else values


@pytest.mark.parametrize("rules", (*rulesets(), *MIXED), ids=lambda rules: rules.id)
def test_every_option_survives_json(rules: Ruleset, scale: Scale) -> None:
    seats = max(3, rules.players[0])
    game = game_for(rules, seats)
    wording = Wording.of(game, "abcde"[:seats])
    tables.Table(game, [Page(wording, Random(seat)) for seat in range(seats)]).play(
        [0], most=scale.pick(quick=60, ci=60, full=150)
    )
