"""A ruleset as a card of rules from which a person can learn the game, written from its data alone."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from arena.rules.cards import SUITS, Pack
from arena.rules.effects import OweCards
from arena.rules.ruleset import AfterDraw, FaceDown, OneByOne, Ruleset
from arena.viewer.cards.glyphs import rank_glyph, rank_name, suit_name
from arena.viewer.rule_card.announcements import calls_rows
from arena.viewer.rule_card.effects import Terms, described, several_at_once
from arena.viewer.rule_card.scores import score_rows
from arena.viewer.rule_card.words import any_of, capital, cards, in_order, joined, number, special
from arena.viewer.units import unit, units


class Row(NamedTuple):
    """What a row of the card is about, and what it says. No two rows of a card are about the same."""

    about: str
    says: str


class RuleDifference(NamedTuple):
    """What two rulesets say differently about the same; empty where one says nothing about it."""

    about: str
    here: str
    there: str


def rule_card(ruleset: Ruleset) -> Iterator[Row]:
    """The rows of the card, in the order in which one would explain the game."""
    fewest, most = ruleset.players
    yield Row("players", f"{fewest} to {most}." if fewest < most else f"{fewest}.")
    yield from _packs(ruleset)
    yield Row("deal", " ".join(_deal(ruleset)))
    if ruleset.cut:
        yield Row("cut", _cut(ruleset.cut, each=ruleset.cut_each))
    yield Row("a turn", _turn(ruleset))
    yield Row("a draw", " ".join(_draw(ruleset)))
    if ruleset.several:
        yield Row("several at once", several_at_once(ruleset))
    if ruleset.face_down:
        yield Row("face down", " ".join(_face_down(ruleset.face_down)))
    for card in _specials(ruleset):
        yield Row(special(card, _style(ruleset)), " ".join(_card(card, ruleset)))
    if ruleset.draws_at_last:
        yield Row("no last card", _describe_last_card_rule(ruleset))
    if owing := [effect for effect in ruleset.effects.values() if isinstance(effect, OweCards)]:
        yield Row("cards owed", _OWED_ANSWERED if any(one.answers for one in owing) else _OWED)
    for about, says in calls_rows(ruleset):
        yield Row(about, says)
    if ruleset.returns:
        yield Row("without cards", _returns(ruleset))
    for about, says in score_rows(ruleset):
        yield Row(about, says)


def compare_cards(ruleset: Ruleset, base: Ruleset) -> tuple[RuleDifference, ...]:
    """What the cards of two rulesets say differently, in the order of the first; then what only the other
    says.
    """
    here, there = (dict(rule_card(one)) for one in (ruleset, base))
    return tuple(
        RuleDifference(about, here.get(about, ""), there.get(about, ""))
        for about in (*here, *(about for about in there if about not in here))
        if here.get(about) != there.get(about)
    )


def differences(ruleset: Ruleset, base: Ruleset) -> tuple[str, ...]:
    """What a ruleset says otherwise than its base, one line for each difference."""
    return tuple(_difference(one, base) for one in compare_cards(ruleset, base))


def _difference(one: RuleDifference, base: Ruleset) -> str:
    if not one.here:
        return f"{one.about}: nothing. In {base.id}: {one.there}"
    return f"{one.about}: {one.here}" + (f" In {base.id}: {one.there}" if one.there else "")


def _style(ruleset: Ruleset) -> str:
    return Terms.of(ruleset).style


def _packs(ruleset: Ruleset) -> Iterator[Row]:
    fewest = ruleset.players[0]
    for least, pack in sorted(ruleset.packs.items()):
        yield Row("pack" if least <= fewest else f"pack from {least} players on", _pack(pack))


def _pack(pack: Pack) -> str:
    ranks = " ".join(rank_glyph(rank, pack.style) for rank in pack.ranks)
    suits = joined([suit_name(suit, pack.style) for suit in SUITS], "and")
    jokers = f", and {number(pack.jokers)} Joker{'s' if pack.jokers > 1 else ''}" if pack.jokers else ""
    copies = f"{number(pack.copies)} packs of them" if pack.copies > 1 else ""
    courts = " U is the Unter, O the Ober." if pack.style == "german" else ""
    many = f"{pack.size} {pack.style.capitalize()} cards{', ' if copies else ''}{copies}"
    return f"{many}: {ranks} in {suits}{jokers}.{courts}"


def _deal(ruleset: Ruleset) -> Iterator[str]:
    deals = ruleset.deals
    if deals and deals.hand_is_total:
        yield f"As many cards each as the player has {units(unit(deals))}."
    else:
        yield f"{capital(cards(ruleset.hand))} each{_other_hands(ruleset)}."
    yield "The player after the dealer begins, and play goes round in that direction."
    if deals:
        yield _later_deals(winner_leads=deals.winner_leads)
    yield _starter(ruleset)


def _later_deals(*, winner_leads: bool) -> str:
    if winner_leads:
        return "In every later deal the winner of the one before begins."
    return "With every later deal the dealer's place moves on by one."


def _other_hands(ruleset: Ruleset) -> str:
    others = sorted(ruleset.hands.items())
    return "".join(f", {number(cards)} with {seats} players" for seats, cards in others)


def _starter(ruleset: Ruleset) -> str:
    held = {name[0] for pack in ruleset.packs.values() for name in pack.names}
    back = [rank for rank in ruleset.turned_back if rank in held]
    again = f"; {any_of(back, _style(ruleset))} goes back and another card is turned up" if back else ""
    if ruleset.turned_acts:
        return f"The first card turned up acts as if the dealer had played it{again}."
    return f"The first card turned up does nothing, and its own suit counts{again}."


def _cut(places: int, *, each: bool) -> str:
    who = "Before the deal the player one before the dealer"
    kept = "in addition to the cards dealt"
    if each:
        return (
            f"{who} cuts the pack in {number(places)} places. Cards met there that do something or are wild "
            f"may be kept, {kept}. If all {number(places)} are such, the pack is shuffled and cut again."
        )
    return (
        f"{who} cuts the pack. If the card met does something or is wild it may be kept, {kept}, and then "
        f"the next one is looked at, up to {number(places - 1)}; one that is left ends the cut. If "
        f"{number(places)} such cards lie there in a row, the pack is shuffled and cut again."
    )


def _turn(ruleset: Ruleset) -> str:
    named = " Where a suit was named, that suit counts and no rank." if ruleset.wild else ""
    return f"One plays a card that fits: of the suit or the rank of the top card.{named}"


def _draw(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.drawing:
        yield _one_by_one(ruleset.drawing)
    else:
        yield _describe_drawing(ruleset) + _AFTER_DRAW[ruleset.after_draw]
    if ruleset.reshuffles:
        yield "When the stock is used up, the discard pile but for its top card becomes the new one."
    else:
        yield "When the stock is used up there is nothing to draw."
    if not ruleset.drawing:
        yield "With nothing at all to draw, whoever can play must, and whoever cannot passes."


_AFTER_DRAW: Final[Mapping[AfterDraw, str]] = {
    AfterDraw.DRAWN_CARD: " one card, and may then play that card if it fits, or ends the turn.",
    AfterDraw.ANY_CARD: " one card, and may then play any card that fits, or ends the turn.",
    AfterDraw.NOTHING: " one card, and the turn is over.",
}


def _describe_drawing(ruleset: Ruleset) -> str:
    if ruleset.may_draw:
        return "Nobody has to play: whoever cannot or does not want to draws"
    return "Whoever can play must. Whoever cannot draws"


def _one_by_one(drawing: OneByOne) -> str:
    return (
        f"One may play at any time, or draw up to {cards(drawing.most)} in a turn, one by one. One passes "
        "only after that, or with nothing to draw."
    )


def _face_down(rule: FaceDown) -> Iterator[str]:
    price = cards(rule.penalty)
    draws = f"{price} and " if rule.doubter_draws else ""
    yield "Every card is laid face down and called something that fits; it may be any card."
    yield "The next player believes it, and it counts as what it was called and stays hidden, or doubts it."
    yield (
        f"Doubted, it is shown. If it is what it was called, the doubter draws {draws}what is owed for "
        "the card, without an answer, and misses the turn."
    )
    yield (
        f"If it is not, its player takes it back, draws {price} and what was owed before, and the turn is "
        "over."
    )
    yield "A last card is shown without a question, and wins only if it is what it was called."


def _specials(ruleset: Ruleset) -> list[str]:
    """The cards and ranks with an effect and the wild ranks, as far as they are in a pack: a card before its
    rank, ranks from the lowest.
    """
    held = {part for pack in ruleset.packs.values() for name in pack.names for part in (name, name[0])}
    found = [one for one in {**ruleset.effects, **ruleset.wild} if one in held]
    ranks = in_order({one[0] for one in found})
    return sorted(found, key=lambda one: (ranks.index(one[0]), -len(one)))


def _card(card: str, ruleset: Ruleset) -> Iterator[str]:
    """What a card or a rank is good for."""
    if card in ruleset.wild:
        yield _wild(card, ruleset)
    if card in ruleset.effects:
        yield described(ruleset.effects[card], Terms.of(ruleset))


def _wild(rank: str, ruleset: Ruleset) -> str:
    style, not_on = _style(ruleset), ruleset.wild[rank]
    others = in_order(one for one in not_on if one != rank)
    but = [f"another {rank_name(rank, style)}"] if rank in not_on else []
    if others:
        but.append(any_of(others, style))
    where = f" but {joined(but, 'or')}" if but else ""
    return f"Goes on any card{where}; {_names(rank, ruleset)}."


def _names(rank: str, ruleset: Ruleset) -> str:
    if rank in ruleset.keeps_suit:
        return "the suit that counted under it goes on"
    if ruleset.suit_after:
        return "when it lies, its player names the suit to follow"
    return "its player names the suit to follow"


def _describe_last_card_rule(ruleset: Ruleset) -> str:
    return (
        f"{capital(any_of(ruleset.draws_at_last, _style(ruleset)))} as last card does not go out: what it "
        "does holds, but its player draws one card, and the turn is over."
    )


_OWED: Final = "If fewer cards are left than are owed, only those are drawn."
_OWED_ANSWERED: Final = (
    "While cards are owed, only an answer may be played, or all are drawn, also with an answer in hand. A "
    f"last card may be the answer. {_OWED}"
)


def _returns(ruleset: Ruleset) -> str:
    back = any_of(ruleset.returns, _style(ruleset))
    return (
        "Whoever has no card left keeps the place in turn and is not asked. If cards owed for "
        f"{back} come to that place, or somebody's card makes all others draw, the player draws and is back. "
        "If anything else comes to it, the player has won."
    )
