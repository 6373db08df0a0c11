"""Play whole games with their logs, as a referee would, and change logs."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random

from arena.record import BotName, FinishedLog, GameRecorder, OrderDealer, header_of, read_log
from arena.record.digests import game_digest, game_records, line_sums, seal
from arena.record.format import FORMAT
from arena.record.match import Verdict, bot_on
from arena.record.reader import log_lines
from arena.rules import (
    Action,
    Position,
    Ruleset,
    apply,
    choices,
    expand,
    forfeit,
    game_for,
    outcome,
    ruleset,
    start,
)
from arena.rules.choices import ActionKind

NOTES = ("", "", "", "keeps the jack", '\x1b[2J\x7f \u202e \U0001f0cf "quoted" \\ \x00')
ESTIMATES = (None, 0.0, 1.0, 0.63, 0.12345, 0.6299999952316284)
MAX_PLIES = 600

# Short, eventful games by ruleset and seats: the seed, found with `python -m tests.record.happenings`, and
# the ply from which all seats but 0 get a fault, one after the other, to end a long game (0: never).
GOLDEN = {
    ("mau-mau", 2): (883, 0),
    ("mau-mau", 8): (954, 0),
    ("mau-mau-stacking", 2): (950, 0),
    ("mau-mau-stacking", 5): (950, 0),
    ("neuner", 2): (2315, 0),
    ("neuner", 5): (1032, 0),
    ("prsi", 2): (542, 0),
    ("prsi", 5): (8, 0),
    ("prsi-kings", 2): (1840, 0),
    ("prsi-kings", 5): (184, 0),
    ("quick", 2): (17, 0),
    ("quick", 5): (14, 0),
    ("blind", 2): (333, 0),
    ("blind", 5): (727, 0),
    ("haft-khabis", 2): (948, 0),
    ("haft-khabis", 5): (533, 0),
    ("pesten", 2): (781, 0),
    ("pesten", 5): (293, 0),
    ("pesten-royal", 2): (457, 0),
    ("pesten-royal", 5): (142, 0),
    ("puque", 2): (289, 0),
    ("puque", 5): (0, 110),
    ("czech-fool", 2): (65, 0),
    ("czech-fool", 5): (474, 0),
    ("pharaoh-101", 2): (362, 0),
    ("pharaoh-101", 5): (431, 0),
    ("faraon", 2): (393, 0),
    ("faraon", 5): (312, 110),
    ("faraon-bells", 2): (108, 0),
    ("faraon-bells", 5): (1, 110),
    ("tschau-sepp", 2): (2557, 0),
    ("tschau-sepp", 5): (1942, 0),
    ("detailed", 2): (446, 0),
    ("detailed", 5): (122, 110),
    ("detailed-thunderback", 2): (196, 0),
    ("detailed-thunderback", 5): (60, 110),
    ("german", 2): (151, 0),
    ("german", 5): (2, 110),
    ("german-regional", 2): (462, 0),
    ("german-regional", 5): (1, 110),
    ("german-wins", 2): (277, 0),
    ("german-wins", 5): (2, 110),
    ("german-chips", 2): (405, 0),
    ("german-chips", 5): (324, 0),
    ("german-bitter", 3): (1252, 0),
    ("german-bitter", 5): (490, 0),
    ("points-150", 2): (269, 0),
    ("points-150", 4): (222, 0),
    ("crazy-eights", 2): (158, 0),
    ("crazy-eights", 5): (2753, 0),
    ("crazy-eights-special", 2): (1921, 0),
    ("crazy-eights-special", 5): (996, 0),
}
# The games of the first golden logs: seats and seed.
FIRST = {"mau-mau": (3, 99), "detailed": (2, 671), "german": (2, 6), "points-150": (3, 0)}


def secret_of(seed: int) -> bytes:
    return Random(f"secret {seed}").randbytes(32)


def play(
    rules: str | Ruleset,
    seats: int,
    seed: int,
    *,
    game_id: str = "game-1",
    bots: str = "bot",
    faults: Mapping[int, tuple[int, Verdict]] | None = None,
    noise: int = 0,
    board: int = 3,
    rotation: int = 0,
    form: str = FORMAT,
    estimates: bool = False,
) -> FinishedLog:
    """Play a game of random bots; after MAX_PLIES decisions all but seat 0 get a fault.

    `faults`: seat and verdict by ply. `noise` changes only clocks and notes. `estimates`: most plays have the
    bot's own estimate of its chance to win.
    """
    chance, measured = Random(seed), Random(f"{seed}/{noise}")
    game, secret = game_for(ruleset(rules) if isinstance(rules, str) else rules, seats), secret_of(seed)
    seated = [bot_on(seat, rotation, seats) for seat in range(seats)]
    names = tuple(BotName(f"{bots}{bot}", f"{bot}" * 64) for bot in seated)
    header = header_of(game, game_id, board, rotation, secret, names, form)
    recorder = GameRecorder(header, game.pack, OrderDealer(secret, game.pack.size))
    position, _ = start(game, recorder)
    due, at_fault = dict(faults or {}), set[int]()
    while not position.over and seats - len(at_fault) > 1:
        if position.ply >= MAX_PLIES:
            due[position.ply] = (
                next(seat for seat in range(1, seats) if seat not in at_fault),
                Verdict.STALL,
            )
        if position.ply in due:
            seat, verdict = due.pop(position.ply)
            recorder.fault(seat, verdict)
            at_fault.add(seat)
        elif position.turn in at_fault:
            action = choices(position)[0].default()
            recorder.house(position.turn, action)
            apply(position, action, recorder)
        else:
            action = any_action(chance, position)
            ms, note = measured.expovariate(1), measured.choice(NOTES)
            win = measured.choice(ESTIMATES) if estimates else None
            recorder.play(position.turn, action, ms, note, win)
            apply(position, action, recorder)
    how = forfeit(position, frozenset(at_fault)) if at_fault else outcome(position)
    return recorder.close(how).reveal(secret)


def any_action(chance: Random, position: Position) -> Action:
    """Return a random action, more often a play than a draw, so that deals end."""
    offered = choices(position)
    plays = [choice for choice in offered if choice.kind is ActionKind.PLAY]
    choice = chance.choice(plays if plays and chance.random() < 0.85 else offered)
    return choice.default() if chance.random() < 0.7 else chance.choice(list(expand(choice)))


@cache
def golden(rules: str, seats: int | None = None, form: str = FORMAT) -> FinishedLog:
    """Return the golden game of a ruleset: at a table of `seats`, by default the one most tests use."""
    if seats is None and rules in FIRST:
        return first(rules, form)
    table = ruleset(rules).players[0] if seats is None else seats
    seed, ends = GOLDEN[rules, table]
    faults = {ends + number: (number, Verdict.TIMEOUT) for number in range(1, table)} if ends else {}
    return play(rules, table, seed, faults=faults, form=form)


@cache
def first(rules: str, form: str = FORMAT) -> FinishedLog:
    """Return the game of a ruleset's first golden log."""
    seats, seed = FIRST[rules]
    return play(rules, seats, seed, form=form)


def changed(log: bytes, line: int, old: str, new: str) -> bytes:
    """Return the log with a changed record and new digests and sums."""
    lines = log_lines(log)
    assert old in lines[line - 1].decode(), lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old.encode(), new.encode(), 1)
    return resealed(log_lines(b"".join(lines)))


def resealed(lines: list[bytes]) -> bytes:
    """Return these lines as a log with correct digests and sums."""
    *before, last = lines
    header = read_log(lines[0] + last).header
    footer = read_log(lines[0] + last).footer
    digest = game_digest(header, game_records(b"".join(before[1:])), footer.outcome)
    return seal(b"".join(before), replace(footer, sums=line_sums(before), game_digest=digest)).data


def line_of(log: bytes, kind: str, nth: int = 0) -> int:
    """Return the line of the nth record of a kind, from 1."""
    return [number for number, line in enumerate(log.splitlines(), 1) if kind in json.loads(line)][nth]
