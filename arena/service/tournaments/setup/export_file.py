"""Write a stored tournament as a file, with its house rules and the command that plays it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from shlex import quote
from typing import Final

from arena.ratings.sprt import Sprt
from arena.rules import ruleset_named
from arena.service.common.clock_notation import format_clock
from arena.service.common.text import versioned
from arena.service.common.toml_writer import toml_value
from arena.service.formats import PAIR, SWISS
from arena.service.house_rules_file import house_file
from arena.service.tournaments.setup.settings import CLOCK, LIMITS, LIMITS_BETWEEN, WISHES
from arena.store.results.records import Entrant, Round, Tournament
from arena.store.tournaments.comparisons import Comparison
from arena.tournament.history import Bye

FILE: Final = "tournament.toml"
ASKED: Final = {kind: word for word, kind in WISHES.items()}


@dataclass(frozen=True, slots=True)
class ExportedFiles:
    """Files and command that play a tournament again. `files`: by name, the tournament's own first."""

    command: str
    files: Mapping[str, str]


def export_files(
    tournament: Tournament,
    byes: Iterable[Bye] = (),
    comparison: Comparison | None = None,
    *,
    secret: bool,
) -> ExportedFiles:
    """Return the files for `arena run`, or the command for `arena compare`.

    `secret`: whether the secret may be shown, which deals the same cards again. Later changes, such as bots
    that were added or withdrew, are written as comments.
    """
    files = {_file(round.ruleset): _house_rules(round) for round in tournament.rounds if round.rules}
    if comparison:
        return ExportedFiles(_compare(tournament, comparison, secret), files)
    lines = [*_head(tournament, secret), *_tables(tournament, byes)]
    return ExportedFiles(f"arena run {FILE}", {FILE: "\n".join(lines) + "\n", **files})


def _file(key: str) -> str:
    """Return the file name of house rules."""
    return f"{key.partition('@')[0]}.toml"


def _house_rules(round: Round) -> str:
    ruleset = ruleset_named(round.ruleset, round.rules)
    return house_file(ruleset) or f"# {ruleset.key}: {ruleset.source}\n# The file it was made of is needed.\n"


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
        yield "# seed = …                 # told when it is over"
    if tournament.format == SWISS and tournament.planned_rounds:
        yield f"rounds = {tournament.planned_rounds}"
    if tournament.tie_breaks:
        yield f"tie_breaks = {toml_value(list(tournament.tie_breaks))}"
    if tournament.forbidden:
        called = {one.number: one.name for one in tournament.entrants}
        pairs = [[called[one], called[other]] for one, other in tournament.forbidden]
        yield f"forbidden = {toml_value(pairs)}"


def _field(tournament: Tournament) -> Iterator[str]:
    """Return the bots in their order; as tables if some have other names in this tournament."""
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
    """Return the requested byes; latecomers and withdrawn bots are absent without a request."""
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


def _compare(tournament: Tournament, comparison: Comparison, secret: bool) -> str:
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
