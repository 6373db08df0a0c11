"""Describe announcements in sentences: when a player must say a word, and the penalty for forgetting it."""

from collections.abc import Iterator
from typing import Final

from arena.rules.ruleset import NEW_HAND, Calls, OnGoingOut, Paid, Ruleset
from arena.viewer.rule_card.effects import Terms
from arena.viewer.rule_card.words import any_of, cards, plural_names

_FORGOTTEN: Final = {
    Paid.AT_ONCE: "If you forget it, you draw {price}.",
    Paid.NEXT_TURN: "If you forget it, you draw {price} instead of your next turn.",
    Paid.IF_CAUGHT: (
        "If you forget it, each other player in turn may say it first: then you draw {price}, and may not "
        "play until another player has. Saying it in vain costs nothing."
    ),
    Paid.NEXT_MOVE: (
        "You may still say it until another player moves. If you have one card and have not said it by then, "
        "you draw {price}."
    ),
}


def describe_one_card_left(ruleset: Ruleset) -> str:
    """Return sentences about the announcement that a player makes when one card is left."""
    calls, strong = ruleset.calls, _strong(ruleset)
    if not calls.word:
        return "Nothing is announced."
    text = f"Say “{calls.word}” with the play that leaves you one card"
    if not strong:
        text += "."
    elif calls.on_going_out is OnGoingOut.STRONG_WORD:
        text += f", or “{calls.strong_word}” if that card is {strong}."
    else:
        text += f", but “{calls.strong_word}” if that card is {strong}; then the other word is not enough."
    return f"{text} {_FORGOTTEN[calls.paid].format(price=_price(calls))}"


def describe_set_left(ruleset: Ruleset) -> str:
    """Return sentences about the announcement of several last cards, all of `ruleset.calls.strong` ranks."""
    calls = ruleset.calls
    of_them = plural_names(calls.strong, Terms.of(ruleset).style)
    return (
        f"You may also say “{calls.strong_word}” when several cards are left, all of them {of_them}. If you "
        "draw nothing after that, you may lay them all in one last play, if the first of them fits."
    )


def describe_going_out(ruleset: Ruleset) -> str:
    """Return sentences about the announcement that a player makes with the last card."""
    calls, strong = ruleset.calls, _strong(ruleset)
    match calls.on_going_out:
        case OnGoingOut.A_WORD:
            stronger = f"; with {strong} say “{calls.strong_word}”" if strong else ""
            return (
                f"Say “{calls.word or calls.strong_word}” with your last card{stronger}. Without it "
                f"you do not win: you draw {cards(calls.out_price)}, the card takes effect, your turn ends."
            )
        case OnGoingOut.STRONG_WORD:
            return (
                f"Say “{calls.strong_word}” with {strong} as your last card, or before, when it is left. If "
                f"another player says it first, you do not win: you draw {_price(calls)}, the card stays, "
                "and play continues. Any other last card needs no word."
            )
        case OnGoingOut.NO_WORD:
            return "Your last card needs no announcement."


def _strong(ruleset: Ruleset) -> str:
    calls = ruleset.calls
    return any_of(calls.strong, Terms.of(ruleset).style) if calls.strong else ""


def _price(calls: Calls) -> str:
    return "a whole new hand, as many cards as were dealt" if calls.price == NEW_HAND else cards(calls.price)


def calls_rows(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield the title and the text of each row about announcements on the rule card."""
    calls = ruleset.calls
    yield "one card left", describe_one_card_left(ruleset)
    if calls.word and calls.strong_set and calls.strong:
        yield f"only {plural_names(calls.strong, Terms.of(ruleset).style)} left", describe_set_left(ruleset)
    if calls.word or calls.on_going_out is not OnGoingOut.NO_WORD:
        yield "last card", describe_going_out(ruleset)
