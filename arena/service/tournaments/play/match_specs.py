"""Build the match that `run_match` plays from a piece of the schedule (a batch of a match's boards)."""

from collections.abc import Mapping

from arena.record.match import BotSpec, MatchSpec
from arena.service.bots import resolve_bot
from arena.service.bots.registered import bot_finder_in
from arena.service.errors import BadBot
from arena.service.reports.tournament_list import table_name
from arena.service.sandboxes import bot_spec, prepare_bot
from arena.store.database.store import Store
from arena.store.results.records import Entrant, Piece, Tournament
from arena.tournament.secrets import board_secret, seeds_key


def match_spec(number: int, tournament: Tournament, piece: Piece, bots: Mapping[int, BotSpec]) -> MatchSpec:
    """Return the match for a piece, which is a batch of boards of a match.

    `number`: the tournament's. `bots`: the specs of the bots by their entrant number.
    """
    specs = tuple(bots[bot] for bot in piece.bots)
    versions = [spec.version for spec in specs]
    boards = range(piece.first_board, piece.first_board + piece.boards)
    round = next(round for round in tournament.rounds if round.number == piece.round)
    return MatchSpec(
        id=piece_name(number, piece),
        ruleset=round.ruleset,
        bots=specs,
        first_board=piece.first_board,
        secrets=tuple(
            board_secret(tournament.secret, versions, piece.earlier, board).hex() for board in boards
        ),
        key=seeds_key(tournament.secret, versions, piece.earlier).hex(),
        runner=tournament.runner,
        clock=tournament.clock,
        limits=tournament.limits,
        rules=round.rules,
    )


def piece_name(number: int, piece: Piece) -> str:
    """Return the name of a batch of a match's boards: "7.1.2" for the first, "7.1.2/3" for the third."""
    match = table_name(number, piece.round, piece.pairing)
    return match if piece.piece == 1 else f"{match}/{piece.piece}"


def find_entrant_bot(entrant: Entrant, runner: str, store: Store) -> BotSpec:
    """Find an entrant's bot and return its spec. Raises UserError, RunError.

    Raises BadBot if the bot's files have changed since it entered the tournament.
    """
    bot = prepare_bot(resolve_bot(entrant.source, look=bot_finder_in(store)), runner)
    if bot.version != entrant.version:
        raise BadBot(f"{entrant.name} was changed since it was entered ({entrant.source})")
    return bot_spec(bot, runner, entrant.name)
