"""A tournament's file: what it can say, and every mistake with its line."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from arena.record.match import Clock, Limits
from arena.service.common.text import NO_CLOCK
from arena.service.errors import BadSettings
from arena.service.tournaments.setup.export_file import EXAMPLE_FILE
from arena.service.tournaments.setup.settings import ByeRequest, TournamentSettings
from arena.service.tournaments.setup.tournament_file import MAX_LINES, BadTournamentFile, settings_from_file
from arena.tournament.history import ByeKind
from tests.conftest import Scale

HERE = Path(__file__).parent / "bots"

Written = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes a file, into a folder in which the bots last.py and dice.py lie."""
    for bot in ("last.py", "dice.py"):
        (tmp_path / bot).write_text((HERE / bot).read_text())

    def write(text: str, name: str = "cup.toml") -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def mistakes(path: Path, **wanted: object) -> list[tuple[int, str]]:
    with pytest.raises(BadTournamentFile) as caught:
        settings_from_file(path, wanted)
    return [(line, what) for line, what in caught.value.mistakes]


# ---- what it can say ---------------------------------------------------------------------------------------


def test_a_file_names_bots_from_its_own_folder(written: Written) -> None:
    text = 'ruleset = "detailed"\nbots = ["last.py", "random"]\nboards = 7\nclock = "none"\nrated = false'
    settings = settings_from_file(written(text))
    assert [bot.name for bot in settings.bots] == ["last", "random"]
    assert (settings.rulesets, settings.boards, settings.name) == (("detailed",), 7, "cup")
    assert (settings.clock, settings.rated, settings.seed) == (NO_CLOCK, False, None)


def test_a_swiss_with_all_that_belongs_to_it(written: Written) -> None:
    settings = settings_from_file(
        written("""
name = "Sunday cup"
format = "swiss"
rounds = 2
rulesets = ["mau-mau", "prsi"]
boards = 4
clock = "5"
runner = "process"
seed = "1"
tie_breaks = ["PTS", "BH", "LOT"]
bots = ["last.py", "random", "greedy"]
forbidden = [["last", "wild"]]
byes = [{ round = 3, bot = "wild" }, { round = 1, bot = "last", kind = "full" }]

[[entrants]]
bot = "dice.py"
name = "wild"

[limits]
in_flight = 8
start_ms = 2000
""")
    )
    bots = settings.bots
    assert [bot.label or bot.name for bot in bots] == ["last", "random", "greedy", "wild"]
    assert settings == TournamentSettings(
        bots=bots,
        rulesets=("mau-mau", "prsi"),
        boards=4,
        seed="1",
        clock=Clock(5_000, 0, 60_000),
        limits=Limits(in_flight=8, start_ms=2_000),
        format="swiss",
        name="Sunday cup",
        rounds=2,
        forbidden=(("last", "wild"),),
        byes=(ByeRequest(3, "wild", ByeKind.HALF), ByeRequest(1, "last", ByeKind.FULL)),
        tie_breaks=("PTS", "BH", "LOT"),
    )


def test_a_pool_is_named_in_either_way(written: Written) -> None:
    text = 'format = "gauntlet"\nbots = ["last.py"]\npool = ["random"]\n'
    settings = settings_from_file(written(text + '[[entrants]]\nbot = "greedy"\npool = true\n'))
    assert [bot.name for bot in settings.bots] == ["last"]
    assert [bot.name for bot in settings.pool] == ["random", "greedy"]


def test_house_rules_lie_beside_the_file(written: Written, tmp_path: Path) -> None:
    written('id = "ours"\ntitle = "Ours"\nbase = "mau-mau"\n', "ours.toml")
    settings = settings_from_file(written('rulesets = ["ours.toml"]\nbots = ["random", "greedy"]'))
    assert settings.rulesets == (str(tmp_path / "ours.toml"),)


def test_what_is_wanted_goes_before_the_file(written: Written) -> None:
    path = written('bots = ["nowhere.py"]\nformat = "swiss"\nrounds = 9\nboards = 3\n')
    others = settings_from_file(written('bots = ["last.py", "random"]', "others.toml")).bots
    settings = settings_from_file(path, {"bots": others, "rounds": 1, "rated": False})
    assert settings == TournamentSettings(others, boards=3, rated=False, format="swiss", name="cup", rounds=1)


def test_the_example_is_the_default_and_says_every_key(written: Written) -> None:
    settings = settings_from_file(written(EXAMPLE_FILE))
    assert settings == TournamentSettings(settings.bots, name="cup")
    assert len(settings.bots) == 4


def test_all_that_is_commented_out_in_the_example_can_be_said(written: Written, tmp_path: Path) -> None:
    text = "\n".join(
        line.removeprefix("# ") for line in EXAMPLE_FILE.splitlines() if " = " in line or "[" in line
    )
    text = text.replace('format = "round-robin"', 'format = "swiss"').replace("pool = [", "# [")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "mybot.py").write_text((HERE / "last.py").read_text())
    settings = settings_from_file(written(text.replace("tournament: ", "# ")))
    assert settings.bots[-1].label == "mybot-old"
    assert (settings.rounds, settings.forbidden) == (3, (("greedy", "counting"),))
    assert settings.byes == (ByeRequest(1, "greedy"),)
    assert (settings.limits, settings.seed) == (Limits(), "1")


# ---- every mistake with its line ---------------------------------------------------------------------------

TWO = 'bots = ["random", "greedy"]\n'


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("board = 7", 2, 'did you mean "boards"'),
        ("nonsense = 7", 2, 'no key "nonsense"; there are name, format'),
        ('base = "mau-mau"', 2, "base is of house rules"),
        ('boards = "7"', 2, 'boards is to be a whole number, not "7"'),
        ("boards = true", 2, "boards is to be a whole number, not true"),
        ("\nboards = 0", 3, "1 to 1,000,000 boards, not 0"),
        ("seed = 42", 2, "seed is to be a text"),
        ('seed = ""', 2, "a seed cannot be empty"),
        ('rated = "no"', 2, "true or false"),
        ('clock = "soon"', 2, "'soon' is not a clock"),
        ('runner = "dokcer"', 2, 'did you mean "docker"'),
        ('format = "swis"', 2, 'did you mean "swiss"'),
        ('format = "knock-out"', 2, "there are round-robin, double-round-robin, swiss, gauntlet"),
        ("seats = 6", 2, "2 to 5 seats, not 6"),
        ("seats = 3", 1, "tables of 3 need at least 3 bots"),
        ("rounds = 3", 2, "rounds are for a Swiss"),
        ('format = "swiss"\nrounds = 2', 3, "in 1 round, not in 2"),
        ('format = "gauntlet"', 1, "one in the pool"),
        ('pool = ["counting"]', 2, "only a gauntlet has a pool"),
        ('rulesets = [\n  "prsi",\n  "maumau"\n]', 4, "did you mean 'mau-mau'"),
        ('ruleset = "canasta"', 2, "canasta"),
        ('rulesets = ["none.toml"]', 2, "none.toml: No such file"),
        ('ruleset = "prsi"\nrulesets = ["prsi"]', 2, "keep one of them"),
        ('tie_breaks = ["PTS", "BUCH"]', 2, 'did you mean "BH"'),
        ('tie_breaks = ["PTS", "PTS"]', 2, "named twice"),
        ('forbidden = [["random", "greedy"]]', 2, "has forbidden pairs"),
        ('format = "swiss"\nforbidden = [["random",\n "gredy"]]', 4, 'did you mean "greedy"'),
        ('format = "swiss"\nforbidden = [["random"]]', 3, 'is ["one", "other"]'),
        ('format = "swiss"\nforbidden = [["random", "random"]]', 3, "forbidden to meet itself"),
        ('[[byes]]\nround = 1\nbot = "random"', 2, "only a Swiss has requested byes"),
        ('format = "swiss"\n[[byes]]\nround = 2\nbot = "random"', 4, "the rounds are 1 to 1"),
        ('format = "swiss"\n[[byes]]\nround = 1\nbot = "rnd"', 5, 'did you mean "random"'),
        ('format = "swiss"\n[[byes]]\nround = 1\nbot = "random"\nkind = "long"', 6, "full, half, zero"),
        ('format = "swiss"\n[[byes]]\nround = 1', 3, "needs bot"),
        ("byes = [1]", 2, "a list of tables"),
        ("[[entrants]]\nname = 'x'", 2, "needs bot"),
        ("[[entrants]]\nbot = 'counting'\n[[entrants]]\nbot = 'random'", 1, "random is entered twice"),
        ("[[entrants]]\nbot = 'counting'\n[[entrants]]\nbot = 'conting'", 5, "did you mean counting"),
        ("[[entrants]]\nbot = 'counting'\nname = 'a b'", 4, "a name is 1 to 32 letters"),
        ("[[entrants]]\nbot = 'counting'\nname = 'Greedy'", 1, "two bots have the name greedy"),
        ("[[entrants]]\nbot = 'counting'\nboards = 3", 4, "it stands above the first [table]"),
        ("[limits]\nin_fligth = 3", 3, 'no key "in_fligth" in limits; did you mean "in_flight"'),
        ("[limits]\nin_flight = 1000", 3, "1 to 256, not 1,000"),
        ("[limits]\nstart_ms = '1'", 3, "a whole number"),
        ("name = ' '", 2, "cannot be empty"),
        (f"name = '{'x' * 65}'", 2, "at most 64 characters"),
        ("= 1", 2, "this is not TOML"),
        ("boards = " + "9" * 5_000, 2, "this is not TOML"),
        ("boards = " + "[" * 5_000, 2, "too deep"),
        ("boards = 1\n" * MAX_LINES, 1, "longer than"),
    ],
)
def test_a_mistake_is_told_with_its_line(written: Written, text: str, line: int, said: str) -> None:
    [(found, what), *_] = mistakes(written(TWO + text))
    assert said in what
    assert found == line


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("bots = [1]", 1, "bots is to be a list of texts"),
        ('bots = [\n  "random",\n  "missing.py",\n]', 3, "no bot at missing.py"),
        ('bots = ["random", "random"]', 1, "random is entered twice"),
        ("", 1, "at least two bots"),
    ],
)
def test_mistakes_about_who_plays(written: Written, text: str, line: int, said: str) -> None:
    [(found, what), *_] = mistakes(written(text))
    assert said in what
    assert found == line


def test_all_mistakes_are_told_at_once(written: Written) -> None:
    text = 'bots = ["random", "gredy"]\nboard = 3\nformat = "swis"\nclock = "x"\n[limits]\nin_flight = 0\n'
    assert [line for line, _ in mistakes(written(text))] == [1, 2, 3, 4, 6]


def test_house_rules_are_no_tournament(written: Written) -> None:
    [(line, what)] = mistakes(written('id = "ours"\ntitle = "Ours"\nbase = "mau-mau"\n', "ours.toml"))
    assert line == 3
    assert what.startswith("these are house rules: name bots, and play by them with --ruleset ")


def test_what_may_follow_from_a_mistake_is_not_told(written: Written) -> None:
    """A field too small, rounds too many: perhaps only because a bot could not be found."""
    assert len(mistakes(written('bots = ["random", "gredy"]\nformat = "swiss"\nrounds = 3\n'))) == 1


def test_a_mistake_of_the_command_has_no_line(written: Written) -> None:
    with pytest.raises(BadSettings, match=r"^a match has") as caught:
        settings_from_file(written(TWO + "boards = 3"), {"boards": 0})
    assert not isinstance(caught.value, BadTournamentFile)


def test_what_does_not_go_with_the_command_is_told_in_its_line(written: Written) -> None:
    path = written(TWO + 'format = "swiss"\nrounds = 1\n')
    assert mistakes(path, format="round-robin") == [
        (3, "rounds are for a Swiss: a round-robin has as many as it needs")
    ]


def test_files_that_cannot_be_read(written: Written, tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="No such file"):
        settings_from_file(tmp_path / "none.toml")
    path = written("")
    path.write_bytes(b'name = "x"\nbots = ["\xff"]')
    assert mistakes(path) == [(2, "not UTF-8: save the file as UTF-8")]


WHOLE = """\
name = "cup"
format = "swiss"
rounds = 2
rulesets = ["mau-mau", "prsi"]
bots = ["random", "greedy", "counting"]
forbidden = [["random", "greedy"]]
tie_breaks = ["PTS", "LOT"]
byes = [{ round = 1, bot = "random", kind = "half" }]
[[entrants]]
bot = "suit_keeper"
name = "keeper"
[limits]
in_flight = 3
"""
PARTS = (
    "[",
    "]",
    "[[",
    "{",
    '"',
    "'",
    "=",
    "\n",
    "#",
    "9",
    "-1",
    "1.5",
    "true",
    "{}",
    "[]",
    "1979-05-27",
    "\x00",
)


@pytest.mark.dear
def test_whatever_is_written_comes_to_mistakes_with_lines(written: Written, scale: Scale) -> None:
    """Lines of a good file are left out, doubled and spoilt in places drawn at random."""
    rng = Random(1)
    for _ in range(scale.pick(quick=60, ci=300, full=50_000)):
        text = spoilt(WHOLE, rng)
        try:
            settings_from_file(written(text))
        except BadTournamentFile as bad:
            assert bad.mistakes
            assert all(1 <= line <= text.count("\n") + 2 for line, _ in bad.mistakes), text
            assert all(what for _, what in bad.mistakes)


def spoilt(text: str, rng: Random) -> str:
    lines = text.splitlines()
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(lines))
        line = lines[at]
        cut = rng.randrange(len(line) + 1)
        lines[at : at + 1] = rng.choice(([], [line, line], [line[:cut] + rng.choice(PARTS) + line[cut:]]))
    return "\n".join(lines)
