"""The legal actions at every decision of a game, as JSON for the replay element:

    {"actions": [[in log notation, in words], …], "decisions": [[ply, seat, [number in `actions`, …]], …]}

The first action of each decision is the played one. Decisions that were made for a bot at fault are left out.
"""

from itertools import islice
from typing import Any, Final

from arena.record.format import Play
from arena.record.reader import GameLog
from arena.record.replay import replay
from arena.rules import Choice, GameRules, choices, expand, notation, parse_action
from arena.rules.choices import NO_CARD
from arena.viewer.replay.film import Side, visible_seats
from arena.viewer.text import Wording, describe_action, seat_names

MAX_ACTIONS: Final = 120  # of a decision; only claims and many cards at once have more
_MAX_EXPANDED: Final = 1_000  # of a choice


def legal_actions(log: GameLog, side: Side = None) -> dict[str, Any]:
    """Return the legal actions at each decision of a seat whose hand is visible, as JSON data.

    `side`: the seat whose hand is visible (from 0), None for all hands, PUBLIC for none.

    Raise NoSuchSeat if the game does not have that seat, BadLog for an invalid log.
    """
    played, visible = replay(log), visible_seats(side, log.header.seats)
    numbers = dict[str, int]()
    words, decisions = list[str](), list[list[object]]()
    wording = Wording.of(played.game, seat_names([bot.name for bot in log.header.bots]))
    legal: tuple[Choice, ...] = ()
    for ply in played:
        if isinstance(ply.decision, Play) and ply.decision.seat in visible:
            seat = ply.decision.seat
            names = [ply.decision.action, *_notations(legal, played.game)]
            for name in dict.fromkeys(names):
                if name not in numbers:
                    numbers[name] = len(words)
                    words.append(describe_action(parse_action(played.game.pack, name), seat, wording))
            decisions.append([ply.number, seat, [numbers[name] for name in dict.fromkeys(names)]])
        legal = () if played.over or played.position.turn not in visible else choices(played.position)
    return {"actions": [list(pair) for pair in zip(numbers, words, strict=True)], "decisions": decisions}


def _notations(legal: tuple[Choice, ...], game: GameRules) -> list[str]:
    """Return the legal actions in log notation, at most about `MAX_ACTIONS`.

    `legal`: the player's options. An option allows several actions, for example one for each suit to name.
    Among the actions of one option, true claims about a face-down card come first.
    """
    most = max(1, MAX_ACTIONS // max(1, len(legal)))
    found = list[str]()
    for choice in legal:
        true = (NO_CARD, game.faces[choice.card] if choice.card != NO_CARD else NO_CARD)
        actions = sorted(islice(expand(choice), _MAX_EXPANDED), key=lambda action: action.claim not in true)
        found += [notation(game.pack, action) for action in actions[:most]]
    return found
