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
    """The tournament to export, and the rulesets to include. `logs`: whether to include the game logs."""

    store: Store
    summary: TournamentSummary
    tournament: Tournament
    rulesets: tuple[str, ...]  # those to export
    logs: bool

    @property
    def number(self) -> int:
        return self.summary.id

    @property
    def entrants(self) -> Mapping[int, Entrant]:
        return {entrant.number: entrant for entrant in self.tournament.entrants}

    def tables(self) -> tuple[StandingsTable, ...]:
        """Return the standings and crosstable for each selected ruleset."""
        return tuple(one for one in tables(self.store, self.number) if one.ruleset in self.rulesets)

    def only_ruleset(self, form: str) -> str:
        """Return the selected ruleset. Raises BadSettings if several are selected.

        A file of the format `form` can contain only one ruleset.
        """
        if len(self.rulesets) == 1:
            return self.rulesets[0]
        names = ", ".join(self.rulesets)
        raise BadSettings(f"a {form} file has one ruleset; choose one with --ruleset: {names}")

    def only_pairs(self, form: str) -> None:
        """Raise BadSettings if tables have more than two seats: a `form` file cannot contain such matches."""
        if self.tournament.seats > PAIR:
            raise BadSettings(f"a {form} file is for tables of two; these have {self.tournament.seats} seats")


def export(
    store: Store, number: int, form: str, *, ruleset: str | None = None, logs: bool = False
) -> Iterator[str]:
    """Return the exported text in parts. Raises UserError before the first part.

    `form`: "trf" for TRF16 of the complete rounds, "pgn" for every rated game without moves, "json" for all
    standings and rounds, "jsonl" for one record per game (with `logs` also its log), "md", "txt" or "csv" for
    standings and crosstable. `ruleset`: export only what was played under it. The JSON formats include the
    shuffle secrets once the tournament is finished.
    """
    if form not in FORMS:
        raise BadSettings(f"unknown format {form!r}; choose {', '.join(FORMS)}")
    if logs and form != "jsonl":
        raise BadSettings("--logs needs the format jsonl")
    tournament, summary = find_tournament(store, number), summary_of(store, number)
    return FORMS[form](
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


def _trf(event: _TournamentExport) -> Iterator[str]:
    key = event.only_ruleset("TRF")
    event.only_pairs("TRF")
    tournament = event.tournament
    rounds = [round for round in tournament.rounds if round.ruleset == key]
    with event.store.reading() as tx:
        played = complete_rounds(history(tx, event.number, rounds[0].cycle))
    played = _drop_uncounted(tournament, played)
    names = {number: entrant.name for number, entrant in event.entrants.items()}
    numbers = {entrant.name: number for number, entrant in event.entrants.items()}
    [table] = event.tables()
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
    """Remove the matches that do not count because a bot left a round robin early."""
    matches = tuple(drop_uncounted_matches(tournament, played.matches))
    places = {(match.round, match.number) for match in matches}
    tables = tuple(one for one in played.pairings if (one.round, one.number) in places)
    return replace(played, pairings=tables, matches=matches)


def complete_rounds(played: History) -> History:
    """Return a history cut before the first round that lacks a result."""
    known = {(match.round, match.number) for match in played.matches}
    missing = [one.round for one in played.pairings if (one.round, one.number) not in known]
    last = min(missing, default=played.rounds + 1) - 1
    return History(
        played.bots,
        tuple(one for one in played.pairings if one.round <= last),
        tuple(one for one in played.matches if one.round <= last),
        tuple(one for one in played.byes if one.round <= last),
    )


def _pgn(event: _TournamentExport) -> Iterator[str]:
    key = event.only_ruleset("PGN")
    event.only_pairs("PGN")
    return (pgn_text([_pgn_game(event, key, game)]) for game in _games(event) if _counts(game))


def _counts(game: ExportedGame) -> bool:
    """True if the game counts in the ratings."""
    return all(seat.verdict not in UNCOMPARED for seat in game.seats)


def _pgn_game(event: _TournamentExport, key: str, game: ExportedGame) -> PgnGame:
    white, black = game.seats
    return PgnGame(
        event=f"{event.tournament.name} {key}",
        round=f"{game.round}.{game.pairing}.{game.board + 1}",
        white=event.entrants[white.bot].name,
        black=event.entrants[black.bot].name,
        score=Fraction(white.score),
        date=event.summary.created_at.strftime("%Y.%m.%d"),
    )


def _games(event: _TournamentExport) -> Iterator[ExportedGame]:
    """Yield the games under the selected rulesets, read while the export is written."""
    rounds = [number for key in event.rulesets for number in rounds_of(event.tournament, key)]
    with event.store.reading() as tx:
        yield from iter_games(tx, event.number, rounds, logs=event.logs)


def _json_lines(event: _TournamentExport) -> Iterator[str]:
    rounds = {round.number: round for round in event.tournament.rounds}
    for game in _games(event):
        round = rounds[game.round]
        record = {
            "game": game.name,
            "tournament": event.number,
            "ruleset": round.ruleset,
            "ruleset_hash": round.ruleset_hash,
            "round": game.round,
            "table": game.pairing,
            "board": game.board,
            "rotation": game.rotation,
            "termination": game.termination,
            "plies": game.plies,
            "seats": _seats(event, game),
            "game_digest": game.game_digest,
            "log_digest": game.log_digest,
            "secret": _secret(event, game),
        }
        if event.logs:
            record["log"] = game.log.data().decode() if game.log else None
        yield to_json(record, indent=None) + "\n"


def _seats(event: _TournamentExport, game: ExportedGame) -> list[dict[str, object]]:
    return [
        {
            "bot": event.entrants[seat.bot].name,
            "version": event.entrants[seat.bot].version,
            "place": seat.place,
            "points": seat.points,
            "score": seat.score,
            "verdict": seat.verdict,
            "decisions": seat.decisions,
            "time_ms": seat.time_ms,
        }
        for seat in game.seats
    ]


def _secret(event: _TournamentExport, game: ExportedGame) -> str | None:
    """Return the secret that a game's board was shuffled from; None until the tournament is finished."""
    if event.summary.finished_at is None:
        return None
    versions = [event.entrants[seat.bot].version for seat in game.seats]
    return board_secret(event.tournament.secret, versions, game.earlier, game.board).hex()


def _json(event: _TournamentExport) -> Iterator[str]:
    secret = event.tournament.secret.hex() if event.summary.finished_at else None
    document = {
        "format": JSON_FORMAT,
        "tournament": event.summary,
        "entrants": [
            {"number": one.number, "bot": one.name, "version": one.version, "pool": one.pool}
            for one in event.tournament.entrants
        ],
        "tables": event.tables(),
        "rounds": [one for one in pairings(event.store, event.number) if one.ruleset in event.rulesets],
        "secret": secret,
    }
    return iter((to_json(document) + "\n",))


def _markdown(event: _TournamentExport) -> Iterator[str]:
    yield f"# {markdown(event.tournament.name)}\n\n{markdown(about(event.summary))}\n\n"
    for table in event.tables():
        yield "\n".join(markdown_text(grid) for grid in grids(table)) + "\n"


def _text(event: _TournamentExport) -> Iterator[str]:
    yield f"{printable(event.tournament.name)}\n{about(event.summary)}\n\n"
    for table in event.tables():
        yield from map(plain_text, grids(table))


def _csv(event: _TournamentExport) -> Iterator[str]:
    """Yield the standings of all selected rulesets, then each crosstable after an empty line."""
    shown = event.tables()
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
