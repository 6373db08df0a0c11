"""What is said of events: standings of every format, ranges, savings, frozen pools, unlikely pairs."""

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from arena.record.match import GameRecord, MatchRecord, SeatRecord, Verdict
from arena.service.bots import Bot
from arena.service.errors import BadSettings
from arena.service.formats import GAUNTLET, ROUND_ROBIN, SWISS
from arena.service.reports.export_formats import export
from arena.service.reports.ladder_ratings import ladders, overall_ladder
from arena.service.reports.pairings import pairings
from arena.service.reports.standings import list_entered_bots, tables
from arena.service.results import StandingsTable
from arena.service.tournaments.edit import add_bots, cancel_tournament, withdraw_bot
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store
from arena.store.results.records import Piece
from tests.conftest import Scale
from tests.factories.made_up_matches import Play, bots_in, by_chance, commit, new_queue, play_on
from tests.store.samples import record
from tests.tournament.trf_reader import FIDE_TIE_BREAKS, history_of, rank_file, read_trf


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bot, ...]:
    return bots_in(tmp_path_factory.mktemp("bots"), 8)


def event(store: Store, bots: tuple[Bot, ...], seed: int = 1, **settings: object) -> int:
    """A new tournament with a secret of its own."""
    made = TournamentSettings(bots, boards=2, seed=f"{seed:064x}")
    return create(store, replace(made, **settings))  # type: ignore[arg-type]  # different fields


def by_strength(strengths: Mapping[int, float], *, luck: float, salt: str = "", thrown: bool = False) -> Play:
    """At tables of two: the first bot wins with its share of the strengths; with the chance `luck` the cards
    win instead: one seat wins in both seatings. `thrown`: bot 2 loses every game to bot 1.
    """

    def play(piece: Piece) -> MatchRecord:
        rng = Random(f"{salt} {piece.round} {piece.pairing}")
        first, second = (strengths[bot] for bot in piece.bots)
        chance = first / (first + second)
        made = record(piece, salt=salt)
        games = []
        for board in range(piece.boards):
            lucky, seat = rng.random() < luck, rng.randrange(2)
            for rotation in range(2):
                best = (seat - rotation) % 2 if lucky else int(rng.random() >= chance)
                if thrown and set(piece.bots) == {1, 2}:
                    best = piece.bots.index(1)
                games.append(_won_by(made.games[board * 2 + rotation], best))
        return replace(made, games=tuple(games))

    return play


def _won_by(game: GameRecord, best: int) -> GameRecord:
    return replace(game, seats=tuple(_seat(seat, seat.bot == best) for seat in game.seats))


def _seat(seat: SeatRecord, won: bool) -> SeatRecord:
    return replace(seat, place=1 if won else 2, points=0 if won else 10, score=float(won))


def table_of(store: Store, number: int) -> StandingsTable:
    [table] = tables(store, number)
    return table


def consistent(table: StandingsTable) -> None:
    """Ranks never fall, every line has a value for every tie-break, and what decided is where they differ."""
    codes = [column.code for column in table.tie_breaks]
    assert table.rows[0].why == ""
    for row in table.rows:
        assert len(row.values) == len(codes)
    for above, below in pairwise(table.rows):
        assert below.why
        assert (above.rank == below.rank) == (below.decided_by == "")
        if below.decided_by:
            at = codes.index(below.decided_by)
            assert above.values[:at] == below.values[:at]
            assert (above.values[at] > below.values[at]) != table.tie_breaks[at].fewest_first


def exported_values(
    store: Store, number: int, tie_breaks: tuple[str, ...] = FIDE_TIE_BREAKS, *, round_robin: bool = False
) -> dict[str, tuple[tuple[float, ...], int | None]]:
    """Return each bot's tie-breaks, recomputed from our TRF16 export, and its exported rank."""
    ranked = rank_file("".join(export(store, number, "trf")), tie_breaks, round_robin=round_robin)
    return {
        name: (tuple(float(value) for _, value in line.values), player.rank or None)
        for name, (player, line) in ranked.items()
    }


@pytest.mark.dear
def test_a_swiss_with_latecomers_and_withdrawals_reads_back_the_same(
    store: Store, field: tuple[Bot, ...], scale: Scale
) -> None:
    for seed in range(scale.pick(quick=1, ci=7, full=100)):
        number = event(store, field[:6], seed, format=SWISS, rounds=4)
        for piece, _ in new_queue(store, number).take(3, ()):
            commit(store, piece, by_chance(seed, str(seed)))
        add_bots(store, number, field[6:7])
        withdraw_bot(store, number, field[seed % 6].name)
        play_on(store, number, by_chance(seed, str(seed)))
        table = table_of(store, number)
        consistent(table)
        ours = {row.bot: (row.values[: len(FIDE_TIE_BREAKS)], row.rank) for row in table.rows}
        assert exported_values(store, number) == ours


@pytest.mark.dear
def test_an_event_under_way_can_be_looked_at_after_every_match(store: Store, field: tuple[Bot, ...]) -> None:
    number = event(store, field[:5], format=SWISS, rounds=3)
    rounds = []
    while matches := new_queue(store, number).take(1, ()):
        commit(store, matches[0][0], by_chance(3))
        consistent(table_of(store, number))
        rounds.append(history_of(read_trf("".join(export(store, number, "trf")))).rounds)
        games = [json.loads(line) for line in export(store, number, "jsonl")]
        assert len(games) == 4 * len(rounds)
        assert {game["secret"] for game in games} == {None}
    assert rounds == [0, 1, 1, 2, 2, 3]
    assert all(json.loads(line)["secret"] for line in export(store, number, "jsonl"))


@pytest.mark.dear
@pytest.mark.parametrize(
    ("settings", "codes"),
    [
        ({"format": ROUND_ROBIN}, ("PTS", "DE", "WIN", "SB", "MS", "PD", "LOT")),
        ({"format": "double-round-robin"}, ("PTS", "DE", "WIN", "SB", "MS", "PD", "LOT")),
        ({"format": ROUND_ROBIN, "seats": 3}, ("PTS", "TOP", "PD", "OPP/C1", "DM", "LOT")),
        ({"format": SWISS, "seats": 3, "rounds": 3}, ("PTS", "TOP", "PD", "OPP/C1", "DM", "LOT")),
        ({"format": SWISS, "tie_breaks": ("PTS", "SB", "LOT")}, ("PTS", "SB", "LOT")),
    ],
    ids=["round robin", "double", "threes", "Swiss of threes", "its own"],
)
def test_every_format_has_its_tie_breaks(
    store: Store,
    field: tuple[Bot, ...],
    settings: dict[str, object],
    codes: tuple[str, ...],
    scale: Scale,
) -> None:
    number = event(store, field[: scale.pick(quick=5, ci=7, full=7)], 1, **settings)
    play_on(store, number, by_chance(5))
    table = table_of(store, number)
    assert tuple(column.code for column in table.tie_breaks) == codes
    assert all(column.name and column.explanation and column.source for column in table.tie_breaks)
    consistent(table)
    assert table.boards == 2 * sum(len(line.tables) for line in pairings(store, number))
    json.loads("".join(export(store, number, "json")))
    if settings.get("seats", 2) == 2:
        values = exported_values(store, number, ("PTS", "SB"), round_robin=settings["format"] != SWISS)
        ours = {row.bot: (row.values[0], row.values[codes.index("SB")]) for row in table.rows}
        assert {name: own for name, (own, _) in values.items()} == ours


def test_before_the_first_result_nobody_is_ahead(store: Store, field: tuple[Bot, ...]) -> None:
    table = table_of(store, event(store, field[:4], format=SWISS))
    assert {row.rank for row in table.rows} == {1}
    assert (table.boards, table.saving, len(table.tie_breaks)) == (0, None, 1)


def test_what_is_forfeited_by_withdrawal_is_no_crash_and_no_game(
    store: Store, field: tuple[Bot, ...]
) -> None:
    number = event(store, field[:4], format=ROUND_ROBIN)
    withdraw_bot(store, number, field[0].name)
    play_on(store, number, by_strength(dict.fromkeys(range(1, 5), 1.0), luck=0))
    rows = {row.bot: row for row in table_of(store, number).rows}
    gone = rows.pop(field[0].name)
    assert (gone.forfeits, gone.crashes, gone.games, gone.points, gone.left_early) == (3, 0, 0, 0, True)
    assert [(row.games, row.matches, row.left_early) for row in rows.values()] == [(8, 2, False)] * 3
    assert sum(row.points for row in rows.values()) == 3
    exported = exported_values(store, number, ("PTS",), round_robin=True)
    assert exported == {row.bot: ((row.points,), row.rank) for row in (*rows.values(), gone)}


def test_who_met_only_those_that_left_early_did_not_leave(store: Store, field: tuple[Bot, ...]) -> None:
    number = event(store, field[:4], format=ROUND_ROBIN)
    for gone in field[:2]:
        withdraw_bot(store, number, gone.name)
    rows = {row.bot: (row.matches, row.left_early) for row in table_of(store, number).rows}
    assert rows == {"a": (0, True), "b": (0, True), "c": (0, False), "d": (0, False)}


def test_a_cancelled_event_shows_and_exports_what_is_there(store: Store, field: tuple[Bot, ...]) -> None:
    number = event(store, field[:4], format=ROUND_ROBIN)
    for piece, _ in new_queue(store, number).take(2, ()):
        commit(store, piece, by_strength(dict.fromkeys(range(1, 5), 1.0), luck=0))
    cancel_tournament(store, number)
    assert table_of(store, number).boards == 4
    games = [json.loads(line) for line in export(store, number, "jsonl")]
    assert len(games) == 8
    assert all(game["secret"] for game in games)
    assert "cancelled" in "".join(export(store, number, "txt"))


def test_faults_are_counted_in_tables_and_ladders(store: Store, field: tuple[Bot, ...]) -> None:
    number = event(store, field[:2], format=ROUND_ROBIN)
    verdicts = iter((Verdict.ILLEGAL, Verdict.STALL, Verdict.OOM, Verdict.TIMEOUT))

    def play(piece: Piece) -> MatchRecord:
        made = record(piece, best=0)
        games = [(game, next(verdicts)) for game in made.games]
        return replace(
            made,
            games=tuple(
                replace(
                    game,
                    seats=tuple(replace(seat, verdict=verdict) if seat.bot else seat for seat in game.seats),
                )
                for game, verdict in games
            ),
        )

    play_on(store, number, play)
    rows = table_of(store, number).rows
    assert [(row.illegal, row.timeouts, row.crashes) for row in rows] == [(0, 0, 0), (1, 2, 1)]
    [ladder] = ladders(store)
    for listed in (ladder.rows, list_entered_bots(store)):
        assert {row.bot: (row.illegal, row.timeouts, row.crashes) for row in listed} == {
            rows[0].bot: (0, 0, 0),
            rows[1].bot: (1, 2, 1),
        }


@pytest.mark.dear
def test_boards_that_the_cards_decide_save_most(store: Store, field: tuple[Bot, ...]) -> None:
    even = dict.fromkeys(range(1, 5), 1.0)
    ratios = []
    for seed, luck in enumerate((0.0, 0.5, 1.0)):
        number = event(store, field[:4], seed, format=ROUND_ROBIN, boards=60)
        play_on(store, number, by_strength(even, luck=luck, salt=str(seed)))
        saving = table_of(store, number).saving
        assert saving
        assert saving.games == 720
        assert saving.margin is not None
        ratios.append(saving.ratio)
    assert ratios[0] == pytest.approx(1, abs=0.15)
    assert ratios[1] == pytest.approx(0.5, abs=0.15)
    assert ratios[2] == 0


@pytest.mark.dear
def test_the_saving_is_of_games_that_everybody_began(store: Store, field: tuple[Bot, ...]) -> None:
    number = event(store, field[:3], format=ROUND_ROBIN, boards=40)
    others = by_strength({2: 1.0, 3: 1.0}, luck=0.5)

    def play(piece: Piece) -> MatchRecord:
        if 1 in piece.bots:
            return record(piece, 1 - piece.bots.index(1), Verdict.NO_START)
        return others(piece)

    play_on(store, number, play)
    table = table_of(store, number)
    assert table.saving
    assert table.saving.games == 80
    assert max(row.crashes for row in table.rows) == 160


@pytest.mark.dear
def test_ranks_are_ranges_until_boards_settle_them(store: Store, field: tuple[Bot, ...]) -> None:
    number = event(store, field[:3], format=ROUND_ROBIN, boards=40)
    play_on(store, number, by_strength({1: 9.0, 2: 1.1, 3: 1.0}, luck=0.3))
    rows = {row.bot: row for row in table_of(store, number).rows}
    best, *others = (rows[bot.name] for bot in field[:3])
    assert (best.best, best.worst, best.more_boards) == (1, 1, 0)
    assert [(row.best, row.worst) for row in others] == [(2, 3)] * 2
    assert all(row.more_boards is None or row.more_boards > 0 for row in others)
    [ladder] = ladders(store)
    assert {row.bot: (row.best, row.worst) for row in ladder.rows} == {
        name: (row.best, row.worst) for name, row in rows.items()
    }


@pytest.mark.dear
def test_a_gauntlet_leaves_its_pool_where_it_was(store: Store, field: tuple[Bot, ...]) -> None:
    strengths = {1: 1.0, 2: 2.0, 3: 4.0}
    before = event(store, field[:3], 1, format=ROUND_ROBIN, boards=40)
    play_on(store, before, by_strength(strengths, luck=0.2, salt="a"))
    [ladder] = ladders(store)
    known = {row.bot: row.elo for row in ladder.rows}
    number = event(store, field[3:4], 2, format=GAUNTLET, pool=field[:3], boards=40)
    newcomer = {1: 4.0, 2: 1.0, 3: 2.0, 4: 4.0}
    play_on(store, number, by_strength(newcomer, luck=0.2, salt="b"))
    table = table_of(store, number)
    assert set(table.frozen) == {*known}
    assert table.remark == ""
    rows = {row.bot: row for row in table.rows}
    assert {name: rows[name].elo for name in known} == known
    assert all(rows[name].margin is None and rows[name].best is None for name in known)
    new = rows[field[3].name]
    assert new.elo is not None
    assert new.margin
    assert new.elo == pytest.approx(known[field[2].name], abs=3 * new.margin)
    # What comes later changes nothing of it.
    later = event(store, field[:3], 3, format=ROUND_ROBIN, boards=40)
    play_on(store, later, by_strength({1: 9.0, 2: 1.0, 3: 1.0}, luck=0.2, salt="c"))
    assert table_of(store, number) == table


def test_a_gauntlet_against_bots_without_a_rating_is_fitted_as_a_whole(
    store: Store, field: tuple[Bot, ...]
) -> None:
    number = event(store, field[3:4], format=GAUNTLET, pool=field[:3], boards=10)
    play_on(store, number, by_strength(dict.fromkeys(range(1, 5), 1.0), luck=0))
    table = table_of(store, number)
    assert table.frozen == ()
    assert table.remark
    assert all(row.elo is not None for row in table.rows)


@pytest.mark.dear
def test_a_pair_that_throws_its_games_is_named(store: Store, field: tuple[Bot, ...]) -> None:
    strengths = {number: 1 + number / 10 for number in range(1, 8)}
    for seed, thrown in enumerate((False, True)):
        number = event(store, field[:7], seed, format=ROUND_ROBIN, boards=40)
        play_on(store, number, by_strength(strengths, luck=0.3, salt=str(seed), thrown=thrown))
        found = table_of(store, number).fair_play
        assert (found.judged, found.why_not) == (21, "")
        assert len(found.pairs) == thrown
    [pair] = found.pairs
    assert (pair.first, pair.second, pair.score, pair.boards) == (field[0].name, field[1].name, 1.0, 40)
    assert 0.3 < pair.expected < 0.7
    assert pair.corrected == pytest.approx(21 * pair.chance)
    assert pair.corrected < found.alarm
    text = "".join(export(store, number, "txt"))
    assert f"Unlikely: {pair.first} scored 100.0 % of 40 boards against {pair.second}" in text


@pytest.mark.dear
def test_the_overall_rating_is_over_what_all_have_played(store: Store, field: tuple[Bot, ...]) -> None:
    one, two, three = field[:3]
    plays = (
        ((one, two, three), "mau-mau", {1: 4.0, 2: 2.0, 3: 1.0}),
        ((one, two), "prsi", {1: 1.0, 2: 2.0}),
    )
    for seed, (bots, ruleset, strengths) in enumerate(plays):
        number = event(store, bots, seed, rulesets=(ruleset,), boards=40)
        play_on(store, number, by_strength(strengths, luck=0, salt=ruleset))
    by_ruleset = {ladder.ruleset: {row.bot: row.elo for row in ladder.rows} for ladder in ladders(store)}
    found = overall_ladder(store)
    assert (found.rulesets, found.uncommon) == (("mau-mau@1", "prsi@1"), ())
    assert {row.bot for row in found.rows} == {one.name, two.name}
    assert found.left_out == (f"{three.name}@{three.version[:6]}",)
    for row in found.rows:
        each = tuple(by_ruleset[key][row.bot] for key in found.rulesets)
        assert row.ratings == each
        assert row.boards == 80 + 40
    first, second = found.rows
    assert found.anchor is None
    assert first.elo - second.elo == pytest.approx((sum(first.ratings) - sum(second.ratings)) / 2, abs=1e-5)
    assert first.elo + second.elo == pytest.approx(0, abs=1e-5)
    named = overall_ladder(store, bots=(three.name.upper(), f"{one.name}@{one.version[:4]}"))
    assert (named.rulesets, named.uncommon) == (("mau-mau@1",), ("prsi@1",))
    assert [row.rank for row in named.rows] == [1, 2]
    assert overall_ladder(store, ("prsi",)).rulesets == ("prsi@1",)
    for wrong in ("nobody", f"{one.name}@zzz"):
        with pytest.raises(BadSettings, match="is rated here"):
            overall_ladder(store, bots=(wrong,))


def test_random_is_at_zero_overall_too(store: Store, field: tuple[Bot, ...]) -> None:
    bots = (replace(field[0], name="random"), field[1])
    for seed, ruleset in enumerate(("mau-mau", "prsi")):
        number = event(store, bots, seed, rulesets=(ruleset,), boards=40)
        play_on(store, number, by_strength({1: 2.0, 2: 1.0}, luck=0, salt=ruleset))
    found = overall_ladder(store)
    assert found.anchor == "random"
    assert {row.bot: row.elo for row in found.rows}["random"] == 0
    assert all(row.elo == pytest.approx(sum(row.ratings) / 2, abs=1e-5) for row in found.rows)


def test_standings_of_a_ruleset_that_has_not_begun_fill_their_columns(
    store: Store, field: tuple[Bot, ...]
) -> None:
    number = event(store, field[:3], rulesets=("mau-mau", "prsi"))
    for piece, _ in new_queue(store, number).take(2, ()):
        commit(store, piece, by_chance(1))
    text = "".join(export(store, number, "csv")).split("\n\n")[0]
    heading, *rows = csv.reader(io.StringIO(text))
    assert {len(row) for row in rows} == {len(heading)}
    assert len(rows) == 6


@pytest.mark.dear
def test_names_of_events_and_bots_do_nothing_in_documents(store: Store, field: tuple[Bot, ...]) -> None:
    odd = replace(field[0], name="=cmd|' /C calc'!A0"), replace(field[1], name="a|<b>\x1b[31m\u202e")
    number = event(store, odd, name="=1+1 | <x>\n\x07")
    play_on(store, number, by_chance(1))
    for form in ("trf", "pgn", "json", "jsonl", "md", "csv", "txt"):
        document = "".join(export(store, number, form))
        assert not {"\x1b", "\x07", "\u202e"} & {*document}, form
    cells = [cell for row in csv.reader(io.StringIO("".join(export(store, number, "csv")))) for cell in row]
    assert any("calc" in cell for cell in cells)
    assert not any(cell.lstrip().startswith(("=", "@")) for cell in cells)
    lines = "".join(export(store, number, "md")).splitlines()
    assert not any("<x>" in line or "<b>" in line for line in lines)
