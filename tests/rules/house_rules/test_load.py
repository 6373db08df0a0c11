"""House rules files: options, changes, and every mistake with its line."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules import Ruleset, ruleset, rulesets
from arena.rules.cards import Pack
from arena.rules.effects import Cover, MayGoOn, OweCards, SkipNext
from arena.rules.house_rules.load import BadHouseRules, LoadedHouseRules, load_house_rules
from arena.rules.house_rules.parse import MAX_STATED
from arena.rules.house_rules.toml_source import MAX_CHARACTERS, MAX_LINES
from arena.rules.ruleset import HOUSE, NO_CALLS
from arena.rules.scoring import AfterDeals, DealEach, Deals, HandPoints
from tests.conftest import Scale
from tests.rules.conftest import Golden

ABOUT = 'id = "ours"\ntitle = "Ours"\nbase = "{base}"\n'


def load(text: str, base: str = "mau-mau") -> LoadedHouseRules:
    return load_house_rules(ABOUT.format(base=base) + text)


def changed(text: str, base: str = "mau-mau") -> Ruleset:
    """Return a base with these changes."""
    return load(f"[changes]\n{text}", base).ruleset


def mistakes(text: str) -> list[tuple[int, str]]:
    with pytest.raises(BadHouseRules) as caught:
        load_house_rules(text)
    assert all(what.isprintable() for _, what in caught.value.mistakes)
    return [(line, what) for line, what in caught.value.mistakes]


# ---- what house rules can change ---------------------------------------------------------------------------


def test_house_rules_have_a_key_and_a_source() -> None:
    house = load('summary = "As we play."\noptions = ["W-DEAL=6", "W-7-STACK"]\n[changes]\ncalls.price = 2\n')
    rules = house.ruleset
    assert (rules.id, rules.title, rules.summary, rules.version) == ("ours", "Ours", "As we play.", HOUSE)
    assert rules.source == "house rules on mau-mau@1: W-DEAL=6, W-7-STACK and changes of calls"
    assert rules.key == f"ours@{rules.hash[:8]}"
    assert house.base is ruleset("mau-mau")
    assert [option.name for option in house.options] == ["W-DEAL=6", "W-7-STACK"]
    assert house.changed == ("calls",)


def test_house_rules_may_be_a_base_and_nothing_else() -> None:
    house = load("", "pesten@1")
    assert house.ruleset.source == "house rules on pesten@1"
    assert house.ruleset.summary == "Pesten with house rules."
    assert house.ruleset.effects == ruleset("pesten").effects


@pytest.mark.parametrize("base", rulesets(), ids=lambda base: base.id)
def test_every_ruleset_can_be_a_base(base: Ruleset) -> None:
    assert changed("", base.id).packs == base.packs


def test_texts_may_have_any_letters() -> None:
    assert load('summary = "Für alle – ♣♦♥♠, 麻雀"').ruleset.summary == "Für alle – ♣♦♥♠, 麻雀"


def test_a_table_changes_only_what_it_names() -> None:
    rules = changed('effects.7.cards = 3\ncalls = { word = "One" }\npacks.2.jokers = 1\nvalues.X = 50')
    assert rules.effects == {"7": OweCards(3), "8": SkipNext(), "A": Cover()}
    assert (rules.calls.word, rules.calls.strong_word, rules.calls.price) == ("One", "Mau-Mau", 1)
    assert rules.packs[2] == Pack("789TJQKA", jokers=1)
    assert rules.packs[6] == Pack("789TJQKA", copies=2)
    assert rules.values == {**ruleset("mau-mau").values, "X": 50}


def test_an_effect_with_is_replaces_the_old_one() -> None:
    rules = changed('effects.7 = { is = "OweCards", cards = 3 }', "prsi")
    assert rules.effects["7"] == OweCards(3)
    assert ruleset("prsi").effects["7"] == OweCards(2, answers="7", turn_goes_on=False)


def test_false_removes_an_entry() -> None:
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
    rules = load('options = ["G-A=free", "RUSSIA-7=3"]\n[changes.effects]\n7.answers = "7"\n').ruleset
    assert rules.effects == {"7": OweCards(3, answers="7"), "8": SkipNext(), "A": MayGoOn()}


def test_order_and_comments_do_not_matter() -> None:
    one = load('options = ["W-7-STACK", "W-DEAL=6"]\n[changes]\ncut = 1\ncalls.price = 2\n')
    other = load_house_rules(
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


def test_every_mistake_is_reported_with_its_line(golden: Golden) -> None:
    golden.check("wrong.toml.txt", "".join(f"{line}: {what}\n" for line, what in mistakes(WRONG)))


HEAD = ABOUT.format(base="mau-mau")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [1, 1, 1]),
        (HEAD + "options = 3", [4]),
        (HEAD + 'options = ["W-CUT", "W-CUT"]', [4]),
        (HEAD + "changes = 3", [4]),
        (HEAD + "chances = 3", [4]),
        (HEAD + "[changes]\nid = 3", [5]),
        (HEAD + "[changes]\nsource = 3", [5]),
        (HEAD.replace("mau-mau", "skat"), [3]),
        (HEAD.replace('"mau-mau"', "3"), [3]),
        (HEAD.replace('"ours"', '"Our House"'), [1]),
        (HEAD.replace('"Ours"', "['x']"), [2]),
        (HEAD.replace('"Ours"', '"\\u001b[2J"'), [2]),
        (
            HEAD.replace("mau-mau", "detailed") + 'options = ["W-CUT"]',
            [4],
        ),
        # A contradiction is reported at the line of its cause.
        (
            HEAD + "[changes]\nhand = 8",
            [5, 5, 5],
        ),
        (HEAD + 'options = ["G-DEAL=7"]', [4]),
        (
            HEAD + '[changes]\npacks = { 2 = { ranks = "89TJQKA" }, 6.ranks = "89TJQKA" }',
            [5],
        ),
        (
            HEAD + "[changes]\n# we hide\nface_down = { penalty = 1 }",
            [6, 6],
        ),
        (HEAD + "[changes.calls]\nout_price = 0", [5]),
        (HEAD + '[changes]\neffects = { 7 = { answers = "7X" } }', [5]),
        (HEAD + '[changes]\n[changes.effects]\n[changes.effects.7]\nanswers = "7X"', [7]),
        (HEAD + '[changes]\n\n"effects"."7" . cards = 0', [6]),
    ],
)
def test_a_mistake_has_the_line_of_its_cause(text: str, lines: list[int]) -> None:
    assert [line for line, _ in mistakes(text)] == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (HEAD + "oops", [4]),
        (HEAD + 'id = "again"', [4]),
        (
            HEAD + "[changes]\nhand = six\ncut = 99",
            [5, 6],
        ),
        (HEAD + "a = \nb = \n[changes]\ncut = 99", [4, 5, 7]),
        (HEAD + 'options = [\n  "W-CUT",\n', [4]),
        (HEAD + 'summary = """\nno end\n', [4]),
        (HEAD + 'summary = "no end\n[changes]\ncut = 99', [4, 6]),
        (HEAD + "x = " + "[" * 5_000, [4]),
        (HEAD + "x = " + "9" * 5_000, [4]),
    ],
)
def test_broken_lines_are_reported_and_the_rest_is_read(text: str, lines: list[int]) -> None:
    assert [line for line, _ in mistakes(text)] == lines


@pytest.mark.parametrize(
    "text", ["\n" * MAX_LINES, "# " + "x" * MAX_CHARACTERS, 'a = "' + "x" * 20_000 + '"']
)
def test_the_size_of_a_file_is_limited(text: str) -> None:
    assert [line for line, _ in mistakes(text)] == [1]


def test_the_size_of_the_ruleset_is_limited() -> None:
    """It must fit into the header of a log."""
    debt = 'is = "OweCards", cards = 4, answers = "23456789TJQKA", adds_up = false, turn_goes_on = false'
    cards = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS"]
    changes = "[changes.effects]\n" + "".join(
        f'{card} = {{ {debt}, bearer = "previous" }}\n' for card in cards
    )
    head = ABOUT.format(base="haft-khabis")
    summary = f'summary = "{"ü" * 400}"\n'
    assert load_house_rules(head + summary).ruleset.summary == "ü" * 400
    assert len(load_house_rules(head + changes).ruleset.stated) <= MAX_STATED
    [(line, what)] = mistakes(head + summary + changes)
    assert line == 5
    assert str(MAX_STATED) in what


def test_a_damaged_file_loads_or_has_mistakes(scale: Scale) -> None:
    chance = Random(1)
    for _ in range(scale.pick(quick=40, ci=300, full=50_000)):
        text = list(
            WRONG if chance.random() < 0.3 else HEAD + "[changes]\ncut = 4\n[changes.effects]\n8 = false\n"
        )
        for _ in range(chance.choice([1, 1, 2, 5])):
            place = chance.randrange(len(text))
            text[place : place + chance.choice([0, 1, 3])] = chance.choice(
                ['"', "[", "]", "\n", "=", "x", "{", "7"]
            )
        try:
            load_house_rules("".join(text))
        except BadHouseRules as bad:
            lines = "".join(text).count("\n") + 1
            assert all(1 <= line <= lines and what.isprintable() for line, what in bad.mistakes)


@given(st.text(max_size=200))
def test_any_text_loads_or_has_mistakes(text: str) -> None:
    assert all(what.isprintable() for _, what in mistakes(text))
