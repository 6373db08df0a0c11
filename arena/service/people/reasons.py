"""Explain to a player why a card of their hand cannot be played."""

from typing import Final

from arena.rules import GameRules
from arena.rules.cards import NO_SUIT, SUITS
from arena.rules.effects import MayGoOn, OweCards, SkipNext
from arena.viewer.cards.glyphs import rank_name, suit_name
from arena.viewer.rule_card.words import a, any_of, capital, special
from arena.viewer.units import plural
from maumau.cards import Card
from maumau.views import Ask, View

_FIRST: Final = {
    Ask.CUT: "first keep or leave the card that you cut",
    Ask.CATCH: "first say the missing word or let it pass",
    Ask.BELIEVE: "first believe or doubt the claim",
    Ask.NAME: "first name a suit",
}


def why_unplayable(game: GameRules, view: View) -> dict[str, str]:
    """Return a sentence for each card of the hand that explains why it cannot be played first in a move.

    The keys are cards in log notation. Cards that can be played first are left out.
    """
    playable = {choice.card for choice in view.legal}
    further = {card for choice in view.legal for card in choice.further}
    found = dict[str, str]()
    for card in view.hand:
        if card not in playable:
            along = f"; lay it on another {rank_name(card.rank, game.pack.style)}" if card in further else ""
            found[str(card)] = f"{capital(_reason(game, view, card))}{along}."
    return found


def _reason(game: GameRules, view: View, card: Card) -> str:
    """Return the reason why a card cannot be played first in a move."""
    top = view.top
    if top is None or view.ask in _FIRST:
        return _FIRST[view.ask]
    match view.ask, game.effects[top.code]:
        case Ask.DEBT, OweCards() as debt:
            return f"you owe {plural(view.pending_draw, 'card')}: {_only(_answers(game, debt))} answers"
        case Ask.MISS, SkipNext(answers):
            return f"{_only(_ranks(game, answers))} answers this skip"
        case Ask.DRAWN_SEVEN, OweCards() as debt:
            return f"{_only(_answers(game, debt, debt.drawn_answers))} that you have just drawn answers"
        case Ask.GO_ON, effect if not isinstance(effect, MayGoOn):
            return f"you have played: you may only say “{game.ruleset.calls.word}” now"
    suit = NO_SUIT if view.wished_suit is None else view.wished_suit
    if game.face_down or game.fits[top.code][suit] >> card.code & 1:
        return "you may play only a card that you have just drawn"
    cover = f"cover the {rank_name(top.rank, game.pack.style)}: " if view.ask is Ask.COVER else ""
    return cover + _misfit(game, view, card, top)


def _misfit(game: GameRules, view: View, card: Card, top: Card) -> str:
    """Return the reason why a card does not fit on the card `top`."""
    wild, style = game.ruleset.wild, game.pack.style
    on_top = a(rank_name(top.rank, style))
    if card.rank in wild:
        return f"{a(rank_name(card.rank, style))} cannot be laid on {on_top}"
    if view.wished_suit is not None:
        must = "must be followed" if game.keeping >> top.code & 1 else "were named"
        return f"{suit_name(SUITS[view.wished_suit], style)} {must}"
    suit = [] if top.suit is None else [suit_name(SUITS[top.suit], style)]
    rank = [] if top.rank in wild else [on_top]
    match suit + rank:
        case [one, other]:
            return f"it is neither {one} nor {other}"
        case [one]:
            return f"it is not {one}"
    fitting = _ranks(game, "".join(rank for rank, not_on in wild.items() if top.rank not in not_on))
    return f"{_only(fitting)} can be laid on {on_top}"


def _answers(game: GameRules, debt: OweCards, drawn: str = "") -> str:
    """Describe the cards that answer a debt (cards that the player owes), in words; empty if no card does.

    `drawn`: the ranks that still answer the debt after cards were drawn for it; empty: all ranks that answer.
    """
    ranks = "".join(rank for rank in debt.answers if not drawn or rank in drawn)
    words = [_ranks(game, ranks), debt.cancelled_by and f"the {special(debt.cancelled_by, game.pack.style)}"]
    return " or ".join(filter(None, words))


def _ranks(game: GameRules, ranks: str) -> str:
    """Describe any card of these ranks in words, such as "a 7 or a King"; empty if the pack lacks them."""
    held = {name[0] for name in game.pack.names}
    return any_of(held.intersection(ranks), game.pack.style) if held.intersection(ranks) else ""


def _only(cards: str) -> str:
    return f"only {cards}" if cards else "nothing"
