"""Effects of cards: tests that need more than a scenario."""

from dataclasses import replace

import pytest

from arena.rules import EventKind, redact, ruleset
from arena.rules.choices import NO_CARD
from tests.rules.script import set_of
from tests.rules.table import change, rule, set_up, started, won

# ---- free ace ----------------------------------------------------------------------------------------------
REGIONAL = "german-regional"


@rule("X-COVER", "X-G-FREE")
@pytest.mark.parametrize(
    ("cover", "then"),
    [
        ("7H", {"turn": 1, "ask": "debt", "debt": 2}),
        ("8H", {"turn": 1, "ask": "miss", "misses": 1}),
        ("9H", {"turn": 0, "ask": "turn", "direction": -1}),
        ("JC:D", {"turn": 1, "ask": "turn", "suit": "D"}),
    ],
)
def test_what_covers_it_has_its_effect(cover: str, then: dict[str, object]) -> None:
    table = set_up(REGIONAL, [f"AH {cover[:2]} 9D TC", "TS KC QS", "8D 8S"], pile="QH")
    table.act("AH", cover)
    table.expect(**then)


# ---- going on ----------------------------------------------------------------------------------------------
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


@rule("PESTEN-7", "PESTEN-K")
def test_another_seven_or_king_and_they_may_go_on_again() -> None:
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
@rule("PESTEN-CALL", "X-ANNOUNCE")
def test_last_card_is_due_with_a_seven_or_king_too_and_they_go_on_to_win(rank: str) -> None:
    table = set_up("pesten", [f"{rank}H 9H", "TS QS", "9D QC"], pile="8H")
    assert f"{rank}H Mau/-" in table.choices
    table.act(f"{rank}H Mau")
    table.expect(hand_0="9H", said_0="Mau", ask="go_on")
    assert table.choices == "9H, pass"
    assert table.act("9H") == won((1, 2, 2), (0, 20, 19), hand_0="", pile=f"8H {rank}H 9H")


# ---- kings -------------------------------------------------------------------------------------------------
FILLERS = ["9D TD", "9S TS", "9C TC"]


@rule("PRSI-K", "X-KING")
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(
    ("laid", "debts"),
    [
        (["KH", "7C"], [4, 6]),
        (["7H", "KC"], [2, 6]),
        (["KH", "KC"], [4, 8]),
        (["7H", "7C", "KS"], [2, 4, 8]),
        (["7H", "KC", "7S"], [2, 6, 8]),
        (["KH", "7C", "KS"], [4, 6, 10]),
        (["KH", "KC", "7S", "7D"], [4, 8, 10, 12]),
        (["KH", "KC", "KS", "KD"], [4, 8, 12, 16]),
    ],
)
def test_kings_and_sevens_answer_each_other_in_any_suit_and_the_debts_add_up(
    seats: int, laid: list[str], debts: list[int]
) -> None:
    hands = [" ".join([*laid[seat::seats], FILLERS[seat]]) for seat in range(seats)]
    table = set_up("prsi-kings", hands, pile="8H")
    for number, (card, debt) in enumerate(zip(laid, debts, strict=True), start=1):
        table.act(card)
        table.expect(turn=number % seats, ask="debt", debt=debt)
    assert table.choices == "take"


# ---- last effect card --------------------------------------------------------------------------------------
BOTH = pytest.mark.parametrize("ruleset", ["pesten", "pesten-royal"])
NEW_HAND = [
    ("pesten", "3C 3D 3H 4C 4D 4S 5C", "3C 4C 5C 3D 4D 3H {} 4S"),
    ("pesten-royal", "3C 3D 3H 4C 4D", "3C 4C 3D 4D 3H {}"),
]


@BOTH
@rule("PESTEN-LAST", "X-PRICE")
@pytest.mark.parametrize(
    ("card", "after"),
    [
        ("2H", {"turn": 1, "ask": "debt", "debt": 2}),
        ("7H", {"turn": 1}),
        ("8H", {"turn": 2}),
        ("JC:D", {"turn": 1, "suit": "D"}),
        ("KH", {"turn": 1}),
        ("AH", {"turn": 2, "direction": -1}),
        ("XX", {"turn": 1, "suit": "H", "ask": "debt", "debt": 5}),
    ],
)
def test_a_last_effect_card_has_its_effect_but_its_player_draws_one_and_stays_in(
    ruleset: str, card: str, after: dict[str, object]
) -> None:
    table = set_up(ruleset, [card[:2], "TS QS", "9D QC"], pile="9H", draws="3C")
    assert table.choices == {"JC:D": "JC:CDHS"}.get(card, card)
    assert table.act(card) == change(hand_0="3C", pile=f"9H {card[:2]}", **after)
    assert table.event_texts(EventKind.DREW) == ["0 drew 3C for last_card"]


@pytest.mark.parametrize(("ruleset", "draws", "hand"), NEW_HAND)
@rule("PESTEN-CALL", "X-PESTEN-NEW")
def test_unannounced_a_new_hand_is_drawn_at_once_and_the_last_card_kept(
    ruleset: str, draws: str, hand: str
) -> None:
    table = set_up(ruleset, ["9H QH", "TS QS", "9D QC"], pile="8H", draws=draws)
    assert table.act("9H") == change(hand_0=hand.format("QH"), pile="8H 9H", turn=1)
    assert table.event_texts(EventKind.DREW) == [f"0 drew {card} for call" for card in draws.split()]


@pytest.mark.parametrize(("ruleset", "draws", "hand"), NEW_HAND)
@rule("PESTEN-CALL", "X-PRICE")
def test_the_new_hand_is_drawn_before_the_next_player_draws(ruleset: str, draws: str, hand: str) -> None:
    table = set_up(ruleset, ["2H QH", "TS QS", "9D QC"], pile="8H", draws=f"{draws} 6C 6D")
    assert table.act("2H", "take") == change(
        hand_0=hand.format("QH"), hand_1="6C 6D TS QS", pile="8H 2H", turn=1, ask="paid"
    )
    assert [event.seat for event in table.events if event.kind is EventKind.DREW][-3:] == [0, 1, 1]


@pytest.mark.parametrize(("ruleset", "draws", "hand"), NEW_HAND)
@rule("PESTEN-CALL", "X-ANNOUNCE")
@pytest.mark.parametrize("ask", ["paid", "drawn"])
def test_the_word_is_due_after_a_draw_or_a_debt_too(ruleset: str, draws: str, hand: str, ask: str) -> None:
    table = set_up(ruleset, ["9H QH", "TS QS"], pile="8H", draws=draws, ask=ask)
    table.act("9H")
    table.expect(hand_0=hand.format("QH"), turn=1)


@rule("PESTEN-DEAL", "X-PESTEN-NEW")
def test_house_rule_six_are_dealt_and_six_is_the_new_hand() -> None:
    six = replace(ruleset("pesten"), hand=6)
    assert [hand.bit_count() for hand in started(six, 2, "...").position.hands] == [6, 6]
    table = set_up(six, ["9H QH", "TS QS"], pile="8H", draws="3C 3D 3H 4C 4D 4S")
    assert table.act("9H") == change(hand_0="3C 4C 3D 4D 3H QH 4S", pile="8H 9H", turn=1)


# ---- ober --------------------------------------------------------------------------------------------------
PLAIN_UNTER = pytest.mark.parametrize("ruleset", ["prsi-kings", "czech-fool", "pharaoh-101"])


@PLAIN_UNTER
@rule("PRSI-J", "X-STARTER")
def test_a_plain_unter_turned_up_is_a_plain_card(ruleset: str) -> None:
    draws = {"prsi-kings": "7C 7D JC 8D 9D 9C TS 9S JS"}.get(ruleset, "7C 7D JC 8D 9D 9C TS 9S KH KC JS")
    table = started(ruleset, 2, draws)
    table.expect(pile="JS", suit="")
    assert table.choices == "JC, TS"


# ---- stacking ----------------------------------------------------------------------------------------------
STACKING = "mau-mau-stacking"


@rule("W-7-STACK")
@pytest.mark.parametrize(
    ("hands", "turns"),
    [
        (["7H 7S KD QD", "7C 7D TS KS"], [1, 0, 1, 0]),
        (["7H 7D KD QD", "7C TS KS", "7S TD KC"], [1, 2, 0, 1]),
        (["7H KD QD", "7C TS KS", "7S TD KC", "7D 9S 9C"], [1, 2, 3, 0]),
        (["7H KD QD", "7C TS KS", "7S TD KC", "7D 9S 9C", "9D TC"], [1, 2, 3, 4]),
    ],
)
def test_sevens_come_to_2_4_6_8_for_the_next(hands: list[str], turns: list[int]) -> None:
    table = set_up(STACKING, hands, pile="8H")
    for card, turn, debt in zip(["7H", "7C", "7S", "7D"], turns, [2, 4, 6, 8], strict=True):
        table.act(card)
        table.expect(turn=turn, ask="debt", debt=debt)


@rule("W-7-STACK", "X-W7S", "X-DEBT-AFTER")
@pytest.mark.parametrize("debt", [2, 4, 6, 8])
def test_a_player_who_takes_the_debt_draws_all_of_it_and_may_still_play_any_card(debt: int) -> None:
    draws = ["8C", "9C", "TC", "QC", "KC", "AC", "8D", "9D"][:debt]
    table = set_up(STACKING, ["KD TH", "AD AS"], pile="7C 7H", ask="debt", debt=debt, draws=" ".join(draws))
    drawn = change(hand_0=" ".join([*draws, "KD TH"]), ask="paid", debt=0)
    assert table.act("take") == drawn
    assert table.choices == "TH, pass"
    assert table.act("TH") == change(hand_0=" ".join([*draws, "KD"]), pile="7C 7H TH", turn=1, ask="turn")


@rule("X-EMPTY")
def test_the_stock_is_made_again_within_a_debt_and_what_there_is_meets_it() -> None:
    table = set_up(
        STACKING,
        ["KD TS", "AD AS"],
        pile="TD 7C 7S 7H",
        stock="9C",
        ask="debt",
        debt=6,
        draws="9C TD 7C 7S",
    )
    assert table.act("take") == change(hand_0="7C 9C TD KD 7S TS", pile="7H", epoch=1, ask="paid", debt=0)
    assert table.dealer.stocks == [set_of(table.pack, "TD 7C 7S")]


# ---- ten ---------------------------------------------------------------------------------------------------
@rule("PRSI-10", "X-TEN")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_others_take_a_card_and_its_player_has_a_full_turn_more(seats: int) -> None:
    hands = ["9D TH JD", "8S", "9S", "TS", "JS"][:seats]
    table = set_up("prsi-kings", hands, pile="8H", draws="7C 8C 9C TC")
    assert table.choices == "TH"
    drawn = {"hand_1": "7C 8S", "hand_2": "8C 9S", "hand_3": "9C TS", "hand_4": "TC JS"}
    others = dict(list(drawn.items())[: seats - 1])
    assert table.act("TH") == change(hand_0="9D JD", pile="8H TH", **others)
    assert table.choices == "draw"


@rule("PRSI-10")
@pytest.mark.parametrize("ruleset", ["prsi", "quick"])
def test_where_the_option_is_off_a_ten_does_nothing(ruleset: str) -> None:
    table = set_up(ruleset, ["9D TH JD", "8S", "9S"], pile="8H")
    assert table.act("TH")["turn"] == 1
    assert table.event_texts(EventKind.DREW) == []


# ---- thunder back ------------------------------------------------------------------------------------------
BACK = "detailed-thunderback"


@rule("D-2C", "X-D-PREV")
def test_the_previous_player_draws_four_unasked_and_the_next_plays_freely() -> None:
    table = set_up(BACK, ["2C KD QD", "7C TS 5C", "TD KC"], pile="8C", draws="9C 3H 4H 5H")
    assert table.choices == "2C, draw"
    assert table.act("2C") == change(hand_0="QD KD", hand_2="9C KC TD 3H 4H 5H", pile="8C 2C", turn=1)
    assert table.choices == "5C, 7C, draw"
    assert table.event_texts(EventKind.DREW) == [
        f"2 drew {card} for debt" for card in ("9C", "3H", "4H", "5H")
    ]


@rule("X-D-PREV", "D-Q")
@pytest.mark.parametrize(
    ("seats", "direction", "bearer", "on"),
    [(3, 1, 2, 1), (3, -1, 1, 2), (4, 1, 3, 1), (4, -1, 1, 3), (5, 1, 4, 1), (5, -1, 1, 4)],
)
def test_previous_is_the_nearest_against_the_direction_in_force(
    seats: int, direction: int, bearer: int, on: int
) -> None:
    hands = ["2C KD QD", "TS", "TD", "TH", "9S"][:seats]
    table = set_up(BACK, hands, pile="8C", direction=direction, draws="3H 4H 5H 6H")
    table.act("2C")
    assert [hand.bit_count() for hand in table.position.hands] == [
        2,
        *(5 if seat == bearer else 1 for seat in range(1, seats)),
    ]
    table.expect(turn=on, ask="turn")


@rule("X-PRICE", "D-LAST")
def test_a_missing_word_is_paid_for_before_the_previous_player_draws() -> None:
    table = set_up(BACK, ["2C KD", "TS KS", "TD KC"], pile="8C", draws="9C 9D 3H 4H 5H 6H")
    assert table.choices == "2C Mau/-, draw"
    table.act("2C")
    assert table.event_texts(EventKind.DREW) == ["0 drew 9C for call", "0 drew 9D for call"] + [
        f"2 drew {card} for debt" for card in ("3H", "4H", "5H", "6H")
    ]
    table.expect(turn=1, ask="turn")


@rule("X-HIDDEN", "X-D-PREV")
def test_only_the_player_who_draws_sees_the_cards() -> None:
    table = set_up(BACK, ["2C KD QD", "TS", "TD"], pile="8C", draws="3H 4H 5H 6H")
    table.act("2C")
    drawn = [event for event in table.events if event.kind is EventKind.DREW]
    assert [redact(event, 2) for event in drawn] == drawn
    assert {redact(event, seat).card for event in drawn for seat in (0, 1)} == {NO_CARD}
