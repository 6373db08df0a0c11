"""Export a played Swiss tournament in every form and read it back."""

import csv
import io
import json
from collections.abc import Iterator

import pytest

from arena.record.reader import read_log
from arena.record.verify import verify
from arena.service.errors import BadSettings, UnknownTournament
from arena.service.reports.export_formats import complete_rounds, export
from arena.service.reports.standings import tables
from arena.service.reports.tournament_list import find_tournament
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, open_store, sqlite_url
from arena.tournament.history import Bye, ByeKind, History
from arena.tournament.pairing.pairing import Pairing
from arena.tournament.pairing.swiss import swiss_round
from tests.factories.runs import run
from tests.service.conftest import FindBot
from tests.tournament.results import match
from tests.tournament.trf_reader import FIDE_TIE_BREAKS, history_of, rank_file, read_trf


@pytest.fixture(scope="module")
def swiss(tmp_path_factory: pytest.TempPathFactory, bot: FindBot) -> Iterator[Store]:
    """Tournament 1: five bots, three rounds, over. Tournament 2: of the same bots, not begun."""
    bots = tuple(bot(name) for name in ("last.py", "dice.py", "middle.py", "illegal", "exits_at_once"))
    settings = TournamentSettings(
        bots, boards=1, seed="5a" * 32, name="Sunday | cup", format="swiss", rounds=3, rulesets=("prsi",)
    )
    with open_store(sqlite_url(tmp_path_factory.mktemp("swiss") / "arena.db")) as store:
        assert run(store, create(store, settings), jobs=2).finished
        create(store, settings)
        yield store


def written(store: Store, form: str, number: int = 1, *, logs: bool = False) -> str:
    return "".join(export(store, number, form, logs=logs))


@pytest.mark.dear
def test_trf_export_reads_back_with_the_same_standings(swiss: Store) -> None:
    text = written(swiss, "trf")
    [table] = tables(swiss, 1)
    trf = read_trf(text)
    assert (trf.name, history_of(trf).rounds, trf.rounds) == ("Sunday | cup", 3, 3)
    assert sum(row.byes for row in table.rows) == 3
    assert sum(row.forfeits for row in table.rows) > 0
    ours = {row.bot: (row.points, row.values[: len(FIDE_TIE_BREAKS)], row.rank) for row in table.rows}
    ranked = rank_file(text)
    values = {name: tuple(float(value) for _, value in line.values) for name, (_, line) in ranked.items()}
    assert {name: (float(one.points), values[name], one.rank) for name, (one, _) in ranked.items()} == ours


@pytest.mark.dear
def test_the_file_has_what_other_programs_need(swiss: Store) -> None:
    head, rounds, colour, *players = written(swiss, "trf").splitlines()
    assert (head, rounds, colour) == ("012 Sunday | cup", "XXR 3", "XXC white1")
    assert [line[:8] for line in players] == [f"001 {number:4}" for number in range(1, 6)]


@pytest.mark.dear
def test_trf_export_of_an_unstarted_tournament_can_be_paired(swiss: Store) -> None:
    paired = swiss_round(history_of(read_trf(written(swiss, "trf", 2))), 3)
    assert len(paired.pairings) == 2
    assert paired.bye


@pytest.mark.dear
def test_games_as_json_lines(swiss: Store) -> None:
    games = [json.loads(line) for line in written(swiss, "jsonl").splitlines()]
    places = [(game["round"], game["table"], game["board"], game["rotation"]) for game in games]
    assert places == sorted(places)
    assert len(places) == 12
    assert "log" not in games[0]
    for game in games:
        first, second = game["seats"]
        assert first["score"] + second["score"] == 1
        assert len(game["ruleset_hash"]) == 64
    verdicts = {(seat["bot"], seat["verdict"]) for game in games for seat in game["seats"]}
    assert {("illegal", "ILLEGAL"), ("exits_at_once", "NO_START"), ("dice", "OK")} <= verdicts


@pytest.mark.dear
def test_a_game_in_json_lines_has_the_secret_that_its_log_has(swiss: Store) -> None:
    games = [json.loads(line) for line in written(swiss, "jsonl", logs=True).splitlines()]
    played = [game for game in games if game["log"] is not None]
    assert played
    for game in played:
        data = game["log"].encode()
        assert verify(data).ok
        assert json.loads(data.splitlines()[-1])["footer"]["secret"] == game["secret"]
        assert read_log(data).header.game == game["game"]


@pytest.mark.dear
def test_what_is_secret_is_told_when_it_is_over(swiss: Store) -> None:
    assert json.loads(written(swiss, "json"))["secret"] == "5a" * 32
    assert json.loads(written(swiss, "json", 2))["secret"] is None
    for form in ("trf", "jsonl", "md", "csv", "txt", "json", "pgn"):
        assert "5a" * 32 not in written(swiss, form, 2)


@pytest.mark.dear
def test_everything_as_json(swiss: Store) -> None:
    document = json.loads(written(swiss, "json"))
    assert document["format"] == "maumau-tournament-1"
    assert [len(round["tables"]) for round in document["rounds"]] == [2, 2, 2]
    assert [len(round["byes"]) for round in document["rounds"]] == [1, 1, 1]
    assert {one["bot"] for one in document["entrants"]} == {
        row["bot"] for row in document["tables"][0]["rows"]
    }


@pytest.mark.dear
def test_pgn_has_the_games_that_ratings_count(swiss: Store) -> None:
    games = [json.loads(line) for line in written(swiss, "jsonl").splitlines()]
    rated = [game for game in games if all(seat["verdict"] != "NO_START" for seat in game["seats"])]
    text = written(swiss, "pgn")
    assert 0 < text.count("[Result ") == len(rated) < len(games)
    first, second = rated[0]["seats"]
    assert f'[White "{first["bot"]}"]\n[Black "{second["bot"]}"]' in text


@pytest.mark.dear
def test_tables_for_people(swiss: Store) -> None:
    [table] = tables(swiss, 1)
    markdown, text = written(swiss, "md"), written(swiss, "txt")
    assert markdown.startswith("# Sunday \\| cup\n")
    assert text.startswith("Sunday | cup\nTournament 1, swiss, ")
    for row in table.rows:
        assert row.bot.replace("_", "\\_") in markdown
        assert row.bot in text
    assert "BH/C1: Buchholz, cut 1 (FIDE C.07" in text
    rows = list(csv.DictReader(io.StringIO(written(swiss, "csv").split("\n\n")[0])))
    assert [(row["rank"], row["bot"], float(row["BH"])) for row in rows] == [
        (str(row.rank), row.bot, row.values[FIDE_TIE_BREAKS.index("BH")]) for row in table.rows
    ]


@pytest.mark.dear
def test_what_cannot_be_written_is_said(swiss: Store) -> None:
    for form in ("xls", "TRF"):
        with pytest.raises(BadSettings):
            export(swiss, 1, form)
    with pytest.raises(BadSettings):
        export(swiss, 1, "csv", logs=True)
    with pytest.raises(BadSettings):
        export(swiss, 1, "trf", ruleset="mau-mau")
    with pytest.raises(UnknownTournament):
        export(swiss, 99, "trf")


def test_tables_of_more_and_several_rulesets_are_no_trf(store: Store, bot: FindBot) -> None:
    bots = tuple(bot(name) for name in ("last.py", "dice.py", "shortest.py:Shortest"))
    three = create(store, TournamentSettings(bots, boards=1, seats=3))
    for form in ("trf", "pgn"):
        with pytest.raises(BadSettings):
            export(store, three, form)
    both = create(store, TournamentSettings(bots, boards=1, rulesets=("mau-mau", "prsi")))
    with pytest.raises(BadSettings, match="--ruleset: mau-mau@1, prsi@1"):
        export(store, both, "trf")
    assert "012 tournament prsi@1" in "".join(export(store, both, "trf", ruleset="prsi"))
    assert find_tournament(store, both).seats == 2


def test_a_round_under_way_is_left_out() -> None:
    tables_ = (Pairing(1, 1, (1, 2)), Pairing(2, 1, (2, 1)))
    byes = (Bye(1, 3, ByeKind.ALLOCATED), Bye(2, 3, ByeKind.HALF))
    under_way = History(3, tables_, (match(tables_[0], (1, 0)),), byes)
    assert complete_rounds(under_way) == History(3, tables_[:1], under_way.matches, byes[:1])
    over = History(3, tables_, (match(tables_[0], (1, 0)), match(tables_[1], (1, 0))), byes)
    assert complete_rounds(over) == over
