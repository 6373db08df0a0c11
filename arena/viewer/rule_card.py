"""A ruleset as a card of rules that a person can read, written from its data."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from arena.rules.cards import Pack
from arena.rules.effects import Bearer, Cover, Effect, OweCards, Reverse, SkipNext
from arena.rules.ruleset import AfterDraw, OnGoingOut, Paid, Ruleset
from arena.rules.scoring import AfterDeals, Collected, HandPoints, OutAt, Scoring, SomebodyAt
from arena.viewer.glyphs import card_glyph, rank_glyph
from arena.viewer.text import listed

_WORDS: Final = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}
_PAID: Final = {
    Paid.AT_ONCE: "",
    Paid.NEXT_TURN: " instead of the next turn",
    Paid.IF_CAUGHT: " if another player says it first",
}
_CARD_NAME: Final = 2  # characters of a card's notation; a rank has one


class Row(NamedTuple):
    """What a row of the card is about, and what it says."""

    about: str
    says: str


def rule_card(ruleset: Ruleset) -> Iterator[Row]:
    """The rows of the card, in the order in which one would explain the game."""
    style = next(iter(ruleset.packs.values())).style
    fewest, most = ruleset.players
    yield Row("players", f"{fewest} to {most}")
    for least, pack in ruleset.packs.items():
        yield Row("pack" if least <= fewest else f"from {least} players", _pack(pack))
    yield Row("deal", f"{ruleset.hand} cards each{_cut(ruleset.cut)}")
    yield Row("fits", "the same suit or rank")
    for rank, not_on in ruleset.wild.items():
        yield Row("wild", _wild(rank_glyph(rank, style), [rank_glyph(one, style) for one in not_on]))
    yield Row("draw", _draw(ruleset))
    for card, effect in ruleset.effects.items():
        name = card_glyph(card, style) if len(card) == _CARD_NAME else rank_glyph(card, style)
        yield Row(name, describe(effect, style))
    yield from _calls(ruleset, style)
    yield from _end(ruleset)
    yield Row("card points", _values(ruleset, style))


def describe(effect: Effect, style: str = "french") -> str:
    """What a card does, in a sentence. Raises TypeError for an effect that has none yet."""
    match effect:
        case OweCards(cards, answers, turn_goes_on, bearer):
            who = "the next player" if bearer is Bearer.NEXT else "the player before"
            ranks = listed([rank_glyph(rank, style) for rank in answers]) if answers else ""
            unless = f", or answers with {ranks}: debts add up" if ranks else ""
            then = "may then play" if turn_goes_on else "misses the turn"
            return f"{who} draws {_number(cards)} and {then}{unless}"
        case SkipNext():
            return "the next player misses the turn"
        case Reverse(again):
            return "play goes the other way round" + (
                ", and its player has a full turn more" if again else ""
            )
        case Cover(or_draw):
            draw = " or draw" if or_draw else ", and draws only if none fits"
            return f"its player must put another card on it{draw}; as last card it does not go out"
    raise TypeError(f"no description of {type(effect).__name__}")


def _number(number: int) -> str:
    return _WORDS.get(number, str(number))


def _pack(pack: Pack) -> str:
    ranks = " ".join(rank_glyph(rank, pack.style) for rank in pack.ranks)
    copies = f", {_number(pack.copies)} packs" if pack.copies > 1 else ""
    jokers = f", {pack.jokers} Jokers" if pack.jokers else ""
    return f"{pack.size} cards{copies}: {ranks}{jokers}, {pack.style} suits"


def _cut(cards: int) -> str:
    return f"; before, the pack is cut up to {_number(cards)} times for effect cards" if cards else ""


def _wild(rank: str, not_on: list[str]) -> str:
    but = f" but {listed(not_on)}" if not_on else ""
    return f"{rank} on any card{but}; its player names the suit"


def _draw(ruleset: Ruleset) -> str:
    who = "anybody may draw a card instead of playing" if ruleset.may_draw else "who cannot play draws a card"
    if ruleset.after_draw is AfterDraw.NOTHING:
        return f"{who}; that ends the turn"
    return f"{who}; then he may play {ruleset.after_draw.value}, or ends the turn"


def _calls(ruleset: Ruleset, style: str) -> Iterator[Row]:
    calls = ruleset.calls
    strong = listed([rank_glyph(rank, style) for rank in calls.strong]) if calls.strong else ""
    late = calls.on_going_out is OnGoingOut.STRONG_WORD
    stronger = f", “{calls.strong_word}” if it is {strong}" if calls.strong and not late else ""
    yield Row(
        "one card left", f"“{calls.word}”{stronger}; forgotten: {_cards(calls.price)}{_PAID[calls.paid]}"
    )
    if calls.strong_set:
        yield Row(
            "", f"with only {strong} left: “{calls.strong_word}”, and they may go together as last play"
        )
    if calls.on_going_out is OnGoingOut.A_WORD:
        yield Row("going out", f"with the same word again, or {_cards(calls.out_price)} and no win")
    if late:
        said = f"“{calls.strong_word}”, now or on leaving it"
        yield Row("going out", f"with {strong}: {said}; if caught: {_cards(calls.price)} and play on")


def _cards(number: int) -> str:
    return f"draw {_number(number)} card{'' if number == 1 else 's'}"


def _end(ruleset: Ruleset) -> Iterator[Row]:
    if ruleset.deals is None:
        yield Row("end", "one deal: the first without cards wins")
        return
    yield from _scoring(ruleset.deals.scoring, several=ruleset.calls.strong_set)
    match ruleset.deals.ends:
        case OutAt(total):
            yield Row("end", f"several deals: who has {total} or more is out, the last one in wins")
        case AfterDeals(deals):
            yield Row("end", f"{_number(deals)} deals: the fewest points win")
        case SomebodyAt(total):
            yield Row("end", f"several deals: the first to {total} wins")


def _scoring(scoring: Scoring, *, several: bool) -> Iterator[Row]:
    """`several`: whether a deal may be won with several cards of the rank that multiplies the scores."""
    match scoring:
        case HandPoints(winner=points, multiplied_by=ranks):
            winner = f"−{-points}" if points < 0 else str(points)
            with_n, times = (f"n cards {ranks}", "times n + 1") if several else (ranks, "times 2")
            yield Row("scoring", f"everybody the cards left in hand, the winner of the deal {winner}")
            yield Row("", f"won with {with_n}: all scores of the deal {times}")
        case Collected():
            yield Row("scoring", "the winner of a deal collects the cards left in the others' hands")


def _values(ruleset: Ruleset, style: str) -> str:
    """Ranks of one value together, those that count their number last."""
    ranks = next(iter(ruleset.packs.values())).ranks
    numbers = [rank for rank in ranks if rank_glyph(rank, style) == str(ruleset.values[rank])]
    others = sorted({ruleset.values[rank] for rank in ranks if rank not in numbers}, reverse=True)
    worth = {
        value: [rank for rank in ranks if rank not in numbers and ruleset.values[rank] == value]
        for value in others
    }
    said = [f"{listed([rank_glyph(rank, style) for rank in same])} {value}" for value, same in worth.items()]
    return ", ".join([*said, f"{_span(numbers, style)} their number"])


def _span(ranks: list[str], style: str) -> str:
    return f"{rank_glyph(ranks[0], style)}–{rank_glyph(ranks[-1], style)}"
