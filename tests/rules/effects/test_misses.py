"""Faraón: several Aces or Eights at once skip several players, and Aces answer Aces."""

import pytest

from arena.rules import EventKind
from tests.rules.table import Table, change, rule, set_up

FARAON, BELLS = "faraon", "faraon-bells"
BOTH = pytest.mark.parametrize("ruleset", [FARAON, BELLS])
UNANSWERED = pytest.mark.parametrize(("ruleset", "rank"), [(FARAON, "8"), (BELLS, "8"), (BELLS, "A")])


def missed(table: Table) -> list[str]:
    return table.event_texts(EventKind.SKIPPED)


def laid(rank: str, cards: int) -> str:
    """Return this number of cards of a rank as one play, hearts at the bottom."""
    return "+".join(f"{rank}{suit}" for suit in "HCDS"[:cards])


HELD = ["KD KS TC", "9C 9D KC", "TS TD JC", "JD JS QD", "9S QC QH"]


@UNANSWERED
@rule("FARAON-MULTI", "FARAON-A-NODEF", "X-SKIPS", "X-SKIP")
@pytest.mark.parametrize(
    ("seats", "cards", "missing", "on"),
    [
        (2, 1, [1], 0),
        (3, 1, [1], 2),
        (5, 1, [1], 2),
        (3, 2, [1, 2], 0),
        (4, 2, [1, 2], 3),
        (4, 3, [1, 2, 3], 0),
        (5, 3, [1, 2, 3], 4),
        (5, 4, [1, 2, 3, 4], 0),
    ],
)
def test_each_card_makes_one_more_player_miss_the_turn(
    ruleset: str, rank: str, seats: int, cards: int, missing: list[int], on: int
) -> None:
    play = laid(rank, cards)
    table = set_up(ruleset, [f"{play.replace('+', ' ')} {HELD[0]}", *HELD[1:seats]], pile="7H")
    expected = change(hand_0="TC KD KS", pile=f"7H {play.replace('+', ' ')}", turn=on)
    assert table.act(play) == {
        part: value for part, value in expected.items() if (part, value) != ("turn", 0)
    }
    assert missed(table) == [f"{seat} skipped" for seat in missing]
    table.expect(turn=on, ask="turn", misses=0)


@UNANSWERED
@rule("X-SKIPS")
@pytest.mark.parametrize(("seats", "cards"), [(2, 2), (2, 4), (3, 3), (3, 4), (4, 4)])
def test_misses_never_reach_who_laid_the_cards_and_what_is_left_lapses(
    ruleset: str, rank: str, seats: int, cards: int
) -> None:
    play = laid(rank, cards)
    table = set_up(ruleset, [f"{play.replace('+', ' ')} {HELD[0]}", *HELD[1:seats]], pile="7H")
    table.act(play)
    assert missed(table) == [f"{seat} skipped" for seat in range(1, seats)]
    table.expect(turn=0, ask="turn", misses=0)


@BOTH
@rule("X-SKIPS-8")
def test_eights_laid_one_after_the_other_do_not_add_up(ruleset: str) -> None:
    table = set_up(ruleset, ["8H KD", "8C TS", "8S KC", "8D JC"], pile="7H")
    assert table.act("8H") == change(hand_0="KD", pile="7H 8H", turn=2)
    assert table.act("8S") == change(hand_2="KC", pile="7H 8H 8S", turn=0)
    assert missed(table) == ["1 skipped", "3 skipped"]


@rule("X-SKIP-ANSWER", "X-ASK")
@pytest.mark.parametrize("hand", ["AC KS KH", "9C KS KH"])
def test_the_player_is_asked_about_an_ace_with_or_without_one_in_hand_and_may_miss(hand: str) -> None:
    table = set_up(FARAON, ["AH KD TC", hand, "9S KC"], pile="7H")
    table.act("AH")
    table.expect(turn=1, ask="miss")
    assert table.act("miss") == change(turn=2, ask="turn", misses=0)
    assert missed(table) == ["1 skipped"]


@rule("FARAON-MULTI", "X-SKIPS")
def test_a_player_who_misses_passes_one_less_on_to_the_next_who_has_the_same_choice() -> None:
    table = set_up(FARAON, ["AH AC KD TC", "9C KS", "AS KC", "TD TS"], pile="7H")
    assert table.act("AH+AC") == change(hand_0="TC KD", pile="7H AH AC", turn=1, ask="miss", misses=2)
    assert table.act("miss") == change(turn=2, misses=1)
    assert table.choices == "AS, miss"
    assert table.act("miss") == change(turn=3, ask="turn", misses=0)
    assert missed(table) == ["1 skipped", "2 skipped"]


@rule("X-SKIPS", "FARAON-MULTI")
def test_an_answer_may_be_several_aces() -> None:
    table = set_up(FARAON, ["AH KD TC", "AC AD KS 9C", "8S KC", "TD TS", "JC JD"], pile="7H")
    table.act("AH")
    assert table.act("AC+AD") == change(hand_1="9C KS", pile="7H AH AC AD", turn=2, misses=3)
    table.act("miss", "miss", "miss")
    table.expect(turn=0, ask="turn", misses=0)
    assert missed(table) == ["2 skipped", "3 skipped", "4 skipped"]


@rule("X-SKIPS")
@pytest.mark.parametrize("answer", ["AC", "AC+AS"])
def test_between_two_each_answer_comes_back_and_what_is_left_lapses(answer: str) -> None:
    table = set_up(FARAON, ["AH AD KD TC", "AC AS KS TD"], pile="7H")
    table.act("AH+AD", answer)
    table.expect(turn=0, ask="miss")
    assert table.act("miss") == change(turn=1, ask="turn", misses=0)
    assert missed(table) == ["0 skipped"]


# ---- of those who are out ----


def left(ruleset: str, hands: list[str], pile: str = "7H") -> Table:
    """Return a deal in which some players are out."""
    out = tuple(seat for seat, hand in enumerate(hands) if not hand)
    inside = sum(1 << seat for seat, hand in enumerate(hands) if hand)
    alive = (1 << len(hands)) - 1
    return set_up(ruleset, hands, pile=pile, inside=inside, alive=alive, finished=out)


@UNANSWERED
@rule("X-FARAON-OUT", "X-SKIPS")
def test_places_of_players_who_are_out_cost_no_miss(ruleset: str, rank: str) -> None:
    table = left(ruleset, [f"{rank}H {rank}C KD", "", "TC TS", "9C 9D"])
    assert table.act(f"{rank}H+{rank}C") == change(hand_0="KD", pile=f"7H {rank}H {rank}C")
    assert missed(table) == ["2 skipped", "3 skipped"]


@UNANSWERED
@rule("X-SKIPS-OUT", "X-FARAON-OUT", "X-FINAL")
@pytest.mark.parametrize(("seats", "on"), [(3, 2), (4, 2), (5, 2)])
def test_a_last_card_still_makes_the_next_with_cards_miss(
    ruleset: str, rank: str, seats: int, on: int
) -> None:
    table = set_up(ruleset, [f"{rank}H", *HELD[1:seats]], pile="7H")
    assert table.act(f"{rank}H") == change(
        hand_0="", pile=f"7H {rank}H", turn=on, inside=tuple(range(1, seats))
    )
    assert missed(table) == ["1 skipped"]


@UNANSWERED
@rule("X-SKIPS-OUT")
@pytest.mark.parametrize(
    ("seats", "cards", "missing", "on"),
    [
        (3, 2, [1, 2], 1),
        (3, 3, [1, 2], 1),
        (3, 4, [1, 2], 1),
        (4, 2, [1, 2], 3),
        (4, 3, [1, 2, 3], 1),
        (4, 4, [1, 2, 3], 1),
        (5, 4, [1, 2, 3, 4], 1),
    ],
)
def test_after_several_last_cards_all_others_miss_at_most_once_then_the_next_plays(
    ruleset: str, rank: str, seats: int, cards: int, missing: list[int], on: int
) -> None:
    play = laid(rank, cards)
    table = set_up(ruleset, [play.replace("+", " "), *HELD[1:seats]], pile="7H")
    table.act(play)
    assert missed(table) == [f"{seat} skipped" for seat in missing]
    table.expect(turn=on, ask="turn", misses=0)


@rule("X-SKIPS-OUT")
def test_a_player_who_is_out_is_not_there_to_miss_when_their_aces_are_answered() -> None:
    table = set_up(FARAON, ["AH AC", "AS KS", "TD TS"], pile="7H")
    table.act("AH+AC", "AS")
    table.expect(turn=2, ask="miss")
    assert table.act("miss") == change(turn=1, ask="turn", misses=0)
    assert missed(table) == ["2 skipped"]


@rule("X-SKIPS-OUT", "X-ANSWER-LAST")
def test_misses_lapse_at_the_place_of_one_who_answered_with_the_last_ace_and_is_out() -> None:
    table = set_up(FARAON, ["AH AD KD TC", "AC AS", "TD TS"], pile="7H")
    table.act("AH+AD", "AC+AS", "miss", "miss")
    assert missed(table) == ["2 skipped", "0 skipped"]
    table.expect(turn=2, ask="turn", misses=0)


@UNANSWERED
@rule("X-SKIP", "X-FARAON-OUT")
def test_with_two_left_of_more_an_eight_or_ace_gives_a_full_turn_more(ruleset: str, rank: str) -> None:
    table = left(ruleset, [f"{rank}H KD QS", "", "TC TS"])
    assert table.act(f"{rank}H") == change(hand_0="KD QS", pile=f"7H {rank}H")
    assert missed(table) == ["2 skipped"]
    table.expect(turn=0, ask="turn")


@rule("X-COUNT", "X-SKIP-ANSWER")
def test_missing_is_a_decision() -> None:
    table = set_up(FARAON, ["AH KD TC", "9C KS KH", "9S KC"], pile="7H")
    table.act("AH", "miss")
    assert table.position.decisions == 2
