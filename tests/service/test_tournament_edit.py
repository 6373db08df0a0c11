"""Changes to a tournament before, during and after play."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from arena.ratings.sprt import Sprt
from arena.service.bots import Bot, resolve_bot
from arena.service.compare.compare import CompareSettings, create_comparison
from arena.service.errors import BadSettings, TournamentOver, UnknownBot, UnknownTournament, UserError
from arena.service.formats import DOUBLE_ROUND_ROBIN, GAUNTLET, ROUND_ROBIN, SWISS
from arena.service.reports.pairings import pairings
from arena.service.reports.standings import tables
from arena.service.reports.tournament_list import find_tournament, summaries, unfinished
from arena.service.results import RunProgress, RunResult
from arena.service.tournaments.edit import (
    add_bots,
    cancel_tournament,
    end_tournament,
    pause_tournament,
    permit_pairs,
    resume_tournament,
    withdraw_bot,
)
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.results.records import Piece
from arena.store.tournaments.schedule import pieces
from tests.conftest import Scale
from tests.factories.made_up_matches import bots_in, by_chance, commit, new_queue, play_on, play_with_trouble
from tests.factories.runs import run
from tests.service.conftest import FindBot
from tests.store.samples import record

KILLED = """
import sys
from arena.service.tournaments.play.run import run
from arena.store.database.store import open_store
with open_store(sys.argv[1]) as store:
    result = run(store, 1, int(sys.argv[2]), lambda now: print(now.committed is not None, flush=True))
print(result.state, flush=True)
"""


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bot, ...]:
    return bots_in(tmp_path_factory.mktemp("bots"), 8)


def settings_of(format: str, *bots: Bot, **changes: object) -> TournamentSettings:
    settings = TournamentSettings(bots, boards=2, seed="00" * 32, format=format)
    return replace(settings, **changes)  # type: ignore[arg-type]  # different fields


def meetings(store: Store, number: int) -> Counter[tuple[str, ...]]:
    """Count the meetings of the bots of each table, over all rulesets."""
    return Counter(tuple(sorted(table.bots)) for line in pairings(store, number) for table in line.tables)


def everything(store: Store, number: int) -> tuple[Piece, ...]:
    with store.reading() as tx:
        return pieces(tx, number)


CHANGES: dict[str, Callable[[Store, int, Bot], object]] = {
    "pause": lambda store, number, _: pause_tournament(store, number),
    "resume": lambda store, number, _: resume_tournament(store, number),
    "cancel": lambda store, number, _: cancel_tournament(store, number),
    "end": lambda store, number, _: end_tournament(store, number),
    "permit": lambda store, number, _: permit_pairs(store, number),
    "withdraw": lambda store, number, _: withdraw_bot(store, number, "a"),
    "add": lambda store, number, bot: add_bots(store, number, [bot]),
}


@pytest.mark.dear
@pytest.mark.parametrize("state", ["over", "cancelled"])
def test_a_finished_tournament_cannot_be_changed(store: Store, field: tuple[Bot, ...], state: str) -> None:
    number = create(store, settings_of(SWISS, *field[:4], rounds=2))
    if state == "over":
        play_on(store, number, by_chance(1))
    else:
        cancel_tournament(store, number)
    before = (find_tournament(store, number), everything(store, number))
    for change in CHANGES.values():
        with pytest.raises(TournamentOver, match=f"tournament {number} cannot be changed"):
            change(store, number, field[5])
        assert before == (find_tournament(store, number), everything(store, number))
        with pytest.raises(UnknownTournament):
            change(store, 99, field[5])


def test_a_cancelled_tournament_keeps_complete_matches(store: Store, field: tuple[Bot, ...]) -> None:
    number = create(store, settings_of(ROUND_ROBIN, *field[:3]))
    (piece, _), *_ = new_queue(store, number).take(1, ())
    commit(store, piece, by_chance(1))
    cancel_tournament(store, number)
    told: list[RunProgress] = []
    result = run(store, number, on_progress=told.append)
    assert (result.state, result.finished, result.games, told) == ("cancelled", True, 4, [])
    assert result.event_digest
    assert result.secret == "00" * 32
    with pytest.raises(UnknownTournament):
        unfinished(store)


def test_a_paused_tournament_resumes(store: Store, field: tuple[Bot, ...]) -> None:
    number = create(store, settings_of(ROUND_ROBIN, *field[:3]))
    pause_tournament(store, number)
    assert summaries(store)[0].state == "paused"
    assert new_queue(store, number).take(1, ()) == []
    assert unfinished(store) == number
    resume_tournament(store, number)
    assert len(new_queue(store, number).take(1, ())) == 1


@pytest.mark.dear
def test_a_latecomer_of_a_round_robin_meets_all_bots_still_in(store: Store, field: tuple[Bot, ...]) -> None:
    number = create(store, settings_of(ROUND_ROBIN, *field[:4], rulesets=("mau-mau", "detailed")))
    withdraw_bot(store, number, "d")
    assert add_bots(store, number, field[4:6]) == ("e", "f")
    lines = pairings(store, number)
    assert [(line.cycle, line.place) for line in lines] == [
        *((cycle, place) for cycle in (1, 2) for place in (1, 2, 3)),
        *((cycle, place) for cycle in (1, 2) for place in (4, 5, 6, 7)),
    ]
    assert [line.number for line in lines] == list(range(1, 15))
    once = {tuple(sorted(pair)): 2 for pair in combinations("abcdef", 2)}
    gone = {pair: count for pair, count in once.items() if not {"d"} & {*pair} or not {*pair} & {*"ef"}}
    assert meetings(store, number) == gone
    for line in lines:
        seated = [bot for table in line.tables for bot in table.bots]
        assert len(seated) == len({*seated})
    play_on(store, number, by_chance(1))
    assert summaries(store)[0].state == "over"


def test_a_latecomer_of_a_double_round_robin_meets_everybody_twice(
    store: Store, field: tuple[Bot, ...]
) -> None:
    number = create(store, settings_of(DOUBLE_ROUND_ROBIN, *field[:3]))
    add_bots(store, number, [field[3]])
    assert meetings(store, number) == dict.fromkeys(combinations("abcd", 2), 2)
    assert sorted(piece.earlier for piece in everything(store, number)) == [0] * 6 + [1] * 6


def test_a_latecomer_of_a_gauntlet_meets_the_pool(store: Store, field: tuple[Bot, ...]) -> None:
    number = create(store, settings_of(GAUNTLET, field[0], pool=field[1:4]))
    add_bots(store, number, field[4:6])
    assert meetings(store, number) == {(new, old): 1 for new in "a" for old in "bcd"} | {
        (old, new): 1 for new in "ef" for old in "bcd"
    }
    assert [entrant.pool for entrant in find_tournament(store, number).entrants] == [
        *(False, True, True, True),
        *(False, False),
    ]


@pytest.mark.dear
def test_the_boards_of_a_table_are_the_same_in_every_format(store: Store, field: tuple[Bot, ...]) -> None:
    """Two bots that meet for the first time get the same boards in any field and format."""
    one, two, *others = field
    formats = (
        settings_of(ROUND_ROBIN, one, two),
        settings_of(DOUBLE_ROUND_ROBIN, *others[:3], two, one),
        settings_of(GAUNTLET, two, others[0], pool=(one, others[1])),
        settings_of(SWISS, one, two, rounds=1),
    )
    found = []
    for settings in formats:
        waiting = new_queue(store, create(store, settings)).take(99, ())
        found.append(
            next(spec for _, spec in waiting if {bot.name for bot in spec.bots} == {one.name, two.name})
        )
    assert len({(spec.secrets, spec.key, *(bot.name for bot in spec.bots)) for spec in found}) == 1


@pytest.mark.dear
def test_the_boards_of_a_larger_table_are_the_same(store: Store, field: tuple[Bot, ...]) -> None:
    large = new_queue(store, create(store, settings_of(ROUND_ROBIN, *field, seats=3))).take(1, ())[0][1]
    three = [bot for bot in field if bot.name in {one.name for one in large.bots}]
    for settings in (
        settings_of(ROUND_ROBIN, *three, seats=3),
        settings_of(SWISS, *reversed(three), seats=3, rounds=1),
    ):
        (_, spec), *_ = new_queue(store, create(store, settings)).take(1, ())
        assert (spec.secrets, spec.key) == (large.secrets, large.key)


def test_a_broken_bot_is_withdrawn_and_the_others_go_on(
    store: Store, field: tuple[Bot, ...], tmp_path: Path
) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("import maumau\n")
    number = create(store, settings_of(ROUND_ROBIN, resolve_bot(str(mine)), *field[:2]))
    mine.unlink()
    with pytest.raises(UnknownBot):
        run(store, number)
    withdraw_bot(store, number, "mine")
    play_on(store, number, by_chance(1))
    assert summaries(store)[0].state == "over"


@pytest.mark.parametrize(
    ("format", "seats", "late", "said"),
    [
        (ROUND_ROBIN, 3, 5, "nobody can be added. A Swiss takes latecomers"),
        (ROUND_ROBIN, 2, 0, "a is entered already"),
        (SWISS, 2, 0, "a is entered already"),
        (GAUNTLET, 2, 7, "h is entered already"),
    ],
)
def test_bots_that_cannot_be_added(
    store: Store, field: tuple[Bot, ...], format: str, seats: int, late: int, said: str
) -> None:
    pool = field[7:] if format == GAUNTLET else ()
    number = create(store, settings_of(format, *field[:4], seats=seats, pool=pool))
    with pytest.raises(UserError, match=said):
        add_bots(store, number, [field[late]])


def test_a_latecomer_must_play_the_rulesets(store: Store, field: tuple[Bot, ...]) -> None:
    other = replace(field[4], rulesets=("detailed",))
    image = Bot("g", "0" * 64, ("./bot",), Path("/bot"), "image:g", image="sha256:" + "0" * 64)
    number = create(store, settings_of(ROUND_ROBIN, *field[:4]))
    for late, said in ((other, "e does not play mau-mau@1"), (image, "runs only in a container")):
        with pytest.raises(UserError, match=said):
            add_bots(store, number, [late])
    assert len(find_tournament(store, number).entrants) == 4


def test_a_latecomer_is_built_before_it_is_entered(
    store: Store, field: tuple[Bot, ...], tmp_path: Path
) -> None:
    folder = tmp_path / "f"
    folder.mkdir()
    (folder / "f.py").write_text("import maumau\n")
    (folder / "bot.toml").write_text(
        'name = "f"\ncommand = ["python", "build/f.py"]\nbuild = "mkdir build && cp f.py build/"\n'
    )
    number = create(store, settings_of(ROUND_ROBIN, *field[:4]))
    told: list[str] = []
    add_bots(store, number, [resolve_bot(str(folder))], told.append)
    assert told == ["building f: mkdir build && cp f.py build/"]
    playing = new_queue(store, number)
    playing.find_bots()
    assert playing.bots[5].version == resolve_bot(str(folder)).version


@pytest.mark.dear
@pytest.mark.parametrize("format", [ROUND_ROBIN, DOUBLE_ROUND_ROBIN, GAUNTLET])
def test_random_latecomers_and_withdrawals_leave_no_meeting_out(
    store: Store, field: tuple[Bot, ...], format: str, scale: Scale
) -> None:
    for seed in range(scale.pick(quick=1, ci=1, full=100)):
        rng = Random(f"{format} {seed}")
        pool = field[3:5] if format == GAUNTLET else ()
        bots = field[:3] if pool else field[: rng.randint(3, 5)]
        number = create(store, settings_of(format, *bots, pool=pool, rulesets=("mau-mau", "detailed")))
        play_with_trouble(store, number, rng, seed, [*field[5:]])
        still_in = [one for one in find_tournament(store, number).entrants if one.withdrawn_after is None]
        expected = {
            tuple(sorted((one.name, other.name))): 4 if format == DOUBLE_ROUND_ROBIN else 2
            for one, other in combinations(still_in, 2)
            if not pool or one.pool != other.pool
        }
        met = meetings(store, number)
        assert {pair: met[pair] for pair in met if {*pair} <= {one.name for one in still_in}} == expected
        earlier = {(piece.bots, piece.earlier) for piece in everything(store, number)}
        assert len(earlier) == len(everything(store, number)), "no two tables have the same boards"


@pytest.mark.parametrize("format", [ROUND_ROBIN, GAUNTLET])
def test_no_bot_is_added_without_opponents(store: Store, field: tuple[Bot, ...], format: str) -> None:
    pool = field[1:2] if format == GAUNTLET else ()
    number = create(store, settings_of(format, *(field[:1] if pool else field[:2]), pool=pool))
    for name in ("a", "b"):
        withdraw_bot(store, number, name)
    with pytest.raises(UserError, match="no opponents are left"):
        add_bots(store, number, [field[4]])
    assert len(find_tournament(store, number).entrants) == 2


def test_no_bot_is_added_after_the_last_pairing(store: Store, field: tuple[Bot, ...]) -> None:
    number = create(store, settings_of(SWISS, *field[:4], rounds=1))
    new_queue(store, number).take(1, ())
    with pytest.raises(UserError, match="the last round is paired"):
        add_bots(store, number, [field[4]])


def test_a_late_second_version_gets_its_own_name(
    store: Store, field: tuple[Bot, ...], tmp_path: Path
) -> None:
    number = create(store, settings_of(SWISS, *field[:4], rounds=2))
    (tmp_path / "a.py").write_text("import maumau  # another a\n")
    other = resolve_bot(str(tmp_path / "a.py"))
    assert add_bots(store, number, [other]) == (f"a@{other.version[:6]}",)


def test_a_withdrawn_bot_forfeits_the_rest_of_a_round_robin(store: Store, field: tuple[Bot, ...]) -> None:
    number = create(store, settings_of(ROUND_ROBIN, *field[:4]))
    one = new_queue(store, number)
    (piece, _), *_ = one.take(1, ())
    commit(store, piece, by_chance(1))
    gone = pairings(store, number)[0].tables[0].bots[0]
    withdraw_bot(store, number, gone)
    with pytest.raises(UserError, match="has withdrawn already"):
        withdraw_bot(store, number, gone)
    with pytest.raises(UserError, match="no bot z"):
        withdraw_bot(store, number, "z")
    play_on(store, number, by_chance(1))
    tables = [table for line in pairings(store, number) for table in line.tables]
    lost = [table for table in tables if gone in table.forfeits]
    assert len(lost) == 2
    assert all(dict(zip(table.bots, table.points or (), strict=True))[gone] == 0 for table in lost)
    assert summaries(store)[0].games_total == 4 * 4


@pytest.mark.parametrize(("rounds", "points"), [(1, 0), (2, 2)])
def test_a_withdrawn_bot_counts_from_half_of_its_matches(
    store: Store, field: tuple[Bot, ...], rounds: int, points: int
) -> None:
    number = create(store, settings_of(ROUND_ROBIN, *field[:4]))
    one = new_queue(store, number)
    for _ in range(2 * rounds):
        (piece, _), *_ = one.take(1, ())
        commit(store, piece, lambda piece: record(piece, piece.bots.index(min(piece.bots))))
    withdraw_bot(store, number, "a")
    play_on(store, number, lambda piece: record(piece, piece.bots.index(min(piece.bots))))
    (table,) = tables(store, number)
    rows = {row.bot: row.points for row in table.rows}
    assert rows.pop("a") == points
    assert sum(rows.values()) == (4 if points else 3)


def test_a_run_notices_changes_within_a_second(store: Store, field: tuple[Bot, ...]) -> None:
    number = create(store, settings_of(ROUND_ROBIN, *field[:4]))
    now = [0.0]
    one = new_queue(store, number)
    one.clock = lambda: now[0]
    (under_way, _), *_ = one.take(1, ())
    gone = find_tournament(store, number).entrants[under_way.bots[0] - 1].name
    withdraw_bot(store, number, gone)
    add_bots(store, number, [field[4]])
    now[0] = 1.5
    assert one.may_continue({under_way.key})
    waiting = one.take(99, {under_way.key})
    assert under_way.key not in {piece.key for piece, _ in waiting}
    assert gone not in {bot.name for _, spec in waiting for bot in spec.bots}
    assert "e" in {bot.name for _, spec in waiting for bot in spec.bots}
    assert not commit(store, under_way, by_chance(1)), "it is forfeited already"
    pause_tournament(store, number)
    now[0] = 2.0
    assert one.may_continue(()), "not asked more often"
    now[0] = 3.0
    assert not one.may_continue(())


@pytest.mark.dear
def test_two_runs_of_a_tournament_pair_each_round_once(store: Store, field: tuple[Bot, ...]) -> None:
    number = create(store, settings_of(SWISS, *field[:6], rounds=3))
    both = (new_queue(store, number), new_queue(store, number))
    play, written = by_chance(1), Counter[bool]()
    while any(taken := [one.take(2, ()) for one in both]):
        for piece, _ in (match for matches in taken for match in matches):
            written[commit(store, piece, play)] += 1
    assert [len(line.tables) for line in pairings(store, number)] == [3, 3, 3]
    assert written[True] == 9
    assert written[False] > 0


def test_a_comparison_is_not_run_as_a_tournament(store: Store, field: tuple[Bot, ...]) -> None:
    number = create_comparison(store, CompareSettings(field[0], field[1], Sprt(0, 20)))
    with pytest.raises(BadSettings, match=f"arena compare --resume {number}"):
        run(store, number)
    for change in ("end", "withdraw", "add"):
        with pytest.raises(UserError):
            CHANGES[change](store, number, field[5])
    assert summaries(store)[0].state == "interrupted"


@pytest.fixture(scope="module")
def swiss(bot: FindBot, scale: Scale) -> TournamentSettings:
    """Return a Swiss with deterministic bots."""
    names = ("last.py", "dice.py", "middle.py", "first")[: scale.pick(quick=3, ci=4, full=4)]
    return settings_of(SWISS, *map(bot, names), boards=1, rounds=2)


@pytest.fixture(scope="module")
def undisturbed(
    swiss: TournamentSettings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[RunResult, tuple[object, ...]]]:
    """Return result and pairings of an uninterrupted run."""
    path = tmp_path_factory.mktemp("undisturbed") / "arena.db"
    with open_store(sqlite_url(path)) as store:
        number = create(store, swiss)
        yield run(store, number, jobs=1), pairings(store, number)


@pytest.mark.dear
@pytest.mark.fault("F01")
def test_a_killed_swiss_resumes_with_the_same_pairings(
    swiss: TournamentSettings,
    undisturbed: tuple[RunResult, tuple[object, ...]],
    tmp_path: Path,
    scale: Scale,
) -> None:
    """Also with two matches at once."""
    for attempt in scale.pick(quick=range(1), ci=range(1, 2), full=range(40)):
        url = sqlite_url(tmp_path / f"{attempt}.db")
        with open_store(url) as store:
            create(store, swiss)
            _paused(url, store)
        if scale.name != "quick":
            _killed_after(url, commits=attempt % 4, more_lines=attempt * 3 % 7)
        with open_store(url) as store:
            result = run(store, 1, 2)
            assert result.finished
            assert result.order == tuple(bot.source for bot in swiss.bots)
            assert result.event_digest == undisturbed[0].event_digest
            assert result.tables == undisturbed[0].tables
            assert pairings(store, 1) == undisturbed[1]


def _paused(url: str, store: Store) -> None:
    """Run the tournament in another process and pause it."""
    with _process(url) as process:
        assert process.stdout
        process.stdout.readline()
        pause_tournament(store, 1)
        assert process.stdout.read().split()[-1] == "paused"
    assert process.returncode == 0


def _killed_after(url: str, commits: int, more_lines: int) -> None:
    """Run the tournament in another process, and kill that after some commits."""
    with _process(url) as process:
        assert process.stdout
        told = iter(process.stdout.readline, "")
        while commits and (line := next(told, "")):  # before it was paused it may have got far
            commits -= line == "True\n"
        for _ in range(more_lines + 1):
            next(told, None)
        process.kill()


def _process(url: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", KILLED, url, "1"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_round_is_stored_whole_before_its_first_game(store: Store, field: tuple[Bot, ...]) -> None:
    number = create(store, settings_of(SWISS, *field[:5], rounds=2))
    one = new_queue(store, number)
    for round in (1, 2):
        first = one.take(1, ())
        line = pairings(store, number)[round - 1]
        assert (len(line.tables), len(line.byes), line.paired) == (2, 1, True)
        for piece, _ in [*first, *one.take(9, (first[0][0].key,))]:
            assert commit(store, piece, by_chance(1))
