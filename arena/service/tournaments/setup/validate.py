"""Check the settings of a tournament and report every mistake in them."""

from collections import Counter
from collections.abc import Iterator

from arena.rules import Ruleset
from arena.rules.house_rules.problems import Flaw, did_you_mean, quote
from arena.service.common.entrant_names import names_of
from arena.service.common.text import is_utf8, wrong_seed
from arena.service.errors import BadSettings
from arena.service.formats import FORMATS, GAUNTLET, MAX_SEATS, PAIR, ROUND_ROBIN, SWISS, wrong_tie_breaks
from arena.service.tournaments.setup.round_counts import fewest_seats, swiss_rounds
from arena.service.tournaments.setup.settings import (
    LIMITS_BETWEEN,
    MAX_BOARDS,
    MAX_NAME,
    MAX_ROUNDS,
    RUNNERS,
    WISHES,
    ByeRequest,
    TournamentSettings,
    path_error,
    playable,
    ruleset_error,
)
from arena.tournament.pairing.designs import find_design
from arena.tournament.pairing.pairing import PairingImpossible
from arena.tournament.pairing.swiss import max_rounds


def check(settings: TournamentSettings) -> tuple[Ruleset, ...]:
    """Check the settings and return their rulesets. Raise BadSettings for the first mistake found."""
    for flaw in flaws(settings):
        raise BadSettings(flaw.what)
    return tuple(playable(name, settings.seats) for name in settings.rulesets)


def flaws(settings: TournamentSettings) -> Iterator[Flaw]:
    """Yield the mistakes in the settings, each with the setting's key in a tournament file.

    After an unknown format or a wrong number of seats, nothing else is checked that depends on these.
    """
    yield from _of_the_matches(settings)
    if settings.format not in FORMATS:
        yield _not_one_of("format", settings.format, FORMATS)
        return
    if not PAIR <= settings.seats <= MAX_SEATS:
        yield Flaw(("seats",), f"a table has {PAIR} to {MAX_SEATS} seats, not {settings.seats}")
        return
    yield from _of_the_field(settings)
    yield from _of_the_rounds(settings)
    yield from _of_the_rulesets(settings)


def _of_the_field(settings: TournamentSettings) -> Iterator[Flaw]:
    bots, seats = len(settings.bots), settings.seats
    if seats > PAIR and settings.format not in (ROUND_ROBIN, SWISS):
        yield Flaw(
            ("seats",), f"a {settings.format} is for tables of two; a round robin or a Swiss takes more"
        )
    elif settings.format == GAUNTLET and not (settings.bots and settings.pool):
        yield Flaw(("pool",), "a gauntlet needs at least one new bot and one in the pool")
    elif settings.format != GAUNTLET and settings.pool:
        yield Flaw(("pool",), f"only a gauntlet has a pool, not a {settings.format}")
    elif settings.format != GAUNTLET and bots < PAIR:
        yield Flaw(("bots",), "a tournament needs at least two bots")
    elif settings.format != GAUNTLET and bots < seats:
        yield Flaw(("bots",), f"tables of {seats} need at least {seats} bots, not {bots}")
    else:
        yield from _impossible(settings)
    yield from _of_the_names(settings)


def _impossible(settings: TournamentSettings) -> Iterator[Flaw]:
    """Yield a flaw if this number of bots cannot be seated at tables of this size."""
    try:
        fewest_seats(settings)
        if settings.format == ROUND_ROBIN and settings.seats > PAIR:
            find_design(len(settings.bots), settings.seats)
    except PairingImpossible as impossible:
        yield Flaw(("bots",), str(impossible))


def _of_the_names(settings: TournamentSettings) -> Iterator[Flaw]:
    entered = Counter((bot.name, bot.version) for bot in settings.entrants)
    for (name, _), times in entered.items():
        if times > 1:
            yield Flaw(("bots", name), f"{name} is entered twice")
    called = Counter(name.casefold() for name in names_of(tuple(dict.fromkeys(settings.entrants))))
    for name, times in called.items():
        if times > 1:
            yield Flaw(("bots", name), f"two bots have the name {name}: rename one of them")
    for bot in settings.entrants:
        if what := path_error(bot):
            yield Flaw(("bots", bot.name), what)


def _of_the_rounds(settings: TournamentSettings) -> Iterator[Flaw]:
    if settings.rounds is not None:
        yield from _of_their_number(settings, settings.rounds)
    if settings.forbidden and (settings.format != SWISS or settings.seats > PAIR):
        yield Flaw(("forbidden",), "only a Swiss at tables of two has forbidden pairs")
    names = names_of(tuple(dict.fromkeys(settings.entrants)))
    for pair in settings.forbidden if settings.format == SWISS else ():
        yield from (Flaw(("forbidden", name), what) for name in pair if (what := _unknown(name, names)))
        if pair[0] == pair[1]:
            yield Flaw(("forbidden", pair[0]), f"{pair[0]} is forbidden to meet itself")
    if settings.byes and settings.format != SWISS:
        yield Flaw(("byes",), f"only a Swiss has requested byes, not a {settings.format}")
        return
    for number, bye in enumerate(settings.byes, 1):
        yield from _of_a_bye(settings, bye, ("byes", str(number)), names)


def _of_their_number(settings: TournamentSettings, rounds: int) -> Iterator[Flaw]:
    bots = len(settings.bots)
    if settings.format != SWISS:
        what = f"rounds are for a Swiss: a {settings.format} has as many as it needs"
        yield Flaw(("rounds",), what)
    elif not 1 <= rounds <= MAX_ROUNDS:
        yield Flaw(("rounds",), f"a Swiss has 1 to {MAX_ROUNDS:,} rounds, not {rounds}")
    elif settings.seats == PAIR and bots >= PAIR and rounds > max_rounds(bots):
        most = max_rounds(bots)
        what = f"{bots} bots meet nobody twice in {most} round{'' if most == 1 else 's'}, not in {rounds}"
        yield Flaw(("rounds",), what)


def _of_a_bye(
    settings: TournamentSettings, bye: ByeRequest, where: tuple[str, ...], names: tuple[str, ...]
) -> Iterator[Flaw]:
    if what := _unknown(bye.bot, names):
        yield Flaw((*where, "bot"), what)
    last = swiss_rounds(settings) * len(settings.rulesets)
    if not 1 <= bye.round <= last:
        what = f"{bye.bot} asks for a bye in round {bye.round}, and the rounds are 1 to {last}"
        yield Flaw((*where, "round"), what)
    if bye.kind not in WISHES.values():
        yield Flaw((*where, "kind"), f"unknown kind of bye; choose {', '.join(WISHES)}")
    if sum((one.round, one.bot) == (bye.round, bye.bot) for one in settings.byes) > 1:
        yield Flaw(where, f"{bye.bot} has two byes in round {bye.round}")


def _unknown(name: str, names: tuple[str, ...]) -> str:
    """Return an error message if no bot in `names` has this name, else an empty string."""
    if name in names:
        return ""
    return f"unknown bot {quote(name)}; {did_you_mean(name, names) or ', '.join(names)}"


def _of_the_matches(settings: TournamentSettings) -> Iterator[Flaw]:
    if settings.runner not in RUNNERS:
        yield _not_one_of("runner", settings.runner, RUNNERS)
    if not 1 <= settings.boards <= MAX_BOARDS:
        yield Flaw(("boards",), f"a match has 1 to {MAX_BOARDS:,} boards, not {settings.boards}")
    if wrong := wrong_seed(settings.seed):
        yield Flaw(("seed",), wrong)
    if not settings.name.strip():
        yield Flaw(("name",), "a tournament's name cannot be empty")
    if not is_utf8(settings.name):
        yield Flaw(("name",), f"the name {settings.name!r} is not UTF-8: choose another")
    if len(settings.name) > MAX_NAME:
        yield Flaw(("name",), f"a tournament's name has at most {MAX_NAME} characters")
    for name, (least, most) in LIMITS_BETWEEN.items():
        value = getattr(settings.limits, name)
        if not least <= value <= most:
            yield Flaw(("limits", name), f"the limit {name} is {least:,} to {most:,}, not {value:,}")
    for code, what in wrong_tie_breaks(settings.tie_breaks, settings.seats):
        yield Flaw(("tie_breaks", code), what)


def _of_the_rulesets(settings: TournamentSettings) -> Iterator[Flaw]:
    if not settings.rulesets:
        yield Flaw(("rulesets",), "name at least one ruleset")
    keys = []
    for name in settings.rulesets:
        try:
            _playable_at_the_smallest(name, settings)
            keys.append(playable(name, settings.seats).key)
        except BadSettings as bad:
            yield Flaw(("rulesets", name), str(bad))
        else:
            if keys.count(keys[-1]) > 1:
                yield Flaw(("rulesets", name), f"{keys[-1]} is named twice: name every ruleset once")
        for bot in settings.entrants:
            if what := ruleset_error(bot, name):
                yield Flaw(("rulesets", name), what)


def _playable_at_the_smallest(name: str, settings: TournamentSettings) -> None:
    try:
        playable(name, fewest_seats(settings))
    except PairingImpossible:
        return  # reported with the field


def _not_one_of(what: str, value: str, allowed: tuple[str, ...]) -> Flaw:
    hint = did_you_mean(value, allowed) or f"there are {', '.join(allowed)}"
    return Flaw((what,), f"there is no {what} {quote(value)}; {hint}")
