"""Announcements: which words a play may carry, whether one was due, and what leaving it out costs."""

from collections.abc import Iterator
from typing import Final

from arena.rules.cards import CardSet
from arena.rules.choices import Action, Choice, Word
from arena.rules.dealer import Dealer
from arena.rules.effects import Cover
from arena.rules.events import Event, EventKind, Reason
from arena.rules.position import Position
from arena.rules.turns import draw

SILENT: Final = 1 << Word.SILENT
USUAL: Final = 1 << Word.LAST_CARD
STRONG: Final = 1 << Word.MAU_MAU


def due_word(position: Position, left: CardSet) -> Word:
    """The word that is due on leaving these cards: on leaving exactly one, the stronger if it is strong
    (W-MAU, D-LAST).

    What was said stands until the hand grows, so then nothing is due (X-SAID).
    """
    if left & (left - 1) or not left or position.said[position.turn] is Word.MAU_MAU:
        return Word.SILENT
    return Word.LAST_CARD if left & ~position.game.strong else Word.MAU_MAU


def word_variants(position: Position, plain: Choice, left: CardSet) -> Iterator[Choice]:
    """A play that leaves cards, with the words that may be said with it.

    The weaker word is legal where the stronger is due, a word for what is not so is not (X-ANNOUNCE). On
    leaving
    several cards, all strong, the stronger word is free to say where the ruleset has it (X-D-JACKS).
    """
    due = due_word(position, left)
    if due is Word.MAU_MAU:
        yield plain._replace(words=STRONG | USUAL | SILENT)
    elif due is Word.LAST_CARD:
        yield plain._replace(words=USUAL | SILENT)
    elif _may_announce_set(position, left):
        yield plain._replace(words=STRONG | SILENT)
    else:
        yield plain


def _may_announce_set(position: Position, left: CardSet) -> bool:
    return (
        position.game.ruleset.calls.strong_set
        and not left & ~position.game.strong
        and position.said[position.turn] is not Word.MAU_MAU
    )


def last_card_variants(position: Position, plain: Choice) -> Iterator[Choice]:
    """A play of the last card, with the words that may be said with it.

    A play that ends the deal names no suit; one that does not, for want of the word, does (X-LAST-NAMES). A
    last card
    that does not go out calls for no word (X-LAST-ACE).
    """
    if isinstance(position.game.effects[plain.card], Cover):
        yield plain
    elif position.game.ruleset.calls.out_price is None:
        yield plain._replace(suits=0)
    elif position.game.strong >> plain.card & 1:
        yield plain._replace(suits=0, words=STRONG)
        yield plain._replace(words=USUAL | SILENT)
    elif plain.suits:
        yield plain._replace(suits=0, words=USUAL)
        yield plain._replace(words=SILENT)
    else:
        yield plain._replace(words=USUAL | SILENT)


def say(position: Position, action: Action) -> None:
    """What is said with a play stands until the hand grows (X-ANNOUNCE)."""
    if action.word is not Word.SILENT:
        position.said[position.turn] = action.word
        position.events.append(Event(EventKind.SAID, position.turn, value=action.word))


def pay_for_silence(position: Position, seat: int, due: Word, said: Word, dealer: Dealer) -> None:
    """The price of a missing or too weak word on leaving one card, paid at once (W-MAU, D-LAST, X-PRICE)."""
    if said > due:
        draw(position, seat, position.game.ruleset.calls.price, Reason.CALL, dealer)


def goes_out(position: Position, action: Action) -> bool:
    """Whether the word for going out was said, where one is needed (W-OUT-CALL)."""
    if position.game.ruleset.calls.out_price is None:
        return True
    strong = position.game.strong >> action.card & 1
    return action.word is (Word.MAU_MAU if strong else Word.LAST_CARD)
