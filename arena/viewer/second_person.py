"""Address the person who plays as "you" in sentences about their seat."""

import re
from typing import Final

from arena.viewer.rule_card.words import capital

YOU: Final = "You"
_IRREGULAR: Final = {"is": "are", "has": "have", "goes": "go", "tries": "try"}
_BREAK: Final = re.compile("(; | – )")  # after it, a sentence may have another subject
_VERB: Final = re.compile(r"^[a-z]+\b")


def address(text: str, name: str = YOU) -> str:
    """Return a replay's sentence with "you" instead of a player's name, and with matching verbs.

    `name`: the player's name. It is replaced where it is a clause's subject or the dealer.

    >>> address("me plays K♣, says “Mau”; greedy is skipped", "me")
    'You play K♣, say “Mau”; greedy is skipped'
    >>> address("greedy is skipped; me plays again", "me")
    'greedy is skipped; you play again'
    >>> address("Deal 1 (dealer: me), 5 cards each", "me")
    'Deal 1 (dealer: you), 5 cards each'
    """
    subject = re.compile(rf"{re.escape(name)}(?: |: (?=resigned))")
    addressed = "".join(
        _second_person(part[start.end() :]) if (start := subject.match(part)) else part
        for part in _BREAK.split(text.replace(f"(dealer: {name})", "(dealer: you)"))
    )
    return capital(addressed) if subject.match(text) else addressed


def _second_person(predicates: str) -> str:
    verbs = (_VERB.sub(_conjugate, predicate) for predicate in predicates.split(", "))
    return f"you {', '.join(verbs)}"


def _conjugate(verb: re.Match[str]) -> str:
    return _IRREGULAR.get(verb[0], verb[0].removesuffix("s"))
