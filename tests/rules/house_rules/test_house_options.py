"""Options that no fixed ruleset turns on, each played as house rules."""

import pytest

from arena.rules import EventKind, Ruleset
from arena.rules.cards import Card
from arena.rules.choices import Word
from arena.rules.house_rules.load import load_house_rules
from arena.rules.house_rules.options import OPTIONS
from arena.rules.rulesets import RECIPES
from tests.rules.script import set_of
from tests.rules.table import change, rule, set_up, started


def house(base: str, *options: str, changes: str = "") -> Ruleset:
    """Return house rules, read from TOML as a user would write them."""
    names = ", ".join(f'"{name}"' for name in options)
    about = f'id = "ours"\ntitle = "Ours"\nbase = "{base}"\noptions = [{names}]\n'
    return load_house_rules(f"{about}[changes]\n{changes}").ruleset


def dealt(rules: Ruleset, seats: int) -> tuple[int, list[int], int]:
    """Return the numbers of cards in the pack, in each hand and in the stock at the first question."""
    position = started(rules, seats, "...").position
    hands = [hand.bit_count() for hand in position.hands]
    return position.game.pack.size, hands, position.stock.bit_count()


FIXED = {name for built in RECIPES.values() for name in built.options}
# What their rulesets have anyway: they are of use where a base has something else.
AS_THEY_ARE = {"W-DEAL=5", "G-DEAL=5", "PESTEN-DEAL=7", "G-ROUNDS=10", "RUSSIA-7=1", "RUSSIA-6=1"}
PLAYED = {
    *("W-PACK=36", "W-PLAYERS=8", "G-PACK=52", "G-PACK=104", "G-PACK=two-packs", "G-DEAL=7", "PESTEN-DEAL=6"),
    *("PESTEN-PACK=two-packs", "D-OUT=301", "D-OUT=501", "D-OUT=701", "RUSSIA-7=3", "RUSSIA-7=4"),
    *("RUSSIA-6=3", "RUSSIA-6=4", "QUICK-10", "QUICK-SHORT=packs", "QUICK-SHORT=penalties"),
    *("BLIND-PENALTY=2", "BLIND-PENALTY=3", "BLIND-PENALTY=4", "BLIND-PENALTY=5"),
}
# In test_mixed_options.py and test_late_word.py.
PLAYED_ELSEWHERE = {
    *("D-LAST=late", "PESTEN-CALL=late", "PESTEN-JOKER=answer", "IRAN-2=may", "QUICK-10=each"),
    *("BLIND-PENALTY=turn", "FARAON-DRAWN7=three"),
}


def test_every_option_is_played_in_a_fixed_ruleset_or_here() -> None:
    assert set(OPTIONS) == FIXED | PLAYED | PLAYED_ELSEWHERE | AS_THEY_ARE


@rule("W-PACK", "W-DEAL")
def test_36_cards_with_five_dealt() -> None:
    rules = house("mau-mau", "W-PACK=36")
    assert dealt(rules, 4) == (36, [5, 5, 5, 5], 15)
    assert dealt(rules, 6) == (72, [5] * 6, 41)
    table = set_up(rules, ["6H KD QD", "9S TS"], pile="8H")
    assert table.choices == "6H"
    assert table.act("6H") == change(hand_0="QD KD", pile="8H 6H", turn=1)
    assert table.choices == "draw", "a Six is a plain card"


@rule("W-PLAYERS")
def test_up_to_eight_players_from_six_on_with_two_packs() -> None:
    rules = house("prsi", "W-PLAYERS=8")
    assert [dealt(rules, seats)[0] for seats in range(2, 9)] == [32] * 4 + [64] * 3
    hands = ["7H 7H'", "9S TS", "9C TC", "9D TD", "KS KC", "KD QD", "AS AC", "AD QC"]
    table = set_up(rules, hands, pile="8H")
    assert table.choices == "7H"
    assert table.act("7H") == change(hand_0="7H'", pile="8H 7H", turn=1, ask="debt", debt=2)


@rule("G-DEAL")
def test_seven_cards_each() -> None:
    rules = house("german", "G-DEAL=7", changes="players = [2, 4]")
    assert dealt(rules, 2) == (32, [7, 7], 17)
    assert dealt(rules, 4) == (32, [7] * 4, 3)


@rule("G-PACK")
@pytest.mark.parametrize(
    ("option", "cards"), [("G-PACK=52", 52), ("G-PACK=104", 104), ("G-PACK=two-packs", 64)]
)
def test_larger_packs(option: str, cards: int) -> None:
    assert dealt(house("german", option), 5) == (cards, [5] * 5, cards - 26)


@rule("D-OUT")
@pytest.mark.parametrize("total", [301, 501, 701])
def test_out_at_another_total(total: int) -> None:
    rules = house("detailed", f"D-OUT={total}")
    table = set_up(rules, ["KH", "2C", "3D"], pile="8H", totals=[0, total - 3, 0], draws="...")
    table.act("KH")
    table.expect(alive=(0, 1, 2), totals=(-10, total - 1, 3), deal=1)
    table = set_up(rules, ["KH", "2C", "3D"], pile="8H", totals=[0, total - 2, 0], draws="...")
    table.act("KH")
    table.expect(alive=(0, 2), totals=(-10, total, 3), deal=1)
    assert table.event_texts(EventKind.ELIMINATED) == ["1 eliminated"]


@rule("PESTEN-DEAL", "PESTEN-CALL")
def test_six_cards_each_and_six_for_a_missing_word() -> None:
    rules = house("pesten", "PESTEN-DEAL=6")
    assert dealt(rules, 5) == (54, [6] * 5, 23)
    table = set_up(rules, ["3H 4C", "9S TS"], pile="9H", draws="2C 2D 3C 3D 4D 5C")
    assert table.act("3H") == change(hand_0="2C 3C 4C 5C 2D 3D 4D", pile="9H 3H", turn=1)


@rule("PESTEN-PACK")
def test_two_packs_with_four_jokers() -> None:
    rules = house("pesten", "PESTEN-PACK=two-packs")
    assert dealt(rules, 5) == (108, [7] * 5, 72)
    jokers = set_of(started(rules, 2, "...").pack, "XX XX' XX'' XX'''")
    assert jokers.bit_count() == 4
    table = set_up(rules, ["XX XX'' 4C", "XX' XX''' 9S"], pile="9H")
    assert table.choices == "XX"
    assert table.act("XX") == change(hand_0="4C XX''", pile="9H XX", suit="H", turn=1, ask="debt", debt=5)
    table.act("XX")
    table.expect(debt=10, turn=0)


@rule("RUSSIA-7")
@pytest.mark.parametrize(("cards", "draws"), [(3, "9C TC JC"), (4, "9C TC JC QC")])
def test_a_seven_of_another_size(cards: int, draws: str) -> None:
    rules = house("czech-fool", f"RUSSIA-7={cards}")
    table = set_up(rules, ["7H KD KC", "TS KS AS"], pile="8H", draws=draws)
    assert table.act("7H") == change(hand_0="KC KD", pile="8H 7H", turn=1, ask="debt", debt=cards)
    assert table.act("take") == change(hand_1=f"{draws} TS KS AS", ask="paid", debt=0)


@rule("RUSSIA-6")
@pytest.mark.parametrize(("cards", "draws"), [(3, "9C TC JC"), (4, "9C TC JC QC")])
def test_a_six_of_another_size(cards: int, draws: str) -> None:
    rules = house("czech-fool", f"RUSSIA-6={cards}")
    table = set_up(rules, ["6H KD KC", "TS KS AS"], pile="8H", draws=draws)
    assert table.act("6H") == change(hand_0="KC KD", hand_1=f"{draws} TS KS AS", pile="8H 6H")
    assert table.event_texts(EventKind.DREW) == [f"1 drew {card} for debt" for card in draws.split()]


@rule("QUICK-SHORT")
def test_more_packs_where_there_is_not_enough_to_draw() -> None:
    rules = house("quick", "QUICK-SHORT=packs")
    assert dealt(rules, 5) == (64, [4] * 5, 43)
    sevens = "7C 7C' 7D 7D' 7H 7H' 7S 7S'"
    table = set_up(rules, [f"{sevens} KD KC", "9S"], pile="8H")
    assert table.choices == "7H+0-7(7C 7D 7S 7C' 7D' 7H' 7S')"
    table.act("7H+7C+7C+7D+7D+7H+7S+7S")
    table.expect(debt=16, turn=1)


@rule("BLIND-PENALTY")
@pytest.mark.parametrize("cards", [2, 3, 4, 5])
def test_doubt_costs_more(cards: int) -> None:
    rules = house("blind", f"BLIND-PENALTY={cards}")
    drawn = ["7C", "7D", "7S", "8C", "8D"][:cards]
    table = set_up(rules, ["9C KC TC", "TS KS"], pile="9H", draws=" ".join(drawn))
    table.act("9C=9C", "doubt")
    assert table.event_texts(EventKind.DREW) == [f"1 drew {card} for doubt" for card in drawn]
    table.expect(turn=0, ask="turn")
    table = set_up(rules, ["9C KC TC", "TS KS"], pile="9H", draws=" ".join(drawn))
    table.act("9C=KH", "doubt")
    assert table.event_texts(EventKind.DREW) == [f"0 drew {card} for doubt" for card in drawn]
    table.expect(turn=1, ask="turn")


@rule("PRSI-RETURN", "G-LAST", "X-G-LAST")
def test_a_player_who_forgot_the_word_pays_also_where_the_turn_comes_from_one_who_is_brought_back() -> None:
    rules = house("german", "PRSI-RETURN")
    table = set_up(rules, ["", "KH", "7H TC KC"], pile="8H", draws="8C 9C JC", forgot=0b010, turn=2)
    assert table.act("7H") == change(
        hand_0="8C 9C", hand_1="JC KH", hand_2="TC KC", pile="8H 7H", forgot=()
    ), "so it is the turn of the third again"
    assert table.event_texts()[1:] == [
        "0 drew 8C for debt",
        "0 drew 9C for debt",
        "1 drew JC for call",
        "1 skipped",
    ]


@rule("PRSI-RETURN", "G-LAST")
def test_so_does_one_whose_penalty_hands_the_turn_to_a_place_without_cards() -> None:
    rules = house("german", "PRSI-RETURN")
    table = set_up(rules, ["TC KC TS", "KH", ""], pile="8C", draws="JC ...", forgot=0b010)
    table.act("TC")
    assert table.event_texts()[1:4] == ["1 drew JC for call", "1 skipped", "2 out"]


@rule("PRSI-RETURN", "P-MAUMAU")
def test_a_last_jack_may_be_caught_by_those_with_cards() -> None:
    rules = house("points-150", "PRSI-RETURN")
    table = set_up(rules, ["JH", "", "9D KD"], pile="8H", draws="8C 9C ...")
    table.act("JH")
    table.expect(turn=2, ask="catch", deal=0)
    table.act("catch")
    assert table.event_texts()[1:5] == ["2 catches", "0 drew 8C for call", "0 drew 9C for call", "1 out"]


@rule("D-WINJ", "PRSI-RETURN", "X-LAST-NAMES")
def test_so_they_do_where_their_player_may_come_back_but_not_if_the_deal_is_over_all_the_same() -> None:
    rules = house("detailed", "PRSI-RETURN")
    announced = [Word.MAU_MAU, Word.SILENT, Word.SILENT]
    table = set_up(rules, ["JH JS", "KH QD", "7D TC"], pile="9H", said=announced)
    assert table.choices == "JH:CDHS, JS:CDHS, JH+JS:CDHS, JS+JH:CDHS, draw"
    table = set_up(rules, ["JH JS", "", "7D TC"], pile="9H", said=announced)
    assert table.choices == "JH, JS, JH+JS, JS+JH, draw"


@rule("X-C8", "X-G-LAST")
def test_a_player_who_is_to_name_the_suit_does_so_before_they_pays_for_the_word_they_forgot() -> None:
    words = 'calls = { word = "Last", price = 1, paid = "next turn" }'
    table = set_up(house("crazy-eights", changes=words), ["8H KS", "KH QD"], pile="9H", draws="3C")
    assert table.act("8H") == change(hand_0="KS", pile="9H 8H", ask="name", forgot=(0,))
    assert table.act("name:D") == change(suit="D", turn=1, ask="turn")
    table.act("QD Mau")
    assert table.event_texts()[-2:] == ["0 drew 3C for call", "0 skipped"]


@rule("X-C8", "X-P-CATCH")
def test_a_player_who_is_caught_with_a_wild_card_still_names_the_suit() -> None:
    words = 'calls = { word = "Last", price = 1, paid = "if caught" }'
    table = set_up(house("crazy-eights", changes=words), ["8H KS", "KH QD"], pile="9H", draws="3C")
    table.act("8H")
    assert table.act("catch") == change(hand_0="3C KS", turn=0, ask="name", suspected=None)
    assert table.act("name:D") == change(suit="D", turn=1, ask="turn")


@rule("PRSI-RETURN", "W-DOUBLE", "G-MAU")
def test_a_last_jack_counts_double_also_where_it_must_wait_for_its_win() -> None:
    rules = house("prsi", "PRSI-RETURN", "G-SC-CARDS")
    table = set_up(rules, ["JH", "9S KD", "9D TC"], pile="8H", draws="...")
    table.act("JH:S", "9S", "9D")
    table.expect(deal=1, totals=(0, 20, 20))
    wins = house("german", "PRSI-RETURN", "G-SC-WINS")
    table = set_up(wins, ["JH", "9S KD", "TS TC"], pile="8H", draws="...")
    table.act("JH:S", "draw", "TS Mau")
    table.expect(deal=1, totals=(2, 0, 0))


@rule("PRSI-RETURN", "W-DOUBLE")
def test_not_so_another_card_after_one_was_brought_back() -> None:
    rules = house("prsi", "PRSI-RETURN", "G-SC-CARDS")
    table = set_up(rules, ["JH", "7S KD TD"], pile="8H", draws="9S 9C ...")
    table.act("JH:S", "7S")
    table.expect(hand_0="9C 9S", turn=1, deal=0)
    table = set_up(rules, ["9S", "TS KD TD"], pile="8S", last_plays={0: (Card(4),)}, draws="...")
    table.act("9S", "TS")
    table.expect(deal=1, totals=(0, 20))


@rule("X-BLIND", "X-SKIPS")
@pytest.mark.parametrize(("answer", "who", "left"), [("TS=AS", 1, 1), ("AS=AS", 2, 2)])
def test_a_player_who_was_wrong_about_an_answer_misses_one_turn_and_the_next_has_the_choice(
    answer: str, who: int, left: int
) -> None:
    rules = house("blind", changes='effects.A = { is = "SkipNext", answers = "A", adds_up = true }')
    hands = ["AC KC TC", "TS AS KS", "9D KD", "9C TD", "7C QC"]
    table = set_up(rules, hands, pile="AH", draws="9S", misses=2, turn=1, ask="miss")
    table.act(answer, "doubt")
    assert table.event_texts(EventKind.SKIPPED) == [f"{who} skipped"]
    table.expect(turn=who + 1, ask="miss", misses=left)


@rule("X-SKIP-ANSWER")
def test_an_answer_to_an_eight_that_does_something_else_leaves_nobody_to_miss_a_turn() -> None:
    rules = house("mau-mau", "W-8-STACK", changes='effects.8S = { is = "Reverse" }')
    table = set_up(rules, ["8H KC TC", "8S KS QS", "AC AD"], pile="9H")
    table.act("8H")
    assert table.act("8S") == change(
        hand_1="QS KS", pile="9H 8H 8S", turn=0, ask="turn", misses=0, direction=-1
    )


@rule("D-SCORE")
def test_no_total_falls_below_what_the_wire_can_carry() -> None:
    """A win may take off 1,000 points in each of 200 deals."""
    rules = house("detailed", "D-OUT=701", changes="deals.scoring.winner = -1_000")
    table = set_up(rules, ["9H", "KD 2S"], pile="8H", totals=[-32_000, 0], draws="...")
    table.act("9H")
    assert table.event_texts(EventKind.SCORED) == ["0 scored -767", "1 scored 12"]
    table.expect(totals=(-32_767, 12), deal=1)


@rule("P-MAUMAU", "X-EMPTY")
def test_a_player_who_is_caught_with_nothing_to_draw_is_out_and_leads_the_next_deal_as_any_other() -> None:
    rules = house("points-150", changes="reshuffles = false")
    table = set_up(rules, ["KH KD", "JC"], pile="8H", stock="", turn=1, draws="...")
    table.act("JC:S Mau", "catch")
    table.expect(deal=1, dealer=0, turn=1, ask="turn", totals=(0, 20))


@rule("X-C8")
def test_a_two_with_nothing_left_to_draw_ends_the_debt_that_it_answers() -> None:
    rules = house("crazy-eights-special", changes='calls = { word = "Last", price = 1 }')
    table = set_up(rules, ["2H KD", "KH QD"], pile="2D", stock="3C", draws="3C", ask="debt", debt=2)
    assert table.act("2H") == change(hand_0="3C KD", pile="2D 2H", turn=1, ask="turn", debt=0)


@rule("QUICK-MULTI", "IRAN-2")
def test_a_card_that_aims_on_one_of_its_rank_that_does_not_strikes_the_next() -> None:
    rules = house("quick", changes='effects.9S = { is = "OneDraws" }')
    table = set_up(rules, ["9H 9S KD QD", "AD KS", "TS TD"], pile="8H", draws="7C")
    assert table.act("9H+9S") == change(hand_0="QD KD", hand_1="7C AD KS", pile="8H 9H 9S", turn=1)


@rule("QUICK-MULTI", "W-OUT-CALL")
def test_the_word_can_be_said_where_only_the_bottom_card_would_must_be_covered() -> None:
    word = 'calls = { word = "Mau", price = 1, on_going_out = "a word", out_price = 2 }'
    rules = house("quick", changes=f'{word}\neffects.9S = {{ is = "Cover" }}')
    table = set_up(rules, ["9S 9H", "AD KS"], pile="8S")
    assert table.choices == "9S Mau/-, 9S+9H Mau/-"
    table.act("9S+9H Mau")
    table.expect(places=(1, 2), termination="won")


@rule("QUICK-EFFECT", "X-EMPTY")
def test_no_more_is_owed_than_the_wire_can_carry_and_there_are_not_so_many_cards() -> None:
    dear = 'effects.{0}S = {{ is = "OweCards", cards = 20, answers = "89TK" }}'
    rules = house("quick", changes="\n".join(dear.format(rank) for rank in "89TK"))
    table = set_up(rules, ["KC KD KH KS QD", "AD QS"], pile="8S", ask="debt", debt=240)
    table.act("KC+KD+KH+KS")
    table.expect(debt=255, ask="debt", turn=1)


@rule("G-BITTER", "X-BITTER", "X-LAST-NAMES")
def test_a_last_card_face_down_called_wild_names_a_suit_where_play_goes_on_without_its_player() -> None:
    rules = house("blind", "G-BITTER")
    table = set_up(rules, ["QS", "9H KD", "TC TD"], pile="8H")
    assert table.choices.startswith("QS=(8C 8D 7H 8H 9H TH KH AH 8S), QS=(JC QC JD QD JH QH JS QS):CDHS, ")
    assert table.act("QS=QS:D") == change(hand_0="", pile="8H QS", suit="D", turn=1, inside=(1, 2))
    table = set_up(rules, ["QS", "9H KD", ""], pile="8H", inside=0b011)
    assert table.choices.startswith("QS=(8C JC QC 8D "), "between the last two it ends the deal"
