"""Play one game of a person against bots."""

from dataclasses import dataclass, replace
from threading import Event, Thread

from arena.record.match import Clock, bot_on
from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.referee.run import OnEvent, run_match
from arena.service.bots import ME, Bot
from arena.service.people.person import Person
from arena.service.people.seat import Seat
from arena.service.play import PlayResult, match_to_play, to_result
from arena.tournament.secrets import TournamentSecret
from maumau.running import connect


@dataclass(frozen=True, slots=True)
class GameToPlay:
    """A game to play. One of `bots` is the person, under the bot name "me"."""

    bots: tuple[Bot, ...]
    ruleset: str
    secret: TournamentSecret
    rotation: int = 0  # how many seats everybody has moved on since the first game with these cards
    clock: Clock | None = None  # of the bots; None: unlimited time
    runner: str = "process"
    practice: bool = True  # the person may ask for hints
    person_clock: Clock | None = None  # None: that of the bots

    @property
    def seating(self) -> tuple[Bot, ...]:
        """The bots by seat."""
        seats = len(self.bots)
        return tuple(self.bots[bot_on(seat, self.rotation, seats)] for seat in range(seats))

    @property
    def seat(self) -> int:
        """The person's seat."""
        return [bot.name for bot in self.seating].index(ME)


def play_game(game: GameToPlay, seat: Seat, on_event: OnEvent, cancel: Event | None = None) -> PlayResult:
    """Play a game, and return its result. The person's choices come from `seat`.

    `on_event` is called with the match's progress. Raise the same errors as `play_match`, and MatchCancelled
    soon after `cancel` is set.
    """
    names = [bot.name for bot in game.seating]
    spec = match_to_play(game.seating, game.ruleset, 1, game.secret, game.clock, game.runner)

    def start_person(event: MatchEvent) -> None:
        if event.kind is MatchEventKind.WAITING:
            person = Person(seat, names, game.practice)
            Thread(target=_connect, args=(person, event.detail), daemon=True).start()
            return
        if event.kind is MatchEventKind.RESTARTED:
            seat.restart()
        on_event(event)

    own = replace(spec.bots[game.seat], clock=game.person_clock)
    bots = (*spec.bots[: game.seat], own, *spec.bots[game.seat + 1 :])
    record = run_match(replace(spec, bots=bots, viewer=game.seat), start_person, cancel, seat)
    return to_result(spec, record, game.secret)


def _connect(person: Person, environment: str) -> None:
    """Connect the person's bot to the referee. `environment`: lines with the referee's address and token."""
    values = dict(line.split("=", 1) for line in environment.splitlines())
    connect(person, values["ARENA_TARGET"], values["ARENA_TOKEN"], 1)
