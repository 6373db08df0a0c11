"""What a card of rules says of several cards laid at once is what happens, whatever options are mixed."""

import re
from random import Random

import pytest

from arena.rules import EventKind, Ruleset
from arena.rules.cards import SUITS
from arena.rules.effects import OweCards
from arena.viewer.cards.glyphs import rank_name
from arena.viewer.rule_card.card import rule_card
from arena.viewer.rule_card.words import number, special
from tests.conftest import Scale
from tests.rules.any_rules import any_options
from tests.rules.house import MIXED, mixed
from tests.rules.table import Table, set_up

NUMBERS = {number(count): count for count in range(1, 60)}
DRAWS = re.compile(
    r"\b(The next player|All other players) draws? (\w+) cards?(?: each)?( for each card laid)?"
)
SEVERAL = [rules for rules in MIXED if rules.several]


def said_of(rules: Ruleset, name: str) -> str:
    """The row of a card, or of its rank, empty if there is none."""
    rows, style = dict(rule_card(rules)), rules.pack_for(3).style
    return rows.get(special(name, style), "") or rows.get(special(name[0], style), "")


def laid(rules: Ruleset, cards: list[str], hands: tuple[str, str]) -> Table:
    """The table after these cards were laid at once on a plain card that the first of them fits."""
    pack = rules.pack_for(3)
    plain = [rank for rank in pack.ranks if not {rank, rank + cards[0][1]} & {*rules.effects, *rules.wild}]
    top = next(rank + cards[0][1] for rank in plain if rank != cards[0][0])
    rest = [name for name in dict.fromkeys(pack.names) if name[0] not in (cards[0][0], "X") and name != top]
    table = set_up(rules, [" ".join([*cards, *rest[:3]]), *hands], pile=top, draws="...")
    table.act("+".join(cards))
    return table


def hands_of(rules: Ruleset, rank: str) -> tuple[str, str]:
    """Cards for the others, of another rank."""
    names = [name for name in dict.fromkeys(rules.pack_for(3).names) if name[0] not in (rank, "X")]
    return " ".join(names[-4:-2]), " ".join(names[-2:])


def drawn_or_owed(table: Table) -> int:
    """Cards that each of those it falls on draws or is to draw."""
    drawn = [event.split()[0] for event in table.event_texts(EventKind.DREW)]
    return table.position.debt or drawn.count("1")


def expected(rules: Ruleset, cards: list[str]) -> int:
    """What the card of rules says: what the top card does, for each laid that does the same if it says so."""
    says = said_of(rules, cards[-1])
    found = DRAWS.search(says)
    if not found:
        return 0
    alike = sum(said_of(rules, card) == says for card in cards)
    return NUMBERS[found[2]] * (alike if found[3] else 1)


def check_several(rules: Ruleset, chance: Random) -> int:
    """How many plays of several cards were checked."""
    pack, checked = rules.pack_for(3), 0
    for rank in pack.ranks:
        if rank in rules.wild or said_of(rules, rank + "C") == said_of(rules, rank + "S") == "":
            continue
        first, *between, top = chance.sample(SUITS, chance.randint(2, 4))
        cards = [rank + suit for suit in (first, *sorted(between, key=SUITS.index), top)]
        table = laid(rules, cards, hands_of(rules, rank))
        assert drawn_or_owed(table) == expected(rules, cards), (rules.source, cards)
        checked += 1
    return checked


@pytest.mark.parametrize("rules", SEVERAL, ids=lambda rules: rules.id)
def test_several_cards_cost_what_the_card_says(rules: Ruleset, scale: Scale) -> None:
    for seed in range(scale.pick(quick=5, ci=8, full=500)):
        assert check_several(rules, Random(seed))


@pytest.mark.dear
def test_several_cards_cost_what_the_card_says_with_any_options(scale: Scale) -> None:
    checked = 0
    for seed in range(scale.pick(quick=150, ci=300, full=20_000)):
        rules = any_options(Random(seed))
        if rules.several and not rules.returns:
            checked += check_several(rules, Random(seed))
    assert checked


@pytest.mark.parametrize("rules", [mixed("quick", "RUSSIA-10"), mixed("faraon", "RUSSIA-10")])
def test_two_reversals_match_the_card(rules: Ruleset) -> None:
    says = said_of(rules, "TC")
    table = laid(rules, ["TC", "TD"], hands_of(rules, "T"))
    assert table.position.direction == (1 if "reverse it each" in says else -1)


@pytest.mark.parametrize("base", ["faraon", "faraon-bells", "prsi", "german", "points-150"])
@pytest.mark.parametrize("more", [(), ("PRSI-K",), ("RUSSIA-KS",)])
@pytest.mark.parametrize("option", ["FARAON-DRAWN7", "FARAON-DRAWN7=three"])
def test_playable_drawn_cards_match_the_card(base: str, more: tuple[str, ...], option: str) -> None:
    on = [*more, option] if (base, option) != ("faraon-bells", "FARAON-DRAWN7") else more
    rules = mixed(base, *on)
    style = rules.pack_for(3).style
    alone = re.search(
        r"may be played at once, alone: (.*?)\. Otherwise the player draws", said_of(rules, "7H")
    )
    assert alone
    for drawn in ("7C KD KS", "7D JS JC", "8C TC TD"):
        table = set_up(rules, ["9C 9D", "QS QH", "9S 9H"], pile="8H 7H", ask="debt", debt=6, draws=drawn)
        table.act("take")
        named = [
            name
            for name in drawn.split()
            if f"a {rank_name(name[0], style)} " in alone[1] or special(name, style) in alone[1]
        ]
        assert table.choices == ", ".join([*named, "pass"])
    table = set_up(rules, ["9C 9D", "QS QH", "9S 9H"], pile="8H 7H", ask="debt", debt=6, draws="7C 8C 8D")
    table.act("take", "7C")
    seven = rules.effects["7"]
    assert isinstance(seven, OweCards)
    left = 0 if "lapses" in alone[1] else 3
    assert table.position.debt == seven.cards + (left if seven.adds_up else 0)


def test_card_mentions_several_kings_counting_once() -> None:
    assert "Several at once count as one." in said_of(mixed("quick", "PRSI-K"), "KH")
    assert "Several at once count as one." not in said_of(mixed("faraon", "PRSI-K"), "KH")
