"""Every field of an action is written to the log and read back."""

from collections.abc import Callable
from random import Random

import pytest

from arena.record import BotName, GameRecorder, OrderDealer, header_of, read_log, replay, verify
from arena.record.format import FallbackPlay, Play
from arena.record.match import Verdict
from arena.rules import Action, ActionKind, Ruleset, apply, game_for, notation, outcome, ruleset, start
from arena.rules.cards import NO_SUIT
from arena.rules.choices import NO_CARD, NO_SEAT
from arena.rules.house_rules.validate import find_flaws
from tests.conftest import Scale
from tests.record.games import play
from tests.rules.house import HOUSE, MIXED
from tests.rules.random_play import any_action

Predicate = Callable[[Action], bool]
FIELDS: dict[str, tuple[str, Predicate]] = {
    "claim": ("blind", lambda action: action.claim != NO_CARD and action.suit == NO_SUIT),
    "claim and suit": ("blind", lambda action: action.claim != NO_CARD and action.suit != NO_SUIT),
    "lie": ("blind", lambda action: action.claim not in (NO_CARD, action.card)),
    "two cards": ("quick", lambda action: len(action.more) == 1),
    "three cards": ("quick", lambda action: len(action.more) == 2),
    "two cards and suit": ("quick", lambda action: len(action.more) == 1 and action.suit != NO_SUIT),
    "target": ("haft-khabis", lambda action: action.target != NO_SEAT),
    "suit alone": ("crazy-eights", lambda action: action.kind is ActionKind.NAME_SUIT),
    "missed turn": ("faraon", lambda action: action.kind is ActionKind.MISS_TURN),
    "doubt": ("blind", lambda action: action.kind is ActionKind.DOUBT),
}


def play_randomly(rules: Ruleset, seats: int, seed: int) -> tuple[bytes, list[Action]]:
    """Return the log of a random game, and its actions."""
    game, chance, secret = game_for(rules, seats), Random(seed), Random(seed).randbytes(32)
    header = header_of(game, "g", 0, 0, secret, (BotName("bot", "0"),) * seats)
    recorder = GameRecorder(header, game.pack, OrderDealer(secret, game.pack.size))
    position, _ = start(game, recorder)
    actions = []
    while not position.over:
        actions.append(any_action(chance, position))
        recorder.play(position.turn, actions[-1], 0)
        apply(position, actions[-1], recorder)
    return recorder.close(outcome(position)).reveal(secret).data, actions


@pytest.mark.parametrize(("rules", "is_so"), FIELDS.values(), ids=FIELDS)
def test_action_is_written_read_and_replayed(rules: str, is_so: Predicate) -> None:
    pack = game_for(ruleset(rules), 3).pack
    for seed in range(100):
        data, actions = play_randomly(ruleset(rules), 3, seed)
        if not any(map(is_so, actions)):
            continue
        log = read_log(data)
        written = [record.action for record in log.records if isinstance(record, Play)]
        assert written == [notation(pack, action) for action in actions]
        assert [ply.action for ply in replay(log)][1:] == actions
        assert verify(data).ok
        return
    pytest.fail("no game has such an action")


every_house = pytest.mark.parametrize("rules", (*HOUSE, *MIXED), ids=lambda rules: rules.id)


@pytest.mark.ci_one_in(3)
@every_house
@pytest.mark.rule("X-TWINS")
@pytest.mark.rule("X-TWINS-COPY")
def test_equal_cards_played_together_are_replayed(rules: Ruleset, scale: Scale) -> None:
    """The log does not say which copies they were, and it makes no difference."""
    assert not list(find_flaws(rules))
    for seed in range(scale.pick(quick=1, ci=2, full=300)):
        data, actions = play_randomly(rules, 3, seed)
        plies = list(replay(read_log(data)))[1:]
        pack = game_for(rules, 3).pack
        assert [notation(pack, ply.action) for ply in plies if ply.action] == [
            notation(pack, action) for action in actions
        ]
        assert verify(data).ok


@pytest.mark.ci_one_in(3)
@every_house
@pytest.mark.rule("X-TWINS")
def test_fallback_action_is_the_same_for_any_copies(rules: Ruleset, scale: Scale) -> None:
    for seed in range(scale.pick(quick=1, ci=2, full=300)):
        data = play(rules, 4, seed, faults={2: (2, Verdict.OOM), 4: (0, Verdict.STALL)}).data
        assert any(isinstance(ply.decision, FallbackPlay) for ply in replay(read_log(data)))
        assert verify(data).ok, verify(data).difference
