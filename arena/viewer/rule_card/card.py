"""The rule card: a ruleset in sentences from which a person can learn the game."""

from collections.abc import Iterator, Mapping
from itertools import starmap
from typing import Final, NamedTuple

from arena.rules.cards import SUITS, Pack
from arena.rules.effects import OweCards
from arena.rules.ruleset import AfterDraw, FaceDown, Ruleset
from arena.viewer.cards.glyphs import rank_glyph, suit_name
from arena.viewer.rule_card.announcements import calls_rows
from arena.viewer.rule_card.effects import Terms, describe_several_at_once
from arena.viewer.rule_card.scores import score_rows
from arena.viewer.rule_card.special_cards import describe_special, special_cards
from arena.viewer.rule_card.words import any_of, capital, cards, number, special
from arena.viewer.text import join_names
from arena.viewer.units import unit, units


class Row(NamedTuple):
    """A row of the rule card: its title, unique on the card, and its text."""

    about: str
    says: str


class RuleDifference(NamedTuple):
    """A row that differs between two rule cards. If one card does not have the row, its text there is
    empty.
    """

    about: str
    here: str
    there: str


def rule_card(ruleset: Ruleset) -> Iterator[Row]:
    """Yield the rows of a ruleset's rule card, in the order in which people explain a game."""
    fewest, most = ruleset.players
    yield Row("players", f"{fewest} to {most}." if fewest < most else f"{fewest}.")
    yield from _packs(ruleset)
    yield Row("deal", " ".join(_deal(ruleset)))
    if ruleset.cut:
        yield Row("cut", _cut(ruleset.cut, each=ruleset.cut_each))
    yield Row("your turn", _turn(ruleset))
    yield Row("drawing", " ".join(_draw(ruleset)))
    if ruleset.several:
        yield Row("several at once", describe_several_at_once(ruleset))
    if ruleset.face_down:
        yield Row("face down", " ".join(_face_down(ruleset.face_down)))
    for card in special_cards(ruleset):
        yield Row(special(card, _style(ruleset)), describe_special(card, ruleset))
    if ruleset.draws_at_last:
        last = any_of(ruleset.draws_at_last, _style(ruleset))
        effect = "it takes effect, but you draw one card, and your turn ends"
        yield Row("not as last card", f"You cannot go out with {last}: {effect}.")
    if owing := [effect for effect in ruleset.effects.values() if isinstance(effect, OweCards)]:
        yield Row("penalties", _ANSWERABLE_PENALTY if any(one.answers for one in owing) else _PENALTY)
    yield from starmap(Row, calls_rows(ruleset))
    if ruleset.returns:
        yield Row("no cards left", _returns(ruleset))
    yield from starmap(Row, score_rows(ruleset))


def compare_cards(ruleset: Ruleset, base: Ruleset) -> tuple[RuleDifference, ...]:
    """Return the rows that differ between the rule cards of two rulesets.

    They are in the order of `ruleset`'s card. Rows that only `base` has come last.
    """
    here, there = (dict(rule_card(one)) for one in (ruleset, base))
    return tuple(
        RuleDifference(about, here.get(about, ""), there.get(about, ""))
        for about in (*here, *(about for about in there if about not in here))
        if here.get(about) != there.get(about)
    )


def _style(ruleset: Ruleset) -> str:
    return Terms.of(ruleset).style


def _packs(ruleset: Ruleset) -> Iterator[Row]:
    fewest = ruleset.players[0]
    for least, pack in sorted(ruleset.packs.items()):
        yield Row("pack" if least <= fewest else f"pack from {least} players on", _pack(pack))


def _pack(pack: Pack) -> str:
    ranks = " ".join(rank_glyph(rank, pack.style) for rank in pack.ranks)
    suits = join_names([suit_name(suit, pack.style) for suit in SUITS])
    jokers = f", and {number(pack.jokers)} Joker{'s' if pack.jokers > 1 else ''}" if pack.jokers else ""
    copies = f"{number(pack.copies)} packs of them" if pack.copies > 1 else ""
    courts = " U is the Unter, O the Ober." if pack.style == "german" else ""
    many = f"{pack.size} {pack.style.capitalize()} cards{', ' if copies else ''}{copies}"
    return f"{many}: {ranks} in {suits}{jokers}.{courts}"


def _deal(ruleset: Ruleset) -> Iterator[str]:
    deals = ruleset.deals
    if deals and deals.hand_is_total:
        yield f"Each player gets as many cards as they have {units(unit(deals))}."
    else:
        yield f"{capital(cards(ruleset.hand))} each{_other_hands(ruleset)}."
    yield "The player after the dealer starts, and play continues in that direction."
    if deals:
        yield _LATER_DEALS[deals.winner_leads]
    yield _starter(ruleset)


_LATER_DEALS: Final[Mapping[bool, str]] = {  # by whether the winner leads
    True: "In later deals the previous winner starts.",
    False: "The next player deals each later deal.",
}


def _other_hands(ruleset: Ruleset) -> str:
    others = sorted(ruleset.hands.items())
    return "".join(f", {number(cards)} with {seats} players" for seats, cards in others)


def _starter(ruleset: Ruleset) -> str:
    held = {name[0] for pack in ruleset.packs.values() for name in pack.names}
    back = [rank for rank in ruleset.turned_back if rank in held]
    again = f"; {any_of(back, _style(ruleset))} goes back and another card is turned up" if back else ""
    if ruleset.turned_acts:
        return f"The first card turned up takes effect as if the dealer had played it{again}."
    return f"The first card turned up has no effect, and its own suit counts{again}."


def _cut(places: int, *, each: bool) -> str:
    who = "Before the deal the player before the dealer"
    kept = "in addition to the cards dealt"
    if each:
        return (
            f"{who} cuts the pack in {number(places)} places, and may keep cards found there that have an "
            f"effect or are wild, {kept}. If all {number(places)} are such, the pack is cut again."
        )
    return (
        f"{who} cuts the pack, and may keep the card found there if it has an effect or is wild, {kept}; "
        f"then looks at the next one, up to {number(places - 1)}. A card not kept ends the cut. If "
        f"{number(places)} such cards lie there in a row, the pack is shuffled and cut again."
    )


def _turn(ruleset: Ruleset) -> str:
    named = " If a suit was named, play that suit; the rank does not count." if ruleset.wild else ""
    return f"Play a card that matches the suit or rank of the top card.{named}"


def _draw(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.drawing:
        yield (
            f"You may play at any time, or draw up to {cards(ruleset.drawing.most)} in a turn, one by one. "
            "You pass only after that, or if there is nothing to draw."
        )
    else:
        may = (
            "You need not play, even if you can: then"
            if ruleset.may_draw
            else "You must play if you can; otherwise"
        )
        yield f"{may} draw{_AFTER_DRAW[ruleset.after_draw]}"
    if ruleset.reshuffles:
        yield "When the stock is empty, the discard pile except its top card is shuffled into a new one."
    else:
        yield "When the stock is empty, there is nothing to draw."
    if not ruleset.drawing:
        yield "If there is nothing to draw, you must play if you can; otherwise you pass."


_AFTER_DRAW: Final[Mapping[AfterDraw, str]] = {
    AfterDraw.DRAWN_CARD: " one card; you may then play that card if it fits, or end your turn.",
    AfterDraw.ANY_CARD: " one card; you may then play any card that fits, or end your turn.",
    AfterDraw.NOTHING: " one card, and your turn ends.",
}


def _face_down(rule: FaceDown) -> Iterator[str]:
    price = cards(rule.penalty)
    draws = f"{price} and " if rule.doubter_draws else ""
    yield "Lay every card face down and claim that it is a card that fits; it may be any card."
    yield "The next player believes you, and the card counts as claimed and stays hidden, or doubts you."
    yield (
        f"A doubted card is shown. If the claim is true, the doubter draws {draws}the card's penalty, cannot "
        "answer it, and is skipped."
    )
    yield (
        f"If the claim is false, you take the card back, draw {price} and any open penalty, and end the turn."
    )
    yield "A last card is always shown, and wins only if the claim is true."


_PENALTY: Final = "If fewer cards are left than the penalty, draw only those."
_ANSWERABLE_PENALTY: Final = (
    "While a penalty is open, you may only answer it or draw all of it, even with an answer in your hand. "
    f"Your last card may be the answer. {_PENALTY}"
)


def _returns(ruleset: Ruleset) -> str:
    back = any_of(ruleset.returns, _style(ruleset))
    return (
        "If you have no cards left, you keep your place. If the penalty of "
        f"{back} reaches you, or a card makes all others draw, you draw and are back in the game. If "
        "your turn comes without that, you win."
    )
