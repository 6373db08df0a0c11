"""Describe a player's choices in words."""

from typing import Final

from maumau.choices import Choice, Kind

_WORDS: Final = {
    Kind.DRAW: "draw a card",
    Kind.PASS: "end the turn",
    Kind.MISS_TURN: "skip the turn",
    Kind.KEEP_CUT: "keep the card",
    Kind.LEAVE_CUT: "leave the card",
    Kind.CATCH: "say the missing word first",
    Kind.LET_PASS: "let it pass",
    Kind.BELIEVE: "believe it",
    Kind.DOUBT: "doubt it",
    Kind.NAME_SUIT: "name a suit",
}


def words_around_card(choice: Choice, debt: int) -> tuple[str, str]:
    """Return the words before and after the card of a choice, such as ("lay ", " face down").

    A choice without a card has only the words before. `debt`: the number of cards that the player owes.
    """
    if choice.kind is Kind.TAKE_DEBT:
        return debt_words(debt), ""
    if choice.card is None:
        return _WORDS[choice.kind], ""
    if not choice.claims:
        return "play ", " at a player" * bool(choice.targets)
    return "lay ", " face down" + ", as one that names a suit" * bool(choice.suits)


def debt_words(cards: int) -> str:
    """Return words for drawing the cards that a player owes, such as "draw the 4 cards"."""
    return "draw the card" if cards == 1 else f"draw the {cards} cards"
