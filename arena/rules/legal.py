"""The legal choices of the seat to move (the seat that makes the next decision)."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from arena.rules.announcements import with_late_word
from arena.rules.cards import CardSet
from arena.rules.choices import Action, ActionKind, Ask, Choice, IllegalAction
from arena.rules.effects import Cover
from arena.rules.face_down import claim_choices
from arena.rules.game import ALL_SUITS, Offers
from arena.rules.plays import plays
from arena.rules.position import Position
from arena.rules.turns import can_draw

# Module constants, because looking up an enum member is slow in Python 3.11.
TURN: Final = Ask.TURN
COVER: Final = Ask.COVER
_MAX_KNOWN: Final = 16_384  # cached pairs of a choice and an action


def choices(position: Position) -> tuple[Choice, ...]:
    """Return the legal choices of the seat to move, with plays first; empty after the game.

    A player who can play must play, unless the ruleset also allows a draw (X-MUST). A player who cannot play
    draws, or passes if no card can be drawn (X-NODRAW).
    """
    if position.legal is not None:
        return position.legal
    game, question = position.game, position.ask
    if question is TURN or question is COVER:
        wanted, offers = position.fits, game.at_turn
        if position.draws >= game.most_draws or not (position.stock or can_draw(position)):
            offers = game.undrawn
        elif question is COVER:
            offers = _at_cover(position)
    elif question in _WITHOUT_CARDS:
        return _WITHOUT_CARDS[question]
    else:
        wanted, offers = _ANSWERS[question](position)
    hand = position.hands[position.turn]
    if not game.few or hand.bit_count() > game.few:
        playable = hand & wanted
        legal = offers.made.get(playable) or offers.make(playable)
    else:
        legal = offers.add_others(
            claim_choices(position, wanted) if game.face_down else plays(position, wanted)
        )
        if position.forgot >> position.turn & 1:
            legal = with_late_word(position, legal)
    position.legal = legal
    return legal


def why_illegal(position: Position, action: Action) -> str | None:
    """Return the reason why the rules do not allow an action in this position; None if they allow it."""
    is_offered = False
    for choice in choices(position):
        if choice.plain is action:
            return None
        if choice.card == action.card and choice.kind == action.kind:
            if permits(choice, action):
                return None
            is_offered = True
    if is_offered:
        return "a field of the action is not what its choice allows"
    return f"{action.kind.name} of this card is not among the choices"


@lru_cache(maxsize=_MAX_KNOWN)
def permits(choice: Choice, action: Action) -> bool:
    """True if an action fits a choice.

    The action must have the choice's kind and card. It must fill exactly the choice's fields, with allowed
    values.
    """
    if (choice.kind, choice.card) != (action.kind, action.card):
        return False
    try:
        fields = {
            "suit": action.suit if choice.suits else None,
            "word": action.word if choice.words else None,
            "target": action.target if choice.targets else None,
            "claim": action.claim if choice.claims else None,
        }
        return choice.fill(more=action.more, **fields) == action
    except IllegalAction:
        return False


def _at_cover(position: Position) -> Offers:
    """Return the choices of a player who must cover a card, that is, lay another card on it (X-COVER)."""
    game = position.game
    effect = game.effects[position.top]
    must = game.drawing is None and isinstance(effect, Cover) and not effect.or_draw
    return game.else_draw if must else game.at_turn


def _go_on(position: Position) -> tuple[CardSet, Offers]:
    """Return the cards that a player may play when their turn continues, and the choice to end the turn.

    A turn continues, for example, after a draw (X-DRAWN, X-DEBT-AFTER, X-NODRAW-2).
    """
    game = position.game
    return position.fits if game.face_down else position.fits & position.allowed, game.or_pass


def _debt(position: Position) -> tuple[CardSet, Offers]:
    """Return the cards that answer the debt (cards to draw), and the choice to draw it (X-DEBT)."""
    answers = position.game.answers[position.owed_for] if position.owed_for else 0
    return answers, position.game.or_take_debt


def _miss(position: Position) -> tuple[CardSet, Offers]:
    """Return the cards that answer a skip, and the choice to miss the turn (X-SKIP-ANSWER)."""
    effect = position.game.effects[position.top]
    return position.game.answers[effect] if effect else 0, position.game.or_miss_turn


def _answers_just_drawn(position: Position) -> tuple[CardSet, Offers]:
    """Return the choices of a player who has drawn the first cards of their debt (X-DRAWN7).

    These are the drawn cards that pass the rest of the debt on, and the choice to play none.
    """
    return position.allowed, position.game.or_pass


_WITHOUT_CARDS: Final[Mapping[Ask, tuple[Choice, ...]]] = {
    Ask.OVER: (),
    Ask.CUT: (Choice(ActionKind.KEEP_CUT), Choice(ActionKind.LEAVE_CUT)),
    Ask.CATCH: (Choice(ActionKind.CATCH), Choice(ActionKind.LET_PASS)),
    Ask.BELIEVE: (Choice(ActionKind.BELIEVE), Choice(ActionKind.DOUBT)),
    Ask.NAME: (Choice(ActionKind.NAME_SUIT, suits=ALL_SUITS),),
}
# For questions that a card may answer: the cards that fit, and the other offers.
_ANSWERS: Final[Mapping[Ask, Callable[[Position], tuple[CardSet, Offers]]]] = {
    Ask.DRAWN: _go_on,
    Ask.DEBT: _debt,
    Ask.PAID: _go_on,
    Ask.MISS: _miss,
    Ask.GO_ON: _go_on,
    Ask.DRAWN_SEVEN: _answers_just_drawn,
}
