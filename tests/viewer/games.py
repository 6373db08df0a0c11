"""Small games for the tests of what is shown: played by chance from a seed, or by the first choice."""

import random
from collections.abc import Callable

from arena.record import BotName, FinishedLog, GameRecorder, OrderDealer, header_of
from arena.record.match import Verdict
from arena.rules import Action, Position, apply, choices, expand, forfeit, game_for, outcome, ruleset, start

NAMES = ("anna", "bert", "carl", "dora", "emil", "fred", "gina", "hugo")

Choose = Callable[[Position], Action]


def by_chance(seed: int) -> Choose:
    """Any action, each as likely as the other choices."""
    rng = random.Random(seed)
    return lambda position: rng.choice(list(expand(rng.choice(choices(position)))))


def first_choice(position: Position) -> Action:
    """What a house seat plays."""
    return choices(position)[0].default()


def played(
    name: str, seats: int, choose: Choose, *, secret: int = 1, fault_at: int | None = None, note: str = ""
) -> FinishedLog:
    """The log of a whole game. At ply `fault_at` the bot that is asked is judged TIMEOUT."""
    game = game_for(ruleset(name), seats)
    key = bytes([secret]) * 32
    bots = tuple(BotName(bot, "0" * 64) for bot in NAMES[:seats])
    header = header_of(game, f"game{secret}", 0, 0, key, bots)
    recorder = GameRecorder(header, game.pack, OrderDealer(key, game.pack.size))
    position, _ = start(game, recorder)
    at_fault: frozenset[int] = frozenset()
    while not position.over and seats - len(at_fault) > 1:
        if position.ply == fault_at and not at_fault:
            at_fault = frozenset({position.turn})
            recorder.fault(position.turn, Verdict.TIMEOUT)
            continue
        _decide(position, recorder, choose, at_fault, note)
    ended = forfeit(position, at_fault) if at_fault else outcome(position)
    return recorder.close(ended).reveal(key)


def _decide(
    position: Position, recorder: GameRecorder, choose: Choose, at_fault: frozenset[int], note: str
) -> None:
    if position.turn in at_fault:
        action = first_choice(position)
        recorder.house(position.turn, action)
    else:
        action = choose(position)
        recorder.play(position.turn, action, 1.5, note)
    apply(position, action, recorder)
