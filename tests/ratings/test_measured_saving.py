"""The table of what duplicate boards save is made of real games. How much they save is no test."""

from tests.ratings.measured_saving import played, row


def test_every_board_is_played_in_all_seatings() -> None:
    found = played(("greedy", "random"), "prsi", 3, 6)
    assert found.total() == 6
    assert {len(scores) for scores in found} == {3}
    assert found == played(("greedy", "random"), "prsi", 3, 6)


def test_a_row_says_who_and_how_much() -> None:
    assert row(("greedy", "random"), "prsi", 2, 6).startswith("prsi         2  greedy v random")
