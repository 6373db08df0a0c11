"""Events in plain words."""

import pytest

from arena.rules import Event, EventKind, Reason, Termination, Word
from arena.rules.cards import Pack
from arena.rules.events import ALL, scored
from arena.viewer.text import Wording, sentence

PACK = Pack("789TJQKA")
WORDING = Wording(("anna", "bert"), PACK, "Mau", "Mau-Mau")


def card(name: str) -> int:
    return PACK.face_named(name)


PLAYS = Event(EventKind.PLAYED, 0, card("7H"))
DRAWS = Event(EventKind.DREW, 1, card("8C"), Reason.DEBT)

CASES = [
    ([PLAYS], "anna plays 7♥"),
    ([PLAYS, DRAWS], "anna plays 7♥; bert draws a card (8♣) for what was owed"),
    ([PLAYS, DRAWS, DRAWS], "anna plays 7♥; bert draws 2 cards (8♣ 8♣) for what was owed"),
    ([Event(EventKind.DREW, 1)], "bert draws a card"),
    (
        [PLAYS, Event(EventKind.SAID, 0, value=Word.LAST_CARD), Event(EventKind.NAMED, 0, value=3)],
        "anna plays 7♥, says “Mau”, names spades",
    ),
    ([Event(EventKind.SAID, 0, value=Word.MAU_MAU)], "anna says “Mau-Mau”"),
    (
        [Event(EventKind.PLAYED, 0, card("JC"), 1), Event(EventKind.PLAYED, 0, card("JD"))],
        "anna plays J♣ and J♦",
    ),
    (
        [
            Event(EventKind.DEAL, 1, value=2),
            *[Event(EventKind.DEALT, seat) for seat in (0, 1) * 5],
            Event(EventKind.TURNED, card=card("TC")),
        ],
        "deal 3 by bert; 5 cards each; 10♣ is turned up",
    ),
    (
        [Event(EventKind.OUT, 0, value=1), Event(EventKind.DEAL_OVER, value=Termination.WON), scored(1, -20)],
        "anna is out of cards; the deal is over; bert scores −20",
    ),
    (
        [Event(EventKind.RESHUFFLED, ALL, value=20), Event(EventKind.SKIPPED, 1)],
        "the discard pile becomes the stock, 20 cards; bert misses the turn",
    ),
    (
        [Event(EventKind.GAME_OVER, value=Termination.DECISIONS)],
        "the game is over: 2,000 decisions",
    ),
    (
        [Event(EventKind.CATCHES, 0, value=1), *[Event(EventKind.DREW, 1, value=Reason.CALL)] * 2],
        "anna tries to catch bert; bert draws 2 cards for the missing word",
    ),
    ([Event(EventKind.LETS_PASS, 1)], "bert lets it pass"),
    (
        [DRAWS, Event(EventKind.DREW, 1, value=Reason.CALL), Event(EventKind.SKIPPED, 1)],
        "bert draws a card (8♣) for what was owed, draws a card for the missing word, misses the turn",
    ),
]


@pytest.mark.parametrize(("events", "expected"), CASES, ids=[expected for _, expected in CASES])
def test_a_sentence(events: list[Event], expected: str) -> None:
    assert sentence(events, WORDING) == expected


@pytest.mark.parametrize("kind", list(EventKind))
def test_every_kind_of_event_has_words(kind: EventKind) -> None:
    assert sentence([Event(kind, 1, card("7C"), 1)], WORDING)
