"""How many players, which cards, and equal cards of two packs."""

import pytest

from arena.rules import WrongNumberOfPlayers, apply, choices, game_for, ruleset
from arena.rules.notation import action_named
from tests.rules.script import card_named
from tests.rules.table import change, rule, set_up, started


@rule("W-PLAYERS", "X-SIX")
@pytest.mark.parametrize(("seats", "cards"), [(2, 32), (3, 32), (4, 32), (5, 32), (6, 64), (7, 64), (8, 64)])
def test_base_game_two_to_five_players_with_one_pack_six_to_eight_with_two(seats: int, cards: int) -> None:
    table = started("mau-mau", seats, "...")
    assert table.pack.size == cards
    assert [hand.bit_count() for hand in table.position.hands] == [5] * seats
    assert table.position.stock.bit_count() == cards - 5 * seats - 1


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


@rule("X-TWINS", "X-TWINS-COPY")
def test_equal_cards_are_one_choice_and_the_lower_numbered_is_laid() -> None:
    table = set_up("mau-mau", SIX, pile="8H", draws="QC QD")
    assert table.choices == "7H"
    assert table.act("7H") == change(
        hand_0="KD KD' 7H'", hand_1="QC QD TS KS", pile="8H 7H", turn=1, ask="paid"
    )


@rule("X-TWINS-COPY")
def test_an_equal_card_just_drawn_stays_behind_its_lower_twin() -> None:
    table = set_up("mau-mau", SIX, pile="8H", ask="drawn")
    table.position.allowed = 1 << card_named(table.pack, "7H'")
    assert table.choices == "7H, pass"


@rule("X-TWINS")
def test_a_card_fits_its_twin() -> None:
    table = set_up("mau-mau", ["8H KD KD'", *SIX[1:]], pile="8H'")
    assert table.choices == "8H"


@rule("X-TWINS-COPY")
def test_a_name_means_the_copy_in_the_hand() -> None:
    table = set_up("mau-mau", ["9H' KD QD", *SIX[1:]], pile="8H")
    action = action_named(table.position, "9H")
    assert action.card == card_named(table.pack, "9H'")
    assert apply(table.position, action, table.dealer)
    assert choices(table.position)
