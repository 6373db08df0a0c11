"""Positions, choices and events in words."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from arena.rules import ActionKind, Choice, Event, EventKind, Position, Reason, Word
from arena.rules.cards import NO_SUIT, SUITS, Card, CardSet, Pack, members
from arena.rules.choices import NO_CARD
from arena.rules.events import ALL, points_of
from arena.rules.face_down import really_on_top
from arena.rules.notation import NAMES, WORDS

State = dict[str, object]
SAID: Final = {word: text.strip() for word, text in WORDS.items()}


def names(pack: Pack, cards: CardSet) -> str:
    """Return the cards of a set in pack order; an apostrophe marks the second of two equal cards."""
    return " ".join(name(pack, card) for card in members(cards))


def name(pack: Pack, card: Card) -> str:
    return all_names(pack)[card]


@cache
def all_names(pack: Pack) -> tuple[str, ...]:
    """Return the name of every card of a pack."""
    equal = [pack.copies_of(pack.face(card)) & (1 << card) - 1 for card in map(Card, pack.cards())]
    return tuple(pack.name(Card(card)) + "'" * before.bit_count() for card, before in enumerate(equal))


def seats(mask: int) -> tuple[int, ...]:
    return tuple(members(mask))


def state(position: Position, laid: Sequence[Card]) -> State:
    """Return a position in words; `laid` gives the order of the pile.

    Left out: the stock, which is all other cards; `fits` and `following`, which follow from other fields;
    `owed_for` and `allowed`, which show in the choices; counters.
    """
    pack = position.game.pack
    hands = {f"hand_{seat}": names(pack, hand) for seat, hand in enumerate(position.hands)}
    said = {f"said_{seat}": SAID[word] for seat, word in enumerate(position.said)}
    return (hands | said) | {
        "pile": pile(position, laid),
        "suit": SUITS[position.suit] if position.suit != NO_SUIT else "",
        "turn": position.turn,
        "ask": position.ask.name.lower(),
        "debt": position.debt,
        "misses": position.misses,
        "direction": position.direction,
        "alive": seats(position.alive),
        "inside": seats(position.inside),
        "forgot": seats(position.forgot),
        "claimed": position.claimed.seat if position.claimed else None,
        "hidden": "" if position.hidden == NO_CARD else name(pack, position.hidden),
        "suspected": position.suspected.seat if position.suspected else None,
        "totals": tuple(position.totals),
        "points": tuple(position.points),
        "outs": tuple(position.outs),
        "deal": position.deal,
        "dealer": position.dealer,
        "epoch": position.epoch,
        "idle": position.idle,
        "met": " ".join(name(pack, card) for card in position.met),
        "places": position.places,
        "termination": position.termination.name.lower() if position.termination else "",
    }


def pile(position: Position, laid: Sequence[Card]) -> str:
    """Return the discard pile from the bottom to the top."""
    last_laid = {card: when for when, card in enumerate(laid)}
    below = sorted(members(position.pile), key=last_laid.__getitem__)
    top = [] if position.top == NO_CARD else [really_on_top(position)]
    return " ".join(name(position.game.pack, card) for card in [*below, *top])


def choice_text(pack: Pack, choice: Choice) -> str:
    """Return a choice with its fields.

    "JC:CDHS Mau/-" is a Jack with one of four suits, with or without a word; "7C+0-2(7D 7H)" a Seven with up
    to two more; "8S=(7C 8C)" an Eight as one of two cards; "2C@12" a Two at one of two seats.
    """
    words = "/".join(SAID[Word(word)] or "-" for word in members(choice.words))
    if choice.kind is not ActionKind.PLAY:
        return NAMES[choice.kind] + (words and f" {words}")
    cards = "+".join((name(pack, choice.card), *further_text(pack, choice)))
    claims = " ".join(pack.names[claim] for claim in members(choice.claims))
    targets = "".join(str(seat) for seat in members(choice.targets))
    suits = "".join(SUITS[suit] for suit in members(choice.suits))
    return (
        cards
        + (claims and f"=({claims})")
        + (suits and f":{suits}")
        + (targets and f"@{targets}")
        + (words and f" {words}")
    )


def further_text(pack: Pack, choice: Choice) -> list[str]:
    more = [name(pack, card) for card in members(choice.more)]
    return more if choice.least == len(more) else [f"{choice.least}-{choice.most}({' '.join(more)})"]


def event_text(pack: Pack, event: Event) -> str:
    """Return an event as text: "1 drew 7C for debt"."""
    who = "" if event.seat == ALL else f"{event.seat} "
    if event.kind is EventKind.SCORED:
        return f"{who}scored {points_of(event)}"
    card = "" if event.card == NO_CARD else f" {name(pack, Card(event.card))}"
    why = f" for {Reason(event.value).name.lower()}" if event.kind is EventKind.DREW else ""
    return who + event.kind.name.lower() + card + why
