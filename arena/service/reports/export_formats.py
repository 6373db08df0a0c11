"""Export a tournament as TRF, PGN, JSON, CSV, Markdown or text."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from arena.record.match import UNCOMPARED
from arena.service.errors import BadSettings
from arena.service.formats import PAIR
from arena.service.reports.export import about, crosstable_csv, grids, standings_csv, to_json
from arena.service.reports.pairings import pairings
from arena.service.reports.round_summary import drop_uncounted_matches, rounds_of, rulesets_of
from arena.service.reports.standings import tables
from arena.service.reports.text_tables import markdown, markdown_text, plain_text
from arena.service.reports.tournament_list import find_tournament, summary_of
from arena.service.results import StandingsTable, TournamentSummary
from arena.store.database.store import Store
from arena.store.results.games import ExportedGame, iter_games
from arena.store.results.records import Entrant, Tournament
from arena.store.tournaments.pairings import history
from arena.tournament.history import History
from arena.tournament.pgn import PgnGame, pgn_text
from arena.tournament.secrets import board_secret
from arena.tournament.trf import BadTrf, trf_of, trf_text
from arena.viewer.printable import printable

JSON_FORMAT: Final = "maumau-tournament-1"


@dataclass(frozen=True, slots=True)
class _TournamentExport:
    """A tournament to export, with the rulesets that the user selected."""

    store: Store
    summary: TournamentSummary
    tournament: Tournament
    rulesets: tuple[str, ...]  # those to export
    logs: bool  # whether to include the game logs

    @property
    def number(self) -> int:
        return self.summary.id

    @property
    def entrants(self) -> Mapping[int, Entrant]:
        return {entrant.number: entrant for entrant in self.tournament.entrants}

    def tables(self) -> tuple[StandingsTable, ...]:
        """Return the standings and crosstable for each selected ruleset."""
        return tuple(one for one in tables(self.store, self.number) if one.ruleset in self.rulesets)

    def only_ruleset(self, file_format: str) -> str:
        """Return the only selected ruleset. `file_format`: the requested format, for the error message.

        Raise BadSettings if several rulesets are selected.
        """
        if len(self.rulesets) == 1:
            return self.rulesets[0]
        names = ", ".join(self.rulesets)
        raise BadSettings(f"a {file_format} file has one ruleset; choose one with --ruleset: {names}")

    def only_pairs(self, file_format: str) -> None:
        """Raise BadSettings if tables have more than two seats.

        `file_format`: the name of a format that cannot contain such tables, for the error message.
        """
        if self.tournament.seats > PAIR:
            raise BadSettings(
                f"a {file_format} file is for tables of two; these have {self.tournament.seats} seats"
            )


def export(
    store: Store, number: int, file_format: str, *, ruleset: str | None = None, logs: bool = False
) -> Iterator[str]:
    """Return an iterator over the parts of the exported text. The formats (`file_format`) are:

    - "trf": the complete rounds as TRF16
    - "pgn": every rated game, without moves
    - "json": all standings and rounds
    - "jsonl": one record for each game; with `logs`, it contains the game's log
    - "md", "txt", "csv": standings and crosstable

    "json" and "jsonl" include the shuffle secrets once the tournament is finished.

    `ruleset`: export only the rounds under this ruleset; None: all rounds.

    Raise UserError for an unknown tournament, ruleset or format, or if the format cannot contain this
    tournament. The error is raised before the first part of the text.
    """
    if file_format not in FORMS:
        raise BadSettings(f"unknown format {file_format!r}; choose {', '.join(FORMS)}")
    if logs and file_format != "jsonl":
        raise BadSettings("--logs needs the format jsonl")
    tournament, summary = find_tournament(store, number), summary_of(store, number)
    return FORMS[file_format](
        _TournamentExport(store, summary, tournament, _select_rulesets(tournament, ruleset), logs)
    )


def _select_rulesets(tournament: Tournament, name: str | None) -> tuple[str, ...]:
    played = rulesets_of(tournament)
    if name is None:
        return played
    found = tuple(key for key in played if name in (key, key.partition("@")[0]))
    if not found:
        raise BadSettings(f"the tournament does not play {name!r}; it plays {', '.join(played)}")
    return found


def _trf(export: _TournamentExport) -> Iterator[str]:
    key = export.only_ruleset("TRF")
    export.only_pairs("TRF")
    tournament = export.tournament
    rounds = [round for round in tournament.rounds if round.ruleset == key]
    with export.store.reading() as tx:
        played = complete_rounds(history(tx, export.number, rounds[0].cycle))
    played = _drop_uncounted(tournament, played)
    names = {number: entrant.name for number, entrant in export.entrants.items()}
    numbers = {entrant.name: number for number, entrant in export.entrants.items()}
    [table] = export.tables()
    complete = len(played.matches) == sum(row.matches for row in table.rows) / PAIR
    try:
        trf = trf_of(
            played,
            names,
            title=tournament.name if len(rulesets_of(tournament)) == 1 else f"{tournament.name} {key}",
            rounds=len(rounds),
            ranks={numbers[row.bot]: row.rank for row in table.rows} if complete else None,
            forbidden=tournament.forbidden,
        )
        return iter((trf_text(trf),))
    except BadTrf as bad:
        raise BadSettings(str(bad)) from None


def _drop_uncounted(tournament: Tournament, played: History) -> History:
    """Return the history `played` without pairings and matches that do not count.

    In a round robin at tables of two, matches of bots that left early do not count.
    """
    matches = tuple(drop_uncounted_matches(tournament, played.matches))
    places = {(match.round, match.number) for match in matches}
    tables = tuple(one for one in played.pairings if (one.round, one.number) in places)
    return replace(played, pairings=tables, matches=matches)


def complete_rounds(played: History) -> History:
    """Return the part of the history `played` before the first incomplete round.

    A round is complete if all its matches have results.
    """
    known = {(match.round, match.number) for match in played.matches}
    missing = [one.round for one in played.pairings if (one.round, one.number) not in known]
    last = min(missing, default=played.rounds + 1) - 1
    return History(
        played.bots,
        tuple(one for one in played.pairings if one.round <= last),
        tuple(one for one in played.matches if one.round <= last),
        tuple(one for one in played.byes if one.round <= last),
    )


def _pgn(export: _TournamentExport) -> Iterator[str]:
    key = export.only_ruleset("PGN")
    export.only_pairs("PGN")
    return (pgn_text([_pgn_game(export, key, game)]) for game in _games(export) if _counts(game))


def _counts(game: ExportedGame) -> bool:
    """True if the game counts in the ratings."""
    return all(seat.verdict not in UNCOMPARED for seat in game.seats)


def _pgn_game(export: _TournamentExport, key: str, game: ExportedGame) -> PgnGame:
    white, black = game.seats
    return PgnGame(
        event=f"{export.tournament.name} {key}",
        round=f"{game.round}.{game.pairing}.{game.board + 1}",
        white=export.entrants[white.bot].name,
        black=export.entrants[black.bot].name,
        score=Fraction(white.score),
        date=export.summary.created_at.strftime("%Y.%m.%d"),
    )


def _games(export: _TournamentExport) -> Iterator[ExportedGame]:
    """Yield the games under the selected rulesets, read from the database one by one."""
    rounds = [number for key in export.rulesets for number in rounds_of(export.tournament, key)]
    with export.store.reading() as tx:
        yield from iter_games(tx, export.number, rounds, logs=export.logs)


def _json_lines(export: _TournamentExport) -> Iterator[str]:
    rounds = {round.number: round for round in export.tournament.rounds}
    for game in _games(export):
        round = rounds[game.round]
        record = {
            "game": game.name,
            "tournament": export.number,
            "ruleset": round.ruleset,
            "ruleset_hash": round.ruleset_hash,
            "round": game.round,
            "table": game.pairing,
            "board": game.board,
            "rotation": game.rotation,
            "termination": game.termination,
            "plies": game.plies,
            "seats": _seats(export, game),
            "game_digest": game.game_digest,
            "log_digest": game.log_digest,
            "secret": _secret(export, game),
        }
        if export.logs:
            record["log"] = game.log.data().decode() if game.log else None
        yield to_json(record, indent=None) + "\n"


def _seats(export: _TournamentExport, game: ExportedGame) -> list[dict[str, object]]:
    return [
        {
            "bot": export.entrants[seat.bot].name,
            "version": export.entrants[seat.bot].version,
            "place": seat.place,
            "points": seat.points,
            "score": seat.score,
            "verdict": seat.verdict,
            "decisions": seat.decisions,
            "time_ms": seat.time_ms,
        }
        for seat in game.seats
    ]


def _secret(export: _TournamentExport, game: ExportedGame) -> str | None:
    """Return the secret from which a game's cards were shuffled; None until the tournament is finished."""
    if export.summary.finished_at is None:
        return None
    versions = [export.entrants[seat.bot].version for seat in game.seats]
    return board_secret(export.tournament.secret, versions, game.earlier, game.board).hex()


def _json(export: _TournamentExport) -> Iterator[str]:
    secret = export.tournament.secret.hex() if export.summary.finished_at else None
    document = {
        "format": JSON_FORMAT,
        "tournament": export.summary,
        "entrants": [
            {"number": one.number, "bot": one.name, "version": one.version, "pool": one.pool}
            for one in export.tournament.entrants
        ],
        "tables": export.tables(),
        "rounds": [one for one in pairings(export.store, export.number) if one.ruleset in export.rulesets],
        "secret": secret,
    }
    return iter((to_json(document) + "\n",))


def _markdown(export: _TournamentExport) -> Iterator[str]:
    yield f"# {markdown(export.tournament.name)}\n\n{markdown(about(export.summary))}\n\n"
    for table in export.tables():
        yield "\n".join(markdown_text(grid) for grid in grids(table)) + "\n"


def _text(export: _TournamentExport) -> Iterator[str]:
    yield f"{printable(export.tournament.name)}\n{about(export.summary)}\n\n"
    for table in export.tables():
        yield from map(plain_text, grids(table))


def _csv(export: _TournamentExport) -> Iterator[str]:
    """Yield the standings under all selected rulesets, then each crosstable after an empty line."""
    shown = export.tables()
    yield standings_csv(*shown)
    yield from (f"\n{crosstable_csv(table)}" for table in shown)


FORMS: Final[Mapping[str, Callable[[_TournamentExport], Iterator[str]]]] = {
    "trf": _trf,
    "pgn": _pgn,
    "json": _json,
    "jsonl": _json_lines,
    "md": _markdown,
    "csv": _csv,
    "txt": _text,
}
