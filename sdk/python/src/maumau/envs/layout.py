"""The layout of action numbers: what each number means in a game."""

from functools import lru_cache
from typing import Final

from arena.rules import ActionKind, GameRules, Word
from arena.rules.cards import SUITS

_KINDS: Final = tuple(kind for kind in ActionKind if kind is not ActionKind.PLAY)


class Layout:
    """The numbers of the actions in the games of one ruleset and number of seats.

    In this order: a number for each face of the pack (to play, to lay with the played card, or to claim), the
    other kinds of action, the four suits, the words of an announcement, the other seats (1 is the next one in
    seat order), and `none` (no further card, or no value).
    """

    def __init__(self, game: GameRules) -> None:
        self.faces = faces = max(game.faces) + 1
        self.seats = game.seats
        self.kinds: dict[ActionKind, int] = {kind: faces + at for at, kind in enumerate(_KINDS)}
        self.suit = faces + len(_KINDS)
        self.word = self.suit + len(SUITS)
        self._target = self.word + len(Word)
        self.none = self._target + game.seats - 1
        self.size = self.none + 1
        self.names = (
            *game.pack.names[:faces],
            *(kind.name.lower() for kind in _KINDS),
            *(f"suit {suit}" for suit in SUITS),
            *(f"say {word.name.lower()}" for word in Word),
            *(f"aim at +{step}" for step in range(1, game.seats)),
            "none",
        )

    def target(self, seat: int, target: int) -> int:
        """Return the action number with which seat `seat` aims at seat `target`."""
        return self._target + (target - seat) % self.seats - 1


@lru_cache(maxsize=64)
def layout_of(game: GameRules) -> Layout:
    return Layout(game)
