"""Games of a database, exported."""

import json
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from arena.record.verify import verify
from arena.rules import ruleset
from arena.service.bots import resolve_bot
from arena.service.data import export
from arena.service.data.export import GamesQuery, NoGames, count_games, export_games, find_matches
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.tables.results import GAME, GAME_LOG
from arena.store.tables.schedule import MATCH
from tests.benchmarks.data import play_logs, write_logs
from tests.cli.arena import BOTS, arena
from tests.factories.logged_matches import play_all, play_some

pytest.importorskip("pyarrow")
import maumau.data

NAMES = ("last.py", "dice.py", "shortest.py:Shortest")
SEED = "5eed" * 8
RULES = ("german@1", "mau-mau@1")
ALL = GamesQuery()
GAMES = 2 * 3 * 3 * 2  # rulesets, pairs, boards, seatings


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("exported") / "arena.db"
    bots = tuple(resolve_bot(str(BOTS / name)) for name in NAMES)
    with open_store(sqlite_url(path)) as store:
        settings = TournamentSettings(bots, ("mau-mau", "german"), boards=3, seed=SEED)
        play_all(store, create(store, settings))
    return path


@pytest.fixture
def store(database: Path, tmp_path: Path) -> Iterator[Store]:
    copy = tmp_path / "arena.db"
    copy.write_bytes(database.read_bytes())
    with open_store(sqlite_url(copy)) as opened:
        yield opened


def exported(store: Store, folder: Path, query: GamesQuery = ALL, jobs: int = 1) -> list[str]:
    """Export games; return the names of the files."""
    export_games(store, find_matches(store, query), folder, jobs)
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.dear
def test_games_are_rebuilt_and_verified_from_the_files_alone(store: Store, tmp_path: Path) -> None:
    names = exported(store, tmp_path / "out")
    assert names == [
        "README.md",
        *(
            f"{rules}.{kind}.parquet"
            for rules in ("german@1", "mau-mau@1")
            for kind in ("decisions", "hidden")
        ),
    ]
    with store.reading() as tx:
        stored = {row.name: row.log_digest for row in tx.execute(GAME.select())}
    paths = [tmp_path / "out" / name for name in names]
    games = {one.id: one for one in maumau.data.games(path for path in paths if "decisions" in path.name)}
    logs = {one.game: one for one in maumau.data.logs(path for path in paths if "hidden" in path.name)}
    assert len(stored) == GAMES
    assert games.keys() == logs.keys() == stored.keys()
    for id, log in logs.items():
        assert verify(log.text.encode()).log_digest == stored[id] == log.digest == games[id].digest


@pytest.mark.dear
def test_the_seatings_of_a_board_share_its_name(store: Store, tmp_path: Path) -> None:
    exported(store, tmp_path / "out")
    boards: dict[str, set[str]] = {}
    for game in maumau.data.games((tmp_path / "out").glob("*.decisions.parquet")):
        boards.setdefault(game.board, set()).add(game.match.partition("/")[0])
    assert len(boards) == GAMES / 2
    assert {len(matches) for matches in boards.values()} == {1}


@pytest.mark.dear
def test_elo_is_the_one_before_the_match(store: Store, tmp_path: Path) -> None:
    exported(store, tmp_path / "out", GamesQuery(("mau-mau",)))
    seen: dict[str, list[float | None]] = {}
    for game in maumau.data.games(tmp_path / "out" / "mau-mau@1.decisions.parquet"):
        assert game.rated
        for one in game.decisions:
            elos = seen.setdefault(one.bot, [])
            if not elos or elos[-1] != one.elo:
                elos.append(one.elo)
    assert len(seen) == len(NAMES)
    for elos in seen.values():
        assert elos[0] is None  # before its first match
        assert len(elos) == 2 and elos[1] is not None


@pytest.mark.dear
def test_only_finished_matches_and_complete_boards_are_exported(store: Store, tmp_path: Path) -> None:
    bots = tuple(resolve_bot(str(BOTS / name)) for name in NAMES)
    number = create(store, TournamentSettings(bots, ("prsi",), boards=40, seed=SEED))
    play_some(store, number, 1)
    with store.writing() as tx:
        first = tx.execute(GAME_LOG.select().order_by(GAME_LOG.c.game_id)).first()
        assert first
        tx.execute(delete(GAME_LOG).where(GAME_LOG.c.game_id == first.game_id))
    exported(store, tmp_path / "out")
    found = sum(1 for _ in maumau.data.logs((tmp_path / "out").glob("*.hidden.parquet")))
    finished = find_matches(store, ALL)
    assert sum(one.ruleset == "prsi@1" for one in finished) < 3
    assert found == count_games(finished) - 2


@pytest.mark.dear
def test_days_and_rulesets_choose_the_games(store: Store, tmp_path: Path) -> None:
    first = datetime.fromisoformat("2026-11-01T23:59:59+00:00")
    with store.writing() as tx:
        for number, key in enumerate(tx.scalars(MATCH.select().order_by(MATCH.c.id))):
            tx.execute(
                update(MATCH).where(MATCH.c.id == key).values(committed_at=first + timedelta(days=number))
            )
    days = [one.finished_at.date() for one in find_matches(store, ALL)]
    assert days == [date(2026, 11, 1) + timedelta(days=number) for number in range(6)]
    some = find_matches(store, GamesQuery(since=date(2026, 11, 2), until=date(2026, 11, 3)))
    assert [one.finished_at.day for one in some] == [2, 3]
    assert {one.ruleset for one in find_matches(store, GamesQuery(("german",)))} == {"german@1"}
    with pytest.raises(NoGames):
        exported(store, tmp_path / "out", GamesQuery(until=date(2026, 10, 31)))
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.dear
def test_several_processes_write_the_same_files(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "_CHUNK", 7)
    for folder, jobs in (("one", 1), ("two", 2)):
        exported(store, tmp_path / folder, jobs=jobs)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


@pytest.mark.dear
def test_an_interrupted_export_leaves_no_file(store: Store, tmp_path: Path) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export_games(store, find_matches(store, ALL), tmp_path / "out", on_game=interrupt)
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.dear
def test_the_command(database: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "data"
    begin = ("export", "games", "--db", str(database), "-o", str(out))
    done = arena(capfd, *begin, "-r", "german", "--licence", "CC0-1.0", "--json")
    assert done.code == 0, done.err
    (one,) = json.loads(done.out)["rulesets"]
    assert (one["ruleset"], one["games"]) == ("german@1", GAMES / 2)
    assert {name["file"] for name in one["files"]} == {
        path.name for path in out.iterdir() if path.suffix == ".parquet"
    }
    assert "Licence: CC0-1.0" in (out / "README.md").read_text()
    assert arena(capfd, *begin).out.splitlines()[0].startswith("german@1: 18 games, ")
    assert arena(capfd, *begin, "--as", "csv").code == 2
    assert arena(capfd, *begin, "--since", "yesterday").code == 2
    assert arena(capfd, *begin, "--until", "2020-01-01").code == 4
    assert arena(capfd, *begin, "-r", "nonsense").code in (2, 4)


@pytest.mark.full
def test_ten_thousand_games_come_back_from_small_files(tmp_path: Path) -> None:
    rules = ruleset("mau-mau")
    logs = play_logs(rules, 10_000)
    decisions, hidden = write_logs(tmp_path, rules, logs)
    digests, count = {}, 0
    for game in maumau.data.games(decisions):
        digests[game.id] = game.digest
        count += len(game.decisions)
    assert len(digests) == len(logs) >= 10_000
    for log, data in zip(maumau.data.logs(hidden), logs, strict=True):
        assert log.text.encode() == data
        assert verify(data).log_digest == log.digest == digests.pop(log.game)
    assert decisions.stat().st_size <= 25 * count
