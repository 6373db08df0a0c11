"""Blind: the next player believes or doubts."""

from dataclasses import replace

import pytest

from arena.rules import EventKind, observe, redact, ruleset
from arena.rules.choices import NO_CARD
from arena.rules.ruleset import FaceDown
from tests.rules.script import card_named
from tests.rules.table import Table, change, rule, set_up, won

OTHERS = ["TS KS", "9D KD", "AC AD"]


def seen_on_top(table: Table) -> list[str]:
    """Return the top card as each seat knows it."""
    position = table.position
    tops = [observe(position, seat).top for seat in range(position.game.seats)]
    return [table.pack.names[top] for top in tops]


@rule("BLIND-DOUBT", "X-BLIND")
@pytest.mark.parametrize("claim", ["KH", "7H", "8H", "AH"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_next_player_is_asked_before_the_effect_even_of_what_would_skip_them(
    claim: str, seats: int
) -> None:
    table = set_up("blind", ["9C KC TC", *OTHERS[: seats - 1]], pile="8H")
    assert table.act(f"9C={claim}") == change(
        hand_0="TC KC", pile="8H 9C", hidden="9C", turn=1, ask="believe", claimed=0
    )
    assert table.choices == "believe, doubt"


@rule("BLIND-DOUBT", "X-BLIND")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_believed_the_claim_is_the_top_for_all_and_nobody_else_is_asked(seats: int) -> None:
    table = set_up("blind", ["9C KC TC", *OTHERS[: seats - 1]], pile="8H")
    table.act("9C=KH")
    assert table.act("believe") == change(ask="turn", claimed=None)
    assert seen_on_top(table) == ["KH"] * seats
    table.act("KS=KD")
    table.expect(turn=2 % seats, ask="believe", claimed=1)


@rule("BLIND-DOUBT", "X-BLIND")
def test_what_follows_must_fit_the_claim_and_not_the_card() -> None:
    table = set_up("blind", ["9C KC TC", "TS KS"], pile="8H")
    table.act("9C=KH", "believe")
    assert table.choices.split(", ")[0] == "TS=(KC KD 7H 8H 9H TH KH AH KS)"


@rule("X-BLIND", "X-INHERIT", "PRSI-A")
@pytest.mark.parametrize("claim", ["8S", "AH"])
@pytest.mark.parametrize(("seats", "turn"), [(2, 0), (3, 2), (4, 2)])
def test_a_player_who_believes_an_eight_or_an_ace_is_skipped(claim: str, seats: int, turn: int) -> None:
    table = set_up("blind", ["9C KC TC", *OTHERS[: seats - 1]], pile="8H")
    table.act(f"9C={claim}")
    assert table.act("believe") == change(ask="turn", turn=turn, claimed=None)
    assert table.event_texts(EventKind.SKIPPED) == ["1 skipped"]


@rule("X-BLIND", "X-INHERIT")
@pytest.mark.parametrize("claim", ["JC", "QS"])
def test_a_wild_claim_that_is_believed_has_the_suit_named(claim: str) -> None:
    table = set_up("blind", ["9C KC TC", *OTHERS], pile="8H")
    assert table.act(f"9C={claim}:D", "believe") == change(
        hand_0="TC KC", pile="8H 9C", hidden="9C", suit="D", turn=1
    )
    assert table.choices.split(", ")[0] == "TS=(7D 8D 9D TD KD AD)"


@rule("BLIND-PENALTY", "X-BLIND")
@pytest.mark.parametrize("card", ["TH", "8S", "AH", "JC:S", "QD:S"])
@pytest.mark.parametrize(("seats", "turn"), [(2, 0), (3, 2), (4, 2)])
def test_a_player_who_doubts_the_truth_draws_one_and_misses_one_turn_in_all(
    card: str, seats: int, turn: int
) -> None:
    face, _, suit = card.partition(":")
    table = set_up("blind", [f"{face} KC TC", *OTHERS[: seats - 1]], pile="8H", draws="7C")
    table.act(f"{face}={card}")
    table.expect(hand_0="TC KC", turn=1)
    assert table.act("doubt") == change(hand_1="7C TS KS", turn=turn, ask="turn", hidden="", claimed=None)
    table.expect(suit=suit, misses=0, pile=f"8H {face}")
    assert table.event_texts(EventKind.DREW) == ["1 drew 7C for doubt"]


@rule("BLIND-PENALTY", "X-BLIND")
def test_a_player_who_doubts_a_true_answer_draws_the_whole_debt_too() -> None:
    table = set_up("blind", ["7C KC TC", *OTHERS], pile="8H 7H", ask="debt", debt=2, draws="8C 9C QC QD TD")
    assert table.act("7C=7C", "doubt") == change(
        hand_0="TC KC", hand_1="8C 9C QC TD QD TS KS", pile="8H 7H 7C", turn=2, ask="turn", debt=0
    )
    assert table.event_texts(EventKind.DREW)[:2] == ["1 drew 8C for doubt", "1 drew 9C for debt"]


@rule("BLIND-DOUBT", "X-BLIND")
def test_a_doubted_card_is_shown() -> None:
    for card in ("TH", "TC"):
        table = set_up("blind", ["TC TH KC", *OTHERS], pile="8H", draws="7C")
        table.act(f"{card}=TH", "doubt")
        assert [event[-8:] for event in table.event_texts(EventKind.SHOWN)] == [f"shown {card}"]


@rule("BLIND-PENALTY", "X-BLIND")
@pytest.mark.parametrize("claim", ["KH", "7H", "8S", "AH", "JC:S"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_doubted_lie_goes_back_its_player_draws_one_and_the_next_has_their_turn(
    claim: str, seats: int
) -> None:
    table = set_up("blind", ["9C KC TC", *OTHERS[: seats - 1]], pile="8H", draws="7C")
    assert table.act(f"9C={claim}", "doubt") == change(hand_0="7C 9C TC KC", turn=1)
    assert table.event_texts(EventKind.DREW) == ["0 drew 7C for doubt"]
    assert seen_on_top(table) == ["8H"] * seats


@rule("X-BLIND")
@pytest.mark.parametrize("claim", ["KS", "QD:D"])
def test_after_a_doubted_lie_the_suit_named_before_holds(claim: str) -> None:
    table = set_up("blind", ["9C KC TC", *OTHERS], pile="8H JH", suit="S", draws="7C")
    assert table.act(f"9C={claim}", "doubt") == change(hand_0="7C 9C TC KC", turn=1)
    assert table.choices.split(", ")[0] == "TS=(7S 8S 9S TS KS AS)"


@rule("X-BLIND")
@pytest.mark.parametrize("seats", [2, 3])
def test_a_player_who_lied_under_a_debt_draws_one_and_then_the_debt(seats: int) -> None:
    table = set_up(
        "blind",
        ["9C KC TC", *OTHERS[: seats - 1]],
        pile="8H 7H",
        ask="debt",
        debt=4,
        draws="7C 8C QC 8D TD",
    )
    assert table.act("9C=7S", "doubt") == change(hand_0="7C 8C 9C TC QC KC 8D TD", turn=1, ask="turn", debt=0)
    assert table.event_texts(EventKind.DREW) == [
        "0 drew 7C for doubt",
        *(f"0 drew {card} for debt" for card in ("8C", "QC", "8D", "TD")),
    ]


@rule("X-BLIND")
def test_after_a_doubted_lie_a_believed_claim_is_the_top_again() -> None:
    table = set_up("blind", ["9C KC TC", "TS KS", "9D KD"], pile="8H", draws="7C")
    table.act("9C=KH", "believe", "TS=TH")
    table.expect(hidden="TS", pile="8H 9C TS")
    assert table.act("doubt") == change(
        hand_1="7C TS KS", pile="8H 9C", hidden="9C", ask="turn", claimed=None
    )
    table.expect(turn=2)
    assert seen_on_top(table) == ["KH"] * 3


@rule("X-BLIND-7")
@pytest.mark.parametrize(("seats", "doubter"), [(2, 0), (3, 2)])
def test_a_seven_one_does_not_hold_is_paid_for_if_doubted(seats: int, doubter: int) -> None:
    table = set_up("blind", ["7H KC TC", *OTHERS[: seats - 1]], pile="8H", draws="7C 8C 9C")
    table.act("7H=7H", "believe", "TS=7S", "doubt")
    table.expect(hand_1="7C 8C 9C TS KS", turn=doubter, ask="turn", debt=0, pile="8H 7H")


@rule("X-BLIND", "X-FINAL")
@pytest.mark.parametrize("card", ["TH", "7H", "8S", "AH", "JC", "QD"])
def test_a_true_last_card_wins_unasked_and_without_effect(card: str) -> None:
    table = set_up("blind", [card, "TS KS"], pile="8H")
    assert table.act(f"{card}={card}") == won((1, 2), (0, 20), hand_0="", pile=f"8H {card}")
    assert [event[-8:] for event in table.event_texts(EventKind.SHOWN)] == [f"shown {card}"]


@rule("X-BLIND")
@pytest.mark.parametrize("claim", ["TH", "7H", "8S", "JC"])
@pytest.mark.parametrize("seats", [2, 3])
def test_a_false_last_card_is_shown_unasked_and_goes_back(claim: str, seats: int) -> None:
    table = set_up("blind", ["9C", *OTHERS[: seats - 1]], pile="8H", draws="7C")
    assert table.act(f"9C={claim}") == change(hand_0="7C 9C", turn=1)
    assert [event[-8:] for event in table.event_texts(EventKind.SHOWN)] == ["shown 9C"]
    assert table.event_texts(EventKind.DREW) == ["0 drew 7C for doubt"]


@rule("X-BLIND", "W-RESHUFFLE")
def test_a_believed_card_goes_face_down_into_the_reshuffle() -> None:
    table = set_up("blind", ["9C KC TC", "TS KS"], pile="8H", stock="", draws="9C")
    table.act("9C=KH", "believe", "KS=TH", "believe")
    assert table.act("draw") == change(hand_0="9C TC KC", pile="KS", turn=1, epoch=1)
    assert table.dealer.stocks == [sum(1 << card_named(table.pack, name) for name in ("8H", "9C"))]
    assert table.event_texts(EventKind.SHOWN) == []
    assert seen_on_top(table) == ["TH", "TH"]


@rule("X-BLIND", "X-HIDDEN")
def test_the_others_learn_nothing_of_a_card_that_is_believed() -> None:
    one = set_up("blind", ["9C KC TC", *OTHERS], pile="8H")
    two = set_up("blind", ["7S KC TC", *OTHERS], pile="8H")
    one.act("9C=KH", "believe")
    two.act("7S=KH", "believe")
    for seat in (1, 2, 3):
        assert [redact(event, seat) for event in one.events] == [redact(event, seat) for event in two.events]
        assert observe(one.position, seat) == observe(two.position, seat)


@rule("X-BLIND", "X-HIDDEN")
def test_all_hear_the_claim_and_the_suit() -> None:
    table = set_up("blind", ["9C KC TC", *OTHERS], pile="8H")
    table.act("9C=JS:D")
    heard = [redact(event, 2) for event in table.events]
    assert (EventKind.CLAIMED, 0, card_named(table.pack, "JS")) in [event[:3] for event in heard]
    assert (EventKind.NAMED, 0, NO_CARD, 1) in heard


@rule("BLIND-PENALTY")
@pytest.mark.parametrize(("card", "loser"), [("TH", 1), ("9C", 0)])
def test_house_rule_a_doubt_may_cost_more_cards(card: str, loser: int) -> None:
    dear = replace(ruleset("blind"), face_down=FaceDown(penalty=2))
    table = set_up(dear, ["9C TH KC", "TS KS"], pile="8H", draws="7C 8C")
    table.act(f"{card}=TH", "doubt")
    assert table.event_texts(EventKind.DREW) == [f"{loser} drew 7C for doubt", f"{loser} drew 8C for doubt"]
