"""Special cards of a ruleset (wild, or with an effect), in sentences and in a few words."""

from collections.abc import Iterator
from typing import NamedTuple

from arena.rules.ruleset import Ruleset
from arena.viewer.cards.glyphs import rank_name
from arena.viewer.rule_card.effects import Terms, describe_effect, effect_in_short
from arena.viewer.rule_card.words import any_of, capital, in_order, special
from arena.viewer.text import join_names


def special_cards(ruleset: Ruleset) -> list[str]:
    """Return the cards and ranks that are wild or have an effect, such as "J" or "KS", lowest first.

    A single card ("KS") comes before its whole rank ("K").
    """
    held = {part for pack in ruleset.packs.values() for name in pack.names for part in (name, name[0])}
    found = [one for one in {**ruleset.effects, **ruleset.wild} if one in held]
    ranks = in_order({one[0] for one in found})
    return sorted(found, key=lambda one: (ranks.index(one[0]), -len(one)))


def describe_special(card: str, ruleset: Ruleset) -> str:
    """Return sentences about a card or rank: when it may be played, and its effect."""
    sentences = []
    if card in ruleset.wild:
        sentences.append(_wild(card, ruleset))
    if card in ruleset.effects:
        sentences.append(describe_effect(ruleset.effects[card], Terms.of(ruleset)))
    return " ".join(sentences)


class DrawnSpecial(NamedTuple):
    """A special card or rank on a rule page: its name, the cards in its picture, and its effect."""

    name: str
    cards: tuple[str, ...]  # in the log's notation
    effect: str


def draw_specials(ruleset: Ruleset) -> Iterator[DrawnSpecial]:
    """Yield the special cards and ranks of a ruleset's first pack, in the order of `special_cards`.

    The drawing of a rank shows all its cards, except cards with an entry of their own.
    """
    specials, pack = special_cards(ruleset), next(iter(ruleset.packs.values()))
    for one in specials:
        cards = [name for name in dict.fromkeys(pack.names) if one in (name, name[0])]
        shown = [name for name in cards if name == one or name not in specials]
        if shown:
            yield DrawnSpecial(special(one, pack.style), tuple(shown), _in_short(one, ruleset))


def _in_short(card: str, ruleset: Ruleset) -> str:
    words = []
    if card in ruleset.wild:
        words.append("wild" if card in ruleset.keeps_suit else "wild: name a suit")
    if card in ruleset.effects:
        words.append(effect_in_short(ruleset.effects[card]))
    return capital("; ".join(words))


def _wild(rank: str, ruleset: Ruleset) -> str:
    style, not_on = Terms.of(ruleset).style, ruleset.wild[rank]
    others = in_order(one for one in not_on if one != rank)
    but = [f"another {rank_name(rank, style)}"] if rank in not_on else []
    if others:
        but.append(any_of(others, style))
    where = f" except {join_names(but, 'or')}" if but else ""
    return f"May be played on any card{where}; {_names(rank, ruleset)}."


def _names(rank: str, ruleset: Ruleset) -> str:
    if rank in ruleset.keeps_suit:
        return "the previous suit still counts"
    if ruleset.suit_after:
        return "its player then names the suit to follow"
    return "its player names the suit to follow"
