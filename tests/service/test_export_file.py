"""What a tournament was, written down again, sets up the same one."""

import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from arena.ratings.sprt import Model, Sprt
from arena.record.match import Clock, Limits
from arena.rules.house_rules.load import load_house_rules
from arena.service.bots import Bot
from arena.service.compare.compare import CompareSettings, create_comparison
from arena.service.reports.tournament_list import find_tournament
from arena.service.rulesets import house_rules_text
from arena.service.tournaments.edit import add_bots, withdraw_bot
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.export_file import FILE, ExportedFiles, export_files
from arena.service.tournaments.setup.settings import ByeRequest, TournamentSettings
from arena.service.tournaments.setup.tournament_file import settings_from_file
from arena.store.database.store import Store
from arena.store.results.records import Tournament
from arena.store.tournaments.comparisons import read_comparison
from arena.store.tournaments.pairings import byes
from arena.tournament.history import ByeKind
from tests.factories.made_up_matches import bots_in

HOUSE = """\
id = "sunday"
title = "On \\"Sundays\\""
base = "mau-mau"
options = ["W-7-STACK", "W-DEAL=6"]
[changes]
calls.price = 2
players = [2, 4]
[changes.effects]
7.cards = 3
9 = { is = "Reverse" }
8 = false
"""


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bot, ...]:
    return bots_in(tmp_path_factory.mktemp("bots"), 6)


def file_of(store: Store, number: int, secret: bool = True) -> ExportedFiles:
    with store.reading() as tx:
        missed, comparison = byes(tx, number), read_comparison(tx, number)
    return export_files(find_tournament(store, number), missed, comparison, secret=secret)


def again(store: Store, number: int, folder: Path) -> Tournament:
    """The tournament that the file of another sets up."""
    for name, text in file_of(store, number).files.items():
        (folder / name).write_text(text)
    return find_tournament(store, create(store, settings_from_file(folder / FILE)))


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"seed": "1", "rated": False, "rulesets": ("detailed", "mau-mau"), "name": 'a "cup"\\ for ♥'},
        {"clock": Clock(0, 0, 0), "limits": Limits(in_flight=1, output_bytes=9)},
        {"format": "swiss", "rounds": 2, "byes": (ByeRequest(1, "a"), ByeRequest(2, "b", ByeKind.FULL))},
        {"format": "swiss", "forbidden": (("a", "b"), ("c", "d")), "tie_breaks": ("PTS", "SB")},
        {"seats": 3, "format": "swiss"},
    ],
    ids=["plain", "rulesets", "limits", "byes", "forbidden", "tables"],
)
def test_its_file_sets_up_the_same(
    store: Store, field: tuple[Bot, ...], tmp_path: Path, changes: dict[str, object]
) -> None:
    settings = replace(TournamentSettings(field, boards=2, seed="ab" * 32, name="cup"), **changes)  # type: ignore[arg-type]  # different fields
    number = create(store, settings)
    before, after = find_tournament(store, number), again(store, number, tmp_path)
    assert replace(after, open_seed=before.open_seed) == before
    with store.reading() as tx:
        assert byes(tx, number) == byes(tx, number + 1)


def test_names_pools_and_house_rules_are_kept(store: Store, field: tuple[Bot, ...], tmp_path: Path) -> None:
    house = tmp_path / "mine.toml"
    house.write_text(HOUSE)
    settings = TournamentSettings(
        (replace(field[0], label="old"), *field[1:3]),
        (str(house), "mau-mau"),
        boards=1,
        seed="ab" * 32,
        format="gauntlet",
        pool=field[3:5],
    )
    number = create(store, settings)
    found = again(store, number, tmp_path)
    assert found == find_tournament(store, number)
    assert [one.name for one in found.entrants] == ["old", "b", "c", "d", "e"]


def test_house_rules_make_a_file_that_makes_them() -> None:
    ruleset = load_house_rules(HOUSE).ruleset
    text = house_rules_text(ruleset)
    assert text
    assert load_house_rules(text).ruleset == ruleset
    assert house_rules_text(replace(ruleset, source="somewhere")) is None


def test_what_came_later_is_told_and_the_secret_is_not(store: Store, field: tuple[Bot, ...]) -> None:
    settings = TournamentSettings(field[:4], boards=1, seed="ab" * 32, format="swiss", rounds=3)
    number = create(store, settings)
    withdraw_bot(store, number, "b")
    add_bots(store, number, [field[4]])
    text = file_of(store, number, secret=False).files[FILE]
    assert '# "b" withdrew after round' in text
    assert "[[byes]]" not in text
    assert "ab" * 32 not in text and "# seed" in text


def test_a_comparison_is_a_command(store: Store, field: tuple[Bot, ...]) -> None:
    test = Sprt(-5, 2.123456789, 0.01, model=Model.NORMALISED)
    settings = CompareSettings(
        field[0], field[1], test, seats=3, others=(field[2],), boards=50, seed="ab" * 32, clock=Clock(0, 0, 0)
    )
    number = create_comparison(store, settings)
    words = shlex.split(file_of(store, number).command)
    assert words[:4] == ["arena", "compare", field[0].source, field[1].source]
    options = dict(zip(words[4::2], words[5::2], strict=True))
    assert options == {
        "--elo0": "-5",
        "--elo1": "2.123456789",
        "--alpha": "0.01",
        "--model": "normalised",
        "-r": "mau-mau@1",
        "-n": "50",
        "-k": "3",
        "--with": field[2].source,
        "--clock": "none",
        "--runner": "process",
        "--seed": "ab" * 32,
    }
    assert "--seed" not in file_of(store, number, secret=False).command
