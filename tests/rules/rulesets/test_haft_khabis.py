"""Haft khabis: the Two picks a player, the Eight is covered, the Ten reverses, the Ace skips."""

import pytest

from arena.rules import EventKind
from tests.rules.table import change, rule, set_up

HANDS = ["3D KD QD", "TS KC QC", "TD 3C 9S", "9D 4S 5S"]


@rule("IRAN-BASE", "X-W7", "X-DEBT-AFTER")
@pytest.mark.parametrize("seats", [2, 3])
def test_after_a_seven_the_next_player_draws_two_unasked_even_with_a_seven_and_may_play(seats: int) -> None:
    hands = ["7H KD QD", "7C TS", "TD KC"][:seats]
    table = set_up("haft-khabis", hands, pile="3H", draws="4C QH")
    assert table.act("7H") == change(hand_0="QD KD", hand_1="4C 7C QH TS", pile="3H 7H", turn=1, ask="paid")
    assert table.choices == "7C, QH, pass"
    table.act("QH")
    table.expect(hand_1="4C 7C TS", turn=2 % seats, ask="turn")


@rule("IRAN-BASE", "X-WISH")
@pytest.mark.parametrize("top", ["3H", "JH", "2H", "7H", "8H", "TH", "AH"])
def test_a_jack_goes_on_any_card_and_names_a_suit(top: str) -> None:
    table = set_up("haft-khabis", ["JC KD QD", "TS KC 9C"], pile=f"9H {top}", suit="H" * (top == "JH"))
    assert table.choices == "JC:CDHS"
    assert table.act("JC:S")["suit"] == "S"
    assert table.choices == "TS"


@rule("IRAN-A", "X-IRAN-8", "X-SKIP")
@pytest.mark.parametrize(("seats", "direction", "turn"), [(2, 1, 0), (3, 1, 2), (3, -1, 1), (4, -1, 2)])
def test_an_ace_skips_the_next_player_and_needs_no_cover(seats: int, direction: int, turn: int) -> None:
    table = set_up("haft-khabis", ["AH 3H KD", *HANDS[1:seats]], pile="9H", direction=direction)
    table.act("AH")
    table.expect(hand_0="KD 3H", pile="9H AH", turn=turn, ask="turn")
    assert table.event_texts(EventKind.SKIPPED) == [f"{direction % seats} skipped"]


@rule("IRAN-10", "X-REVERSE-2")
@pytest.mark.parametrize(
    ("seats", "direction", "turn"), [(2, 1, 1), (2, -1, 1), (3, 1, 2), (3, -1, 1), (4, 1, 3), (4, -1, 1)]
)
def test_a_ten_reverses_the_direction(seats: int, direction: int, turn: int) -> None:
    hands = ["TH 3H KD", "TS KC QC", "TD 3C 9S", "9D 4S 5S"][:seats]
    table = set_up("haft-khabis", hands, pile="9H", direction=direction)
    assert table.act("TH") == change(hand_0="KD 3H", pile="9H TH", turn=turn, direction=-direction)


# ---- the Two -----------------------------------------------------------------------------------------------


@rule("IRAN-2", "X-IRAN-2")
@pytest.mark.parametrize(
    ("seats", "seat", "targets"), [(2, 0, "1"), (2, 1, "0"), (3, 1, "02"), (4, 2, "013")]
)
def test_the_target_of_a_two_may_be_any_other_player(seats: int, seat: int, targets: str) -> None:
    hands = HANDS[:seats]
    hands[seat] = "2H KH AC"
    table = set_up("haft-khabis", hands, pile="9H", turn=seat)
    assert table.choices == f"2H@{targets}, KH"


@rule("IRAN-2", "X-IRAN-2")
@pytest.mark.parametrize(("target", "hand"), [(1, "4C QC KC TS"), (2, "3C 4C TD 9S"), (3, "4C 9D 4S 5S")])
def test_a_player_who_is_picked_draws_one_and_misses_nothing(target: int, hand: str) -> None:
    table = set_up("haft-khabis", ["2H KD QD", *HANDS[1:]], pile="9H", draws="4C")
    assert table.act(f"2H@{target}") == change(
        hand_0="QD KD", pile="9H 2H", turn=1, **{f"hand_{target}": hand}
    )
    assert table.event_texts(EventKind.DREW) == [f"{target} drew 4C for others"]
    table.expect(misses=0, ask="turn")


# ---- the Eight ---------------------------------------------------------------------------------------------


@rule("IRAN-8", "X-IRAN-8", "X-COVER")
@pytest.mark.parametrize("seats", [2, 3])
def test_an_eight_must_be_covered_by_a_card_that_fits_and_skips_nobody(seats: int) -> None:
    table = set_up("haft-khabis", ["8H 3H 8D JC 6S", *HANDS[1:seats]], pile="9H")
    assert table.act("8H") == change(hand_0="JC 8D 3H 6S", pile="9H 8H", ask="cover")
    assert table.choices == "JC:CDHS, 8D, 3H"
    assert table.act("3H") == change(hand_0="JC 8D 6S", pile="9H 8H 3H", turn=1, ask="turn")


@rule("X-IRAN-8", "X-COVER")
@pytest.mark.parametrize(
    ("cover", "after"),
    [
        ("AH", {"turn": 2, "ask": "turn"}),
        ("7H", {"turn": 1, "ask": "paid", "hand_1": "3C 4C QC KC TS"}),
        ("TH", {"turn": 2, "ask": "turn", "direction": -1}),
        ("2H@2", {"turn": 1, "ask": "turn", "hand_2": "3C 9C TD 9S"}),
        ("JC:S", {"turn": 1, "ask": "turn", "suit": "S"}),
    ],
)
def test_the_cover_has_its_effect(cover: str, after: dict[str, object]) -> None:
    hands = [f"8H {cover[:2]} KD QD", "TS KC QC", "TD 9C 9S"]
    table = set_up("haft-khabis", hands, pile="3H", draws="3C 4C")
    table.act("8H", cover)
    table.expect(hand_0="QD KD", pile=f"3H 8H {cover[:2]}", **after)
