"""Contradictory rulesets are refused; all others can be played."""

import json
from random import Random
from typing import Any

import pytest

from arena.rules import (
    Action,
    ActionKind,
    BadRuleset,
    Choice,
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
from arena.rules.house_rules.problems import Flaw
from arena.rules.house_rules.validate import find_flaws
from arena.wire.encode import Encoder
from tests.conftest import Scale
from tests.rules.any_rules import any_options, any_rules
from tests.rules.conftest import Golden
from tests.rules.table import everywhere

MAX_PLIES = 200
PARTS = 4  # so that no test takes long


@pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
def test_the_fixed_rulesets_are_sound(rules: Ruleset) -> None:
    assert not list(find_flaws(rules))


LIVES = {"scoring": {"is": "Lives"}, "ends": {"is": "NothingLeft"}, "start": 5}
POINTS = {"scoring": {"is": "HandPoints"}, "ends": {"is": "AfterDeals", "deals": 10}}
SKIPS = {"is": "SkipNext"}
PRSI_7 = {"is": "OweCards", "cards": 2, "answers": "7", "turn_goes_on": False}


CONTRADICTIONS: list[tuple[str, str, dict[str, Any]]] = [
    ("mau-mau", "players", {"players": [5, 2]}),
    ("mau-mau", "packs", {"packs": {"3": {"ranks": "789TJQKA"}}}),
    ("prsi", "packs.2", {"packs": {"2": {"ranks": "23456789TJQKA", "copies": 3}}}),
    ("quick", "packs.2", {"packs": {"2": {"ranks": "789TJQKA", "copies": 3}}}),
    ("prsi", "packs.2", {"hand": 7}),
    ("prsi", "packs.2", {"hand": 8, "players": [2, 3], "cut": 8}),
    ("faraon", "packs.2", {"deals": {**LIVES, "start": 7, "hand_is_total": True}}),
    ("prsi", "turned_back", {"turned_back": "789TJQK"}),
    ("prsi", "cut_each", {"cut_each": True}),
    ("prsi", "cut", {"cut": 4, "wild": dict.fromkeys("9TJQK", "")}),
    ("prsi", "wild.2", {"wild": {"2": ""}}),
    ("prsi", "wild.Q", {"wild": {"Q": "2"}}),
    ("prsi", "effects.2", {"effects": {"2": SKIPS}}),
    ("prsi", "effects.2C", {"effects": {"2C": SKIPS}}),
    ("prsi", "effects.X", {"effects": {"X": SKIPS}}),
    ("prsi", "effects.7.answers", {"effects": {"7": {**PRSI_7, "answers": "72"}}}),
    ("prsi", "keeps_suit", {"keeps_suit": "X"}),
    ("prsi", "keeps_suit", {"keeps_suit": "K"}),
    ("prsi", "draws_at_last", {"draws_at_last": "2"}),
    ("prsi", "returns", {"returns": "2"}),
    ("prsi", "returns", {"returns": "9"}),
    ("prsi", "turned_back", {"turned_back": "2"}),
    ("mau-mau", "values.7", {"values": {}}),
    ("mau-mau", "values.X", {"packs": {"2": {"ranks": "789TJQKA", "jokers": 1}}}),
    ("prsi", "effects.7.only_drawn", {"effects": {"7": {**PRSI_7, "only_drawn": True}}}),
    ("prsi", "effects.7.names_suit", {"effects": {"7": {**PRSI_7, "names_suit": True}}}),
    (
        "mau-mau",
        "effects.7.drawn_first",
        {"effects": {"7": {"is": "OweCards", "cards": 2, "drawn_first": 3}}},
    ),
    (
        "mau-mau",
        "effects.7.cancelled_by",
        {"effects": {"7": {"is": "OweCards", "cards": 2, "cancelled_by": "JS"}}},
    ),
    ("prsi", "effects.7.cancelled_by", {"effects": {"7": {**PRSI_7, "cancelled_by": "2S"}}}),
    ("prsi", "effects", {"effects": {rank: {"is": "OweCards", "cards": 20} for rank in "789T"}}),
    ("prsi", "effects.7.drawn_answers", {"effects": {"7": {**PRSI_7, "drawn_answers": "7"}}}),
    (
        "prsi",
        "effects.7.drawn_answers",
        {"effects": {"7": {**PRSI_7, "drawn_first": 3, "drawn_answers": "K"}}},
    ),
    ("prsi", "effects.7.rest_lapses", {"effects": {"7": {**PRSI_7, "rest_lapses": True}}}),
    ("prsi", "effects.7.answer_names", {"effects": {"7": {**PRSI_7, "answer_names": True}}}),
    (
        "pesten",
        "face_down",
        {
            "calls": {"word": "", "price": 0},
            "draws_at_last": "",
            "face_down": {},
            "effects": {"X": {"is": "OweCards", "cards": 5, "answers": "X", "answer_names": True}},
        },
    ),
    ("prsi", "effects.8.answers", {"effects": {"8": {**SKIPS, "answers": "9"}}}),
    ("prsi", "calls.word", {"calls": {"word": "", "price": 1, "strong": "J"}}),
    ("prsi", "calls.strong", {"calls": {"word": "a", "price": 1, "strong": "J"}}),
    ("prsi", "calls.strong", {"calls": {"word": "a", "price": 1, "strong": "2", "strong_word": "b"}}),
    (
        "prsi",
        "calls.on_going_out",
        {"calls": {"word": "a", "price": 1, "on_going_out": "the stronger word with a strong card"}},
    ),
    ("prsi", "calls.out_price", {"calls": {"word": "a", "price": 1, "on_going_out": "a word"}}),
    ("faraon", "calls.price", {"calls": {"word": "a", "price": 0}}),
    (
        "prsi",
        "calls.strong_set",
        {"calls": {"word": "a", "price": 1, "strong": "JQ", "strong_word": "b", "strong_set": True}},
    ),
    (
        "quick",
        "calls.strong_set",
        {"calls": {"word": "a", "price": 1, "strong": "J", "strong_word": "b", "strong_set": True}},
    ),
    ("detailed", "effects.J", {"effects": {"J": {"is": "Reverse"}}}),
    ("blind", "several", {"several": True}),
    ("blind", "calls", {"calls": {"word": "a", "price": 1}}),
    ("blind", "returns", {"returns": "7"}),
    ("blind", "suit_after", {"suit_after": True}),
    ("blind", "draws_at_last", {"draws_at_last": "K"}),
    ("blind", "drawing", {"drawing": {"most": 5}}),
    ("blind", "face_down", {"effects": {"A": {"is": "Cover"}}}),
    ("blind", "face_down", {"effects": {"9": {"is": "OneDraws"}}}),
    ("prsi", "returns", {"returns": "7", "to_the_end": True}),
    ("prsi", "returns", {"returns": "7", "suit_after": True}),
    ("prsi", "effects.J", {"suit_after": True, "effects": {"J": SKIPS}}),
    ("prsi", "turned_acts", {"turned_acts": True, "effects": {"9": {"is": "OneDraws"}}}),
    ("prsi", "drawing", {"drawing": {"most": 5}}),
    ("german", "deals.ends", {"deals": {**POINTS, "ends": {"is": "NothingLeft"}}}),
    ("german", "deals.ends", {"deals": {**LIVES, "ends": {"is": "DealEach"}}}),
    ("german", "deals.ends", {"deals": {"scoring": {"is": "Wins"}, "ends": {"is": "OutAt", "total": 10}}}),
    ("german", "deals.start", {"deals": {**LIVES, "start": 0}}),
    ("german", "deals.start", {"deals": {**POINTS, "ends": {"is": "OutAt", "total": 101}, "start": 101}}),
    ("german", "deals.hand_is_total", {"deals": {**POINTS, "hand_is_total": True}}),
    ("german", "deals", {"deals": {**POINTS, "ends": {"is": "AfterDeals", "deals": 200}}}),
]


def flaws_of(base: str, fields: dict[str, Any]) -> list[Flaw]:
    with pytest.raises(BadRuleset) as caught:
        ruleset_from({**ruleset(base).data(), **fields})
    return list(caught.value.flaws)


@pytest.mark.parametrize(("base", "where", "fields"), CONTRADICTIONS)
def test_a_contradiction_is_reported_at_its_field(base: str, where: str, fields: dict[str, Any]) -> None:
    assert where in {".".join(flaw.where) for flaw in flaws_of(base, fields)}


def test_the_messages_about_contradictions(golden: Golden) -> None:
    reported = [
        flaw.what
        for base, where, fields in CONTRADICTIONS
        for flaw in flaws_of(base, fields)
        if ".".join(flaw.where) == where
    ]
    golden.check("contradictions.txt", "".join(f"{what}\n" for what in dict.fromkeys(reported)))


def test_the_cards_are_counted_for_each_number_of_players() -> None:
    assert [flaw.where for flaw in flaws_of("prsi", {"hand": 9})] == [("packs", "2")] * 2


@pytest.mark.parametrize("part", range(PARTS))
def test_a_ruleset_without_flaws_can_be_played(part: int, scale: Scale) -> None:
    """Play random rulesets that pass validation, to the end or for a while."""
    played = 0
    for seed in range(part, scale.pick(quick=40, ci=75, full=30_000), PARTS):
        chance = Random(seed)
        try:
            rules = ruleset_from(json.loads(json.dumps(any_rules(chance))))
        except BadRuleset:
            continue
        assert ruleset_from(json.loads(rules.stated)) == rules
        for seats in sorted({*rules.players}):
            play(rules, seats, chance)
            played += 1
    assert played >= scale.pick(quick=8, ci=24, full=10_000) // PARTS


@pytest.mark.parametrize("part", range(PARTS))
def test_options_without_clashes_can_be_played(part: int, scale: Scale) -> None:
    for seed in range(part, scale.pick(quick=20, ci=40, full=30_000), PARTS):
        chance = Random(seed)
        rules = any_options(chance)
        assert ruleset_from(json.loads(rules.stated)) == rules
        for seats in sorted({*rules.players}):
            play(rules, seats, chance)


def play(rules: Ruleset, seats: int, chance: Random) -> None:
    """Play and encode a game as a referee does, so that nothing is too large for the wire."""
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
    """Check that the question fits into a message."""
    seen, offered = observe(position, position.turn), choices(position)
    assert offered
    encoder.question(0, 0, position.ply, b"", seen, offered, 0)


def any_action(chance: Random, offered: tuple[Choice, ...]) -> Action:
    """Return a random action without expanding all choices; plays are more likely than draws."""
    plays = [choice for choice in offered if choice.kind is ActionKind.PLAY]
    choice = chance.choice(plays if plays and chance.random() < 0.7 else offered)
    masks = {"suit": choice.suits, "word": choice.words, "target": choice.targets, "claim": choice.claims}
    fields = {name: chance.choice(list(members(mask))) for name, mask in masks.items() if mask}
    further = chance.sample(list(members(choice.more)), chance.randint(choice.least, choice.most))
    return choice.fill(tuple(further), **fields)
