"""What each effect of a card does, in sentences."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, assert_never

from arena.rules.effects import (
    Bearer,
    Cover,
    Effect,
    MayGoOn,
    NameSuit,
    OneDraws,
    OthersDraw,
    OweCards,
    Reverse,
    SkipNext,
)
from arena.rules.ruleset import Ruleset
from arena.viewer.cards.glyphs import rank_name
from arena.viewer.rule_card.words import all_of, any_of, cards, joined, special, whichever

_ANOTHER_TURN: Final = "its player has another full turn"
_Known = Effect | NameSuit


@dataclass(frozen=True, slots=True)
class Terms:
    """What the words of an effect depend on beside it."""

    style: str  # of the pack
    several: bool  # cards of one rank go at once
    may_draw: bool  # one may draw though one could play

    @classmethod
    def of(cls, ruleset: Ruleset) -> "Terms":
        style = next(iter(ruleset.packs.values())).style
        return cls(style, ruleset.several, ruleset.may_draw)


def described(effect: _Known, terms: Terms) -> str:
    """What a card does. Raises TypeError for an effect that has no words yet."""
    if not isinstance(effect, _Known):
        raise TypeError(f"no description of {type(effect).__name__}")
    return " ".join(_sentences(effect, terms))


def _sentences(effect: _Known, terms: Terms) -> Iterator[str]:
    match effect:
        case OweCards():
            yield from _owing(effect, terms)
        case SkipNext():
            yield from _skipping(effect, terms)
        case Reverse(again, each):
            yield "Play goes the other way round" + (f", and {_ANOTHER_TURN}." if again else ".")
            if each and terms.several:
                yield "Of several at once each turns it, so that two change nothing."
        case Cover(or_draw):
            yield from _covering(free=or_draw and terms.may_draw)
        case MayGoOn():
            yield "Its player may put another card that fits on it, or ends the turn without drawing."
        case OthersDraw(count, each):
            for_each = "for each that is laid" if each and terms.several else "each"
            yield f"All other players draw {cards(count)} {for_each}, and {_ANOTHER_TURN}."
        case OneDraws(count, may_spare):
            picks = "may pick" if may_spare else "picks"
            yield f"Its player {picks} another player, who draws {cards(count)} and misses nothing."
        case NameSuit(then):
            yield "Its player names the suit when it lies."
            if then is not None:
                yield described(then, terms)
        case _:
            assert_never(effect)


def _owing(effect: OweCards, terms: Terms) -> Iterator[str]:
    who = "The next player" if effect.bearer is Bearer.NEXT else "The player before"
    each = " for each that is laid" if terms.several and effect.each else ""
    answer = f", or answers with {whichever(effect.answers, terms.style)}" if effect.answers else ""
    yield f"{who} draws {cards(effect.cards)}{each}{answer}."
    if effect.answers:
        yield (
            "The debt adds up and passes on to the next player."
            if effect.adds_up
            else "The next player then owes for the answer alone."
        )
    if terms.several and not effect.each:
        yield "Several at once count as one."
    if effect.answer_names:
        yield "A Joker that answers it names the suit to follow."
    if effect.cancelled_by:
        yield from _cancelling(effect.cancelled_by, terms)
    yield from _drawing_first(effect, terms) if effect.drawn_first else _after_debt(effect)
    if effect.needs_stock:
        yield "With nothing to draw it is a plain card."


def _cancelling(card: str, terms: Terms) -> Iterator[str]:
    others = f", and other {all_of(card[0], terms.style)} with it" if terms.several else ""
    yield f"The {special(card, terms.style)} may be put on it too{others}, and ends the debt."


def _after_debt(effect: OweCards) -> Iterator[str]:
    if effect.bearer is Bearer.PREVIOUS and not effect.answers:
        yield "The next player then has a turn as usual."
    elif not effect.turn_goes_on:
        yield "Whoever draws misses the turn."
    elif effect.names_suit:
        yield "Whoever draws names the suit, and may then play any card that fits, or ends the turn."
    else:
        which = "one of the cards just drawn" if effect.only_drawn else "any card that fits"
        yield f"Whoever draws may then play {which}, or ends the turn."


def _drawing_first(effect: OweCards, terms: Terms) -> Iterator[str]:
    yield f"Of a debt {cards(effect.drawn_first)} are drawn first."
    if answers := list(_answers_just_drawn(effect, terms)):
        yield f"An answer among them may be played at once, alone: {'; '.join(answers)}."
    yield "Whoever plays none draws the rest. The turn is missed in any case."


def _answers_just_drawn(effect: OweCards, terms: Terms) -> Iterator[str]:
    if effect.answers:
        added = ", added to its own" if effect.adds_up else ""
        passed_on = "counts alone, and what was not drawn lapses"
        if not effect.rest_lapses:
            passed_on = f"passes on what was not drawn{added}"
        yield f"{any_of(effect.drawn_answers or effect.answers, terms.style)} {passed_on}"
    if effect.cancelled_by:
        yield f"the {special(effect.cancelled_by, terms.style)} ends the debt"


def _skipping(effect: SkipNext, terms: Terms) -> Iterator[str]:
    answer = f", or answers with {whichever(effect.answers, terms.style)}" if effect.answers else ""
    yield f"The next player misses the turn{answer}."
    if effect.adds_up and terms.several:
        yield "Several at once make as many players miss one turn each, but never the one who laid them."
    if effect.answers:
        yield (
            "An answer adds to the turns that are still to be missed, one by each player in turn."
            if effect.adds_up
            else "After an answer it is the next player who misses one turn or answers."
        )


def _covering(*, free: bool) -> Iterator[str]:
    if free:
        yield "Its player must put another card that fits on it, or draws."
    else:
        yield "Its player must put another card that fits on it; only who has none draws."
    yield "As last card it does not go out: its player draws one card, and the turn is over."


def several_at_once(ruleset: Ruleset) -> str:
    """What several cards of one rank do together."""
    style = Terms.of(ruleset).style
    counted = {
        card[0]: None for card, effect in ruleset.effects.items() if len(card) == 1 and _adds_up(effect)
    }
    but = f", but each counts of {all_of(counted, style)}" if counted else ""
    return (
        "Several cards of one rank may be laid in one play: the first must fit, the last is the top card. "
        f"Together they do what one of them does{but}.{_of_one_suit(ruleset)}"
    )


def _adds_up(effect: Effect) -> bool:
    match effect:
        case SkipNext():
            return effect.adds_up
        case OweCards() | OthersDraw() | Reverse():
            return effect.each
        case _:
            return False


def _of_one_suit(ruleset: Ruleset) -> str:
    """What holds for a rank in which the suit decides what a card does."""
    ranks = dict.fromkeys(card[0] for card in ruleset.effects if len(card) > 1)
    if not ranks:
        return ""
    named = joined([rank_name(rank, Terms.of(ruleset).style) for rank in ranks], "or")
    return (
        f" Not every {named} does the same: what the top card does happens, and only cards that do the same "
        "count with it."
    )
