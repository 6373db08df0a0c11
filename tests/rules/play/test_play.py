"""The course of a deal: tests that need more than a scenario."""

import pytest

from arena.rules import EventKind, WrongNumberOfPlayers, apply, choices, game_for, ruleset
from arena.rules.notation import action_named
from tests.rules.script import card_named, set_of
from tests.rules.table import change, rule, set_up

# ---- drawing -----------------------------------------------------------------------------------------------
BOTH = pytest.mark.parametrize("ruleset", ["mau-mau", "detailed"])
G_AND_P = pytest.mark.parametrize("ruleset", ["german", "points-150"])


@rule("X-DRAWN")
def test_base_game_no_other_card_after_a_draw_even_if_it_fitted() -> None:
    table = set_up("mau-mau", ["7C 9S TH", "TS KS"], pile="9H", ask="drawn")
    table.position.allowed = set_of(table.pack, "TH")
    assert table.choices == "TH, pass"


@G_AND_P
@rule("W-RESHUFFLE", "G-RESHUFFLE", "X-EMPTY")
def test_german_and_points_the_pile_without_its_top_becomes_the_stock_when_a_card_is_wanted(
    ruleset: str,
) -> None:
    table = set_up(ruleset, ["7C KD", "TS KS"], pile="8S QD 9H", stock="", draws="QD")
    drawn = {"german": change(turn=1), "points-150": change(ask="drawn")}[ruleset]
    assert table.act("draw") == change(**drawn, hand_0="7C QD KD", pile="9H", epoch=1)
    assert table.dealer.stocks == [set_of(table.pack, "8S QD")]
    assert table.position.stock == set_of(table.pack, "8S")


@BOTH
@rule("W-RESHUFFLE", "X-EMPTY")
def test_the_pile_without_its_top_becomes_the_stock_when_a_card_is_wanted(ruleset: str) -> None:
    table = set_up(ruleset, ["7C KD", "TS KS"], pile="8S QD 9H", stock="TC", draws="TC QD")
    assert table.act("draw") == change(hand_0="7C TC KD", ask="drawn")
    assert table.act("pass") == change(turn=1, ask="turn")
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_1="QD TS KS", pile="9H", epoch=1, ask="drawn")
    assert table.dealer.stocks == [set_of(table.pack, "8S QD")]
    assert table.position.stock == set_of(table.pack, "8S")


@BOTH
@rule("X-EMPTY")
def test_the_reshuffle_happens_in_the_middle_of_a_debt(ruleset: str) -> None:
    table = set_up(ruleset, ["7H KD QS", "TS KS"], pile="8C 9H", stock="TC", draws="TC 8C")
    assert table.act("7H", *["take"] * (ruleset == "detailed")) == change(
        hand_0="KD QS", hand_1="8C TC TS KS", pile="7H", epoch=1, turn=1, ask="paid"
    )
    assert table.position.stock == set_of(table.pack, "9H")
    kinds = [EventKind.DREW, EventKind.RESHUFFLED]
    assert table.event_texts(*kinds) == ["1 drew TC for debt", "reshuffled", "1 drew 8C for debt"]


@G_AND_P
@rule("X-EMPTY")
def test_german_and_points_the_reshuffle_in_a_debt_and_what_there_is_meets_it(ruleset: str) -> None:
    table = set_up(
        ruleset, ["KD QS", "TS KS"], pile="9H 7H 7D", stock="TC", ask="debt", debt=4, draws="TC 7H 9H"
    )
    assert table.act("take") == change(
        hand_0="TC KD 7H 9H QS", pile="7D", epoch=1, turn=1, ask="turn", debt=0
    )
    kinds = [EventKind.DREW, EventKind.RESHUFFLED]
    assert table.event_texts(*kinds) == [
        "0 drew TC for debt",
        "reshuffled",
        "0 drew 7H for debt",
        "0 drew 9H for debt",
    ]


# ---- matching ----------------------------------------------------------------------------------------------
EVERY = pytest.mark.parametrize("ruleset", ["mau-mau", "detailed", "german", "points-150"])


@rule("W-MATCH", "G-MATCH", "P-MATCH")
@pytest.mark.parametrize(
    ("ruleset", "top", "hand", "fitting"),
    [
        ("mau-mau", "9H", "9C TD QH KS", "9C, QH"),
        ("mau-mau", "9H", "7H 8H AH", "7H, 8H, AH"),
        ("mau-mau", "7S", "7C 8D KS", "7C, KS"),
        ("mau-mau", "AD", "TD KS AC", "AC, TD"),
        ("detailed", "2D", "2C 3C 3D TH", "2C, 3D, draw"),
        ("detailed", "6C", "TC 6D KD", "TC, 6D, draw"),
        ("detailed", "QS", "QC 4D AS", "QC, AS, draw"),
        ("german", "9H", "7H 8C AH", "7H, AH, draw"),
        ("german", "7S", "7C 8D KS", "7C, KS, draw"),
        ("points-150", "9H", "9C TD QH", "9C, QH, draw"),
        ("points-150", "AD", "TD KS AC", "AC, TD, draw"),
    ],
)
def test_suit_or_rank_fits(ruleset: str, top: str, hand: str, fitting: str) -> None:
    table = set_up(ruleset, [hand, "KC KH"], pile=top, draws="...")
    assert table.choices == fitting
    first = fitting.partition(",")[0]
    table.act(first)
    left = " ".join(card for card in hand.split() if card != first)
    table.expect(hand_0=left, pile=f"{top} {first}")


@rule("W-J", "P-J")
@pytest.mark.parametrize("ruleset", ["mau-mau", "points-150"])
@pytest.mark.parametrize("top", ["7C", "8S", "TD", "JD", "AH"])
def test_a_jack_goes_on_any_card(ruleset: str, top: str) -> None:
    table = set_up(ruleset, ["JC KD QS", "7H KS"], pile=top)
    assert "JC:CDHS" in table.choices
    assert table.act("JC:S") == change(hand_0="KD QS", pile=f"{top} JC", suit="S", turn=1)
    assert table.choices == "KS Mau/-" + ", draw" * (ruleset == "points-150")


@rule("D-MATCH", "G-J")
@pytest.mark.parametrize("ruleset", ["detailed", "german"])
@pytest.mark.parametrize("top", ["7C", "8S", "TD", "QS", "AH"])
def test_a_jack_goes_on_any_card_but_a_jack(ruleset: str, top: str) -> None:
    table = set_up(ruleset, ["JH KD TC", "JS 7H 9S"], pile=top)
    assert "JH:CDHS" in table.choices
    assert table.act("JH:S") == change(hand_0="TC KD", pile=f"{top} JH", suit="S", turn=1)
    assert table.choices == "9S, draw"


@rule("X-WISH")
@EVERY
@pytest.mark.parametrize(("suit", "fitting"), [("C", "KC"), ("D", "9D"), ("H", "KH"), ("S", "8S")])
def test_any_suit_may_be_named_the_old_one_too(ruleset: str, suit: str, fitting: str) -> None:
    table = set_up(ruleset, ["JC TD TS", "9D KC 8S KH"], pile="TH")
    assert "JC:CDHS" in table.choices
    assert table.act(f"JC:{suit}") == change(hand_0="TD TS", pile="TH JC", suit=suit, turn=1)
    assert table.choices == fitting + ", draw" * (ruleset != "mau-mau")


# ---- packs -------------------------------------------------------------------------------------------------
@rule("W-PACK", "X-PACKS", "X-PACK-ORDER", "G-PACK", "P-SETUP")
@pytest.mark.parametrize(
    ("name", "seats"),
    [("mau-mau", 2), ("mau-mau", 5), ("german", 2), ("german", 5), ("points-150", 2), ("points-150", 4)],
)
def test_32_cards_by_suit_from_seven_to_ace(name: str, seats: int) -> None:
    pack = game_for(ruleset(name), seats).pack
    assert pack.names == tuple(rank + suit for suit in "CDHS" for rank in "789TJQKA")
    assert pack.size == 32


@rule("D-PACK", "X-PACKS", "X-PACK-ORDER")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_detailed_52_cards_by_suit_from_two_to_ace(seats: int) -> None:
    pack = game_for(ruleset("detailed"), seats).pack
    assert pack.names == tuple(rank + suit for suit in "CDHS" for rank in "23456789TJQKA")
    assert pack.size == 52


@rule("W-PLAYERS", "D-PACK", "G-PLAYERS", "P-SETUP")
@pytest.mark.parametrize(
    ("name", "seats"),
    [("mau-mau", 9), ("detailed", 1), ("detailed", 6), ("german", 1), ("german", 6), ("points-150", 5)],
)
def test_no_other_number_of_players(name: str, seats: int) -> None:
    with pytest.raises(WrongNumberOfPlayers, match=rf"{name} is for 2 to \d players, not {seats}"):
        game_for(ruleset(name), seats)


SIX = ["7H 7H' KD KD'", "TS KS", "TC KC", "8C 9C", "8D 9D", "8S 9S"]


@rule("X-TWINS-COPY")
def test_an_equal_card_just_drawn_stays_behind_its_lower_twin() -> None:
    table = set_up("mau-mau", SIX, pile="8H", ask="drawn")
    table.position.allowed = 1 << card_named(table.pack, "7H'")
    assert table.choices == "7H, pass"


@rule("X-TWINS-COPY")
def test_a_name_means_the_copy_in_the_hand() -> None:
    table = set_up("mau-mau", ["9H' KD QD", *SIX[1:]], pile="8H")
    action = action_named(table.position, "9H")
    assert action.card == card_named(table.pack, "9H'")
    assert apply(table.position, action, table.dealer)
    assert choices(table.position)


# ---- returning ---------------------------------------------------------------------------------------------
KINGS = "prsi-kings"


@rule("PRSI-RETURN", "X-RETURN")
@pytest.mark.parametrize(("second", "debt"), [("7S", 4), ("KS", 6)])
def test_all_of_a_debt_with_a_seven_on_top_is_drawn(second: str, debt: int) -> None:
    drawn = ["8C", "9C", "TC", "JC", "QC", "AC"][:debt]
    table = set_up(KINGS, ["9S", f"{second} JD", "7C KD"], pile="8S", draws=" ".join(drawn))
    table.act("9S", second)
    assert table.act("7C") == change(
        hand_0=" ".join(drawn), hand_2="KD", pile=f"8S 9S {second} 7C", turn=1, ask="turn", debt=0
    )


@rule("X-RETURN", "X-ANSWER-LAST")
def test_a_last_card_that_answers_passes_the_debt_on_and_begins_the_round() -> None:
    table = set_up(KINGS, ["KH TS", "KC", "9S JD"], pile="8H", draws="7C 8C 9C TC JC QC 7D 8D")
    table.act("KH")
    assert table.act("KC") == change(hand_1="", pile="8H KH KC", turn=2, debt=8)
    assert table.act("take")["turn"] == 0


@rule("X-LAST-NAMES", "X-FINAL")
def test_a_last_ober_names_a_suit_because_play_goes_on() -> None:
    table = set_up(KINGS, ["QS", "9D 9S"], pile="8H")
    assert table.choices == "QS:CDHS"
    assert table.act("QS:D") == change(hand_0="", pile="8H QS", suit="D", turn=1)
    assert table.choices == "9D"
    assert table.act("9D")["places"] == (1, 2)


@rule("X-LAST-NAMES")
@pytest.mark.parametrize("hand", ["QS", "TD QS", "KC TD QD QS"])
def test_an_ober_names_no_suit_if_the_next_is_without_cards_and_so_wins_whatever_is_done(hand: str) -> None:
    table = set_up(KINGS, [hand, "", "9D 9S"], pile="8H")
    assert "QS" in table.choices.split(", ")
    assert ":" not in table.choices
    table.act("QS")
    table.expect(ask="over", places=(2, 1, 2), termination="won")


@rule("PRSI-RETURN", "X-RETURN")
@pytest.mark.parametrize(("seats", "nobody"), [(3, 1), (4, 2), (5, 4)])
def test_a_seven_brings_back_whoever_is_next_and_the_next_player_plays(seats: int, nobody: int) -> None:
    hands = ["9S TC", "9D TD", "9C TS", "JC JD", "JS KD"][:seats]
    hands[nobody], hands[nobody - 1] = "", "7H KC"
    table = set_up(KINGS, hands, pile="8H", turn=nobody - 1, draws="8C QC")
    table.act("7H")
    table.expect(turn=(nobody + 1) % seats, ask="turn", debt=0)
    assert table.state()[f"hand_{nobody}"] == "8C QC"
