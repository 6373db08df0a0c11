"""Phrases about a ply: its reason, its consequences, and the next player's task."""

from collections.abc import Collection, Iterator
from typing import Final

from arena.rules import ActionKind, Ask, EventKind, Position, choices
from arena.rules.announcements import ONLY_A_WORD
from arena.rules.position import Observation
from arena.viewer.replay.scene import Scene
from arena.viewer.text import Motive, join_names

QUESTIONS: Final = {
    Ask.OVER: "game over",
    Ask.CUT: "keep the card?",
    Ask.TURN: "to play",
    Ask.DRAWN: "may play or pass",
    Ask.DEBT: "answer or draw",
    Ask.PAID: "may play or pass",
    Ask.MISS: "answer or be skipped",
    Ask.GO_ON: "may play again",
    Ask.CATCH: "catch or let pass",
    Ask.BELIEVE: "believe or doubt",
    Ask.NAME: "names a suit",
    Ask.DRAWN_SEVEN: "play a drawn card or draw on",
}

_UNABLE: Final = {
    Ask.TURN: "cannot play",
    Ask.COVER: "cannot cover",
    Ask.DRAWN: "cannot play the drawn card",
    Ask.PAID: "cannot play",
    Ask.DEBT: "cannot answer",
    Ask.MISS: "cannot answer",
    Ask.GO_ON: "cannot play again",
    Ask.DRAWN_SEVEN: "cannot answer with a drawn card",
}


def find_motive(position: Position, visible: Collection[int]) -> Motive | None:
    """Return the reason to show if the current player plays no card: they cannot, or they choose not to.

    Return None if the player is not asked for a card, or if their hand is hidden (their seat is not in
    `visible`).
    """
    legal = {choice.kind for choice in choices(position)}
    only_a_word = position.ask is Ask.GO_ON and position.allowed == ONLY_A_WORD
    if position.turn not in visible or position.ask not in _UNABLE or only_a_word:
        return None
    if ActionKind.PLAY in legal:
        return Motive(position.turn, "")
    nothing_to_draw = position.ask in (Ask.TURN, Ask.COVER) and ActionKind.DRAW not in legal
    return Motive(position.turn, _UNABLE[position.ask] + (" or draw" if nothing_to_draw else ""))


def describe_winners(names: tuple[str, ...], places: tuple[int, ...]) -> str:
    """Return a phrase for the end of a game's last sentence, such as " – greedy wins the game".

    `names`, `places`: each seat's player and final place.
    """
    first = [name for name, place in zip(names, places, strict=True) if place == 1]
    return f" – {join_names(first)} {'wins the game' if len(first) == 1 else 'share first place'}"


def consequences(
    names: tuple[str, ...], before: Observation, scene: Scene, back: tuple[int, ...], task: str
) -> Iterator[str]:
    """Yield phrases about the consequences of a ply, to append to the sentence about the ply.

    `before`: the visible state before the ply. `scene`: the ply, and the visible state after it. `back`: the
    seats that had no cards before the ply and have some now. `task`: the next player's task, such as "to
    play".
    """
    table = scene.table
    player = names[table.turn]
    if back:
        yield f"; {join_names([names[seat] for seat in back])} {'is' if len(back) == 1 else 'are'} back"
    if table.debt > before.debt:
        yield f"; {player} must answer or draw {table.debt}"
    if table.ask is Ask.MISS:
        yield f"; {player} must answer or is skipped" + (
            f" ({table.misses} turns)" if table.misses > 1 else ""
        )
    if table.ask is Ask.COVER:
        yield ", must be covered"
    if _has_another_turn(scene):
        yield f"; {player} {'plays again' if table.ask is Ask.TURN else task}"


def _has_another_turn(scene: Scene) -> bool:
    """True if the seat that has just played may play another card at once."""
    kinds = {event.kind for event in scene.events}
    again = scene.decision is not None and scene.decision.seat == scene.table.turn
    played = EventKind.PLAYED in kinds and EventKind.DEAL not in kinds
    return again and played and scene.table.ask in (Ask.TURN, Ask.GO_ON)
