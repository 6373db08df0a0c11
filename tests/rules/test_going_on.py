"""Pesten: after a Seven or a King its player may go on with another card."""

import pytest

from arena.rules import EventKind
from tests.rules.table import change, rule, set_up, won

SEVEN_OR_KING = pytest.mark.parametrize("rank", ["7", "K"])


@SEVEN_OR_KING
@rule("PESTEN-7", "PESTEN-K")
@pytest.mark.parametrize("seats", [2, 3])
def test_any_card_that_fits_may_follow(rank: str, seats: int) -> None:
    hands = [f"{rank}H 9H 9S TD", "9C TS QS", "9D QC 3C"][:seats]
    table = set_up("pesten", hands, pile="8H")
    table.act(f"{rank}H")
    table.expect(pile=f"8H {rank}H", turn=0, ask="go_on", hand_0="TD 9H 9S")
    assert table.choices == "9H, pass"
    assert table.act("9H") == change(hand_0="TD 9S", pile=f"8H {rank}H 9H", turn=1, ask="turn")


@SEVEN_OR_KING
@rule("X-PESTEN-GO", "PESTEN-7", "PESTEN-K")
def test_who_does_not_go_on_draws_nothing_and_his_turn_is_over(rank: str) -> None:
    table = set_up("pesten", [f"{rank}H 9H TD", "9C TS QS", "9D QC 3C"], pile="8H")
    table.act(f"{rank}H")
    assert table.act("pass") == change(turn=1, ask="turn")


@SEVEN_OR_KING
@rule("X-PESTEN-GO")
def test_a_jack_or_a_joker_may_follow_too(rank: str) -> None:
    table = set_up("pesten", [f"{rank}H 9C JS XX", "TS QS", "9D QC"], pile="8H")
    table.act(f"{rank}H")
    assert table.choices == "JS:CDHS, XX, pass"
    table.act("XX")
    table.expect(suit="H", turn=1, ask="debt", debt=5)


@SEVEN_OR_KING
@rule("X-ASK-DRAWN", "X-PESTEN-GO")
def test_who_has_nothing_that_follows_is_asked_and_may_not_draw(rank: str) -> None:
    table = set_up("pesten", [f"{rank}H 9C TD", "TS QS", "9D QC"], pile="8H")
    table.act(f"{rank}H")
    assert table.choices == "pass"
    assert table.act("pass") == change(turn=1, ask="turn")


@rule("PESTEN-7", "PESTEN-K")
def test_another_seven_or_king_and_he_may_go_on_again() -> None:
    table = set_up("pesten", ["7H 7C KC KD 9D TS", "9C QS", "9S QC"], pile="8H")
    table.act("7H")
    for card, rest, offered in [
        ("7C", "KC 9D KD TS", "KC, pass"),
        ("KC", "9D KD TS", "KD, pass"),
        ("KD", "9D TS", "9D Mau/-, pass"),
    ]:
        table.act(card)
        table.expect(hand_0=rest, turn=0, ask="go_on")
        assert table.choices == offered
    table.act("9D Mau")
    table.expect(hand_0="TS", turn=1, ask="turn", pile="8H 7H 7C KC KD 9D")


@SEVEN_OR_KING
@rule("PESTEN-7", "PESTEN-K")
@pytest.mark.parametrize(
    ("follows", "after"),
    [
        ("2H", {"turn": 1, "ask": "debt", "debt": 2}),
        ("8H", {"turn": 2, "ask": "turn"}),
        ("AH", {"turn": 2, "ask": "turn", "direction": -1}),
        ("JS:D", {"turn": 1, "ask": "turn", "suit": "D"}),
    ],
)
def test_what_follows_has_its_effect(rank: str, follows: str, after: dict[str, object]) -> None:
    card = follows[:2]
    table = set_up("pesten", [f"{rank}H {card} 9C TD", "TS QS", "9D QC"], pile="3H")
    table.act(f"{rank}H")
    table.act(follows)
    table.expect(hand_0="9C TD", pile=f"3H {rank}H {card}", **after)


@SEVEN_OR_KING
@rule("X-DRAWN", "X-PESTEN-GO")
def test_after_a_drawn_seven_or_king_any_card_of_the_hand_may_follow(rank: str) -> None:
    hands = [f"{rank}C 9D QS", "TS QD", "9S QC"]
    table = set_up("pesten", hands, pile="8H", draws=f"{rank}H")
    table.act("draw")
    assert table.choices == f"{rank}H, pass"
    table.act(f"{rank}H")
    table.expect(turn=0, ask="go_on")
    assert table.choices == f"{rank}C, pass"


@SEVEN_OR_KING
@rule("X-DEBT-AFTER", "X-PESTEN-GO")
def test_a_seven_or_king_played_after_paying_a_debt_lets_its_player_go_on(rank: str) -> None:
    table = set_up("pesten", ["2H 9C TD", f"{rank}H 9H QS", "9S QC"], pile="3H", draws="3C 4C")
    table.act("2H", "take", f"{rank}H")
    table.expect(turn=1, ask="go_on", hand_1="3C 4C 9H QS")
    assert table.choices == "9H, pass"


@SEVEN_OR_KING
@rule("X-NODRAW-2")
def test_with_nothing_to_draw_one_still_need_not_go_on_and_that_is_no_forced_pass(rank: str) -> None:
    table = set_up("pesten", [f"{rank}H 9H TD", "TS QS", "9D QC"], pile="8H", stock="")
    table.act(f"{rank}H")
    assert table.choices == "9H Mau/-, pass"
    assert table.act("pass") == change(turn=1, ask="turn")


@SEVEN_OR_KING
@rule("PESTEN-CALL", "X-ANNOUNCE")
def test_last_card_is_due_with_a_seven_or_king_too_and_he_goes_on_to_win(rank: str) -> None:
    table = set_up("pesten", [f"{rank}H 9H", "TS QS", "9D QC"], pile="8H")
    assert f"{rank}H Mau/-" in table.choices
    table.act(f"{rank}H Mau")
    table.expect(hand_0="9H", said_0="Mau", ask="go_on")
    assert table.choices == "9H, pass"
    assert table.act("9H") == won((1, 2, 2), (0, 20, 19), hand_0="", pile=f"8H {rank}H 9H")


@SEVEN_OR_KING
@rule("PESTEN-CALL", "X-PESTEN-NEW", "X-PRICE")
def test_unannounced_the_new_hand_is_drawn_before_he_goes_on_and_may_be_played_from(rank: str) -> None:
    table = set_up("pesten", [f"{rank}H 9H", "TS QS", "9D QC"], pile="8H", draws="3C 3D 3H 4C 4D 4S 5C")
    table.act(f"{rank}H")
    table.expect(hand_0="3C 4C 5C 3D 4D 3H 9H 4S", turn=0, ask="go_on")
    assert table.choices == "3H, 9H, pass"


@SEVEN_OR_KING
@rule("PESTEN-LAST", "X-PESTEN-GO")
@pytest.mark.parametrize("drawn", ["9H", "9C"])
def test_as_last_card_its_player_draws_one_and_the_turn_is_over_whatever_is_drawn(
    rank: str, drawn: str
) -> None:
    table = set_up("pesten", [f"{rank}H", "TS QS", "9D QC"], pile="8H", draws=drawn)
    assert table.choices == f"{rank}H"
    assert table.act(f"{rank}H") == change(hand_0=drawn, pile=f"8H {rank}H", turn=1)
    assert table.told(EventKind.DREW) == [f"0 drew {drawn} for last_card"]


@rule("PESTEN-LAST", "X-PESTEN-GO")
def test_the_last_card_of_a_row_of_sevens_and_kings_is_a_last_card_too() -> None:
    table = set_up("pesten", ["7H KH", "TS QS", "9D QC"], pile="8H", draws="9H")
    table.act("7H Mau")
    assert table.choices == "KH, pass"
    assert table.act("KH") == change(hand_0="9H", said_0="", pile="8H 7H KH", turn=1, ask="turn")
