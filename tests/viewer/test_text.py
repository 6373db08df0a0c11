"""Events in plain words."""

from dataclasses import replace

import pytest

from arena.rules import Action, ActionKind, Event, EventKind, Reason, Termination, Word
from arena.rules.cards import Card, Pack
from arena.rules.events import ALL, score_event
from arena.rules.notation import parse_action
from arena.viewer.text import Motive, Wording, describe_action, sentence

PACK = Pack("789TJQKA")
WORDING = Wording(("anna", "bert"), PACK, "Mau", "Mau-Mau")


def card(name: str) -> int:
    return PACK.face_named(name)


PLAYS = Event(EventKind.PLAYED, 0, card("7H"))
DRAWS = Event(EventKind.DREW, 1, card("8C"), Reason.DEBT)

CASES = [
    ([PLAYS], "anna plays 7♥"),
    ([PLAYS, DRAWS], "anna plays 7♥; bert draws a card (penalty): 8♣"),
    ([PLAYS, DRAWS, DRAWS], "anna plays 7♥; bert draws 2 (penalty): 8♣ 8♣"),
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
        "Deal 3 (dealer: bert), 5 cards each, 10♣ turned up",
    ),
    (
        [
            Event(EventKind.OUT, 0, value=1),
            Event(EventKind.DEAL_OVER, value=Termination.WON),
            score_event(1, -20),
        ],
        "anna goes out; deal over; bert scores −20",
    ),
    (
        [Event(EventKind.RESHUFFLED, ALL, value=20), Event(EventKind.SKIPPED, 1)],
        "discard pile reshuffled into the stock (20 cards); bert is skipped",
    ),
    (
        [Event(EventKind.GAME_OVER, value=Termination.DECISIONS)],
        "game over: 2,000 decisions",
    ),
    (
        [Event(EventKind.CATCHES, 0, value=1), *[Event(EventKind.DREW, 1, value=Reason.CALL)] * 2],
        "anna tries to catch bert; bert draws 2 (missing word)",
    ),
    ([Event(EventKind.LETS_PASS, 1)], "bert lets it pass"),
    (
        [Event(EventKind.CLAIMED, 0, card("QS")), Event(EventKind.NAMED, 0, value=2)],
        "anna lays a card face down as “Q♠”, names hearts",
    ),
    (
        [
            Event(EventKind.DOUBTED, 1),
            Event(EventKind.SHOWN, 0, card("8C")),
            Event(EventKind.TAKEN_BACK, 0, card("8C")),
            Event(EventKind.DREW, 0, value=Reason.DOUBT),
        ],
        "bert doubts it; anna shows 8♣, takes it back, draws a card (penalty)",
    ),
    (
        [Event(EventKind.CUT_MET, 1, card("7H")), Event(EventKind.CUT_MET, 1, card("9S"))],
        "bert cuts the pack at 7♥ and 9♠",
    ),
    (
        [Event(EventKind.TURNED, card=card("JC")), Event(EventKind.TURNED, card=card("7S"))],
        "J♣ goes back, 7♠ turned up",
    ),
    ([Event(EventKind.OUT, 1, value=2)], "bert goes out 2nd"),
    ([Event(EventKind.ELIMINATED, 0)], "anna is out of the game"),
    (
        [DRAWS, Event(EventKind.DREW, 1, value=Reason.CALL), Event(EventKind.SKIPPED, 1)],
        "bert draws a card (penalty): 8♣, draws a card (missing word), is skipped",
    ),
]


@pytest.mark.parametrize(("events", "expected"), CASES, ids=[expected for _, expected in CASES])
def test_a_sentence(events: list[Event], expected: str) -> None:
    assert sentence(events, WORDING) == expected


MOTIVES = [
    ([Event(EventKind.DREW, 1, card("8C"))], "cannot play", "bert cannot play, draws a card: 8♣"),
    ([Event(EventKind.DREW, 1, card("8C"))], "", "bert draws a card by choice: 8♣"),
    (
        [Event(EventKind.PASSED, 1), DRAWS],
        "cannot play",
        "bert cannot play, ends the turn, draws a card (penalty): 8♣",
    ),
    ([Event(EventKind.SKIPPED, 1)], "", "bert is skipped by choice"),
    ([Event(EventKind.PLAYED, 1, card("7H")), DRAWS], "", "bert plays 7♥, draws a card (penalty): 8♣"),
    ([Event(EventKind.DREW, 0)], "cannot play", "anna draws a card"),
]


@pytest.mark.parametrize(("events", "unable", "expected"), MOTIVES)
def test_a_motive_belongs_to_the_first_deed_of_its_seat(
    events: list[Event], unable: str, expected: str
) -> None:
    assert sentence(events, replace(WORDING, motive=Motive(1, unable))) == expected


UNITS = [
    ("point", 12, "scores 12"),
    ("point", -20, "scores −20"),
    ("chip", 3, "gets 3 chips"),
    ("chip", -1, "pays 1 chip"),
    ("life", -1, "loses a life"),
]


@pytest.mark.parametrize(("unit", "points", "expected"), UNITS)
def test_a_score_has_the_unit_of_the_ruleset(unit: str, points: int, expected: str) -> None:
    assert sentence([score_event(0, points)], replace(WORDING, unit=unit)) == f"anna {expected}"


def test_a_known_face_down_card_is_named() -> None:
    claimed = [Event(EventKind.CLAIMED, 0, card("QS"))]
    assert sentence(claimed, replace(WORDING, laid={0: "8C"})) == "anna lays 8♣ face down as “Q♠”"
    assert sentence(claimed, replace(WORDING, laid={1: "8C"})) == "anna lays a card face down as “Q♠”"


def test_cards_of_the_german_pack_have_their_names() -> None:
    german = replace(WORDING, pack=Pack("789TJQKA", style="german"))
    assert (
        sentence([PLAYS, Event(EventKind.NAMED, 0, value=3)], german) == "anna plays 7·hearts, names leaves"
    )


@pytest.mark.parametrize("kind", list(EventKind))
def test_every_kind_of_event_has_words(kind: EventKind) -> None:
    value = Termination.BLOCKED if kind is EventKind.GAME_OVER else 1  # a win is said when the bot goes out
    assert sentence([Event(kind, 1, card("7C"), value)], WORDING)


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("7H", "plays 7♥"),
        ("JC+JD:S Mau", "plays J♣ and J♦, says “Mau”, names spades"),
        ("AC@1", "plays A♣ at bert"),
        ("8C=7H:S", "lays 8♣ face down as “7♥”, names spades"),
        ("pass Mau-Mau", "ends the turn, says “Mau-Mau”"),
        ("take", "draws the penalty"),
    ],
)
def test_an_action_without_its_consequences(action: str, expected: str) -> None:
    assert describe_action(parse_action(PACK, action), 0, WORDING) == expected


@pytest.mark.parametrize("kind", ActionKind)
def test_every_kind_of_action_has_words(kind: ActionKind) -> None:
    assert describe_action(Action(kind, Card(card("7H")), suit=1), 0, WORDING)
