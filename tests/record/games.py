"""Whole games with their logs, as a referee would make them, and what is easily done to a log."""

import json
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from arena.record import BotName, FinishedLog, GameRecorder, OrderDealer, header_of, read_log
from arena.record.digests import game_digest, line_sums, seal
from arena.record.match import Verdict
from arena.record.read import log_lines
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
from arena.rules.choices import Kind

NOTES = ("", "", "", "keeps the jack", '\x1b[2J\x7f \u202e \U0001f0cf "quoted" \\ \x00')
LONGEST = 600

# Short games in which much happens: the seeds were looked for.
GOLDEN = {"mau-mau": (3, 99), "detailed": (2, 671), "german": (2, 6), "points-150": (3, 0)}


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
) -> FinishedLog:
    """A game of bots that mostly lay what they can; after LONGEST decisions all but seat 0 are judged.

    `faults`: by ply, who is judged then. `noise` changes clocks and notes, nothing else.
    """
    chance, measured = Random(seed), Random(f"{seed}/{noise}")
    game, secret = game_for(ruleset(rules) if isinstance(rules, str) else rules, seats), secret_of(seed)
    names = tuple(BotName(f"{bots}{seat}", f"{seat}" * 64) for seat in range(seats))
    header = header_of(game, game_id, 3, 0, secret, names)
    recorder = GameRecorder(header, game.pack, OrderDealer(secret, game.pack.size))
    position, _ = start(game, recorder)
    due, at_fault = dict(faults or {}), set[int]()
    while not position.over and seats - len(at_fault) > 1:
        if position.ply >= LONGEST:
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
            recorder.play(position.turn, action, measured.expovariate(1), measured.choice(NOTES))
            apply(position, action, recorder)
    how = forfeit(position, frozenset(at_fault)) if at_fault else outcome(position)
    return recorder.close(how).reveal(secret)


def any_action(chance: Random, position: Position) -> Action:
    """A random action; draws less often than plays, so that deals end."""
    offered = choices(position)
    plays = [choice for choice in offered if choice.kind is Kind.PLAY]
    choice = chance.choice(plays if plays and chance.random() < 0.85 else offered)
    return choice.default() if chance.random() < 0.7 else chance.choice(list(expand(choice)))


def golden(rules: str) -> FinishedLog:
    """The game of a ruleset that is kept as a file."""
    seats, seed = GOLDEN[rules]
    return play(rules, seats, seed)


def changed(log: bytes, line: int, old: str, new: str) -> bytes:
    """The log with something else in a record, and all digests and sums made anew."""
    lines = log_lines(log)
    assert old in lines[line - 1].decode(), lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old.encode(), new.encode(), 1)
    return resealed(log_lines(b"".join(lines)))


def resealed(lines: list[bytes]) -> bytes:
    """These lines as a log that is in order but for what they say."""
    *before, last = lines
    header = read_log(lines[0] + last).header
    footer = read_log(lines[0] + last).footer
    digest = game_digest(header, b"".join(before[1:]), footer.outcome)
    return seal(b"".join(before), replace(footer, sums=line_sums(before), game_digest=digest)).data


def line_of(log: bytes, kind: str, nth: int = 0) -> int:
    """The line of the nth record of a kind, from 1."""
    return [number for number, line in enumerate(log.splitlines(), 1) if kind in json.loads(line)][nth]
