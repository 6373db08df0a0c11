"""What happens in a game, and what each ruleset's golden games must show.

Find seeds for golden games with

    uv run python -m tests.record.happenings RULESET [SEEDS]
"""

import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from arena.record import GameLog, OrderDealer
from arena.record.replay import replay
from arena.rules import Event, EventKind, Position, Reason, apply, game_for, ruleset, start
from arena.rules.cards import Card
from arena.rules.effects import OweCards
from tests.record.games import any_action, secret_of

# Events, questions and cards with effects that a golden game of each ruleset must show.
SHOWN: Final = {
    "mau-mau": {"DREW DEBT", "SKIPPED", "NAMED", "SAID", "COVER"},
    "mau-mau-stacking": {"CUT_MET", "CUT_KEPT", "DEBT passed on", "MISS", "SKIPPED"},
    "neuner": {"XX", "9 NAMED", "SAID"},
    "prsi": {"DEBT passed on", "DREW DEBT", "SKIPPED", "Q NAMED", "J NAMED"},
    "prsi-kings": {"K", "DREW DEBT", "DREW OTHERS", "comes back"},
    "quick": {"several", "DREW DEBT", "SKIPPED"},
    "blind": {"BELIEVED", "DOUBTED", "TAKEN_BACK", "a true card doubted", "NAMED"},
    "haft-khabis": {"DREW OTHERS", "REVERSED", "COVER", "SKIPPED", "SAID"},
    "pesten": {"XX", "DREW DEBT", "GO_ON", "REVERSED", "DREW LAST_CARD"},
    "pesten-royal": {"XX", "NAME", "NAMED", "GO_ON", "DREW CALL"},
    "puque": {"SAID", "SKIPPED", "SCORED", "COVER"},
    "czech-fool": {"6", "PAID", "Q NAMED", "SKIPPED", "DEBT passed on"},
    "pharaoh-101": {"KS", "REVERSED", "SCORED", "PAID"},
    "faraon": {"several", "a debt cancelled", "MISS", "OUT", "SCORED"},
    "faraon-bells": {"several", "DRAWN_SEVEN", "SKIPPED", "OUT", "SCORED"},
    "tschau-sepp": {"6", "DREW DEBT", "SKIPPED", "SAID"},
    "detailed": {"CUT_MET", "2C", "REVERSED", "DEBT passed on", "SAID"},
    "detailed-thunderback": {"CUT_MET", "2C", "REVERSED", "SCORED"},
    "german": {"REVERSED", "DREW CALL", "COVER", "SCORED"},
    "german-regional": {"GO_ON", "MISS", "REVERSED", "DREW DEBT", "SCORED"},
    "german-wins": {"REVERSED", "SCORED", "COVER"},
    "german-chips": {"REVERSED", "SCORED", "COVER"},
    "german-bitter": {"OUT", "REVERSED", "DREW DEBT", "SKIPPED"},
    "points-150": {"CATCHES", "LETS_PASS", "REVERSED", "SCORED"},
    "crazy-eights": {"NAME", "PASSED", "NAMED"},
    "crazy-eights-special": {"NAME", "PASSED", "REVERSED", "SKIPPED", "DREW DEBT"},
}


def happenings(log: GameLog) -> Iterator[str]:
    """Yield the questions, events and cards with effects of a game."""
    game, debt, empty = replay(log), 0, 0
    for ply in game:
        yield from ply_happenings(game.position, ply.events, debt, empty)
        debt, empty = game.position.debt, without_cards(game.position)


def without_cards(position: Position) -> int:
    """Return the seats without cards as a bit mask."""
    return sum(1 << seat for seat, hand in enumerate(position.hands) if not hand)


def ply_happenings(position: Position, events: Sequence[Event], debt: int, empty: int) -> Iterator[str]:
    """Yield the happenings of a ply; `debt` and the seats `empty` are those before it."""
    yield position.ask.name
    kinds = [event.kind for event in events]
    yield from (kind.name for kind in kinds)
    yield from (f"DREW {Reason(event.value).name}" for event in events if event.kind is EventKind.DREW)
    yield from _about_cards(position, events, debt)
    if position.debt > debt > 0:
        yield "DEBT passed on"
    if any(event.kind is EventKind.DREW and empty >> event.seat & 1 for event in events):
        yield "comes back"
    if EventKind.DOUBTED in kinds and EventKind.SHOWN in kinds and EventKind.TAKEN_BACK not in kinds:
        yield "a true card doubted"


def _about_cards(position: Position, events: Sequence[Event], debt: int) -> Iterator[str]:
    game, kinds = position.game, [event.kind for event in events]
    for event in events:
        if event.kind not in (EventKind.PLAYED, EventKind.CLAIMED):
            continue
        yield game.pack.name(Card(event.card))
        yield game.pack.rank(Card(event.card))
        if event.value:
            yield "several"
        if EventKind.NAMED in kinds:
            yield f"{game.pack.rank(Card(event.card))} NAMED"
        if debt and not isinstance(game.effects[event.card], OweCards):
            yield "a debt cancelled"


# ---- find seeds --------------------------------------------------------------------------------------------
SEEDS: Final = 500
MAX_PLIES: Final = 240
NAME: Final = 2  # letters of a card


class Candidate(NamedTuple):
    """A game that shows all it must. `worth`: other happenings, relative to its length."""

    worth: float
    seed: int
    plies: int


def candidate(name: str, seats: int, seed: int) -> Candidate | None:
    """Play a seed as `games.play` does; None if the game is too long or does not show what it must."""
    chance, game = Random(seed), game_for(ruleset(name), seats)
    dealer = OrderDealer(secret_of(seed), game.pack.size)
    position, events = start(game, dealer)
    seen = set(ply_happenings(position, events, 0, 0))
    while not position.over and position.ply < MAX_PLIES:
        debt, empty = position.debt, without_cards(position)
        events = apply(position, any_action(chance, position), dealer)
        seen.update(ply_happenings(position, events, debt, empty))
    if not position.over or not seen >= SHOWN.get(name, set()):
        return None
    return Candidate(sum(len(one) > NAME for one in seen) - position.ply / 15, seed, position.ply)


if __name__ == "__main__":
    _, name, *count = sys.argv
    for seats in ruleset(name).players:
        games = (candidate(name, seats, seed) for seed in range(int(count[0]) if count else SEEDS))
        print(name, seats, max((game for game in games if game), default="none: try more seeds"))
