"""The German rules: a player who forgets "Letzte Karte" pays with a card and the next turn."""

from dataclasses import replace

import pytest

from arena.rules import EventKind, redact, ruleset
from arena.rules.effects import SkipNext
from tests.rules.table import rule, set_up


# ---- forgotten ---------------------------------------------------------------------------------------------
@rule("X-ASK", "X-HIDDEN")
@pytest.mark.parametrize("hand", ["KH", "JC", "7H"])
def test_nobody_is_asked_about_it_whatever_cards_they_hold_and_the_card_is_seen_by_its_drawer_alone(
    hand: str,
) -> None:
    table = set_up(
        "german", [hand, "TS TH KC", "8C 8D"], pile="8H", draws="7C", forgot=0b001, direction=-1, turn=1
    )
    table.act("TH")
    table.expect(turn=2, ask="turn")
    (drawn,) = [event for event in table.events if event.kind is EventKind.DREW]
    assert [redact(drawn, seat).card == drawn.card for seat in range(3)] == [True, False, False]


# ---- forgotten regional ------------------------------------------------------------------------------------
REGIONAL = "german-regional"


@rule("X-G-LAST-8", "X-SKIPS")
def test_where_eights_add_up_the_next_after_a_player_who_owes_is_asked_about_the_others() -> None:
    regional = ruleset(REGIONAL)
    eights = {"8": SkipNext(answers="8", adds_up=True)}
    house = replace(regional, id="house", several=True, effects={**regional.effects, **eights})
    table = set_up(house, ["8H 8C TC KC", "9C", "8S KS", "TD QD"], pile="9H", forgot=0b0010)
    table.act("8H+8C")
    assert table.event_texts(EventKind.SKIPPED) == ["1 skipped"]
    table.expect(turn=2, ask="miss", misses=1, forgot=(1,))
    assert table.choices == "8S Mau/-, miss"
