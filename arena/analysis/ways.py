"""Choose the possible actions at a decision that are worth a comparison."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from arena.rules import Action, Choice, Position, choices
from arena.rules.cards import BITS, members
from arena.rules.choices import NO_CARD

MAX_WAYS: Final = 12
_CLAIMS: Final = 2  # claims compared for each face-down card: the truth first


def ways(position: Position, played: Action) -> list[Action]:
    """Return up to `MAX_WAYS` different actions of the seat to move, including the played action.

    If several cards may be laid together, only the smallest and the largest number are tried. If a suit must
    be named, only suits left in the hand are tried; for an empty hand, all suits. For a face-down card, at
    most two claims are tried. A due announcement (such as "Mau") is always made.
    """
    found = dict.fromkeys([played])
    for choice in choices(position):
        for action in _variants(position, choice):
            if len(found) == MAX_WAYS:
                return list(found)
            found[action] = None
    return list(found)


def _variants(position: Position, choice: Choice) -> Iterator[Action]:
    game, hand = position.game, position.hands[position.turn]
    further = list(members(choice.more))
    left = hand & ~BITS[choice.card] if choice.card != NO_CARD else hand
    held = [suit for suit in members(choice.suits) if any(game.suits[card] == suit for card in members(left))]
    true = game.faces[choice.card] if choice.card != NO_CARD else NO_CARD
    claims = sorted(members(choice.claims), key=lambda face: face != true)[:_CLAIMS]
    fields = product(
        sorted({choice.least, choice.most}),
        held or tuple(members(choice.suits)) or (None,),
        tuple(members(choice.targets)) or (None,),
        claims or (None,),
    )
    for number, suit, target, claim in fields:
        more = tuple(further[-number:]) if number else ()
        yield choice.fill(more=more, suit=suit, target=target, claim=claim)
