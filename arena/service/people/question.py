"""A question to a person as JSON for the page, and the page's answer as a choice."""

from collections.abc import Iterable, Mapping
from time import monotonic
from typing import Any, Final, TypeVar

from arena import rules
from arena.service.errors import BadSettings
from arena.service.people.choice_words import debt_words, words_around_card
from arena.viewer.cards.glyphs import card_glyph, rank_name
from arena.viewer.text import Wording, join_names
from maumau import Ask, Card, Choice, Kind, NotAllowed, Suit, View

_TITLES: Final = {
    Ask.TURN: "Your turn",
    Ask.DRAWN: "Play or end the turn",
    Ask.PAID: "Play or end the turn",
    Ask.MISS: "Answer or skip the turn",
    Ask.GO_ON: "Play again or end the turn",
    Ask.CATCH: "Is a word missing? Say it first or let it pass",
    Ask.NAME: "Name a suit",
    Ask.DRAWN_SEVEN: "Play a drawn card or draw on",
}
_FIELDS: Final = ("ply", "choice", "more", "suit", "word", "target", "claim")
_T = TypeVar("_T")


def question_json(view: View, wording: Wording, why: Mapping[str, str], *, hint: bool) -> dict[str, Any]:
    """Return a question to a person as JSON data.

    `view`: what the person's seat sees. `wording`: the words for players and cards. `why`: the reasons from
    `why_unplayable`. `hint`: True if the person may ask for a hint.
    """
    return {
        "ply": view.ply,
        "title": _title(view, wording),
        "choices": [_choice_json(choice, view, wording) for choice in view.legal],
        "why": dict(why),
        "hint": hint,
        "left_ms": None if view.deadline is None else max(0, round(1000 * (view.deadline - monotonic()))),
    }


def answer_json(view: View, choice: Choice) -> dict[str, Any]:
    """Convert a choice to the page's JSON answer, but leave out the field `ply`. Reverse: `choice_from`."""
    [number] = [number for number, one in enumerate(view.legal) if _offer(one) == _offer(choice)]
    decided = {
        "more": [str(card) for card in choice.more],
        "suit": _named(choice.suit),
        "word": choice.word,
        "target": choice.target,
        "claim": _named(choice.claim),
    }
    return {"choice": number} | {name: value for name, value in decided.items() if value not in (None, [])}


def choice_from(view: View, answer: Mapping[str, object]) -> Choice:
    """Convert a page's answer to a choice. The answer's `ply` is not checked.

    Only the field `choice` is required. Other missing or null fields take the lowest allowed value. Raise
    BadSettings if the question does not allow the answer.
    """
    if not answer.keys() <= set(_FIELDS):
        raise BadSettings(f"an answer has no fields but {join_names(_FIELDS)}")
    choice = _pick("choice", answer.get("choice"), dict(enumerate(view.legal)))
    if choice is None:
        raise BadSettings("an answer needs the number of a choice")
    try:
        return choice.with_(
            more=_further(choice, answer.get("more")),
            suit=_pick("suit", answer.get("suit"), _by_name(choice.suits)),
            word=_pick("word", answer.get("word"), {int(word): word for word in choice.words}),
            target=_pick("target", answer.get("target"), {seat: seat for seat in choice.targets}),
            claim=_pick("claim", answer.get("claim"), _by_name(choice.claims)),
        )
    except NotAllowed as problem:
        raise BadSettings(str(problem)) from None


def describe_decision(choice: Choice, view: View, wording: Wording) -> str:
    """Describe a choice and its selected values in words, such as "play J♥, name clubs, say “Mau”"."""
    suit = "" if choice.suit is None else f"name {wording.suit(choice.suit)}"
    if choice.kind is Kind.NAME_SUIT:
        return suit
    before, after = words_around_card(choice, view.pending_draw)
    cards = join_names([_glyph(card, wording) for card in choice.cards]) if choice.cards else ""
    if choice.claim is not None:
        after = f" face down as “{_glyph(choice.claim, wording)}”"
    elif choice.target is not None:
        after = f" at {wording.names[choice.target]}"
    word = "" if choice.word is None else wording.announcement(rules.Word(choice.word))
    return ", ".join(filter(None, [before + cards + after, suit, f"say “{word}”" if word else ""]))


def _title(view: View, wording: Wording) -> str:
    """Return the question in words."""
    match view.ask:
        case Ask.CUT if view.met:
            return f"You cut {_glyph(view.met, wording)}: keep it?"
        case Ask.DEBT:
            return f"Answer or {debt_words(view.pending_draw)}"
        case Ask.COVER if view.top:
            return f"Cover the {rank_name(view.top.rank, wording.pack.style)}"
        case Ask.BELIEVE if view.claim and view.claimant is not None:
            return f"{wording.names[view.claimant]} claims {_glyph(view.claim, wording)}: believe it?"
        case Ask.GO_ON if not view.plays and any(choice.words for choice in view.legal):
            return f"Say “{wording.word}” or end the turn"
    return _TITLES[view.ask]


def _choice_json(choice: Choice, view: View, wording: Wording) -> dict[str, Any]:
    before, after = words_around_card(choice, view.pending_draw)
    card = "" if choice.card is None else _glyph(choice.card, wording)
    fields = {
        "card": _named(choice.card),
        "further": [str(card) for card in choice.further],
        "suits": [str(suit) for suit in choice.suits],
        "words": [[word, wording.announcement(rules.Word(word))] for word in choice.words],
        "targets": choice.targets,
        "claims": [str(card) for card in choice.claims],
    }
    return (
        {"kind": choice.kind.name.lower(), "text": before + card + after}
        | {name: value for name, value in fields.items() if value}
        | ({"least": choice.least, "most": choice.most} if choice.most else {})
    )


def _offer(choice: Choice) -> tuple[object, ...]:
    """Return the parts of a choice that do not change when the player selects values.

    These are its kind, its card, and the values that the player can select. Compare them to find the same
    choice again after the player has selected values.
    """
    open_fields = (choice.suits, choice.words, choice.targets, choice.claims, choice.least, choice.most)
    return choice.kind, choice.card, *open_fields


def _further(choice: Choice, names: object) -> list[Card] | None:
    """Return the cards that are played on top of the choice's card; None if `names` is None.

    `names`: the cards' names, as JSON data. Raise BadSettings if the choice does not allow these cards.
    """
    if names is None:
        return None
    if not isinstance(names, list) or not choice.least <= len(names) <= choice.most:
        raise BadSettings(f"more: send a list of {choice.least} to {choice.most} cards")
    by_name = _by_name(choice.further)
    return [_one_of("more", name, by_name) for name in names]


def _pick(field: str, value: object, allowed: Mapping[Any, _T]) -> _T | None:
    """Return the object in `allowed` whose key is this JSON value; None if the value is null.

    Raise BadSettings for other values. `field`: the value's field, for the error message.
    """
    return None if value is None else _one_of(field, value, allowed)


def _one_of(field: str, value: object, allowed: Mapping[Any, _T]) -> _T:
    """Return the object in `allowed` whose key is this JSON value. Raise BadSettings for other values.

    `field`: the value's field, for the error message.
    """
    for key, one in allowed.items():
        if type(key) is type(value) and key == value:  # True is not 1
            return one
    expected = f"send {join_names(list(map(str, allowed)), 'or')}" if allowed else "not part of this choice"
    raise BadSettings(f"{field}: {expected}")


def _by_name(values: Iterable[_T]) -> dict[str, _T]:
    return {str(value): value for value in values}


def _named(value: Card | Suit | None) -> str | None:
    return None if value is None else str(value)


def _glyph(card: Card, wording: Wording) -> str:
    return card_glyph(str(card), wording.pack.style)
