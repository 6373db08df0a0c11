"""Which choices the seat that is asked has."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from arena.rules.announce import last_card_variants, word_variants
from arena.rules.cards import CardSet, members
from arena.rules.choices import Action, Ask, Choice, IllegalAction, Kind, Word
from arena.rules.effects import Cover
from arena.rules.position import Position
from arena.rules.turns import can_draw

FEW_CARDS: Final = 2  # the next play leaves at most one
DRAW: Final = (Choice(Kind.DRAW),)
PASS: Final = (Choice(Kind.PASS),)
TAKE_DEBT: Final = (Choice(Kind.TAKE_DEBT),)
CATCH: Final = (Choice(Kind.CATCH), Choice(Kind.LET_PASS))
CUT: Final = (Choice(Kind.KEEP_CUT), Choice(Kind.LEAVE_CUT))


def choices(position: Position) -> tuple[Choice, ...]:
    """What the seat that is asked may do; empty if and only if the game is over. Plays come first."""
    if position.legal is None:
        position.legal = _QUESTIONS[position.ask](position)
    return position.legal


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
    return _play_or_draw(position, position.game.ruleset.may_draw)


def _cover(position: Position) -> tuple[Choice, ...]:
    """A card to be covered: as a fresh turn, but that some rulesets do not let one draw instead (X-COVER)."""
    effect = position.game.effects[position.top]
    or_draw = not isinstance(effect, Cover) or effect.or_draw
    return _play_or_draw(position, position.game.ruleset.may_draw and or_draw)


def _play_or_draw(position: Position, may_draw: bool) -> tuple[Choice, ...]:
    """Who cannot play draws; with nothing to draw who can play must, who cannot passes (X-NODRAW)."""
    plays = _plays(position, position.fits)
    if plays and not may_draw:
        return plays
    if can_draw(position):
        return plays + DRAW
    return plays or PASS


def _go_on(position: Position) -> tuple[Choice, ...]:
    """After a draw or a paid debt: play or end the turn (X-DRAWN, X-DEBT-AFTER, X-NODRAW-2)."""
    return _plays(position, position.fits & position.allowed) + PASS


def _debt(position: Position) -> tuple[Choice, ...]:
    """Answer, or take it all (X-DEBT)."""
    answers = position.game.answers[position.owed_for] if position.owed_for else 0
    return _plays(position, answers) + TAKE_DEBT


def _catch(position: Position) -> tuple[Choice, ...]:
    return CATCH


def _cut(position: Position) -> tuple[Choice, ...]:
    return CUT


_QUESTIONS: Final[Mapping[Ask, Callable[[Position], tuple[Choice, ...]]]] = {
    Ask.OVER: _over,
    Ask.CUT: _cut,
    Ask.TURN: _turn,
    Ask.DRAWN: _go_on,
    Ask.COVER: _cover,
    Ask.DEBT: _debt,
    Ask.PAID: _go_on,
    Ask.CATCH: _catch,
}


def _plays(position: Position, wanted: CardSet) -> tuple[Choice, ...]:
    game, hand = position.game, position.hands[position.turn]
    playable = hand & wanted
    if not playable:
        return ()
    if game.has_twins:
        # By face: which of two equal cards one holds must not show in the order either (X-TWINS).
        firsts = _first_of_twins(position, hand, playable)
        return tuple(sorted(_with_words(position, hand, firsts), key=lambda play: game.faces[play.card]))
    if _nothing_to_say(position, hand):
        return game.wordless[playable]
    return tuple(_with_words(position, hand, playable))


def _nothing_to_say(position: Position, hand: CardSet) -> bool:
    """Whether no play of one card can call for a word: many cards, and not nearly all of them strong."""
    if hand.bit_count() <= FEW_CARDS:
        return False
    game = position.game
    return not game.ruleset.calls.strong_set or (hand & ~game.strong).bit_count() > 1


def _with_words(position: Position, hand: CardSet, playable: CardSet) -> Iterator[Choice]:
    for card in members(playable):
        left = hand & ~(1 << card)
        plain = position.game.plays[card]
        yield from word_variants(position, plain, left) if left else last_card_variants(position, plain)
    if position.game.ruleset.calls.strong_set:
        yield from _all_strong(position, hand, playable)


def _all_strong(position: Position, hand: CardSet, playable: CardSet) -> Iterator[Choice]:
    """All strong cards as one last play, for who has announced them (D-WINJ, X-D-JACKS, X-D-ALL-JACKS)."""
    further = hand.bit_count() - 1
    if not further or hand & ~position.game.strong or position.said[position.turn] is not Word.MAU_MAU:
        return
    for card in members(playable):
        yield Choice(Kind.PLAY, card, more=hand & ~(1 << card), least=further, most=further)


def _first_of_twins(position: Position, hand: CardSet, playable: CardSet) -> CardSet:
    """Of equal cards in the hand only the one with the lowest number (X-TWINS, X-TWINS-COPY)."""
    faces = position.game.faces
    wanted = {faces[card] for card in members(playable)}
    firsts: dict[int, CardSet] = {}
    for card in members(hand):
        if faces[card] in wanted:
            firsts.setdefault(faces[card], 1 << card)
    return sum(firsts.values())
