"""Describe the effects of cards in sentences."""

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
from arena.viewer.rule_card.words import any_card_of, any_of, cards, plural_names, special
from arena.viewer.text import join_names

_ANOTHER_TURN: Final = "its player has another full turn"
_Known = Effect | NameSuit


@dataclass(frozen=True, slots=True)
class Terms:
    """The properties of a ruleset on which the wording of card effects depends."""

    style: str  # of the pack
    several: bool  # several cards of one rank may be played at once
    may_draw: bool  # players may draw although they could play

    @classmethod
    def of(cls, ruleset: Ruleset) -> "Terms":
        style = next(iter(ruleset.packs.values())).style
        return cls(style, ruleset.several, ruleset.may_draw)


def describe_effect(effect: _Known, terms: Terms) -> str:
    """Return sentences about the effect of a card.

    `terms`: properties of the ruleset on which the wording depends. Raise TypeError for an unknown effect.
    """
    if not isinstance(effect, _Known):
        raise TypeError(f"no description of {type(effect).__name__}")
    return " ".join(_sentences(effect, terms))


def effect_in_short(effect: _Known) -> str:
    """Return the effect of a card in a few words.

    >>> effect_in_short(OweCards(2)), effect_in_short(NameSuit(SkipNext("8")))
    ('draw 2', 'name a suit, skip, or answer')
    """
    match effect:
        case OweCards(count, answers):
            who = "" if effect.bearer is Bearer.NEXT else "player before: "
            return f"{who}draw {count}{', or answer' if answers else ''}"
        case SkipNext(answers):
            return f"skip{', or answer' if answers else ''}"
        case Reverse(again):
            return f"reverse{', play again' if again else ''}"
        case Cover():
            return "cover it"
        case MayGoOn():
            return "may play another"
        case OthersDraw(count):
            return f"all others draw {count}, play again"
        case OneDraws(count):
            return f"one player draws {count}"
        case NameSuit(then):
            return f"name a suit{f', {effect_in_short(then)}' if then else ''}"
        case _:
            assert_never(effect)


def _sentences(effect: _Known, terms: Terms) -> Iterator[str]:
    match effect:
        case OweCards():
            yield from _owing(effect, terms)
        case SkipNext():
            yield from _skipping(effect, terms)
        case Reverse(again, each):
            yield "The direction of play is reversed" + (f", and {_ANOTHER_TURN}." if again else ".")
            if each and terms.several:
                yield "Several at once reverse it each, so two change nothing."
        case Cover(or_draw):
            yield from _covering(free=or_draw and terms.may_draw)
        case MayGoOn():
            yield "You may play another matching card on it, or end your turn without drawing."
        case OthersDraw(count, each):
            for_each = "for each card laid" if each and terms.several else "each"
            yield f"All other players draw {cards(count)} {for_each}, and {_ANOTHER_TURN}."
        case OneDraws(count, may_spare):
            picks = "may pick" if may_spare else "picks"
            yield f"Its player {picks} another player, who draws {cards(count)} but is not skipped."
        case NameSuit(then):
            yield "Its player then names the suit."
            if then is not None:
                yield describe_effect(then, terms)
        case _:
            assert_never(effect)


def _owing(effect: OweCards, terms: Terms) -> Iterator[str]:
    who = "The next player" if effect.bearer is Bearer.NEXT else "The player before"
    each = " for each card laid" if terms.several and effect.each else ""
    answer = f", or answers with {any_card_of(effect.answers, terms.style)}" if effect.answers else ""
    yield f"{who} draws {cards(effect.cards)}{each}{answer}."
    if effect.answers:
        yield (
            "The penalties add up and pass to the next player."
            if effect.adds_up
            else "The next player then faces the penalty of the answer alone."
        )
    if terms.several and not effect.each:
        yield "Several at once count as one."
    if effect.answer_names:
        yield "With a Joker as the answer, its player names the suit to follow."
    if effect.cancelled_by:
        yield from _cancelling(effect.cancelled_by, terms)
    yield from _drawing_first(effect, terms) if effect.drawn_first else _after_debt(effect)
    if effect.needs_stock:
        yield "If there is nothing to draw, it has no effect."


def _cancelling(card: str, terms: Terms) -> Iterator[str]:
    others = f", and other {plural_names(card[0], terms.style)} with it" if terms.several else ""
    yield f"The {special(card, terms.style)} may be played on it too{others}, and cancels the penalty."


def _after_debt(effect: OweCards) -> Iterator[str]:
    if effect.bearer is Bearer.PREVIOUS and not effect.answers:
        yield "Then the next player has a normal turn."
    elif not effect.turn_goes_on:
        yield "A player who draws is skipped."
    elif effect.names_suit:
        yield "A player who draws names the suit, and may then play any card that fits or end the turn."
    else:
        which = "one of the cards just drawn" if effect.only_drawn else "any card that fits"
        yield f"A player who draws may then play {which}, or end the turn."


def _drawing_first(effect: OweCards, terms: Terms) -> Iterator[str]:
    yield f"Of the penalty, {cards(effect.drawn_first)} are drawn first."
    if answers := list(_answers_just_drawn(effect, terms)):
        yield f"An answer among them may be played at once, alone: {'; '.join(answers)}."
    yield "Otherwise the player draws the rest. In either case the turn is over."


def _answers_just_drawn(effect: OweCards, terms: Terms) -> Iterator[str]:
    if effect.answers:
        added = ", added to its own penalty" if effect.adds_up else ""
        passed_on = "counts alone, and the rest of the penalty lapses"
        if not effect.rest_lapses:
            passed_on = f"passes on the rest{added}"
        yield f"{any_of(effect.drawn_answers or effect.answers, terms.style)} {passed_on}"
    if effect.cancelled_by:
        yield f"the {special(effect.cancelled_by, terms.style)} cancels the penalty"


def _skipping(effect: SkipNext, terms: Terms) -> Iterator[str]:
    answer = f", or answers with {any_card_of(effect.answers, terms.style)}" if effect.answers else ""
    yield f"The next player is skipped{answer}."
    if effect.adds_up and terms.several:
        yield "Several at once skip as many players, but never the one who played them."
    if effect.answers:
        yield (
            "An answer adds to the number of players to be skipped, one after the other."
            if effect.adds_up
            else "After an answer the next player is skipped or answers."
        )


def _covering(*, free: bool) -> Iterator[str]:
    if free:
        yield "Play another matching card on it at once, or draw."
    else:
        yield "Play another matching card on it at once; draw only if you have none."
    yield "You cannot go out with it: as last card, you draw one card and your turn ends."


def describe_several_at_once(ruleset: Ruleset) -> str:
    """Return sentences about playing several cards of one rank at once."""
    style = Terms.of(ruleset).style
    counted = {
        card[0]: None for card, effect in ruleset.effects.items() if len(card) == 1 and _adds_up(effect)
    }
    but = f", except that each of {plural_names(counted, style)} counts" if counted else ""
    return (
        "You may lay several cards of one rank in one play: the first must fit, the last becomes the top "
        f"card. Together they take effect once{but}.{_describe_suit_effects(ruleset)}"
    )


def _adds_up(effect: Effect) -> bool:
    match effect:
        case SkipNext():
            return effect.adds_up
        case OweCards() | OthersDraw() | Reverse():
            return effect.each
        case _:
            return False


def _describe_suit_effects(ruleset: Ruleset) -> str:
    """Return a sentence about ranks whose effect depends on the suit; empty if there are none."""
    ranks = dict.fromkeys(card[0] for card in ruleset.effects if len(card) > 1)
    if not ranks:
        return ""
    named = join_names([rank_name(rank, Terms.of(ruleset).style) for rank in ranks], "or")
    return (
        f" Not every {named} has the same effect: that of the top card counts, together with cards of "
        "the same effect."
    )
