"""Recorded conversations between the referee and a bot, which the tests of every SDK replay.

uv run python -m tests.sdk.conversations             # is the file current?
uv run python -m tests.sdk.conversations --write     # record it again
"""

import json
import sys
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from arena.rules import Ruleset, game_for
from maumau import Bot, Choice, GameResult, View
from maumau.answers import Send
from maumau.v1 import referee_pb2 as pb
from tests.project.made import command
from tests.rules.house import mixed
from tests.rules.table import known
from tests.sdk.tables import Table
from tests.wire.answers import answers_of

FILE: Final = Path(__file__).parents[2] / "sdk" / "conversations.json"
MESSAGES: Final = 30  # of each conversation, at most
SEED: Final = 1
TABLES: Final[tuple[tuple[str | Ruleset, int], ...]] = (  # together they have every kind of question
    ("mau-mau-stacking", 2),
    ("mau-mau", 6),
    ("quick", 2),
    ("blind", 3),
    ("haft-khabis", 3),
    ("pesten-royal", 2),
    ("detailed", 3),
    ("faraon-bells", 3),
    ("german-regional", 2),
    ("points-150", 3),
    ("puque", 4),
    ("neuner", 2),
    (mixed("pesten", "PESTEN-CALL=late", hand=2), 2),  # a word with a pass
    (mixed("haft-khabis", "IRAN-2=may", "D-LAST=late"), 3),  # a card with a target or without
)
HOW: Final = """\
What the referee sent to one bot, message by message, and what the bot had to make of it. Give each
`message` (base64 of a PlayResponse) to a session, without a network. For every question the view has to
be what `views` says, in the order of the questions: cards in the notation of logs, "-" for none or
unknown, unseen in the order of the pack, a choice as
text|kind|card|suits|words|targets|claims|further|least|most. Answer question `number` at `ply` with the
choice at place (5 number + ply) mod len(legal). If number mod 3 is not 0, decide each field that the
choice leaves open: of n values that it allows the one at place ply mod n, and of the further cards the
first `most`. If number mod 5 is 0, note "n" + number. If number mod 4 is 0, estimate the chance to win as
(number mod 3) / 2. The answers, plain ones among them, have to be `answers`; of `fields` those may be left
out that are the lowest allowed anyway. An answer without a note and an estimate that leaves nothing open has
to be a plain one. `ends` is what is told when a game is over."""
_T = TypeVar("_T")


class Recorder(Bot):
    """Answers by the rule in HOW and records its views."""

    def __init__(self) -> None:
        self.views: list[dict[str, Any]] = []
        self.answers: list[dict[str, Any]] = []
        self.ends: list[dict[str, Any]] = []

    def choose(self, view: View) -> Choice:
        place = (5 * view.number + view.ply) % len(view.legal)
        choice = view.legal[place]
        if view.number % 3:
            choice = decided(choice, view.ply)
        note = "" if view.number % 5 else f"n{view.number}"
        if note:
            self.note(note)
        win = None if view.number % 4 else view.number % 3 / 2
        if win is not None:
            self.win(win)
        self.views.append(shown(view))
        answer = {"choice": place, "text": str(choice), "fields": fields(choice), "note": note, "win": win}
        self.answers.append(answer)
        return choice

    def on_game_end(self, result: GameResult) -> None:
        self.ends.append(
            {
                "seat": result.seat,
                "places": result.places,
                "totals": result.totals,
                "verdict": result.verdict.name,
                "detail": result.detail,
            }
        )


def decided(choice: Choice, ply: int) -> Choice:
    """Return the choice with all open fields decided."""
    return choice.with_(
        suit=_at(choice.suits, ply),
        word=_at(choice.words, ply),
        target=_at(choice.targets, ply),
        claim=_at(choice.claims, ply),
        more=choice.further[: choice.most],
    )


def _at(allowed: Sequence[_T], ply: int) -> _T | None:
    return allowed[ply % len(allowed)] if allowed else None


def fields(choice: Choice) -> dict[str, Any]:
    """Return the decided values by their names in an Answer."""
    claim = None if choice.claim is None else choice.claim.code
    more = [card.code for card in choice.more]
    return {"suit": choice.suit, "word": choice.word, "target": choice.target, "claim": claim, "more": more}


def shown(view: View) -> dict[str, Any]:
    """Return a view as JSON."""
    return {
        "ask": view.ask.name,
        "number": view.number,
        "ply": view.ply,
        "seat": view.seat,
        "seats": view.seats,
        "ruleset": view.ruleset,
        "legal": [allowed(choice) for choice in view.legal],
        "plays": len(view.plays),
        "hand": cards(view.hand),
        "top": card(view.top),
        "suit": card(view.suit),
        "wished_suit": card(view.wished_suit),
        "claim": card(view.claim),
        "claimant": view.claimant,
        "pending_draw": view.pending_draw,
        "misses": view.misses,
        "drawn": card(view.drawn),
        "met": card(view.met),
        "direction": view.direction,
        "counts": view.counts,
        "stock": view.stock,
        "pile": view.pile,
        "lying": cards(view.lying),
        "unseen": cards(sorted(view.unseen.elements())),
        "said": [word.name for word in view.said],
        "totals": view.totals,
        "inside": view.inside,
        "opponents": view.opponents,
        "dealer": view.dealer,
        "deal": view.deal,
        "history": len(view.history),
        "news": [str(event) for event in view.news],
        "clock_ms": view.clock_ms,
        "points": [view.match.points(one) for one in view.hand],
        "effects": [view.match.effect(one).get("is", "") for one in view.hand],
        "wild": [view.match.is_wild(one) for one in view.hand],
    }


def allowed(choice: Choice) -> str:
    """Return a choice with its open fields as text."""
    names = [" ".join(one.name for one in named) for named in (choice.suits, choice.words)]
    further, numbers = cards(choice.further), (choice.least, choice.most)
    targets = " ".join(map(str, choice.targets))
    parts = (
        choice,
        choice.kind.name,
        card(choice.card),
        *names,
        targets,
        cards(choice.claims),
        further,
        *numbers,
    )
    return "|".join(map(str, parts))


def card(value: object) -> str:
    """A card or suit in notation."""
    return "-" if value is None else str(value)


def cards(values: Iterable[object]) -> str:
    """Cards in notation, a space between them."""
    return " ".join(map(card, values))


def conversation(rules: str | Ruleset, seats: int) -> dict[str, Any]:
    """Record two concurrent games of the bot in seat 0."""
    recorder = Recorder()
    game = game_for(known(rules), seats)
    table = Table(game, [recorder, *[Recorder() for _ in range(seats - 1)]])
    session = table.sessions[0]
    steps = [step(table.welcome)]
    reply = session.reply

    def recorded(message: pb.PlayResponse, send: Send | None = None) -> pb.PlayRequest | None:
        request = reply(message, send)
        answers = answers_of(request) if request else []
        games = [{"game": answer.game, "number": answer.number} for answer in answers]
        steps.append(step(message, recorder, games))
        return request

    session.reply = recorded  # type: ignore[method-assign]  # intercepts the messages
    table.play([SEED, SEED + 1], most=MESSAGES * seats)
    return {"ruleset": game.ruleset.id, "seats": seats, "steps": steps[:MESSAGES]}


def step(
    message: pb.PlayResponse, recorder: Recorder | None = None, games: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """Return a message and its results from the recorder."""
    found: dict[str, Any] = {"message": b64encode(message.SerializeToString()).decode()}
    if recorder is None:
        return found
    order = {(question.game, question.number): at for at, question in enumerate(message.questions)}
    answers = {(game["game"], game["number"]): game for game in games}
    assert order.keys() == answers.keys()
    for name in ("views", "answers", "ends"):
        kept = getattr(recorder, name)
        if kept:
            found[name] = [*kept]
            kept.clear()
    for answer, asked in zip(found.get("answers", ()), message.questions, strict=True):
        answer |= {"game": asked.game, "number": asked.number}
    return found


def recorded() -> str:
    """Return the whole file."""
    made = [conversation(rules, seats) for rules, seats in TABLES]
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in made)
    return f'{{"how":{json.dumps(HOW)},\n"conversations":[\n{lines}\n]}}\n'


def stale() -> list[str]:
    """Return the file if it is stale."""
    return [] if FILE.read_text() == recorded() else [FILE.name]


if __name__ == "__main__":
    sys.exit(command(__doc__, stale, write=lambda: FILE.write_text(recorded())))
