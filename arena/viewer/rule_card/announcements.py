"""Announcements in sentences: when which word is due, and what it costs to leave it out."""

from collections.abc import Iterator
from typing import Final

from arena.rules.ruleset import NEW_HAND, Calls, OnGoingOut, Paid, Ruleset
from arena.viewer.rule_card.effects import Terms
from arena.viewer.rule_card.words import all_of, any_of, cards

_FORGOTTEN: Final = {
    Paid.AT_ONCE: "Whoever forgets it draws {price}.",
    Paid.NEXT_TURN: "Whoever forgets it draws {price} in place of the next turn.",
    Paid.IF_CAUGHT: (
        "Each other player in turn may say it first: then whoever forgot it draws {price}, and may not play "
        "before another player has. If it was said, that costs nothing."
    ),
    Paid.NEXT_MOVE: (
        "It may still be said until another player moves. Whoever has one card and has not said it by then "
        "draws {price}."
    ),
}


def on_leaving_one(ruleset: Ruleset) -> str:
    """What is said with the play that leaves one card."""
    calls, strong = ruleset.calls, _strong(ruleset)
    if not calls.word:
        return "Nothing is announced."
    said = f"“{calls.word}” is said with the play that leaves one card"
    if not strong:
        said += "."
    elif calls.on_going_out is OnGoingOut.STRONG_WORD:
        said += f", or “{calls.strong_word}” if that is {strong}."
    else:
        said += f", but “{calls.strong_word}” if that is {strong}; there the other word is not enough."
    return f"{said} {_FORGOTTEN[calls.paid].format(price=_price(calls))}"


def on_leaving_a_set(ruleset: Ruleset) -> str:
    """What may be said with the play that leaves several cards, all of them strong."""
    calls = ruleset.calls
    of_them = all_of(calls.strong, Terms.of(ruleset).style)
    return (
        f"“{calls.strong_word}” may be said too on leaving several cards, all of them {of_them}. Whoever "
        "said it and has drawn nothing since may lay them all in one last play, if the first of them fits."
    )


def on_going_out(ruleset: Ruleset) -> str:
    """What is said with the last card."""
    calls, strong = ruleset.calls, _strong(ruleset)
    match calls.on_going_out:
        case OnGoingOut.A_WORD:
            stronger = f", with {strong} “{calls.strong_word}”" if strong else ""
            return (
                f"“{calls.word or calls.strong_word}” is said with the last card{stronger}. Without it that "
                f"is no win: its player draws {cards(calls.out_price)}, what the card does holds, and the "
                "turn is over."
            )
        case OnGoingOut.STRONG_WORD:
            return (
                f"“{calls.strong_word}” is said with {strong} as last card, or before, on leaving it. If "
                f"another player says it first, that is no win: its player draws {_price(calls)}, the card "
                "stays, and play goes on. Any other last card needs no word."
            )
        case OnGoingOut.NO_WORD:
            return "Nothing has to be said with the last card."


def _strong(ruleset: Ruleset) -> str:
    calls = ruleset.calls
    return any_of(calls.strong, Terms.of(ruleset).style) if calls.strong else ""


def _price(calls: Calls) -> str:
    return "a whole new hand, as many cards as were dealt" if calls.price == NEW_HAND else cards(calls.price)


def calls_rows(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """All of it, each with what it is about."""
    calls = ruleset.calls
    yield "one card left", on_leaving_one(ruleset)
    if calls.word and calls.strong_set and calls.strong:
        yield f"only {all_of(calls.strong, Terms.of(ruleset).style)} left", on_leaving_a_set(ruleset)
    if calls.word or calls.on_going_out is not OnGoingOut.NO_WORD:
        yield "last card", on_going_out(ruleset)
