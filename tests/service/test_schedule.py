"""Which boards a table plays does not depend on who else is entered."""

from dataclasses import replace

from arena.record.match import MatchSpec
from arena.service.reports.tournament_list import find_tournament
from arena.service.tournaments.play.schedules import find_entrant_bot, match_spec
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store
from arena.store.tournaments.schedule import pieces


def specs(store: Store, settings: TournamentSettings) -> list[MatchSpec]:
    number = create(store, settings)
    tournament = find_tournament(store, number)
    runner = tournament.runner
    bots = {entrant.number: find_entrant_bot(entrant, runner, store) for entrant in tournament.entrants}
    with store.reading() as tx:
        return [match_spec(number, tournament, piece, bots) for piece in pieces(tx, number)]


def table_of(given: list[MatchSpec], *names: str) -> list[tuple[object, ...]]:
    """Seating, secrets and key of the matches between these bots."""
    return [
        (spec.ruleset, [bot.name for bot in spec.bots], spec.first_board, spec.secrets, spec.key)
        for spec in given
        if {bot.name for bot in spec.bots} == set(names)
    ]


def test_a_table_is_the_same_in_another_field(store: Store, settings: TournamentSettings) -> None:
    one, two, three = settings.bots
    small = specs(store, replace(settings, bots=(one, two)))
    for field in ((three, one, two), (two, three, one), (two, one)):
        assert table_of(specs(store, replace(settings, bots=field)), one.name, two.name) == table_of(
            small, one.name, two.name
        )


def test_no_two_tables_share_a_board_or_a_key(store: Store, settings: TournamentSettings) -> None:
    made = specs(store, replace(settings, rulesets=("mau-mau", "detailed"), boards=513))
    secrets = [secret for spec in made for secret in spec.secrets]
    assert len(made) == 12
    assert len(set(secrets)) == len(secrets) == 6 * 513
    assert len({spec.key for spec in made}) == 6


def test_a_long_match_is_cut_and_its_boards_are_the_same_as_uncut(
    store: Store, settings: TournamentSettings
) -> None:
    bots = settings.bots[:2]
    first, second = specs(store, replace(settings, bots=bots, boards=514))
    (short,) = specs(store, replace(settings, bots=bots, boards=100))
    assert (first.first_board, len(first.secrets), second.first_board, len(second.secrets)) == (
        0,
        512,
        512,
        2,
    )
    assert first.secrets[:100] == short.secrets
    assert first.id != second.id
