"""A log alone gives the game again."""

from random import Random

import pytest

from arena.record import BadLog, BotName, GameRecorder, OrderDealer, Ply, header_of, read_log, replay, verify
from arena.record.format import Fault, House
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
from tests.record.games import any_action, changed, golden, line_of, play

# Where no two cards are equal, so that a card in the log is one card and no other.
TABLES = [
    (one.id, seats)
    for one in rulesets()
    for seats in (one.players[0], 4)
    if not game_for(one, seats).has_twins
]


def state(position: Position) -> dict[str, object]:
    """Everything in a position but its events and the choices it has ready."""
    return {name: getattr(position, name) for name in FIELDS if name not in ("events", "legal")}


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_every_position_and_event_comes_again(rules: str, seats: int) -> None:
    game, secret, chance = game_for(ruleset(rules), seats), Random(4).randbytes(32), Random(5)
    bots = tuple(BotName("bot", "0") for _ in range(seats))
    recorder = GameRecorder(
        header_of(game, "g", 0, 0, secret, bots), game.pack, OrderDealer(secret, game.pack.size)
    )
    position, events = start(game, recorder)
    states, told = [state(position.copy())], [tuple(events)]
    actions: list[Action | None] = [None]
    while not position.over:
        action = any_action(chance, position)
        recorder.play(position.turn, action, 0)
        told.append(tuple(apply(position, action, recorder)))
        states.append(state(position.copy()))
        actions.append(action)
    log = replay(read_log(recorder.close(outcome(position)).reveal(secret).data))
    plies = [(ply, state(log.position.copy())) for ply in log]
    assert [ply.events for ply, _ in plies] == told
    assert [ply.action for ply, _ in plies] == actions
    assert [ply.number for ply, _ in plies] == list(range(len(told)))
    assert [here for _, here in plies] == states
    assert log.outcome == outcome(position)


def test_a_copy_of_a_position_is_kept_as_it_was() -> None:
    log = replay(read_log(golden("mau-mau").data))
    kept = [(log.position.copy(), observe(log.position, 0)) for _ in log]
    assert all(observe(position, 0) == seen for position, seen in kept)
    assert len({seen for _, seen in kept}) > 10


def test_a_ply_names_its_line_in_the_log() -> None:
    data = golden("mau-mau").data
    lines = data.decode().splitlines()
    for ply in list(replay(read_log(data)))[1:]:
        assert ply.decision is not None
        assert ply.decision.line() == lines[ply.line - 1] + "\n"


def test_the_house_plays_on_after_a_fault() -> None:
    data = play("detailed", 3, 5, faults={4: (1, Verdict.TIMEOUT)}).data
    plies = list(replay(read_log(data)))
    fault = next(ply for ply in plies if isinstance(ply.decision, Fault))
    assert fault == Ply(5, fault.line, Fault(1, "TIMEOUT"), None, (Event(EventKind.FORFEITED, 1),))
    later = [ply.decision for ply in plies[6:] if ply.decision and ply.decision.seat == 1]
    assert later
    assert all(isinstance(decision, House) for decision in later)


def test_with_one_bot_left_the_game_ends() -> None:
    log = replay(read_log(play("mau-mau", 2, 5, faults={3: (0, Verdict.OOM)}).data))
    assert isinstance(list(log)[-1].decision, Fault)
    assert log.over
    assert not log.position.over
    assert log.outcome.places == (2, 1)


@pytest.mark.rule("X-TWINS")
@pytest.mark.rule("X-JOKERS")
@pytest.mark.parametrize(("rules", "seats"), [("mau-mau", 8), ("pesten", 4), ("pesten-royal", 5)])
def test_where_cards_are_equal_the_log_names_faces_only(rules: str, seats: int, scale: Scale) -> None:
    """Its cards may be the others of their pairs: what is offered, so what the house plays, is the same."""
    for seed in range(scale.pick(quick=2, ci=20, full=3_000)):
        data = play(rules, seats, seed, faults={3: (2, Verdict.OOM), 5: (0, Verdict.STALL)}).data
        log = replay(read_log(data))
        assert sum(isinstance(ply.decision, House) for ply in log)
        assert log.outcome == log.log.footer.outcome
        assert verify(data).ok


DATA = golden("mau-mau").data
PLAY, TAKE, STARTER = (line_of(DATA, kind) for kind in ("play", "take", "starter"))
LAST = len(DATA.splitlines())


@pytest.mark.parametrize(
    ("line", "old", "new", "reason"),
    [
        (1, "mau-mau@1", "mau-mau@9", "no ruleset is called"),
        (1, "mau-mau@1", "detailed@1", "not the ruleset that this game was played with"),
        (
            1,
            '"ranks":"789TJQKA","jokers":0,"copies":1',
            '"ranks":"A789TJQK","jokers":0,"copies":1',
            "this pack",
        ),
        (2, '"deal":0', '"deal":1', "deal 0 begins here"),
        (TAKE, '"seat":0', '"seat":2', "seat 0 takes a card here"),
        (TAKE, '"cards":[', '"cards":["7C","7C",', "seat 1 takes a card here"),
        (STARTER, '"starter":"7H"', '"starter":"8S"', "8S is not in the stock"),
        (PLAY, '"seat":0', '"seat":2', "seat 0 is asked here"),
        (PLAY, '"action":"', '"action":"draw ', "is not an action"),
        (PLAY, '{"play"', '{"fault":{"seat":0,"verdict":"OOM"}}\n{"play"', "the house seat plays"),
        (PLAY, '{"play"', '{"deal":1}\n{"play"', "nothing is drawn or dealt here"),
        (LAST, '{"footer"', '{"play":{"seat":0,"action":"pass","ms":0}}\n{"footer"', "the game is over"),
        (LAST, '{"footer"', '{"fault":{"seat":0,"verdict":"OOM"}}\n{"footer"', "the game is over"),
    ],
)
def test_what_the_rules_do_not_allow_is_named(line: int, old: str, new: str, reason: str) -> None:
    with pytest.raises(BadLog, match=reason) as caught:
        list(replay(read_log(changed(DATA, line, old, new))))
    assert caught.value.record >= line


def test_any_log_that_can_be_read_is_played_again_or_bad(scale: Scale) -> None:
    """Records doubled and moved about."""
    chance = Random(2)
    lines = DATA.splitlines(keepends=True)
    for _ in range(scale.pick(quick=60, ci=1_200, full=50_000)):
        body = lines[1:-1]
        for _ in range(chance.randint(1, 3)):
            body.insert(chance.randrange(len(body)), body.pop(chance.randrange(len(body))))
            body.insert(chance.randrange(len(body)), chance.choice(body))
        try:
            log = read_log(b"".join([lines[0], *body, lines[-1]]))
        except BadLog:
            continue
        try:
            list(replay(log))
        except BadLog:
            continue
