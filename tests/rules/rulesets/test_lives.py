"""Faraón over several deals: the last one with cards loses a life; the first one out leads the next deal."""

import pytest

from arena.rules import EventKind
from arena.rules.dealer import TABLE
from tests.rules.table import Table, rule, set_up, started

FARAON = "faraon"
BOTH = pytest.mark.parametrize("ruleset", ["faraon", "faraon-bells"])


def counts(table: Table) -> list[int]:
    """Return the number of cards of each seat."""
    return [hand.bit_count() for hand in table.position.hands]


@BOTH
@rule("FARAON-LIVES")
@pytest.mark.parametrize("seats", [2, 5])
def test_each_player_starts_with_five_lives_and_five_cards(ruleset: str, seats: int) -> None:
    table = started(ruleset, seats, "...")
    table.expect(totals=(5,) * seats)
    assert counts(table) == [5] * seats


@rule("FARAON-LIVES")
@pytest.mark.parametrize(("lives", "dealt"), [(5, 4), (4, 3), (3, 2), (2, 1)])
def test_a_player_who_lost_a_deal_is_dealt_one_card_fewer_from_then_on(lives: int, dealt: int) -> None:
    table = set_up(FARAON, ["9H", "9S KD"], pile="8H", totals=[5, lives], draws="...")
    table.act("9H")
    assert counts(table) == [5, dealt]


@rule("FARAON-LIVES")
def test_the_winner_of_a_deal_gets_no_card_back() -> None:
    table = set_up(FARAON, ["9H", "9S KD"], pile="8H", totals=[2, 4], draws="...")
    table.act("9H")
    assert counts(table) == [2, 3]


@rule("FARAON-LIVES", "X-DEALING")
def test_dealing_goes_in_rounds_from_the_leader_past_those_who_have_their_number() -> None:
    table = set_up(
        FARAON, ["9C TD KD", "9H", "9S"], pile="8H", turn=1, dealer=0, totals=[4, 2, 5], draws="..."
    )
    table.act("9H", "9S")
    table.expect(totals=(3, 2, 5), turn=1, dealer=0, deal=1)
    assert [who for who, *_ in table.dealer.takes] == [1, 2, 0, 1, 2, 0, 2, 0, 2, 2, TABLE]


@BOTH
@rule("FARAON-LIVES", "X-ELIM", "X-PLACES")
def test_the_fifth_loss_puts_one_out_of_the_game_and_the_others_play_on(ruleset: str) -> None:
    table = set_up(ruleset, ["9H", "9S", "9D KD TC"], pile="8H", deal=6, totals=[3, 2, 1], draws="...")
    table.act("9H", "9S")
    assert table.event_texts(EventKind.ELIMINATED) == ["2 eliminated"]
    table.expect(totals=(3, 2, 0), alive=(0, 1), inside=(0, 1), deal=7, outs=((0, 0), (0, 0), (6, 29)))
    assert counts(table) == [3, 2, 0]


@BOTH
@rule("FARAON-LEAD", "X-FARAON-LOSER", "X-ORDER")
@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_first_one_out_leads_the_next_deal(ruleset: str, first: int, dealer: int) -> None:
    hands = ["9C KD TD", "9D TC", "KS JC"]
    hands[first], hands[(first + 1) % 3] = "9H", "9S"
    table = set_up(ruleset, hands, pile="8H", turn=first, dealer=dealer, draws="...")
    table.act("9H", "9S")
    table.expect(deal=1, turn=first, dealer=(first - 1) % 3)


# ---- deals that are blocked ----


def blocked(hands: list[str], *, leader: int = 0, totals: tuple[int, ...], deal: int = 0) -> Table:
    """Return a deal in which all with cards have passed; players without lives are out of the game."""
    seats = len(hands)
    alive = sum(1 << seat for seat in range(seats) if totals[seat])
    inside = sum(1 << seat for seat in range(seats) if hands[seat])
    out = tuple(seat for seat in range(seats) if totals[seat] and not hands[seat])
    on = next(seat for seat in range(seats) if hands[seat])
    dealer = next(seat for step in range(1, seats) if totals[seat := (leader - step) % seats])
    table = set_up(
        FARAON, hands, pile="8H", stock="", turn=on, alive=alive, inside=inside, finished=out, dealer=dealer,
        totals=list(totals), deal=deal, draws="...",
    )  # fmt: skip
    table.act(*["pass"] * inside.bit_count())
    return table


@rule("X-BLOCKED-LEAD", "X-BLOCKED", "X-IDLE")
def test_blocked_the_highest_hand_is_looked_for_among_those_with_cards() -> None:
    blocked(["", "9C KD", "TD"], totals=(5, 5, 5)).expect(totals=(5, 4, 5), deal=1)
    blocked(["", "KD", "TD"], totals=(5, 5, 5)).expect(totals=(5, 5, 5), deal=1)


@rule("X-BLOCKED-LEAD")
def test_after_a_blocked_deal_the_first_one_out_leads() -> None:
    blocked(["9C KD", "", "TD", "KS"], totals=(5, 5, 5, 5), leader=2).expect(turn=1, dealer=0)


@rule("X-BLOCKED-LEAD")
@pytest.mark.parametrize("leader", [0, 1, 2])
def test_if_nobody_was_out_a_single_lowest_hand_leads(leader: int) -> None:
    blocked(["9C KD", "TD", "AS"], totals=(5, 5, 5), leader=leader).expect(turn=1, dealer=0, totals=(4, 5, 5))


@rule("X-BLOCKED-LEAD", "X-ELIM")
def test_a_player_who_is_out_of_the_game_holds_no_lowest_hand() -> None:
    blocked(["9C KD", "TD", "", "KS JC"], totals=(5, 5, 0, 5), leader=3).expect(turn=1, dealer=0)


@rule("X-BLOCKED-LEAD")
@pytest.mark.parametrize("leader", [0, 1, 2])
def test_otherwise_the_leader_of_this_deal_leads_again(leader: int) -> None:
    table = blocked(["9C KD", "TD", "KS"], totals=(5, 5, 5), leader=leader)
    table.expect(deal=1, turn=leader, dealer=(leader - 1) % 3)


@rule("X-BLOCKED-LEAD", "X-ELIM")
@pytest.mark.parametrize(
    ("hands", "totals", "leads", "dealer"),
    [
        (["9C KD", "TD", "KS"], (1, 5, 5), 1, 2),
        (["9C KD", "", "TD", "KS"], (1, 0, 5, 5), 2, 3),
    ],
)
def test_the_next_in_order_leads_if_that_player_is_out_of_the_game(
    hands: list[str], totals: tuple[int, ...], leads: int, dealer: int
) -> None:
    table = blocked(hands, totals=totals, leader=0)
    assert table.event_texts(EventKind.ELIMINATED) == ["0 eliminated"]
    table.expect(deal=1, turn=leads, dealer=dealer)


@rule("X-BLOCKED", "X-ELIM")
def test_blocked_a_game_may_end_too() -> None:
    table = blocked(["9C KD", "TD"], totals=(1, 2))
    table.expect(ask="over", termination="won", places=(2, 1), totals=(0, 2), points=(19, 10))
