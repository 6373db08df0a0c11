"""Which choices the seat that is asked has."""

from collections.abc import Callable, Mapping
from typing import Final

from arena.rules.cards import CardSet
from arena.rules.choices import Action, Ask, Choice, IllegalAction, Kind
from arena.rules.claims import claims
from arena.rules.effects import Cover
from arena.rules.game import ALL_SUITS
from arena.rules.one_by_one import DRAW, PASS, draw_or_pass
from arena.rules.plays import FEW_CARDS, plays
from arena.rules.position import Position
from arena.rules.turns import can_draw

TAKE_DEBT: Final = (Choice(Kind.TAKE_DEBT),)
CATCH: Final = (Choice(Kind.CATCH), Choice(Kind.LET_PASS))
CUT: Final = (Choice(Kind.KEEP_CUT), Choice(Kind.LEAVE_CUT))
BELIEVE: Final = (Choice(Kind.BELIEVE), Choice(Kind.DOUBT))
NAME: Final = (Choice(Kind.NAME_SUIT, suits=ALL_SUITS),)
MISS_TURN: Final = (Choice(Kind.MISS_TURN),)


def choices(position: Position) -> tuple[Choice, ...]:
    """What the seat that is asked may do; empty if and only if the game is over. Plays come first."""
    legal = position.legal
    if legal is None:
        position.legal = legal = _QUESTIONS[position.ask](position)
    return legal


def why_illegal(position: Position, action: Action) -> str | None:
    """Why the rules do not allow an action here; None if they do."""
    same = [
        choice for choice in choices(position) if (choice.kind, choice.card) == (action.kind, action.card)
    ]
    if not same:
        return f"{action.kind.name} of this card is not among the choices"
    if not any(permits(choice, action) for choice in same):
        return "a field of the action is not what its choice allows"
    return None


def permits(choice: Choice, action: Action) -> bool:
    """Whether an action is one of a choice's; it must give every field the choice has and no other."""
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


def _over(position: Position) -> tuple[Choice, ...]:
    return ()


def _turn(position: Position) -> tuple[Choice, ...]:
    """A fresh turn: who can play must, unless he may draw freely (X-MUST)."""
    return _play_or_draw(position, position.game.may_draw)


def _cover(position: Position) -> tuple[Choice, ...]:
    """A card to be covered: as a fresh turn, but that some rulesets do not let one draw instead (X-COVER)."""
    effect = position.game.effects[position.top]
    or_draw = not isinstance(effect, Cover) or effect.or_draw
    return _play_or_draw(position, position.game.may_draw and or_draw)


def _play_or_draw(position: Position, may_draw: bool) -> tuple[Choice, ...]:
    """Who cannot play draws; with nothing to draw who can play must, who cannot passes (X-NODRAW)."""
    game = position.game
    found = _plays(position, position.fits)
    if game.drawing:
        return found + draw_or_pass(position, game.drawing)
    if found and not may_draw:
        return found
    if position.stock or can_draw(position):
        return found + DRAW
    return found or PASS


def _plays(position: Position, wanted: CardSet) -> tuple[Choice, ...]:
    game = position.game
    if game.simple:
        hand = position.hands[position.turn]
        if hand.bit_count() > FEW_CARDS:
            return game.wordless[hand & wanted]
    return claims(position, wanted) if game.face_down else plays(position, wanted)


def _go_on(position: Position) -> tuple[Choice, ...]:
    """After a draw, a paid debt or a card that lets one go on: play or end the turn (X-DRAWN, X-DEBT-AFTER,
    X-NODRAW-2).
    """
    if position.game.face_down:
        return claims(position, position.fits) + PASS
    return _plays(position, position.fits & position.allowed) + PASS


def _debt(position: Position) -> tuple[Choice, ...]:
    """Answer, or take it all (X-DEBT)."""
    answers = position.game.answers[position.owed_for] if position.owed_for else 0
    return _plays(position, answers) + TAKE_DEBT


def _miss(position: Position) -> tuple[Choice, ...]:
    """Answer, or miss the turn (X-SKIP-ANSWER)."""
    effect = position.game.effects[position.top]
    answers = position.game.answers[effect] if effect else 0
    return _plays(position, answers) + MISS_TURN


def _drawn_seven(position: Position) -> tuple[Choice, ...]:
    """One of the answers just drawn, alone, or none (X-DRAWN7)."""
    return plays(position, position.allowed) + PASS


def _catch(position: Position) -> tuple[Choice, ...]:
    return CATCH


def _cut(position: Position) -> tuple[Choice, ...]:
    return CUT


def _believe(position: Position) -> tuple[Choice, ...]:
    return BELIEVE


def _name(position: Position) -> tuple[Choice, ...]:
    return NAME


_QUESTIONS: Final[Mapping[Ask, Callable[[Position], tuple[Choice, ...]]]] = {
    Ask.OVER: _over,
    Ask.CUT: _cut,
    Ask.TURN: _turn,
    Ask.DRAWN: _go_on,
    Ask.COVER: _cover,
    Ask.DEBT: _debt,
    Ask.PAID: _go_on,
    Ask.MISS: _miss,
    Ask.GO_ON: _go_on,
    Ask.CATCH: _catch,
    Ask.BELIEVE: _believe,
    Ask.NAME: _name,
    Ask.DRAWN_SEVEN: _drawn_seven,
}
