"""Ask a person for a choice: numbered actions, then the details of the action."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from rich.text import Text

from arena import rules
from arena.rules.cards import SUITS
from arena.service.people.choice_words import words_around_card
from arena.viewer.cards.glyphs import card_glyph, ink, suit_label
from arena.viewer.text import Wording
from maumau import Card, Choice, Suit, View, Word

RESIGN: Final = "resign"
HELP: Final = "?"

_T = TypeVar("_T")


class Resigned(Exception):
    """The exception that is raised when the person gives up."""


@dataclass(frozen=True, slots=True)
class PersonTerminal:
    """The terminal on which a person plays: functions to print and read, the wording, the help text."""

    wording: Wording
    help: Text  # printed when the person asks for help
    say: Callable[[Text], None]  # prints a text
    # shows a prompt and returns the typed line; None at the end of the input
    read: Callable[[str], str | None]


def ask(table: PersonTerminal, view: View) -> Choice:
    """Ask the person for a legal choice: first the action, then its details, such as a suit.

    Raise Resigned if the person gives up.
    """
    choice = _choose(table, "Your move", [(_action_text(table, view, one), one) for one in view.legal])
    wording = table.wording
    suits = [(_suit(wording, suit), suit) for suit in choice.suits]
    words = [(_word_text(wording, word), word) for word in choice.words]
    targets = [(Text(wording.names[seat]), seat) for seat in choice.targets]
    claims = [(_cards(wording, [card]), card) for card in choice.claims]
    more = [(_cards(wording, cards), cards) for cards in choice.ways_to_lay()]
    return choice.with_(
        more=_ask_if_open(table, "Play more cards with it", more),
        claim=_ask_if_open(table, "Claim it is", claims),
        suit=_ask_if_open(table, "Which suit", suits),
        target=_ask_if_open(table, "Which player", targets),
        word=_ask_if_open(table, "Say", words),
    )


def _ask_if_open(table: PersonTerminal, question: str, answers: Sequence[tuple[Text, _T]]) -> _T | None:
    """Ask the person to choose one of `answers` (pairs of a label and a value), and return the value.

    If there is at most one answer, nothing is left to choose: do not ask, and return None.
    """
    return _choose(table, question, answers) if len(answers) > 1 else None


def _choose(table: PersonTerminal, question: str, answers: Sequence[tuple[Text, _T]]) -> _T:
    lines = [Text(f" {number:>2}  ") + text for number, (text, _) in enumerate(answers, start=1)]
    for line in lines:
        table.say(line)
    which = f"1-{len(answers)}, Enter for 1" if len(answers) > 1 else "Enter"
    numbers = {str(number + 1): number for number in range(len(answers))}
    while True:
        typed = table.read(f"{question}? ({which}) ")
        if typed is None or typed.strip() == RESIGN:
            raise Resigned
        if typed.strip() == HELP:
            for line in (table.help, *lines):
                table.say(line)
            continue
        chosen = typed.strip() or "1"
        if chosen in numbers:
            return answers[numbers[chosen]][1]
        last = f" to {len(answers)}" if len(answers) > 1 else ""
        table.say(Text(f"Type a number, 1{last}; Enter alone is 1; “{HELP}” helps; “{RESIGN}” gives up."))


def _action_text(table: PersonTerminal, view: View, choice: Choice) -> Text:
    before, after = words_around_card(choice, view.pending_draw)
    return Text(before) + (_cards(table.wording, [choice.card]) if choice.card else Text()) + Text(after)


def _cards(wording: Wording, cards: Sequence[Card]) -> Text:
    if not cards:
        return Text("nothing")
    style = wording.pack.style
    each = (Text(card_glyph(str(card), style), f"bold {ink(str(card)[1], style)}") for card in cards)
    return Text(" ").join(each)


def _suit(wording: Wording, suit: Suit) -> Text:
    letter, style = SUITS[suit], wording.pack.style
    return Text(suit_label(letter, style), ink(letter, style))


def _word_text(wording: Wording, word: Word) -> Text:
    text = wording.announcement(rules.Word(word))
    return Text(f"“{text}”" if text else "nothing")
