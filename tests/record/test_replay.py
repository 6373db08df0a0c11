"""A log alone suffices to replay its game."""

from random import Random

import pytest

from arena.record import BadLog, BotName, GameRecorder, OrderDealer, Ply, header_of, read_log, replay, verify
from arena.record.format import BotFault, FallbackPlay
from arena.record.match import Verdict
from arena.rules import (
    Action,
    Event,
    EventKind,
    Position,
    apply,
    game_for,
    observe,
    outcome,
    ruleset,
    rulesets,
    start,
)
from arena.rules.position import FIELDS
from tests.conftest import Scale
from tests.fuzzing import only
from tests.record.games import any_action, changed, golden, line_of, play

# Games without equal cards: a name in the log is one card.
TABLES = [
    (one.id, seats)
    for one in rulesets()
    for seats in (one.players[0], 4)
    if not game_for(one, seats).has_twins
]


def state(position: Position) -> dict[str, object]:
    """Return the fields of a position, except its events and cached choices."""
    return {name: getattr(position, name) for name in FIELDS if name not in ("events", "legal")}


@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_positions_and_events_are_replayed(rules: str, seats: int) -> None:
    game, secret, chance = game_for(ruleset(rules), seats), Random(4).randbytes(32), Random(5)
    bots = tuple(BotName("bot", "0") for _ in range(seats))
    recorder = GameRecorder(
        header_of(game, "g", 0, 0, secret, bots), game.pack, OrderDealer(secret, game.pack.size)
    )
    position, events = start(game, recorder)
    states, all_events = [state(position.copy())], [tuple(events)]
    actions: list[Action | None] = [None]
    while not position.over:
        action = any_action(chance, position)
        recorder.play(position.turn, action, 0)
        all_events.append(tuple(apply(position, action, recorder)))
        states.append(state(position.copy()))
        actions.append(action)
    log = replay(read_log(recorder.close(outcome(position)).reveal(secret).data))
    plies = [(ply, state(log.position.copy())) for ply in log]
    assert [ply.events for ply, _ in plies] == all_events
    assert [ply.action for ply, _ in plies] == actions
    assert [ply.number for ply, _ in plies] == list(range(len(all_events)))
    assert [here for _, here in plies] == states
    assert log.outcome == outcome(position)


def test_copied_positions_do_not_change() -> None:
    log = replay(read_log(golden("mau-mau").data))
    copies = [(log.position.copy(), observe(log.position, 0)) for _ in log]
    assert all(observe(position, 0) == seen for position, seen in copies)
    assert len({seen for _, seen in copies}) > 10


def test_ply_names_its_line() -> None:
    data = golden("mau-mau").data
    lines = data.decode().splitlines()
    for ply in list(replay(read_log(data)))[1:]:
        assert ply.decision is not None
        assert ply.decision.line() == lines[ply.line - 1] + "\n"


def test_fallback_player_plays_on_after_a_fault() -> None:
    data = play("detailed", 3, 5, faults={4: (1, Verdict.TIMEOUT)}).data
    plies = list(replay(read_log(data)))
    fault = next(ply for ply in plies if isinstance(ply.decision, BotFault))
    assert fault == Ply(5, fault.line, BotFault(1, "TIMEOUT"), None, (Event(EventKind.FORFEITED, 1),))
    later = [ply.decision for ply in plies[6:] if ply.decision and ply.decision.seat == 1]
    assert later
    assert all(isinstance(decision, FallbackPlay) for decision in later)


def test_game_ends_with_one_bot_left() -> None:
    log = replay(read_log(play("mau-mau", 2, 5, faults={3: (0, Verdict.OOM)}).data))
    assert isinstance(list(log)[-1].decision, BotFault)
    assert log.over
    assert not log.position.over
    assert log.outcome.places == (2, 1)


@pytest.mark.rule("X-TWINS")
@pytest.mark.rule("X-JOKERS")
@pytest.mark.parametrize(("rules", "seats"), [("mau-mau", 8), ("pesten", 4), ("pesten-royal", 5)])
def test_equal_cards_may_be_exchanged_in_a_replay(rules: str, seats: int, scale: Scale) -> None:
    """Choices, and so the fallback player's actions, stay the same."""
    for seed in range(scale.pick(quick=2, ci=20, full=3_000)):
        data = play(rules, seats, seed, faults={3: (2, Verdict.OOM), 5: (0, Verdict.STALL)}).data
        log = replay(read_log(data))
        assert sum(isinstance(ply.decision, FallbackPlay) for ply in log)
        assert log.outcome == log.log.footer.outcome
        assert verify(data).ok


DATA = golden("mau-mau").data
PLAY, TAKE, STARTER = (line_of(DATA, kind) for kind in ("play", "take", "starter"))
LAST = len(DATA.splitlines())


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (1, "mau-mau@1", "mau-mau@9"),
        (1, "mau-mau@1", "detailed@1"),
        (1, '"ranks":"789TJQKA","jokers":0', '"ranks":"A789TJQK","jokers":0'),
        (2, '"deal":0', '"deal":1'),
        (TAKE, '"seat":0', '"seat":2'),
        (TAKE, '"cards":[', '"cards":["7C","7C",'),
        (TAKE + 1, '"AD"', '"8S"'),  # another bot has this card
        (STARTER, '"starter":"7H"', '"starter":"8S"'),
        (PLAY, '"seat":0', '"seat":2'),
        (PLAY, '"action":"', '"action":"draw '),
        (PLAY, '{"play"', '{"fault":{"seat":0,"verdict":"OOM"}}\n{"play"'),
        (PLAY, '{"play"', '{"deal":1}\n{"play"'),
        (LAST, '{"footer"', '{"play":{"seat":0,"action":"pass","ms":0}}\n{"footer"'),
        (LAST, '{"footer"', '{"fault":{"seat":0,"verdict":"OOM"}}\n{"footer"'),
    ],
)
def test_record_against_the_rules_is_named(line: int, old: str, new: str) -> None:
    with pytest.raises(BadLog) as caught:
        list(replay(read_log(changed(DATA, line, old, new))))
    assert line <= caught.value.record <= line + 1


def test_any_readable_log_is_replayed_or_bad(scale: Scale) -> None:
    """Double and move records."""
    chance = Random(2)
    lines = DATA.splitlines(keepends=True)
    for _ in range(scale.pick(quick=60, ci=500, full=50_000)):
        body = lines[1:-1]
        for _ in range(chance.randint(1, 3)):
            body.insert(chance.randrange(len(body)), body.pop(chance.randrange(len(body))))
            body.insert(chance.randrange(len(body)), chance.choice(body))
        data = b"".join([lines[0], *body, lines[-1]])
        only(lambda log: list(replay(read_log(log))), data, BadLog)
