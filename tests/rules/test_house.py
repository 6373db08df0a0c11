"""Files of house rules: what they can say, and every mistake with its line."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules import Ruleset, ruleset, rulesets
from arena.rules.cards import Pack
from arena.rules.effects import Cover, MayGoOn, OweCards, SkipNext
from arena.rules.house_rules.load import BadHouseRules, House, house_rules
from arena.rules.house_rules.parse import MAX_STATED
from arena.rules.house_rules.toml_source import MAX_CHARACTERS, MAX_LINES
from arena.rules.ruleset import HOUSE, NO_CALLS
from arena.rules.scoring import AfterDeals, DealEach, Deals, HandPoints
from tests.conftest import Scale

ABOUT = 'id = "ours"\ntitle = "Ours"\nbase = "{base}"\n'


def made(text: str, base: str = "mau-mau") -> House:
    return house_rules(ABOUT.format(base=base) + text)


def changed(text: str, base: str = "mau-mau") -> Ruleset:
    """The ruleset that these changes make of a base."""
    return made(f"[changes]\n{text}", base).ruleset


def mistakes(text: str) -> list[tuple[int, str]]:
    with pytest.raises(BadHouseRules) as caught:
        house_rules(text)
    return [(line, what) for line, what in caught.value.mistakes]


# ---- what they can say -------------------------------------------------------------------------------------


def test_what_house_rules_are_called() -> None:
    house = made('summary = "As we play."\noptions = ["W-DEAL=6", "W-7-STACK"]\n[changes]\ncalls.price = 2\n')
    rules = house.ruleset
    assert (rules.id, rules.title, rules.summary, rules.version) == ("ours", "Ours", "As we play.", HOUSE)
    assert rules.source == "house rules on mau-mau@1: W-DEAL=6, W-7-STACK and changes of calls"
    assert rules.key == f"ours@{rules.hash[:8]}"
    assert house.base is ruleset("mau-mau")
    assert [option.name for option in house.options] == ["W-DEAL=6", "W-7-STACK"]
    assert house.changed == ("calls",)


def test_the_least_that_house_rules_are() -> None:
    house = made("", "pesten@1")
    assert house.ruleset.source == "house rules on pesten@1"
    assert house.ruleset.summary == "Pesten with house rules."
    assert house.ruleset.effects == ruleset("pesten").effects


@pytest.mark.parametrize("base", rulesets(), ids=lambda base: base.id)
def test_every_ruleset_can_be_a_base(base: Ruleset) -> None:
    assert changed("", base.id).packs == base.packs


def test_any_letters_can_stand_in_a_title() -> None:
    assert made('summary = "Für alle – ♣♦♥♠, 麻雀"').ruleset.summary == "Für alle – ♣♦♥♠, 麻雀"


def test_a_table_changes_only_what_it_names() -> None:
    rules = changed('effects.7.cards = 3\ncalls = { word = "One" }\npacks.2.jokers = 1\nvalues.X = 50')
    assert rules.effects == {"7": OweCards(3), "8": SkipNext(), "A": Cover()}
    assert (rules.calls.word, rules.calls.strong_word, rules.calls.price) == ("One", "Mau-Mau", 1)
    assert rules.packs[2] == Pack("789TJQKA", jokers=1)
    assert rules.packs[6] == Pack("789TJQKA", copies=2)
    assert rules.values == {**ruleset("mau-mau").values, "X": 50}


def test_an_effect_that_says_what_it_is_is_all_new() -> None:
    rules = changed('effects.7 = { is = "OweCards", cards = 3 }', "prsi")
    assert rules.effects["7"] == OweCards(3)
    assert ruleset("prsi").effects["7"] == OweCards(2, answers="7", turn_goes_on=False)


def test_false_takes_away() -> None:
    rules = changed("effects.8 = false\npacks.6 = false\nplayers = [2, 5]\ncalls = false\nwild.J = false")
    assert rules.effects.keys() == {"7", "A"}
    assert rules.packs.keys() == {2}
    assert rules.calls == NO_CALLS
    assert rules.wild == {}
    assert changed("deals = false", "detailed").deals is None
    assert changed("face_down = false\nmay_draw = false", "blind").face_down is None


def test_a_game_of_several_deals() -> None:
    text = 'deals = { scoring = { is = "HandPoints", winner = -5 }, ends = { is = "DealEach" } }'
    assert changed(text).deals == Deals(HandPoints(-5), DealEach())
    ends = 'deals.ends = { is = "AfterDeals", deals = 3 }'
    assert changed(ends, "german").deals == Deals(HandPoints(), AfterDeals(3))


def test_options_come_before_changes() -> None:
    rules = made('options = ["G-A=free", "RUSSIA-7=3"]\n[changes.effects]\n7.answers = "7"\n').ruleset
    assert rules.effects == {"7": OweCards(3, answers="7"), "8": SkipNext(), "A": MayGoOn()}


def test_the_order_in_the_file_and_remarks_change_nothing() -> None:
    one = made('options = ["W-7-STACK", "W-DEAL=6"]\n[changes]\ncut = 1\ncalls.price = 2\n')
    other = house_rules(
        '# at home\r\nbase = "mau-mau"\r\ntitle = "Ours"\r\nid = "ours"\r\n\r\n'
        'options = [\r\n  "W-DEAL=6", # always\r\n  "W-7-STACK",\r\n]\r\n'
        "[changes.calls]\r\nprice = 2\r\n[changes]\r\ncut = 1\r\n"
    )
    assert other.ruleset.effects == one.ruleset.effects
    assert other.ruleset.cut == 1
    assert other.ruleset.source.endswith("W-DEAL=6, W-7-STACK and changes of calls, cut")


# ---- every mistake, with its line --------------------------------------------------------------------------

WRONG = """\
id = "mau-mau"
titel = "Ours"
base = "mau-mau"
options = [
  "W-7-STAK",
  "W-DEAL=6",
  "G-DEAL=7",
  "D-OUT=301",
  3,
]
hand = 3

[changes]
players = [2, 9]
hnad = 3
version = 2
calls.price = "two"
wild.Z = ""
wild.Q = "2"
cut_each = true
returns = "9"
to_the_end = true

[changes.packs]
3 = { ranks = "78A", jokers = 2, copiess = 2 }

[changes.effects]
7.card = 3
8 = { is = "SkipNext", answers = "2" }
9 = { is = "Revers" }
T = { is = "OweCards", cards = 0, answers = "T2" }
5 = false
"""


def test_every_mistake_is_named_with_its_line() -> None:
    found = mistakes(WRONG)
    expected = [
        (1, '"mau-mau" is a fixed ruleset'),
        (2, 'there is no key "titel"; did you mean "title"?'),
        (4, 'an option is to be a text such as "W-7-STACK", not 3'),
        (5, 'there is no option "W-7-STAK"; did you mean "W-7-STACK"?'),
        (7, "W-DEAL=6 and G-DEAL=7 both decide the cards dealt"),
        (8, "D-OUT=301 does not work with mau-mau"),
        (11, "hand is a field of the rules: put it under [changes]"),
        (14, "players is to be a whole number from 2 to 8, not 9"),
        (15, 'a ruleset has no field "hnad"; did you mean "hand"?'),
        (16, "version is nothing to change"),
        (17, 'calls.price is to be a whole number from 0 to 20, not "two"'),
        (18, 'wild.Z: write a rank such as "7"'),
        (19, "2 is what Q may not be put on, but no pack has it"),
        (20, "cut_each says how the pack is cut, but cut is 0"),
        (21, "9 brings back whom it makes draw"),
        (21, "returns and to_the_end exclude each other"),
        (24, "X has no card points"),
        (25, 'packs.3 (Pack) has no field "copiess"; did you mean "copies"?'),
        (25, "the pack is too small for 3 players"),
        (25, "the pack is too small for 4 players"),
        (25, "the pack is too small for 5 players"),
        (28, 'effects.7 (OweCards) has no field "card"; did you mean "cards"?'),
        (29, "2 answers 8, but no pack has it"),
        (29, "effects.8: 2 cannot answer it"),
        (30, 'did you mean "Reverse"?'),
        (31, "effects.T.cards is to be a whole number from 1 to 20, not 0"),
        (32, "effects.5 = false takes away what is not there"),
    ]
    assert [line for line, _ in found] == [line for line, _ in expected]
    assert all(what in said for (_, said), (_, what) in zip(found, expected, strict=True))


HEAD = ABOUT.format(base="mau-mau")
RIGHT = HEAD + 'options = ["W-DEAL=6"]\n[changes]\ncut = 4\n[changes.effects]\n8 = false\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [(1, "base is missing"), (1, "id is missing"), (1, "title is missing")]),
        (HEAD + "options = 3", [(4, 'options is to be a list such as ["W-7-STACK"], not 3')]),
        (HEAD + 'options = ["W-CUT", "W-CUT"]', [(4, "W-CUT is named twice")]),
        (HEAD + "changes = 3", [(4, "changes is to be a table, [changes], not 3")]),
        (HEAD + "chances = 3", [(4, 'there is no key "chances"; did you mean "changes"?')]),
        (HEAD + "[changes]\nid = 3", [(5, "id stands above [changes]")]),
        (HEAD + "[changes]\nsource = 3", [(5, "source is nothing to change")]),
        (HEAD.replace("mau-mau", "skat"), [(3, "no ruleset is called 'skat'")]),
        (HEAD.replace("mau-mau", "mau-mai"), [(3, "did you mean 'mau-mau'?")]),
        (HEAD.replace('"mau-mau"', "3"), [(3, "base is to be the id of a fixed ruleset, not 3")]),
        (HEAD.replace('"ours"', '"Our House"'), [(1, "id is to be a name like our-house-2")]),
        (HEAD.replace('"Ours"', "['x']"), [(2, "title is to be a line of 1 to 60 characters")]),
        (HEAD.replace('"Ours"', '"\\u001b[2J"'), [(2, r'not "\u001b[2J"')]),
        (
            HEAD.replace("mau-mau", "detailed") + 'options = ["W-CUT"]',
            [(4, "does not work with detailed")],
        ),
        # What contradicts itself stands where its cause was written.
        (
            HEAD + "[changes]\nhand = 8",
            [(5, "too small for 4"), (5, "too small for 5"), (5, "for 8 players")],
        ),
        (HEAD + 'options = ["G-DEAL=7"]', [(4, "the pack is too small for 5 players")]),
        (
            HEAD + '[changes]\npacks = { 2 = { ranks = "89TJQKA" }, 6.ranks = "89TJQKA" }',
            [(5, "7 has an effect, but no pack has it")],
        ),
        (
            HEAD + "[changes]\n# we hide\nface_down = { penalty = 1 }",
            [(6, "face_down and calls exclude"), (6, "face_down and the effect Cover"), (6, "equal cards")][
                :2
            ],
        ),
        (HEAD + "[changes.calls]\nout_price = 0", [(5, "who goes out without the word has to draw")]),
        (HEAD + '[changes]\neffects = { 7 = { answers = "7X" } }', [(5, "X answers 7, but no pack")]),
        (HEAD + '[changes]\n[changes.effects]\n[changes.effects.7]\nanswers = "7X"', [(7, "X answers 7")]),
        (HEAD + '[changes]\n\n"effects"."7" . cards = 0', [(6, "effects.7.cards is to be")]),
    ],
)
def test_a_mistake_has_the_line_it_was_made_in(text: str, expected: list[tuple[int, str]]) -> None:
    assert_told(text, expected)


def assert_told(text: str, expected: list[tuple[int, str]]) -> None:
    """These mistakes and no others: each with its line, and what is said of it among other words."""
    found = mistakes(text)
    assert [line for line, _ in found] == [line for line, _ in expected], found
    for (_, said), (_, what) in zip(found, expected, strict=True):
        assert what in said
        assert said.isprintable()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEAD + "oops", [(4, "this is not TOML: expected '='")]),
        (HEAD + 'id = "again"', [(4, "this is not TOML: cannot overwrite")]),
        (
            HEAD + "[changes]\nhand = six\ncut = 99",
            [(5, "TOML: invalid value"), (6, "cut is to be")],
        ),
        (HEAD + "a = \nb = \n[changes]\ncut = 99", [(4, "not TOML"), (5, "not TOML"), (7, "cut is to be")]),
        (HEAD + 'options = [\n  "W-CUT",\n', [(4, "a bracket or a quote here is not closed")]),
        (HEAD + 'summary = """\nno end\n', [(4, "a bracket or a quote here is not closed")]),
        (HEAD + 'summary = "no end\n[changes]\ncut = 99', [(4, "this is not TOML"), (6, "cut is to be")]),
        (HEAD + "x = " + "[" * 5_000, [(4, "lie too deep in each other")]),
        (HEAD + "x = " + "9" * 5_000, [(4, "this is not TOML: exceeds the limit")]),
    ],
)
def test_what_is_no_toml_is_told_and_the_rest_is_read(text: str, expected: list[tuple[int, str]]) -> None:
    assert_told(text, expected)


@pytest.mark.parametrize(
    "text", ["\n" * MAX_LINES, "# " + "x" * MAX_CHARACTERS, 'a = "' + "x" * 20_000 + '"']
)
def test_a_file_has_a_greatest_size(text: str) -> None:
    assert mistakes(text) == [
        (1, f"the file is longer than {MAX_CHARACTERS} characters or {MAX_LINES} lines")
    ]


def test_all_of_it_has_a_greatest_size() -> None:
    """Or it would not go into the header of a log."""
    debt = 'is = "OweCards", cards = 4, answers = "23456789TJQKA", adds_up = false, turn_goes_on = false'
    cards = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS"]
    changes = "[changes.effects]\n" + "".join(
        f'{card} = {{ {debt}, bearer = "previous" }}\n' for card in cards
    )
    head = ABOUT.format(base="haft-khabis")
    summary = f'summary = "{"ü" * 400}"\n'
    assert house_rules(head + summary).ruleset.summary == "ü" * 400
    assert len(house_rules(head + changes).ruleset.stated) <= MAX_STATED
    [(line, what)] = mistakes(head + summary + changes)
    assert line == 5
    assert f"more than {MAX_STATED} characters" in what


def test_any_line_can_be_wrong(scale: Scale) -> None:
    """Whatever is done to a file, it is house rules or there are mistakes in it."""
    chance = Random(1)
    for _ in range(scale.pick(quick=40, ci=600, full=50_000)):
        text = list(
            WRONG if chance.random() < 0.3 else HEAD + "[changes]\ncut = 4\n[changes.effects]\n8 = false\n"
        )
        for _ in range(chance.choice([1, 1, 2, 5])):
            place = chance.randrange(len(text))
            text[place : place + chance.choice([0, 1, 3])] = chance.choice(
                ['"', "[", "]", "\n", "=", "x", "{", "7"]
            )
        try:
            house_rules("".join(text))
        except BadHouseRules as bad:
            lines = "".join(text).count("\n") + 1
            assert all(1 <= line <= lines and what.isprintable() for line, what in bad.mistakes)


@given(st.text(max_size=200))
def test_no_text_at_all_is_more_than_mistakes(text: str) -> None:
    assert all(what.isprintable() for _, what in mistakes(text))
