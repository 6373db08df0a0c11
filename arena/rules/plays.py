"""The plays that a hand allows, each with its further decisions: announcement, suit, target, further
cards.
"""

from collections.abc import Iterator
from typing import Final

from arena.rules.announcements import last_card_variants, word_variants
from arena.rules.cards import BITS, Card, CardSet, lowest, members
from arena.rules.choices import Ask, Choice, Word, with_fields, with_more
from arena.rules.ending import ends_at_next_place, next_has_no_card
from arena.rules.game import ALL_SUITS, LEAVES_ONE
from arena.rules.position import Position
from arena.rules.turns import ANY_CARD

DEBT: Final = Ask.DEBT  # a module constant, because looking up an enum member is slow in Python 3.11
WORDS_DIFFER: Final = (2, 1, 0)  # cases of cards left that need separate choices; 2: two or more
ONLY_THE_LAST_DIFFERS: Final = (1, 0)


def plays(position: Position, wanted: CardSet) -> tuple[Choice, ...]:
    """Return the plays that the seat to move can make with cards of the set `wanted`."""
    game, hand = position.game, position.hands[position.turn]
    playable = hand & wanted
    if not playable:
        return ()
    several = game.several and position.allowed == ANY_CARD  # after a draw, only one card may be laid
    if playable & game.equal:
        # Sorted by face, so that the order does not show which of two equal cards a player holds (X-TWINS).
        firsts = first_of_twins(position, hand, playable)
        variants = _with_fields(position, hand, firsts, several)
        return tuple(sorted(variants, key=lambda play: game.faces[play.card]))
    if not several and not game.varied & playable and _needs_no_word(position, hand):
        return game.only_play.made.get(playable) or game.only_play.make(playable)
    return tuple(_with_fields(position, hand, playable, several))


def _needs_no_word(position: Position, hand: CardSet) -> bool:
    """True if the hand is so large that no play can need an announcement or end the deal."""
    game = position.game
    if hand.bit_count() <= LEAVES_ONE or (game.returns and next_has_no_card(position)):
        return False
    return not game.strong_set or (hand & ~game.strong).bit_count() > 1


def _with_fields(position: Position, hand: CardSet, playable: CardSet, several: bool) -> Iterator[Choice]:
    game, quiet = position.game, _needs_no_word(position, hand)
    ranks = game.ranks
    for card in members(playable):
        same = hand & ranks[card] & ~(1 << card) if several else 0
        for plain in _variants(position, card) if game.varied >> card & 1 else (game.plays[card],):
            if same:
                yield from _several(position, hand, plain, same)
            elif quiet:
                yield plain
            else:
                yield from _leaving(position, plain, hand & ~(1 << card))
    if position.game.strong_set:
        yield from _offer_strong_cards(position, hand, playable)


def _variants(position: Position, card: Card) -> Iterator[Choice]:
    """Yield the plays of a card: with a target, without a target, or both, as its effect allows.

    A target is any other player in the deal (X-IRAN-2). A Joker may name a suit (PESTEN-JOKER).
    """
    game, play, owed_for = position.game, position.game.plays[card], position.owed_for
    if position.ask is DEBT and owed_for is not None and owed_for.answer_names and game.keeping >> card & 1:
        play = with_fields(play, ALL_SUITS, play.targets)
    if game.aimed >> card & 1:
        yield with_fields(play, play.suits, position.inside & ~BITS[position.turn])
    if not game.aimed >> card & 1 or game.sparing >> card & 1:
        yield play


def _leaving(position: Position, plain: Choice, left: CardSet) -> Iterator[Choice]:
    """Yield a play with the announcements allowed with it.

    Usually this is one choice, in which the player can make any of these announcements. With the last card
    it can be several choices: announcements that end the hand may exclude a suit or target.

    `plain`: the play without announcements. `left`: the player's cards after the play.
    """
    if plain.suits and position.game.returns and ends_at_next_place(position, plain.card):
        plain = with_fields(plain, 0, plain.targets)  # the deal ends, so no suit is named (X-LAST-NAMES)
    return word_variants(position, plain, left) if left else last_card_variants(position, plain)


def _several(position: Position, hand: CardSet, plain: Choice, same: CardSet) -> Iterator[Choice]:
    """Yield the choices to lay a card alone or together with others of its rank (QUICK-MULTI, X-SEVERAL).

    `plain`: the play of the card alone. `same`: the other cards of its rank in the hand.
    """
    further, others = same.bit_count(), hand.bit_count() - 1
    least = 0
    for left in WORDS_DIFFER if position.game.calls else ONLY_THE_LAST_DIFFERS:
        most = min(further, others - left)
        if least <= most:
            play = with_more(plain, same, least, most, position.game.twins) if most else plain
            yield from _leaving(position, play, _remaining(hand & ~(1 << plain.card), same, left))
        if most == further:  # every number of further cards is offered
            return
        least = max(least, most + 1)


def _remaining(others: CardSet, same: CardSet, left: int) -> CardSet:
    """Return a possible hand after a play, from which the play's announcement is decided.

    The hand depends on the further cards of the play, which are not chosen yet.

    `others`: the hand without the first played card. `same`: the cards in `others` with that card's rank.
    `left`: the number of cards left after the play; 2 means two or more.
    """
    if left != 1:
        return others if left else 0
    odd = others & ~same  # the card left is taken to be one of these, if there are any
    return odd or 1 << lowest(same)


def _offer_strong_cards(position: Position, hand: CardSet, playable: CardSet) -> Iterator[Choice]:
    """Yield plays of the whole hand, if all its cards are strong (D-WINJ, X-D-JACKS, X-D-ALL-JACKS).

    Strong cards have an announcement of their own, which the player must have made before.
    """
    further = hand.bit_count() - 1
    if not further or hand & ~position.game.strong or position.said[position.turn] is not Word.MAU_MAU:
        return
    for card in members(playable):
        more, twins = hand & ~(1 << card), position.game.twins
        play = position.game.plays[card]  # strong cards have no other effect, so no target
        yield from _leaving(position, with_more(play, more, further, further, twins), 0)


def first_of_twins(position: Position, hand: CardSet, playable: CardSet) -> CardSet:
    """Return one card of the hand for each face (rank and suit) in `playable` (X-TWINS, X-TWINS-COPY).

    Of equal cards in the hand, take the one with the lowest number.
    """
    faces = position.game.faces
    wanted = {faces[card] for card in members(playable)}
    firsts: dict[int, CardSet] = {}
    for card in members(hand):
        if faces[card] in wanted:
            firsts.setdefault(faces[card], 1 << card)
    return sum(firsts.values())
