"""Find a decision of a recorded game by its ply, and an action by its notation."""

from collections.abc import Sequence
from typing import Final

from arena.record.decisions import SeatDecision, SeatMessages, read_messages
from arena.record.reader import GameLog
from arena.rules import Action, IllegalAction, Position, action_named, choices, notation, parse_action
from arena.rules.cards import BadNotation, members
from arena.rules.choices import NO_CARD
from arena.service.errors import BadSettings

MAX_SHOWN: Final = 12  # choices in an error message


def messages_up_to(messages: Sequence[SeatMessages], ply: int) -> SeatMessages:
    """Return the messages to the seat that decided at `ply`, up to this decision.

    Raise BadSettings if none of the seats decided at this ply.
    """
    for seat in messages:
        if until_ply := seat.up_to(ply):
            return until_ply
    plies = [decision.ply for seat in messages for decision in seat.decisions]
    near = f"; the nearest is ply {min(plies, key=lambda other: abs(other - ply))}" if plies else ""
    raise BadSettings(f"ply {ply} is not a decision of these seats{near}")


def decision_at(log: GameLog, ply: int) -> SeatDecision:
    """Return the decision at this ply. Raise BadSettings if no bot decided at this ply."""
    return messages_up_to(read_messages(log, range(log.header.seats)), ply).decisions[-1]


def find_action(position: Position, text: str) -> Action:
    """Return the legal action that a text in log notation names.

    Raise BadSettings, with a list of the choices, if the action is not legal.
    """
    try:
        return action_named(position, text)
    except (BadNotation, IllegalAction) as error:
        raise BadSettings(f"{_reason(position, text, error)}; choose {_choices(position)}") from None


def _reason(position: Position, text: str, error: Exception) -> str:
    if isinstance(error, BadNotation):
        return str(error)
    pack, wanted, legal = position.game.pack, parse_action(position.game.pack, text), choices(position)
    seat = position.turn + 1
    if wanted.card != NO_CARD:
        name = pack.name(wanted.card)
        if name not in map(pack.name, members(position.hands[position.turn])):
            return f"seat {seat} does not hold {name}"
        if name not in (pack.name(choice.card) for choice in legal if choice.card != NO_CARD):
            return f"seat {seat} may not play {name} here"
        return f"{text} is not complete, or says more than seat {seat} may decide"
    return f"seat {seat} cannot {text} here"


def _choices(position: Position) -> str:
    legal = choices(position)
    shown = ", ".join(notation(position.game.pack, choice.plain) for choice in legal[:MAX_SHOWN])
    return f"{shown}, …" if len(legal) > MAX_SHOWN else shown
