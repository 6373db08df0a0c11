"""Quick Prší: several cards of one rank may be laid at once."""

from dataclasses import replace

import pytest

from arena.rules import EventKind, IllegalAction, choices, expand, notation
from arena.rules.cards import Pack
from arena.rules.effects import OthersDraw, OweCards
from arena.rules.ruleset import AfterDraw
from arena.rules.rulesets.countries import QUICK
from tests.rules.table import Table, change, rule, set_up, started, won

WITH_TENS = replace(QUICK, id="house", effects={**QUICK.effects, "T": OthersDraw(1)})
TWO_PACKS = replace(QUICK, id="house", packs={2: Pack("789TJQKA", copies=2, style="german")})
SMALL_SEVENS = replace(
    QUICK, id="house", effects={**QUICK.effects, "7": OweCards(1, answers="7", turn_goes_on=False)}
)


def offered(table: Table) -> set[str]:
    """Return all actions in words, each once."""
    actions = [action for choice in choices(table.position) for action in expand(choice)]
    texts = [notation(table.pack, action) for action in actions]
    assert len(set(texts)) == len(texts)
    return set(texts)


@rule("QUICK-MULTI", "X-SEVERAL")
def test_further_cards_of_the_rank_may_go_on_a_card_that_fits() -> None:
    table = set_up("quick", ["9C 9H KD 8S AS", "TS KS"], pile="8H")
    assert offered(table) == {"9H", "9H+9C", "8S"}
    assert table.act("9H+9C") == change(hand_0="KD 8S AS", pile="8H 9H 9C", turn=1)


@rule("QUICK-MULTI", "X-SEVERAL")
def test_any_of_them_may_be_the_bottom_that_fits_and_any_other_the_top() -> None:
    table = set_up("quick", ["9C 9H KD TC", "TS KS"], pile="8H 9S")
    assert offered(table) == {"9C", "9H", "9C+9H", "9H+9C"}
    table = set_up("quick", ["9C 9D 9H KD TC", "TS KS"], pile="8H")
    assert offered(table) == {"9H", "9H+9C", "9H+9D", "9H+9C+9D", "9H+9D+9C"}


@rule("X-SEVERAL")
def test_the_order_between_bottom_and_top_is_that_of_the_pack() -> None:
    table = set_up("quick", ["9C 9D 9H 9S KD TC", "TS KS"], pile="8H")
    assert len(offered(table)) == 1 + 3 + 3 * 2 + 3
    assert table.act("9H+9C+9S+9D") == change(hand_0="TC KD", pile="8H 9H 9C 9S 9D", turn=1)
    with pytest.raises(IllegalAction):
        set_up("quick", ["9C 9D 9H 9S KD TC", "TS KS"], pile="8H").act("9H+9S+9C+9D")


@rule("X-SEVERAL")
def test_the_last_one_laid_is_the_top_and_alone_counts_for_what_follows() -> None:
    table = set_up("quick", ["9C 9H KD AS", "8H TC 8S KH"], pile="7H")
    table.act("9H+9C")
    assert offered(table) == {"TC"}


@rule("QUICK-EFFECT", "X-QUICK")
@pytest.mark.parametrize("rank", ["8", "A"])
@pytest.mark.parametrize("seats", [3, 4])
def test_several_eights_or_aces_make_one_player_miss_the_turn(rank: str, seats: int) -> None:
    hands = [f"{rank}C {rank}D {rank}H KD TC", "TS KS", "9S 9C", "JS JC"][:seats]
    table = set_up("quick", hands, pile="TH")
    assert table.act(f"{rank}H+{rank}C+{rank}D") == change(
        hand_0="TC KD", pile=f"TH {rank}H {rank}C {rank}D", turn=2
    )
    assert table.event_texts(EventKind.SKIPPED) == ["1 skipped"]


@rule("QUICK-EFFECT", "X-SKIP")
def test_between_two_several_aces_give_one_further_turn() -> None:
    table = set_up("quick", ["AC AH KD TD", "TS KS"], pile="TH", draws="8H")
    table.act("AH+AC")
    table.expect(turn=0, ask="turn")
    assert table.act("draw")["turn"] == 1


@rule("QUICK-EFFECT")
@pytest.mark.parametrize(
    ("play", "left", "debt"), [("7H", "7C TC 7D KD", 2), ("7H+7C", "TC 7D KD", 4), ("7H+7C+7D", "TC KD", 6)]
)
def test_several_sevens_add_up(play: str, left: str, debt: int) -> None:
    table = set_up("quick", ["7C 7D 7H KD TC", "TS KS"], pile="8H")
    pile = "8H " + play.replace("+", " ")
    assert table.act(play) == change(hand_0=left, pile=pile, turn=1, ask="debt", debt=debt)


@rule("QUICK-EFFECT", "X-QUICK", "X-DEBT")
@pytest.mark.parametrize(
    ("answer", "left", "debt"), [("7S", "8C 7D", 6), ("7D+7S", "8C", 8), ("7S+7D", "8C", 8)]
)
def test_sevens_are_answered_with_one_or_several_of_any_suit(answer: str, left: str, debt: int) -> None:
    table = set_up("quick", ["7C 7H KD TC", "8C 7D 7S", "TS KS"], pile="8H")
    table.act("7H+7C")
    assert offered(table) == {"7D", "7S", "7D+7S", "7S+7D", "take"}
    pile = "8H 7H 7C " + answer.replace("+", " ")
    assert table.act(answer) == change(hand_1=left, pile=pile, turn=2, debt=debt)
    assert table.choices == "take"


@rule("X-QUICK", "X-SEVERAL")
@pytest.mark.parametrize("rank", ["Q", "J"])
def test_several_obers_or_unters_name_one_suit(rank: str) -> None:
    table = set_up("quick", [f"{rank}D {rank}H KC TC", "TS KS 9D"], pile="8S")
    one, two = f"{rank}D", f"{rank}H"
    plays = {one, two, f"{one}+{two}", f"{two}+{one}"}
    assert offered(table) == {f"{play}:{suit}" for play in plays for suit in "CDHS"}
    assert table.act(f"{one}+{two}:D") == change(hand_0="TC KC", pile=f"8S {one} {two}", suit="D", turn=1)
    assert offered(table) == {"9D"}


@rule("X-SEVERAL")
@pytest.mark.parametrize(("obers", "ways"), [("QC", 1), ("QC QD", 4), ("QC QD QH", 15), ("QC QD QH QS", 52)])
def test_an_action_is_the_set_its_bottom_its_top_and_the_suit(obers: str, ways: int) -> None:
    table = set_up("quick", [f"{obers} KC 9D", "TS KS"], pile="8S")
    assert len(offered(table)) == 4 * ways


@rule("X-QUICK", "PRSI-Q")
@pytest.mark.parametrize("top", ["7H", "AH"])
def test_several_obers_go_on_no_seven_and_no_ace_but_unters_do(top: str) -> None:
    table = set_up("quick", ["JC JH QC QH KC", "TS KS"], pile=top)
    plays = {"JC", "JH", "JC+JH", "JH+JC"}
    assert offered(table) == {f"{play}:{suit}" for play in plays for suit in "CDHS"}
    assert offered(set_up("quick", ["QC QH KC", "TS KS"], pile=top)) == {"draw"}


@rule("X-LAST-NAMES", "X-QUICK")
@pytest.mark.parametrize("rank", ["Q", "J"])
def test_only_the_play_of_all_wild_cards_ends_the_deal_and_names_no_suit(rank: str) -> None:
    table = set_up("quick", [f"{rank}D {rank}H", "TS KS"], pile="8S")
    single = {f"{rank}{own}:{suit}" for own in "DH" for suit in "CDHS"}
    assert offered(table) == single | {f"{rank}D+{rank}H", f"{rank}H+{rank}D"}
    assert table.act(f"{rank}D+{rank}H") == won((1, 2), (0, 20), hand_0="", pile=f"8S {rank}D {rank}H")


@rule("QUICK-MULTI")
def test_where_the_option_is_off_one_card_is_laid_at_a_time() -> None:
    assert offered(set_up("prsi", ["9C 9H KD 8S", "TS KS"], pile="8H")) == {"9H", "8S"}


@rule("QUICK-10", "PRSI-10")
def test_several_tens_make_the_others_take_one_card_and_give_one_further_turn() -> None:
    table = set_up(WITH_TENS, ["TC TH KD 9D", "TS KS", "9S"], pile="8H", draws="7C 8C AS")
    assert table.act("TH+TC") == change(hand_0="9D KD", hand_1="7C TS KS", hand_2="8C 9S", pile="8H TH TC")
    assert table.act("draw") == change(hand_0="9D KD AS", turn=1)


@rule("QUICK-SHORT")
def test_house_rules_may_add_a_pack() -> None:
    assert started(TWO_PACKS, 5, "...").position.stock.bit_count() == 64 - 5 * 4 - 1
    table = set_up(TWO_PACKS, ["7C 7C' 7H 7H' KD", "7D 7D' 7S 7S' KS", "TC"], pile="8H", draws="...")
    table.act("7H+7C+7C+7H", "7D+7D+7S+7S")
    table.expect(turn=2, ask="debt", debt=16)
    table.act("take")
    assert table.position.hands[2].bit_count() == 17


@rule("QUICK-SHORT", "X-TWINS", "X-SEVERAL")
def test_with_two_packs_equal_cards_laid_together_are_one_action() -> None:
    table = set_up(TWO_PACKS, ["9H 9H' KC KD", "TS"], pile="8H")
    assert offered(table) == {"9H", "9H+9H"}
    table = set_up(TWO_PACKS, ["9C 9H 9H' KC KD", "TS"], pile="8H")
    assert offered(table) == {"9H", "9H+9C", "9H+9H", "9H+9C+9H", "9H+9H+9C"}


@rule("QUICK-SHORT")
def test_house_rules_may_make_the_sevens_cheaper() -> None:
    table = set_up(SMALL_SEVENS, ["7C 7H KD", "7D 7S KS", "TC"], pile="8H", draws="8C 9C TD JC")
    table.act("7H+7C", "7D+7S")
    table.expect(turn=2, ask="debt", debt=4)
    assert table.act("take") == change(hand_2="8C 9C TC JC TD", turn=0, ask="turn", debt=0)


@rule("X-DRAWN")
def test_of_several_only_the_card_just_drawn_may_be_played_where_that_is_the_rule() -> None:
    house = replace(QUICK, id="house", after_draw=AfterDraw.DRAWN_CARD)
    table = set_up(house, ["9C 9D KS", "QS QC"], pile="7H", draws="9H")
    table.act("draw")
    table.expect(turn=0, ask="drawn")
    assert table.choices == "9H, pass"
