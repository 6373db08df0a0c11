"""What contradicts itself is no ruleset; what does not can be played, whatever it is."""

import json
from random import Random
from typing import Any

import pytest

from arena.rules import (
    Action,
    BadRuleset,
    Choice,
    Kind,
    Position,
    Ruleset,
    action_named,
    apply,
    choices,
    game_for,
    notation,
    observe,
    outcome,
    ruleset,
    ruleset_from,
    rulesets,
    start,
)
from arena.rules.cards import members
from arena.rules.dealer import SamplingDealer
from arena.rules.house_rules.validate import unsound
from arena.wire.encode import Encoder
from tests.conftest import Scale
from tests.rules.any_rules import any_options, any_rules
from tests.rules.table import everywhere

MAX_PLIES = 200
PARTS = 4  # that none is long


@pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
def test_the_fixed_rulesets_are_sound(rules: Ruleset) -> None:
    assert not list(unsound(rules))


PACK_52 = {"2": {"ranks": "23456789TJQKA"}}
LIVES = {"scoring": {"is": "Lives"}, "ends": {"is": "NothingLeft"}, "start": 5}
POINTS = {"scoring": {"is": "HandPoints"}, "ends": {"is": "AfterDeals", "deals": 10}}
SKIPS = {"is": "SkipNext"}
PRSI_7 = {"is": "OweCards", "cards": 2, "answers": "7", "turn_goes_on": False}


@pytest.mark.parametrize(
    ("base", "fields", "where", "what"),
    [
        ("mau-mau", {"players": [5, 2]}, "players", "5 are more than 2"),
        ("mau-mau", {"packs": {"3": {"ranks": "789TJQKA"}}}, "packs", "packs has none for 2 players"),
        (
            "prsi",
            {"packs": {"2": {"ranks": "23456789TJQKA", "copies": 3}}},
            "packs.2",
            "156 cards, and at most",
        ),
        ("quick", {"packs": {"2": {"ranks": "789TJQKA", "copies": 3}}}, "packs.2", "12 cards of one rank"),
        ("prsi", {"hand": 7}, "packs.2", "too small for 5 players: 35 dealt and one turned up are 36 cards"),
        ("prsi", {"hand": 8, "players": [2, 3], "cut": 8}, "packs.2", "24 dealt, 8 that the cutter may take"),
        ("faraon", {"deals": {**LIVES, "start": 7, "hand_is_total": True}}, "packs.2", "for 5 players: 35"),
        ("prsi", {"turned_back": "789TJQK"}, "turned_back", "all cards that may be turned up can be dealt"),
        ("prsi", {"cut_each": True}, "cut_each", "cut is 0"),
        ("prsi", {"cut": 4, "wild": dict.fromkeys("9TJQK", "")}, "cut", "0 of 32 cards do nothing"),
        ("prsi", {"wild": {"2": ""}}, "wild.2", "2 is wild, but no pack has it"),
        ("prsi", {"wild": {"Q": "2"}}, "wild.Q", "2 is what Q may not be put on, but no pack has it"),
        ("prsi", {"effects": {"2": SKIPS}}, "effects.2", "2 has an effect, but no pack has it"),
        ("prsi", {"effects": {"2C": SKIPS}}, "effects.2C", "2C has an effect, but no pack has it"),
        ("prsi", {"effects": {"X": SKIPS}}, "effects.X", "X has an effect, but no pack has it"),
        ("prsi", {"effects": {"7": {**PRSI_7, "answers": "72"}}}, "effects.7.answers", "2 answers 7, but no"),
        ("prsi", {"keeps_suit": "X"}, "keeps_suit", "X keeps the suit, but no pack has it"),
        ("prsi", {"keeps_suit": "K"}, "keeps_suit", "K keeps the suit, but is not wild"),
        ("prsi", {"draws_at_last": "2"}, "draws_at_last", "2 may not be the last card, but no pack"),
        ("prsi", {"returns": "2"}, "returns", "2 brings back, but no pack has it"),
        ("prsi", {"returns": "9"}, "returns", "9 brings back whom it makes draw, but it makes nobody"),
        ("prsi", {"turned_back": "2"}, "turned_back", "2 is not turned up, but no pack has it"),
        ("mau-mau", {"values": {}}, "values.7", "7 has no card points"),
        ("mau-mau", {"packs": {"2": {"ranks": "789TJQKA", "jokers": 1}}}, "values.X", "X has no card points"),
        (
            "prsi",
            {"effects": {"7": {**PRSI_7, "only_drawn": True}}},
            "effects.7.only_drawn",
            "needs turn_goes_on = true",
        ),
        (
            "prsi",
            {"effects": {"7": {**PRSI_7, "names_suit": True}}},
            "effects.7.names_suit",
            "goes on with any",
        ),
        (
            "mau-mau",
            {"effects": {"7": {"is": "OweCards", "cards": 2, "drawn_first": 3}}},
            "effects.7.drawn_first",
            "it needs answers and turn_goes_on = false",
        ),
        (
            "mau-mau",
            {"effects": {"7": {"is": "OweCards", "cards": 2, "cancelled_by": "JS"}}},
            "effects.7.cancelled_by",
            "nobody is asked where there are no answers",
        ),
        (
            "prsi",
            {"effects": {"7": {**PRSI_7, "cancelled_by": "2S"}}},
            "effects.7.cancelled_by",
            "2S cancels it, but packs.2 has no such card",
        ),
        (
            "prsi",
            {"effects": {rank: {"is": "OweCards", "cards": 20} for rank in "789T"}},
            "effects",
            "could come to 320 cards, and at most 255",
        ),
        (
            "prsi",
            {"effects": {"7": {**PRSI_7, "drawn_answers": "7"}}},
            "effects.7.drawn_answers",
            "need drawn_first",
        ),
        (
            "prsi",
            {"effects": {"7": {**PRSI_7, "drawn_first": 3, "drawn_answers": "K"}}},
            "effects.7.drawn_answers",
            "are some of its answers",
        ),
        (
            "prsi",
            {"effects": {"7": {**PRSI_7, "rest_lapses": True}}},
            "effects.7.rest_lapses",
            "needs drawn_first",
        ),
        (
            "prsi",
            {"effects": {"7": {**PRSI_7, "answer_names": True}}},
            "effects.7.answer_names",
            "needs an answer that is in keeps_suit",
        ),
        (
            "pesten",
            {
                "calls": {"word": "", "price": 0},
                "draws_at_last": "",
                "face_down": {},
                "effects": {"X": {"is": "OweCards", "cards": 5, "answers": "X", "answer_names": True}},
            },
            "face_down",
            "OweCards with answer_names exclude each other",
        ),
        ("prsi", {"effects": {"8": {**SKIPS, "answers": "9"}}}, "effects.8.answers", "9 cannot answer it"),
        ("prsi", {"calls": {"word": "", "price": 1, "strong": "J"}}, "calls.word", "there is no other word"),
        ("prsi", {"calls": {"word": "a", "price": 1, "strong": "J"}}, "calls.strong", "belong together"),
        (
            "prsi",
            {"calls": {"word": "a", "price": 1, "strong": "2", "strong_word": "b"}},
            "calls.strong",
            "2 has a word of its own, but no pack has it",
        ),
        (
            "prsi",
            {"calls": {"word": "a", "price": 1, "on_going_out": "the stronger word with a strong card"}},
            "calls.on_going_out",
            "asks for the stronger word",
        ),
        (
            "prsi",
            {"calls": {"word": "a", "price": 1, "on_going_out": "a word"}},
            "calls.out_price",
            "has to draw something",
        ),
        (
            "faraon",
            {"calls": {"word": "a", "price": 0}},
            "calls.price",
            "a whole new hand, but here hands get smaller",
        ),
        (
            "prsi",
            {"calls": {"word": "a", "price": 1, "strong": "JQ", "strong_word": "b", "strong_set": True}},
            "calls.strong_set",
            "calls.strong is to be one rank",
        ),
        (
            "quick",
            {"calls": {"word": "a", "price": 1, "strong": "J", "strong_word": "b", "strong_set": True}},
            "calls.strong_set",
            "go together anyway",
        ),
        (
            "detailed",
            {"effects": {"J": {"is": "Reverse"}}},
            "effects.J",
            "cards that calls.strong_set lays all at once do nothing else",
        ),
        ("blind", {"several": True}, "several", "face_down and several exclude each other"),
        ("blind", {"calls": {"word": "a", "price": 1}}, "calls", "face_down and calls exclude each other"),
        ("blind", {"returns": "7"}, "returns", "face_down and returns exclude each other"),
        ("blind", {"suit_after": True}, "suit_after", "face_down and suit_after exclude each other"),
        ("blind", {"draws_at_last": "K"}, "draws_at_last", "face_down and draws_at_last exclude each other"),
        ("blind", {"drawing": {"most": 5}}, "drawing", "face_down and drawing exclude each other"),
        ("blind", {"effects": {"A": {"is": "Cover"}}}, "face_down", "face_down and the effect Cover exclude"),
        ("blind", {"effects": {"9": {"is": "OneDraws"}}}, "face_down", "the effect OneDraws exclude"),
        (
            "prsi",
            {"returns": "7", "to_the_end": True},
            "returns",
            "returns and to_the_end exclude each other",
        ),
        ("prsi", {"returns": "7", "suit_after": True}, "returns", "returns and suit_after exclude"),
        (
            "prsi",
            {"suit_after": True, "effects": {"J": SKIPS}},
            "effects.J",
            "names its suit and does nothing else",
        ),
        (
            "prsi",
            {"turned_acts": True, "effects": {"9": {"is": "OneDraws"}}},
            "turned_acts",
            "aims at somebody",
        ),
        ("prsi", {"drawing": {"most": 5}}, "drawing", "give may_draw = true"),
        ("german", {"deals": {**POINTS, "ends": {"is": "NothingLeft"}}}, "deals.ends", "cannot end with"),
        ("german", {"deals": {**LIVES, "ends": {"is": "DealEach"}}}, "deals.ends", "take NothingLeft"),
        (
            "german",
            {"deals": {"scoring": {"is": "Wins"}, "ends": {"is": "OutAt", "total": 10}}},
            "deals.ends",
            "with Wins the most win: take SomebodyAt",
        ),
        ("german", {"deals": {**LIVES, "start": 0}}, "deals.start", "deals.start is 0, but Lives are lost"),
        (
            "german",
            {"deals": {**POINTS, "ends": {"is": "OutAt", "total": 101}, "start": 101}},
            "deals.start",
            "at 101 all is over",
        ),
        (
            "german",
            {"deals": {**POINTS, "hand_is_total": True}},
            "deals.hand_is_total",
            "HandPoints are kept",
        ),
        (
            "german",
            {"deals": {**POINTS, "ends": {"is": "AfterDeals", "deals": 200}}},
            "deals",
            "could come to 136,000, and at most 32,767",
        ),
    ],
)
def test_a_contradiction_is_named(base: str, fields: dict[str, Any], where: str, what: str) -> None:
    data = {**ruleset(base).data(), **fields}
    with pytest.raises(BadRuleset) as caught:
        ruleset_from(data)
    found = {".".join(flaw.where): flaw.what for flaw in caught.value.flaws if what in flaw.what}
    assert list(found) == [where], caught.value.flaws


def test_the_cards_are_counted_for_each_number_of_players() -> None:
    data = {**ruleset("prsi").data(), "hand": 9}
    with pytest.raises(BadRuleset) as caught:
        ruleset_from(data)
    assert [flaw.what.split(":")[0] for flaw in caught.value.flaws] == [
        "the pack is too small for 4 players",
        "the pack is too small for 5 players",
    ]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("part", range(PARTS))
def test_what_is_sound_can_be_played(part: int, scale: Scale) -> None:
    """Rulesets made at random: those that pass are played at random, to the end or for a while."""
    played = 0
    for seed in range(part, scale.pick(quick=40, ci=500, full=30_000), PARTS):
        chance = Random(seed)
        try:
            rules = ruleset_from(json.loads(json.dumps(any_rules(chance))))
        except BadRuleset:
            continue
        assert ruleset_from(json.loads(rules.stated)) == rules
        for seats in sorted({*rules.players}):
            play(rules, seats, chance)
            played += 1
    assert played >= scale.pick(quick=8, ci=160, full=10_000) // PARTS


@pytest.mark.one_in(2)
@pytest.mark.parametrize("part", range(PARTS))
def test_options_that_go_together_can_be_played(part: int, scale: Scale) -> None:
    for seed in range(part, scale.pick(quick=20, ci=400, full=30_000), PARTS):
        chance = Random(seed)
        rules = any_options(chance)
        assert ruleset_from(json.loads(rules.stated)) == rules
        for seats in sorted({*rules.players}):
            play(rules, seats, chance)


def play(rules: Ruleset, seats: int, chance: Random) -> None:
    """What a referee does with a game, so that nothing is too large for it either."""
    dealer, game = SamplingDealer(chance), game_for(rules, seats)
    encoder = Encoder(game)
    position, _ = start(game, dealer)
    for _ in range(MAX_PLIES):
        if position.over:
            assert min(outcome(position).places) == 1
            return
        check_question(encoder, position)
        action = any_action(chance, choices(position))
        assert action_named(position, notation(game.pack, action)) == action
        events = apply(position, action, dealer)
        assert all(len(encoder.events(events, seat)) == 4 * len(events) for seat in range(seats))
        assert everywhere(position) == game.cards


def check_question(encoder: Encoder, position: Position) -> None:
    """It fits into a message."""
    seen, offered = observe(position, position.turn), choices(position)
    assert offered
    encoder.question(0, 0, position.ply, b"", seen, offered, 0)


def any_action(chance: Random, offered: tuple[Choice, ...]) -> Action:
    """An action of a choice, without making all of them; draws less often than plays."""
    plays = [choice for choice in offered if choice.kind is Kind.PLAY]
    choice = chance.choice(plays if plays and chance.random() < 0.7 else offered)
    masks = {"suit": choice.suits, "word": choice.words, "target": choice.targets, "claim": choice.claims}
    fields = {name: chance.choice(list(members(mask))) for name, mask in masks.items() if mask}
    further = chance.sample(list(members(choice.more)), chance.randint(choice.least, choice.most))
    return choice.fill(tuple(further), **fields)
