"""Export a stored tournament as a tournament file, with its house rules and the command to play it again."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from shlex import quote
from typing import Final

from arena.ratings.sprt import Sprt
from arena.rules import ruleset_named
from arena.service.common.text import format_clock, versioned
from arena.service.common.toml_writer import toml_value
from arena.service.formats import PAIR, SWISS
from arena.service.rulesets import house_rules_text
from arena.service.tournaments.setup.settings import CLOCK, LIMITS, LIMITS_BETWEEN, WISHES
from arena.store.results.records import Entrant, Round, Tournament
from arena.store.tournaments.comparisons import ComparisonSettings
from arena.tournament.history import Bye

FILE: Final = "tournament.toml"
ASKED: Final = {kind: word for word, kind in WISHES.items()}


@dataclass(frozen=True, slots=True)
class ExportedFiles:
    """The command and the files with which a tournament can be played again."""

    command: str
    files: Mapping[str, str]  # texts by file name; first the tournament file, if there is one


def export_files(
    tournament: Tournament,
    byes: Iterable[Bye] = (),
    comparison: ComparisonSettings | None = None,
    *,
    secret: bool,
) -> ExportedFiles:
    """Return the command and the files with which a tournament can be played again.

    The files are a tournament file and the house rules. A comparison has no tournament file. The
    tournament file's comments list the bots that were added or withdrew after the start.

    `byes`: the tournament's byes. `comparison`: the settings of a comparison; None for other tournaments.
    `secret`: whether to include the shuffle secret, so that the same cards are dealt again.
    """
    files = {_file(round.ruleset): _house_rules(round) for round in tournament.rounds if round.rules}
    if comparison:
        return ExportedFiles(_compare(tournament, comparison, secret), files)
    lines = [*_head(tournament, secret), *_tables(tournament, byes)]
    return ExportedFiles(f"arena run {FILE}", {FILE: "\n".join(lines) + "\n", **files})


def _file(key: str) -> str:
    """Return the file name for house rules: "NAME.toml" for the key "NAME@VERSION"."""
    return f"{key.partition('@')[0]}.toml"


def _house_rules(round: Round) -> str:
    ruleset = ruleset_named(round.ruleset, round.rules)
    return (
        house_rules_text(ruleset)
        or f"# {ruleset.key}: {ruleset.source}\n# The file it was made of is needed.\n"
    )


def _rulesets(rounds: Iterable[Round]) -> list[str]:
    return [*dict.fromkeys(_file(one.ruleset) if one.rules else one.ruleset for one in rounds)]


def _head(tournament: Tournament, secret: bool) -> Iterator[str]:
    yield f"name = {toml_value(tournament.name)}"
    yield f"format = {toml_value(tournament.format)}"
    yield from _field(tournament)
    yield f"rulesets = {toml_value(_rulesets(tournament.rounds))}"
    yield f"seats = {tournament.seats}"
    yield f"boards = {tournament.boards}"
    yield f"clock = {toml_value(format_clock(tournament.clock))}"
    yield f"runner = {toml_value(tournament.runner)}"
    yield f"rated = {toml_value(tournament.rated)}"
    if secret:
        yield f"seed = {toml_value(tournament.secret.hex())}  # deals the same cards again"
    else:
        yield "# seed = …                 # shown once the tournament has finished"
    if tournament.format == SWISS and tournament.planned_rounds:
        yield f"rounds = {tournament.planned_rounds}"
    if tournament.tie_breaks:
        yield f"tie_breaks = {toml_value(list(tournament.tie_breaks))}"
    if tournament.forbidden:
        called = {one.number: one.name for one in tournament.entrants}
        pairs = [[called[one], called[other]] for one, other in tournament.forbidden]
        yield f"forbidden = {toml_value(pairs)}"


def _field(tournament: Tournament) -> Iterator[str]:
    """Yield the lines of the tournament file that list the bots: `bots` and, in a gauntlet, `pool`.

    Yield nothing if a bot plays under another name in this tournament; `_tables` then lists all bots.
    """
    if any(_is_named(one) for one in tournament.entrants):
        return
    bots = [one.source for one in tournament.entrants if not one.pool]
    pool = [one.source for one in tournament.entrants if one.pool]
    yield f"bots = {toml_value(bots)}"
    if pool:
        yield f"pool = {toml_value(pool)}"


def _is_named(one: Entrant) -> bool:
    return one.name not in (one.bot, versioned(one.bot, one.version))


def _tables(tournament: Tournament, byes: Iterable[Bye]) -> Iterator[str]:
    if any(_is_named(one) for one in tournament.entrants):
        yield from _entrants(tournament.entrants)
    yield from _byes(tournament, byes)
    limits = {key: getattr(tournament.limits, key) for key in LIMITS_BETWEEN}
    other = {key: value for key, value in limits.items() if value != getattr(LIMITS, key)}
    if other:
        yield "\n[limits]"
        yield from (f"{key} = {value}" for key, value in other.items())
    later = [*_later(tournament.entrants)]
    if later:
        yield ""
        yield from later


def _entrants(entrants: Iterable[Entrant]) -> Iterator[str]:
    for one in entrants:
        yield "\n[[entrants]]"
        yield f"bot = {toml_value(one.source)}"
        if _is_named(one):
            yield f"name = {toml_value(one.name)}"
        if one.pool:
            yield "pool = true"


def _byes(tournament: Tournament, byes: Iterable[Bye]) -> Iterator[str]:
    """Yield a `[[byes]]` entry for each bye (round without a match) that a bot requested.

    Rounds before a bot entered or after it withdrew are left out.
    """
    entrants = {one.number: one for one in tournament.entrants}
    for bye in byes:
        one = entrants[bye.bot]
        gone = one.withdrawn_after is not None and one.withdrawn_after < bye.round
        if bye.kind in ASKED and not gone and one.from_round <= bye.round:
            yield f"\n[[byes]]\nround = {bye.round}"
            yield f"bot = {toml_value(one.name)}\nkind = {toml_value(ASKED[bye.kind])}"


def _later(entrants: Iterable[Entrant]) -> Iterator[str]:
    for one in entrants:
        if one.from_round > 1:
            yield f"# {toml_value(one.name)} was added before round {one.from_round}."
        if one.withdrawn_after is not None:
            yield f"# {toml_value(one.name)} withdrew after round {one.withdrawn_after}."


def _compare(tournament: Tournament, comparison: ComparisonSettings, secret: bool) -> str:
    first, second, *more = tournament.entrants
    usual = Sprt()
    words = ["arena", "compare", first.source, second.source]
    for name in ("elo0", "elo1", "alpha", "beta"):
        if getattr(comparison, name) != getattr(usual, name):
            words += [f"--{name}", f"{getattr(comparison, name):.15g}"]
    if comparison.model != usual.model.value:
        words += ["--model", comparison.model]
    words += ["-r", *_rulesets(tournament.rounds), "-n", str(tournament.boards)]
    if comparison.seats > PAIR:
        words += ["-k", str(comparison.seats)]
    for other in more[: comparison.others]:
        words += ["--with", other.source]
    if tournament.clock != CLOCK:
        words += ["--clock", format_clock(tournament.clock)]
    words += ["--runner", tournament.runner]
    words += ["--seed", tournament.secret.hex()] if secret else []
    return " ".join(map(quote, words))


EXAMPLE_FILE: Final = """\
# A tournament: `arena run cup.toml` plays it, `arena run cup.toml --dry-run` only shows the schedule.
# A missing key has the value shown here. Command-line options override the file.

name = "cup"                 # default: the name of the file
format = "round-robin"       # "double-round-robin", "swiss", "gauntlet"
bots = ["random", "greedy", "counting", "suit_keeper"]  # as in commands; paths start at this file
rulesets = ["mau-mau"]       # all are played; for house rules, their file: "sunday.toml"
seats = 2                    # at each table; 3 to 5 in a round robin or a Swiss
boards = 50                  # per match, each played in every seating
clock = "10+0.1/60"          # seconds per game + per decision / limit; or "none"
runner = "process"           # "docker": each bot in its own container
rated = true                 # false: does not count in the ratings
# seed = "1"                 # the same seed deals the same cards; default: random, shown at the end
# rounds = 3                 # of a Swiss, per ruleset; default: enough to find the best bot, plus one
# tie_breaks = ["PTS", "DE", "SB", "LOT"]        # default: the format's
# pool = ["random", "greedy"]                    # of a gauntlet: opponents of all other bots
# forbidden = [["greedy", "counting"]]           # of a Swiss: pairs of bots that never meet

# [[entrants]]               # one more bot
# bot = "old/mybot.py"
# name = "mybot-old"         # its name in this tournament; default: its own
# pool = false               # true: in the pool

# [[byes]]                   # of a Swiss: a round without this bot
# round = 1
# bot = "greedy"
# kind = "half"              # "full": it gets one point, "half": half a point, "zero": nothing

# [limits]                   # for each bot
# in_flight = 64             # games at a time, 1 to 256
# start_ms = 10000           # time from its start to its first message
# output_bytes = 65536       # of its output are stored
# printed_bytes = 16777216   # of output; more is a PROTOCOL fault
# game_note_bytes = 65536    # of its notes per game
# memory_bytes = 2147483648  # of memory for a match's referee; enough unless something is wrong
"""
