"""Bots of all kinds: hooks, memory, randomness, notes, async, and errors."""

import asyncio
import math
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

import maumau
from arena.record.match import Verdict
from arena.wire.encode import fault
from maumau import Choice, Event, EventKind, GameResult, MatchInfo, View
from maumau.failures import BotError, RefereeFault
from maumau.session import Session
from tests.sdk.tables import Table, game_of
from tests.wire.messages import joined

GAME = game_of()


class First(maumau.Bot):
    def choose(self, view: View) -> Choice:
        return view.legal[0]


class Diary(First):
    """Records its calls."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def on_match_start(self, info: MatchInfo) -> None:
        self.lines.append(f"match {info.ruleset} {info.seats}")

    def on_game_start(self, view: View) -> None:
        self.lines.append(f"start {view.number}")

    def on_event(self, event: Event) -> None:
        self.lines.append(event.kind.name)

    def choose(self, view: View) -> Choice:
        self.lines.append("choose")
        return super().choose(view)

    def on_game_end(self, result: GameResult) -> None:
        self.lines.append(f"end {result.seat} {result.places} {result.verdict.name}")


def test_hooks_are_called_in_order() -> None:
    diary = Diary()
    (result,) = Table(GAME, (diary, First())).play([5])
    assert diary.lines[:4] == ["match mau-mau@1 2", "start 0", "DEAL", "DEALT"]
    assert diary.lines[-2:] == ["GAME_OVER", f"end 0 {result.places} OK"]
    assert diary.lines.count("choose") > 1
    assert diary.lines.count("start 0") == 1


def test_each_event_is_passed_once() -> None:
    heard: list[EventKind] = []

    class Listener(First):
        def on_event(self, event: Event) -> None:
            heard.append(event.kind)

        def choose(self, view: View) -> Choice:
            assert [event.kind for event in view.history] == heard
            return super().choose(view)

    Table(GAME, (Listener(), First())).play([5])


def test_class_is_instantiated_for_each_game() -> None:
    made: list[int] = []

    class Counted(First):
        def __init__(self) -> None:
            made.append(1)

    Table(GAME, (Counted(), First())).play(range(4))
    assert len(made) == 1
    made.clear()
    Table(GAME, (Counted, First())).play(range(4))
    assert len(made) == 4


def test_memory_belongs_to_the_game() -> None:
    class Remembers(First):
        def choose(self, view: View) -> Choice:
            assert self.memory is view.memory
            assert getattr(view.memory, "asked", 0) == view.number
            view.memory.asked = view.number + 1
            return super().choose(view)

    Table(GAME, (Remembers(), Remembers())).play(range(8))


def test_randomness_of_a_game_is_reproducible() -> None:
    def numbers() -> dict[int, list[float]]:
        found: dict[int, list[float]] = {}

        @maumau.bot
        def draws(view: View, rng: Random) -> Choice:
            found.setdefault(view._question.game, []).append(rng.random())
            return view.legal[0]

        Table(GAME, (draws, First())).play(range(3))
        return found

    first = numbers()
    assert numbers() == first
    assert len({one[0] for one in first.values()}) == 3


def test_note_is_cut_and_sent_with_the_decision() -> None:
    class Talks(First):
        def choose(self, view: View) -> Choice:
            if view.number == 1:
                self.note("never mind")
                self.note("ä" * 150)
            return super().choose(view)

    table = Table(GAME, (Talks(), First()))
    table.play([5])
    notes = [answer.note for answer in table.answers]
    assert sorted(set(notes)) == ["", "ä" * 100]
    assert notes.count("ä" * 100) == 1


@pytest.mark.parametrize(
    ("chance", "sent"), [(0.25, 0.25), (0, 0.0), (1, 1.0), (-0.01, None), (1.01, None), (math.nan, None)]
)
def test_an_estimate_is_sent_with_the_decision_unless_it_is_no_chance(
    chance: float, sent: float | None
) -> None:
    class Estimates(First):
        def choose(self, view: View) -> Choice:
            if view.number == 1:
                self.win(0.5)
                self.win(chance)
            return super().choose(view)

    table = Table(GAME, (Estimates(), First()))
    table.play([5])
    assert [answer.win for answer in table.answers if answer.HasField("win")] == [sent] * (sent is not None)


def test_async_decisions_of_a_message_are_concurrent() -> None:
    most: list[int] = [0, 0]

    class Waits(maumau.Bot):
        async def choose(self, view: View) -> Choice:
            most[0] += 1
            most[1] = max(most)
            number = self.rng.random()
            await asyncio.sleep(0)
            assert self.memory is view.memory
            view.memory.last = number
            most[0] -= 1
            return view.legal[-1]

    table = Table(GAME, (Waits(), First()))
    table.play(range(5))
    for session in table.sessions:
        session.close()
    assert most[1] == 5


def test_an_async_function_is_a_bot() -> None:
    @maumau.bot
    async def lazy(view: View, rng: Random) -> Choice:
        return rng.choice(view.legal)

    table = Table(GAME, (lazy, First()))
    table.play([1])
    table.sessions[0].close()


def nth(view: View, place: int) -> Choice:
    return view.legal[place]


class Caller:
    def __call__(self, view: View, *, place: int = 0) -> Choice:
        return view.legal[place]


@pytest.mark.parametrize(("player", "name"), [(partial(nth, place=-1), "partial"), (Caller(), "Caller")])
def test_callables_are_bots(player: Callable[..., Choice], name: str) -> None:
    made = maumau.bot(player)
    assert made.name == name
    assert Table(GAME, (made, First())).play([1])


def test_exception_of_a_bot_comes_with_its_view() -> None:
    class Async(maumau.Bot):
        async def choose(self, view: View) -> Choice:
            raise ZeroDivisionError

    class Sync(maumau.Bot):
        def choose(self, view: View) -> Choice:
            raise ZeroDivisionError

    class Hook(First):
        def on_event(self, event: Event) -> None:
            raise ZeroDivisionError

    for kind in (Async, Sync, Hook):
        table = Table(GAME, (kind(), First()))
        with pytest.raises(BotError) as caught:
            table.play([1])
        table.sessions[0].close()
        report = caught.value.report()
        assert isinstance(caught.value.__cause__, ZeroDivisionError)
        assert "ZeroDivisionError" in report
        assert "The view that the bot got:" in report
        assert "maumau/session.py" not in report


def test_choice_of_another_question_is_refused() -> None:
    class Old(maumau.Bot):
        def choose(self, view: View) -> Choice:
            if "old" not in vars(self):
                self.old = view.legal[0]
            return self.old

    class WithoutKind(maumau.Bot):
        def choose(self, view: View) -> Choice:
            return Choice(99)  # type: ignore[arg-type] # as a bot without types may do

    for bot in (Old(), WithoutKind()):
        with pytest.raises(BotError) as caught:
            Table(GAME, (bot, First())).play([1])
        assert "not in view.legal" in str(caught.value.__cause__)


def test_failing_constructor_is_the_bots_error() -> None:
    class Broken(First):
        def __init__(self) -> None:
            raise ZeroDivisionError

    with pytest.raises(BotError):
        Table(GAME, (Broken, First())).play([1])


def test_hooks_are_not_async() -> None:
    class Wrong(First):
        async def on_game_end(self, result: GameResult) -> None:  # type: ignore[override]
            pass

    with pytest.raises(TypeError, match="on_game_end must be a plain function"):
        Session(Wrong)


def test_rng_fails_outside_a_game() -> None:
    with pytest.raises(RuntimeError):
        First().rng.random()


def test_fault_message_ends_the_stream() -> None:
    with pytest.raises(RefereeFault, match="PROTOCOL: so it is"):
        Session(First()).reply(joined(fault(Verdict.PROTOCOL, "so it is")))


def test_resignation_is_sent_with_the_answer() -> None:
    class Resigns(First):
        def choose(self, view: View) -> Choice:
            self.resign()
            return super().choose(view)

    table = Table(GAME, (Resigns(), First()))
    table.play([1])
    assert {answer.resign for answer in table.answers} == {True, False}
