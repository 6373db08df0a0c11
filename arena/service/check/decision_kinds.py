"""Find the kinds of decision that occur under a ruleset, or in one question to a bot.

Each kind has a name from the SDK. There are three sorts of kinds:

- the situation in which the bot is asked, such as `Ask.DEBT`;
- a choice that the bot may have, such as `Kind.TAKE_DEBT`;
- a detail that the bot may choose: a suit, an announcement (`words`), a player (`targets`), a claimed card
  (`claims`), or the number of further cards (`most`).
"""

from collections.abc import Iterator
from typing import Final

from arena.rules import ActionKind, Ask, GameRules, Ruleset
from arena.rules.effects import Bearer, CardEffect, Cover, MayGoOn, NameSuit, OweCards, SkipNext
from arena.rules.ruleset import AfterDraw, OnGoingOut, Paid
from maumau.v1 import referee_pb2 as pb

_CHOICE: Final = 8  # the bytes of one choice in a question
_FIELDS: Final = ((2, "suits"), (3, "words"), (4, "targets"), (6, "most"))  # byte in a choice, name
_CUTS_TO_ASK: Final = 2  # cards at the cut; if only one is there, nobody is ever asked


def kinds_of(question: pb.Question) -> Iterator[str]:
    """Yield the names of the kinds of decision that a question contains."""
    yield f"Ask.{Ask(question.table[0]).name}"
    packed = question.choices
    for kind in sorted(set(packed[::_CHOICE])):
        yield f"Kind.{ActionKind(kind).name}"
    for byte, field in _FIELDS:
        if any(packed[byte::_CHOICE]):
            yield field
    if question.claims:
        yield "claims"


def kinds_in(game: GameRules) -> frozenset[str]:
    """Return the names of the kinds of decision that every seat gets sooner or later under these rules.

    Rare kinds are left out.
    """
    return frozenset({"Ask.TURN", "Kind.PLAY", "Kind.DRAW", *_by_rules(game), *_by_effects(game)})


def _by_rules(game: GameRules) -> Iterator[str]:
    rules = game.ruleset
    if rules.cut >= _CUTS_TO_ASK and game.special:
        yield from ("Ask.CUT", "Kind.KEEP_CUT", "Kind.LEAVE_CUT")
    if rules.drawing:
        yield "Kind.PASS"
    elif rules.after_draw is not AfterDraw.NOTHING:
        yield from ("Ask.DRAWN", "Kind.PASS")
    if rules.face_down:
        yield from ("Ask.BELIEVE", "Kind.BELIEVE", "Kind.DOUBT", "claims")
    if game.naming and not rules.suit_after:
        yield "suits"
    if game.aimed:
        yield "targets"
    if game.several:
        yield "most"
    yield from _by_calls(rules)


def _by_calls(rules: Ruleset) -> Iterator[str]:
    calls = rules.calls
    if calls.word or calls.on_going_out is not OnGoingOut.NO_WORD:
        yield "words"
    if calls.word and calls.paid is Paid.IF_CAUGHT:
        yield from ("Ask.CATCH", "Kind.CATCH", "Kind.LET_PASS")


def _by_effects(game: GameRules) -> Iterator[str]:
    for effect in {one for card in game.effects for one in _parts(card)}:
        match effect:
            case Cover():
                yield "Ask.COVER"
            case MayGoOn():
                yield from ("Ask.GO_ON", "Kind.PASS")
            case NameSuit():
                yield from ("Ask.NAME", "Kind.NAME_SUIT", "suits")
            case SkipNext() if effect.answers:
                yield from ("Ask.MISS", "Kind.MISS_TURN")
            case OweCards():
                yield from _by_debt(effect)
            case _:
                pass


def _parts(effect: CardEffect) -> Iterator[CardEffect]:
    if effect:
        yield effect
    if isinstance(effect, NameSuit) and effect.then:
        yield effect.then


def _by_debt(owed: OweCards) -> Iterator[str]:
    if owed.answers:
        yield from ("Ask.DEBT", "Kind.TAKE_DEBT")
    elif owed.bearer is not Bearer.NEXT:
        return  # it is drawn between two turns
    if owed.drawn_first:
        yield from ("Ask.DRAWN_SEVEN", "Kind.PASS")
    elif owed.turn_goes_on:
        yield from ("Ask.PAID", "Kind.PASS")
        if owed.names_suit:
            yield from ("Ask.NAME", "Kind.NAME_SUIT", "suits")
