"""The measured saving is computed from real games."""

from tests.ratings.measured_saving import play, row


def test_every_board_is_played_in_all_seatings() -> None:
    found = play(("greedy", "random"), "prsi", 3, 6)
    assert found.total() == 6
    assert {len(scores) for scores in found} == {3}
    assert found == play(("greedy", "random"), "prsi", 3, 6)


def test_a_row_says_who_and_how_much() -> None:
    assert row(("greedy", "random"), "prsi", 2, 6).startswith("prsi         2  greedy v random")
