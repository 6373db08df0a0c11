"""Announcements: the words that a player may say with a play, and the penalty for a missing word.

The ordinary word is "Mau", for one card left. If this card is of a strong rank (set by the ruleset), the
strong word is due instead, such as "Mau-Mau".
"""

from collections.abc import Iterator
from typing import Final

from arena.rules.cards import CardSet, members
from arena.rules.choices import NO_CARD, Action, ActionKind, Ask, Choice, Word, with_fields, with_words
from arena.rules.dealer import Dealer
from arena.rules.effects import Cover
from arena.rules.events import EventKind, Reason, make_event
from arena.rules.game import GameRules
from arena.rules.position import Position, Suspected
from arena.rules.ruleset import OnGoingOut, Paid
from arena.rules.turns import ask, draw, draw_debt, end_turn, miss_instead, next_seat, replace_at

SILENT: Final = 1 << Word.SILENT
USUAL: Final = 1 << Word.LAST_CARD
STRONG: Final = 1 << Word.MAU_MAU
LAST_TWO: Final = 2
# Module constants, because looking up an enum member is slow in Python 3.11.
MAU_MAU: Final = Word.MAU_MAU
LAST_CARD: Final = Word.LAST_CARD
NOTHING: Final = Word.SILENT
PASS: Final = ActionKind.PASS
ONLY_A_WORD: Final = 0  # the empty set as `allowed`: no card may be played, only a word said


def find_due_word(position: Position, seat: int, left: CardSet) -> Word:
    """Return the announcement that a seat must make with a play; SILENT if none (W-MAU, D-LAST).

    With one card left, the strong word ("Mau-Mau") is due if this card's rank is strong, else "Mau". An
    announcement stays valid until the seat draws a card (X-SAID). `left`: the seat's cards after the play.
    """
    if left & (left - 1) or not left or position.said[seat] is MAU_MAU or not position.game.calls:
        return NOTHING
    return LAST_CARD if left & ~position.game.strong else MAU_MAU


def word_variants(position: Position, plain: Choice, left: CardSet) -> Iterator[Choice]:
    """Yield a single choice: the play `plain` with its allowed announcements (X-ANNOUNCE, X-D-JACKS).

    One choice can allow several announcements. If "Mau-Mau" is due, it also allows the weaker "Mau".
    `left`: the player's cards after the play.
    """
    due = find_due_word(position, position.turn, left)
    if due is MAU_MAU:
        yield with_words(plain, STRONG | USUAL | SILENT)
    elif due is LAST_CARD:
        yield with_words(plain, USUAL | SILENT)
    elif _may_announce_set(position, left):
        yield with_words(plain, STRONG | SILENT)
    else:
        yield plain


def _may_announce_set(position: Position, left: CardSet) -> bool:
    return (
        position.game.ruleset.calls.strong_set
        and not left & ~position.game.strong
        and position.said[position.turn] is not Word.MAU_MAU
    )


def last_card_variants(position: Position, plain: Choice) -> Iterator[Choice]:
    """Yield the choices for playing a last card, with the announcements allowed in each.

    A play may name a suit or a target player only if the deal continues after it (X-LAST-NAMES). A card that
    is forbidden as the last card needs no announcement (X-LAST-ACE).

    `plain`: the play without an announcement.
    """
    if not any(goes_out(position, top) for top in members(1 << plain.card | plain.more)):
        yield plain
        return
    goes_on = deal_goes_on(position)
    bare = plain if goes_on else with_fields(plain, 0, 0)
    offered = (
        not goes_on and not plain.targets and position.game.sparing >> plain.card & 1
    )  # a variant with targets is yielded separately
    due = out_word(position, plain.card)
    if due is Word.SILENT:
        if not offered:
            yield bare
        return
    enough, too_weak = 1 << due, (STRONG | USUAL | SILENT) & -(2 << due)
    if offered:
        yield with_words(plain, too_weak)
    elif bare != plain:
        yield with_words(bare, enough)
        yield with_words(plain, too_weak)
    else:
        yield with_words(plain, enough | too_weak)


def goes_out(position: Position, card: int) -> bool:
    """True if a player may finish their hand with this last card (X-GOINGOUT, PESTEN-LAST)."""
    game = position.game
    return not isinstance(game.effects[card], Cover) and not game.at_last >> card & 1


def deal_goes_on(position: Position) -> bool:
    """True if the deal continues after the player to move lays their last card (G-BITTER, PRSI-RETURN)."""
    ruleset = position.game.ruleset
    return bool(ruleset.returns) or (ruleset.to_the_end and position.inside.bit_count() > LAST_TWO)


def out_word(position: Position, card: int) -> Word:
    """Return the announcement that a player must make with this last card (W-OUT-CALL, P-MAUMAU).

    Return SILENT if none is required.
    """
    strong = position.game.strong >> card & 1
    match position.game.ruleset.calls.on_going_out:
        case OnGoingOut.A_WORD:
            return Word.MAU_MAU if strong else Word.LAST_CARD
        case OnGoingOut.STRONG_WORD:
            stands = position.said[position.turn] is Word.MAU_MAU
            return Word.MAU_MAU if strong and not stands else Word.SILENT
        case OnGoingOut.NO_WORD:
            return Word.SILENT


def say(position: Position, action: Action) -> None:
    """Record the announcement that comes with an action, if any (X-ANNOUNCE)."""
    if action.word is not Word.SILENT:
        position.said = replace_at(position.said, position.turn, action.word)
        position.events.append(make_event(EventKind.SAID, position.turn, NO_CARD, action.word))


def may_still_say(position: Position, seat: int) -> bool:
    """True if a seat has one card left and has not yet made the strongest announcement of this game."""
    return position.hands[seat].bit_count() == 1 and position.said[seat] > strongest_word(position.game)


def strongest_word(game: GameRules) -> Word:
    """Return the strongest announcement that one card can require in this game."""
    return MAU_MAU if game.strong else LAST_CARD


def with_late_word(position: Position, legal: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Return the choices `legal`, but let a pass make a late announcement (D-LAST, PESTEN-CALL).

    If the player owes no announcement, a pass cannot make one.
    """
    seat = position.turn
    due, said = find_due_word(position, seat, position.hands[seat]), position.said[seat]
    stronger = [word for word in (MAU_MAU, LAST_CARD) if due <= word < said]
    words = sum(1 << word for word in stronger) | SILENT if stronger else 0
    return tuple(with_words(one, words) if one.kind is PASS else one for one in legal)


def say_late(position: Position, action: Action, dealer: Dealer) -> None:
    """Record the announcement that comes with a pass (D-LAST, PESTEN-CALL).

    If the announcement is missing or too weak, charge the penalty cards.
    """
    seat = position.turn
    due = find_due_word(position, seat, position.hands[seat])
    position.forgot = 0
    say(position, action)
    if position.said[seat] > due:
        owe_price(position, seat, dealer)


def owe_price(position: Position, seat: int, dealer: Dealer) -> None:
    """Charge a seat the penalty cards for a missing or too weak announcement (W-MAU, G-LAST).

    The seat draws them at once, or at its next turn if the ruleset says `Paid.NEXT_TURN`.
    """
    if position.game.ruleset.calls.paid is Paid.NEXT_TURN:
        position.forgot |= 1 << seat
    else:
        draw(position, seat, position.game.price, Reason.CALL, dealer)


def settle_forgotten(position: Position, dealer: Dealer) -> None:
    """If the seat to move forgot an announcement, make it pay and end its turn (G-LAST, X-G-LAST).

    The seat draws the penalty cards and any debt. If it must miss this turn, it pays later (X-G-LAST-8). If
    it must name a suit, it does so first (X-C8). If the ruleset says `Paid.NEXT_MOVE`, charge nothing here.
    """
    if position.game.ruleset.calls.paid is Paid.NEXT_MOVE:
        if not (position.forgot >> position.turn & 1 and may_still_say(position, position.turn)):
            position.forgot = 0
        return
    while position.forgot >> position.turn & 1 and position.ask not in (Ask.OVER, Ask.NAME):
        seat = position.turn
        if position.ask is Ask.MISS:
            miss_instead(position)
            continue
        position.forgot ^= 1 << seat
        draw_debt(position, seat, dealer)
        draw(position, seat, position.game.price, Reason.CALL, dealer)
        position.events.append(make_event(EventKind.SKIPPED, seat))
        end_turn(position, seat)


def ask_to_catch(position: Position, suspected: Suspected, after: int) -> bool:
    """Ask the next seat with cards whether it catches the suspected play (X-P-ASKED, X-BACK-ASK).

    To catch a play means to say that its announcement is missing. `after`: the seat asked last. Return False
    if no seat is left to ask.
    """
    seat = next_seat(position, after)
    while seat != suspected.seat and not position.hands[seat]:
        seat = next_seat(position, seat)
    if seat == suspected.seat:
        return False
    ask(position, seat, Ask.CATCH)
    return True
