"""A ruleset's card of rules: complete, in plain sentences, and true to every field of the ruleset."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from enum import Enum
from typing import Any

import pytest

from arena.rules import Ruleset, ruleset, rulesets
from arena.rules.cards import Pack
from arena.rules.effects import Bearer, MayGoOn, NameSuit, OneDraws, OthersDraw, OweCards, Reverse, SkipNext
from arena.rules.ruleset import FaceDown, OneByOne, Paid
from arena.rules.scoring import AfterDeals, Collected, Deals, HandPoints, SomebodyAt
from arena.viewer.rule_card.card import compare_cards, rule_card
from arena.viewer.rule_card.effects import Terms, describe_effect
from arena.viewer.rule_card.scores import describe_end, describe_scoring
from arena.viewer.rule_card.special_cards import draw_specials
from tests.golden.check import check_golden

EVERY = pytest.mark.parametrize("one", rulesets(), ids=lambda one: one.id)
FRENCH = Terms("french", several=False, may_draw=False)


# ---- what it says ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["mau-mau", "german-chips", "faraon", "blind"])
def test_text_of_a_card(name: str, request: pytest.FixtureRequest) -> None:
    text = "".join(f"{row.about}: {row.says}\n" for row in rule_card(ruleset(name)))
    check_golden(f"viewer/rule-card-{name}.txt", text, request)


@EVERY
def test_rows_of_a_card_are_sentences(one: Ruleset) -> None:
    rows = list(rule_card(one))
    assert len({row.about for row in rows}) == len(rows)
    for row in rows:
        assert row.about
        assert row.says.endswith(".")
        assert row.says == re.sub(r"\s+", " ", row.says).strip()
        assert not re.search(r"[_{}<>]|\bNone\b|\b0 cards|\.\.|, \.|[a-z]\. [a-z]", row.says), row


@EVERY
def test_every_effect_has_a_row(one: Ruleset) -> None:
    said = [row.says for row in rule_card(one)]
    for effect in one.effects.values():
        assert any(text.endswith(describe_effect(effect, Terms.of(one))) for text in said)


@EVERY
def test_special_cards_are_drawn_with_their_effect(one: Ruleset) -> None:
    rows, drawn = dict(rule_card(one)), list(draw_specials(one))
    cards = [card for special in drawn for card in special.cards]
    pack = next(iter(one.packs.values()))
    assert len(cards) == len(set(cards))
    assert set(cards) == {card for card in pack.names if {card, card[0]} & {*one.effects, *one.wild}}
    assert all(special.name in rows for special in drawn)


def test_effects_in_a_few_words() -> None:
    shown = {special.name: (special.cards, special.effect) for special in draw_specials(ruleset("detailed"))}
    assert shown["2 of clubs"] == (("2C",), "Draw 4")
    assert shown["7"] == (("7C", "7D", "7H", "7S"), "Draw 2, or answer")
    assert shown["Jack"] == (("JC", "JD", "JH", "JS"), "Wild: name a suit")


def test_unknown_effect_is_an_error() -> None:
    nothing: Any = object()
    with pytest.raises(TypeError, match="no description of object"):
        describe_effect(nothing, FRENCH)
    with pytest.raises(TypeError, match="no description of object"):
        describe_scoring(nothing, ruleset("german"))
    with pytest.raises(TypeError, match="no description of object"):
        describe_end(nothing, "")


def test_named_suit_comes_before_the_effect() -> None:
    assert describe_effect(NameSuit(SkipNext()), FRENCH) == (
        "Its player then names the suit. The next player is skipped."
    )


# ---- every field counts ------------------------------------------------------------------------------------
NOT_A_RULE = frozenset({"id", "version", "title", "source", "summary"})


def idle(one: Ruleset) -> frozenset[str]:
    """Fields that mean nothing in a ruleset, as another one stands in for them."""
    owing = [effect for effect in one.effects.values() if isinstance(effect, OweCards)]
    found = {
        "may_draw": one.drawing is not None,
        "after_draw": one.drawing is not None,
        "hand": one.deals is not None and one.deals.hand_is_total,
        "price": not one.calls.word,
        "turn_goes_on": any(effect.drawn_first for effect in owing),
    }
    return NOT_A_RULE | {name for name, means_nothing in found.items() if means_nothing}


@EVERY
def test_every_field_of_a_ruleset_changes_its_card(one: Ruleset) -> None:
    before = list(rule_card(one))
    in_pack = {part for pack in one.packs.values() for name in pack.names for part in (name, name[0])}
    changes = dict(others(one, idle(one), in_pack))
    assert len(changes) > 20
    assert [how for how, other in changes.items() if list(rule_card(other)) == before] == []


def others(whole: object, left_out: frozenset[str], in_pack: set[str]) -> Iterator[tuple[str, Any]]:
    """The same with one thing changed that it states, in it or in what it is made of, and what that is."""
    assert is_dataclass(whole)
    assert not isinstance(whole, type)
    for item in fields(whole):
        value, default = getattr(whole, item.name), default_of(item)
        if item.name in left_out or value == default:
            continue
        for how, other in other_values(value, left_out, in_pack):
            yield f".{item.name}{how}", replace(whole, **{item.name: other})
        if default is not MISSING:
            yield f".{item.name} at its default", replace(whole, **{item.name: default})


def default_of(item: "Field[Any]") -> object:
    return item.default if item.default_factory is MISSING else item.default_factory()


def other_values(value: object, left_out: frozenset[str], in_pack: set[str]) -> Iterator[tuple[str, Any]]:
    """Other values of the same kind."""
    match value:
        case bool():
            yield f" = {not value}", not value
        case Enum():
            yield from ((f" = {other}", other) for other in type(value) if other is not value)
        case int():
            yield f" = {value + 1}", value + 1
        case "french" | "german":
            yield " another", {"french": "german", "german": "french"}[value]
        case str():
            yield " shorter", value[:-1] if value else "7"
        case (int(least), int(most)):
            yield " wider", (least, most + 1)
        case Mapping():
            yield from other_mappings(value, left_out, in_pack)
        case _ if is_dataclass(value):
            yield from others(value, left_out, in_pack)


def other_mappings(
    value: Mapping[Any, Any], left_out: frozenset[str], in_pack: set[str]
) -> Iterator[tuple[str, Any]]:
    for key, item in value.items():
        if isinstance(key, str) and key not in in_pack:
            continue
        if len(value) > 1:
            yield f" without {key}", {one: other for one, other in value.items() if one != key}
        for how, other in other_values(item, left_out, in_pack):
            yield f"[{key}]{how}", {**value, key: other}


# Options that few rulesets have or none, each turned on in one that has not got it.
BASE, PRSI, POINTS = ruleset("mau-mau"), ruleset("prsi"), ruleset("points-150")
POINTS_DEALS = Deals(Collected(), SomebodyAt(150))
OPTIONS: dict[str, tuple[Ruleset, dict[str, Any]]] = {
    "cut": (BASE, {"cut": 4}),
    "turned back": (BASE, {"turned_back": "7"}),
    "a Joker": (BASE, {"packs": {2: Pack("789TJQKA", jokers=1)}}),
    "two packs": (BASE, {"packs": {2: Pack("789TJQKA", copies=2)}}),
    "several": (BASE, {"several": True}),
    "face down": (BASE, {"face_down": FaceDown()}),
    "face down, dearer": (ruleset("blind"), {"face_down": FaceDown(penalty=2)}),
    "draws at last": (BASE, {"draws_at_last": "8"}),
    "returns": (BASE, {"returns": "7"}),
    "to the end": (BASE, {"to_the_end": True}),
    "hands": (BASE, {"hands": {3: 7}}),
    "no reshuffle": (BASE, {"reshuffles": False}),
    "one by one": (BASE, {"drawing": OneByOne(3)}),
    "more spare passes": (ruleset("crazy-eights"), {"drawing": OneByOne(5, spare_passes=2)}),
    "suit after": (BASE, {"suit_after": True}),
    "turned acts": (BASE, {"turned_acts": True}),
    "keeps the suit": (BASE, {"keeps_suit": "J"}),
    "winner leads": (POINTS, {"deals": replace(POINTS_DEALS, winner_leads=True)}),
    "a start": (POINTS, {"deals": replace(POINTS_DEALS, start=20)}),
    "strong set": (BASE, {"calls": replace(BASE.calls, strong_set=True)}),
    "7s on the player before": (BASE, {"effects": {"7": OweCards(2, bearer=Bearer.PREVIOUS)}}),
    "only drawn": (BASE, {"effects": {"7": OweCards(2, only_drawn=True)}}),
    "names the suit": (BASE, {"effects": {"7": OweCards(2, names_suit=True)}}),
    "needs a stock": (BASE, {"effects": {"7": OweCards(2, needs_stock=True)}}),
    "cancelled": (PRSI, {"effects": {"7": OweCards(2, answers="7", cancelled_by="JS")}}),
    "drawn first": (PRSI, {"effects": {"7": OweCards(2, answers="7", drawn_first=1)}}),
    "two count as one": (ruleset("quick"), {"effects": {"7": OweCards(2, each=False)}}),
    "only some of those drawn": (
        PRSI,
        {"effects": {"7": OweCards(2, answers="7K", drawn_first=1, drawn_answers="7")}},
    ),
    "the rest lapses": (PRSI, {"effects": {"7": OweCards(2, answers="7", drawn_first=1, rest_lapses=True)}}),
    "a Joker in answer": (
        ruleset("pesten"),
        {"effects": {"X": OweCards(5, answers="2X", answer_names=True)}},
    ),
    "8s answered": (BASE, {"effects": {"8": SkipNext(answers="8")}}),
    "8s add up": (ruleset("quick"), {"effects": {"8": SkipNext(adds_up=True)}}),
    "more for others": (BASE, {"effects": {"T": OthersDraw(2)}}),
    "more for others for each": (ruleset("quick"), {"effects": {"T": OthersDraw(1, each=True)}}),
    "each turns": (ruleset("quick"), {"effects": {"T": Reverse(each=True)}}),
    "at nobody": (ruleset("haft-khabis"), {"effects": {"2": OneDraws(1, may_spare=True)}}),
    "said late": (BASE, {"calls": replace(BASE.calls, paid=Paid.NEXT_MOVE)}),
    "a doubt that costs the turn": (ruleset("blind"), {"face_down": FaceDown(doubter_draws=False)}),
    "more for one": (BASE, {"effects": {"T": OneDraws(2)}}),
    "goes on": (BASE, {"effects": {"A": MayGoOn()}}),
    "most points win": (
        ruleset("german"),
        {"deals": Deals(HandPoints(fewest_wins=False), AfterDeals(10))},
    ),
}


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_has_words(option: str) -> None:
    base, fields = OPTIONS[option]
    house = replace(base, **fields)
    assert list(rule_card(house)) != list(rule_card(base))
    assert compare_cards(house, base)


# ---- what differs ------------------------------------------------------------------------------------------
def test_a_ruleset_does_not_differ_from_itself() -> None:
    for one in rulesets():
        assert compare_cards(one, one) == ()


def test_differences_by_row() -> None:
    stacking = {one.about: one for one in compare_cards(ruleset("mau-mau-stacking"), BASE)}
    assert set(stacking) == {"players", "pack from 6 players on", "cut", "7", "8", "penalties"}
    assert stacking["8"].here != stacking["8"].there
    assert stacking["cut"].there == stacking["pack from 6 players on"].here == ""


def test_differences_of_another_base() -> None:
    found = {one.about: one for one in compare_cards(ruleset("neuner"), BASE)}
    assert found["Jack"].here == found["9"].there == ""
    assert (found["players"].here, found["players"].there) == ("2 to 5.", "2 to 8.")
