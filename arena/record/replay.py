"""Replay a game from its log alone, without the board's secret."""

from collections.abc import Iterator
from typing import NamedTuple

from arena.record.dealers import LogCursor, LogDealer
from arena.record.format import BotFault, Decision, FallbackPlay, Header, PackName
from arena.record.reader import BadLog, GameLog
from arena.rules import (
    Action,
    BadRuleset,
    Event,
    EventKind,
    GameRules,
    IllegalAction,
    Outcome,
    Position,
    UnknownRuleset,
    WrongNumberOfPlayers,
    action_named,
    carry_out,
    choices,
    forfeit,
    game_for,
    outcome,
    ruleset_named,
    start,
)
from arena.rules.cards import BadNotation
from arena.rules.dealer import Dealer


class Ply(NamedTuple):
    """One step of a replayed game: the first deal, a decision, or a bot's fault."""

    number: int  # 0 is the first deal
    line: int  # line of the decision in the log, from 1; for the first deal, the header's line
    decision: Decision | None  # None for the first deal
    action: Action | None  # None for the first deal and for a fault
    events: tuple[Event, ...]  # hidden cards included


class Replay:
    """A replay of a recorded game: an iterator over its plies, to be used once.

    Iterating raises BadLog at the first record that the rules do not allow.
    """

    def __init__(self, log: GameLog, cursor: LogCursor, dealer: Dealer) -> None:
        self.log = log
        self.game = game_of(log.header)
        self.at_fault: frozenset[int] = frozenset()
        self.position: Position  # after the last ply; changed in place, so copy it to keep it
        self._cursor = cursor
        self._dealer = dealer

    def __iter__(self) -> Iterator[Ply]:
        self.position, events = start(self.game, self._dealer)
        yield Ply(0, 1, None, None, tuple(events))
        number = 1
        while decision := self._cursor.decision():
            yield self._play(number, self._cursor.line, decision)
            number += 1
        if not self.over:
            raise BadLog(self._cursor.line, "by the rules the game is not over here")

    @property
    def over(self) -> bool:
        """True if the game has ended by the rules, or because at most one bot is left without a fault."""
        return self.position.over or self.game.seats - len(self.at_fault) <= 1

    @property
    def outcome(self) -> Outcome:
        """Return the outcome of the game. The game must be over."""
        return forfeit(self.position, self.at_fault) if self.at_fault else outcome(self.position)

    def _play(self, number: int, line: int, decision: Decision) -> Ply:
        if self.over:
            raise BadLog(line, "by the rules the game is over")
        if isinstance(decision, BotFault):
            return Ply(number, line, decision, None, (self._fault(line, decision.seat),))
        action = self._action(line, decision)
        return Ply(number, line, decision, action, tuple(carry_out(self.position, action, self._dealer)))

    def _fault(self, line: int, seat: int) -> Event:
        if seat in self.at_fault:
            raise BadLog(line, f"seat {seat} was already at fault")
        self.at_fault |= {seat}
        return Event(EventKind.FORFEITED, seat)

    def _action(self, line: int, decision: Decision) -> Action:
        if isinstance(decision, BotFault) or decision.seat != self.position.turn:
            raise BadLog(line, f"by the rules seat {self.position.turn} is asked here")
        by_fallback = isinstance(decision, FallbackPlay)
        if by_fallback != (decision.seat in self.at_fault):
            raise BadLog(line, "the fallback player plays for bots at fault, and only for them")
        try:
            action = action_named(self.position, decision.action)
        except (BadNotation, IllegalAction) as reason:
            raise BadLog(line, str(reason)) from None
        if by_fallback and action != choices(self.position)[0].default():
            raise BadLog(line, "the fallback player makes the first choice")
        return action


def replay(log: GameLog) -> Replay:
    """Return a replay of the game in a log. Raise BadLog if its header is wrong (see `game_of`)."""
    cursor = LogCursor(log)
    return Replay(log, cursor, LogDealer(cursor, game_of(log.header).pack))


def game_of(header: Header) -> GameRules:
    """Return the rules of the game that a log's header names.

    Raise BadLog if the ruleset is unknown or invalid, or if its hash or card pack differs from the header.
    """
    try:
        game = game_for(ruleset_named(header.ruleset, header.rules), header.seats)
    except (UnknownRuleset, BadRuleset, WrongNumberOfPlayers) as reason:
        raise BadLog(1, str(reason)) from None
    if game.ruleset.hash != header.ruleset_hash:
        raise BadLog(1, f"{header.ruleset} is not the ruleset of this game: the hashes differ")
    if PackName.of(game.pack) != header.pack:
        raise BadLog(1, f"{header.ruleset} does not use this pack")
    return game
