"""Actions as text, as logs and terminals show them: "7H", "JC:S Mau", "JC+JD Mau-Mau", "draw".

A play is written as its bottom card and, if it has them, these parts:

- "+" and a card: each further card, the last on top;
- "=" and a card: the claimed card of a face-down play;
- ":" and a suit: the named suit;
- "@" and a number: the target seat;
- a space and the announcement.

Other actions are one word. A pass may have an announcement ("pass Mau"),
and the action that only names a suit has this suit ("name:S").
"""

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from arena.rules.cards import NO_SUIT, SUITS, BadNotation, Card, CardSet, Pack, members
from arena.rules.choices import NO_CARD, NO_SEAT, Action, ActionKind, IllegalAction, Word
from arena.rules.legal import choices, permits
from arena.rules.position import Position

WORDS: Final = {Word.MAU_MAU: " Mau-Mau", Word.LAST_CARD: " Mau", Word.SILENT: ""}
_WORDS_BY_NAME: Final = {name.strip(): word for word, name in WORDS.items()}
NAMES: Final = {
    ActionKind.DRAW: "draw",
    ActionKind.PASS: "pass",
    ActionKind.TAKE_DEBT: "take",
    ActionKind.MISS_TURN: "miss",
    ActionKind.KEEP_CUT: "keep",
    ActionKind.LEAVE_CUT: "leave",
    ActionKind.CATCH: "catch",
    ActionKind.LET_PASS: "let",
    ActionKind.BELIEVE: "believe",
    ActionKind.DOUBT: "doubt",
    ActionKind.NAME_SUIT: "name",
}
_MAX_KNOWN: Final = 4_096  # cached texts
_KINDS_BY_NAME: Final = {name: kind for kind, name in NAMES.items()}
_ACTION: Final = re.compile(
    r"(?P<what>[a-z]+|[0-9TJQKAX][CDHSX](?:\+[0-9TJQKAX][CDHSX])*)"
    r"(?:=(?P<claim>[0-9TJQKAX][CDHSX]))?(?::(?P<suit>[CDHS]))?(?:@(?P<target>[0-7]))?"
    r"(?: (?P<word>Mau(?:-Mau)?))?"
)


def notation(pack: Pack, action: Action) -> str:
    """Return an action as text, in the notation that this module describes.

    >>> notation(Pack("789TJQKA"), Action(ActionKind.PLAY, Card(4), suit=3, word=Word.LAST_CARD))
    'JC:S Mau'
    """
    cards = "+".join(pack.name(card) for card in (action.card, *action.more))
    what = cards if action.kind is ActionKind.PLAY else NAMES[action.kind]
    claim = f"={pack.name(action.claim)}" if action.claim != NO_CARD else ""
    suit = f":{SUITS[action.suit]}" if action.suit != NO_SUIT else ""
    target = f"@{action.target}" if action.target != NO_SEAT else ""
    return what + claim + suit + target + WORDS[action.word]


@lru_cache(maxsize=_MAX_KNOWN)
def parse_action(pack: Pack, text: str) -> Action:
    """Return the action that a text describes.

    If the pack has several copies of a card, use the copy with the lowest number. Raise BadNotation if the
    text is not an action or names a card that the pack does not have.

    >>> parse_action(Pack("789TJQKA"), "draw").kind.name
    'DRAW'
    """
    match = _ACTION.fullmatch(text)
    if not match:
        raise BadNotation(f"{text[:40]!r} is not an action")
    what, claim, suit, target, word = match.group("what", "claim", "suit", "target", "word")
    kind, cards = _kind_and_cards(pack, what)
    return Action(
        kind,
        cards[0] if cards else NO_CARD,
        cards[1:],
        SUITS.index(suit) if suit else NO_SUIT,
        _WORDS_BY_NAME[word or ""],
        int(target) if target else NO_SEAT,
        Card(pack.face_named(claim)) if claim else NO_CARD,
    )


def _kind_and_cards(pack: Pack, what: str) -> tuple[ActionKind, tuple[Card, ...]]:
    if what.islower():
        if what not in _KINDS_BY_NAME:
            raise BadNotation(f"{what[:40]!r} is not an action")
        return _KINDS_BY_NAME[what], ()
    return ActionKind.PLAY, tuple(Card(pack.face_named(name)) for name in what.split("+"))


def action_named(position: Position, text: str) -> Action:
    """Return the legal action that a text describes.

    If the pack has a card several times, take the copy in the player's hand (X-TWINS-COPY).

    Raise BadNotation if the text is not an action, IllegalAction if the action is not legal.
    """
    return action_meant(position, parse_action(position.game.pack, text))


def action_meant(position: Position, wanted: Action) -> Action:
    """Return the legal action that lays the same cards as `wanted`.

    If the pack has a card several times, take the copy in the player's hand. Raise IllegalAction if there is
    no such action.
    """
    legal = choices(position)
    for choice in legal:
        if choice.plain is wanted:  # mostly so, because parsed actions are cached
            return wanted
    pack, card, kind, twins = position.game.pack, wanted.card, wanted.kind, position.game.has_twins
    for choice in legal:
        same = choice.card == card
        if choice.kind is not kind or not (same or (twins and _face(pack, choice.card) == _face(pack, card))):
            continue
        action = wanted
        if wanted.more or not same:
            action = replace(wanted, card=choice.card, more=_cards_of_hand(pack, choice.more, wanted.more))
        if permits(choice, action):
            return action
    raise IllegalAction(f"{notation(pack, wanted)!r} is not among the choices")


def _face(pack: Pack, card: Card) -> int:
    return card if card == NO_CARD else pack.face(card)


def _cards_of_hand(pack: Pack, more: CardSet, wanted: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards `wanted`, each replaced by an equal card (same rank and suit) of the set `more`.

    A card without an equal card in `more` stays.
    """
    free, held = list(members(more)), []
    for card in wanted:
        held.append(next((other for other in free if pack.face(other) == pack.face(card)), card))
        free = [other for other in free if other != held[-1]]
    return tuple(held)
