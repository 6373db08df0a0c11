"""A tournament that another program wrote, as TRF16: its standings by our tie-breaks, and its next round."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.service.errors import BadSettings
from arena.service.reports.round_summary import columns_of
from arena.service.results import TieBreakColumn
from arena.tournament import tie_breaks as lists
from arena.tournament.history import BadHistory, History
from arena.tournament.pairing import PairingImpossible
from arena.tournament.standings import Standing, standings, why_behind
from arena.tournament.swiss import SwissRound, swiss_round
from arena.tournament.tie_breaks import UnknownTieBreak, tie_break
from arena.tournament.trf import BadTrf, Trf, TrfPlayer, history_of, read_trf

MAX_BYTES: Final = 16_000_000
NOT_IN_A_FILE: Final = ("MS", "MMS", "PD", "LOT")  # match scores, card points, what lots are drawn from


@dataclass(frozen=True, slots=True)
class ImportedRow:
    """One line of the standings."""

    rank: int  # by the tie-breaks here
    number: int  # in the file
    name: str
    points: float
    values: tuple[float, ...]  # by the tie-breaks
    decided_by: str
    why: str
    file_points: float
    file_rank: int | None


@dataclass(frozen=True, slots=True)
class ImportedPair:
    """A table of the next round; White first."""

    number: int
    white: int
    black: int
    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class NextRound:
    """How the round after the last one is paired by the Dutch system, or why it cannot be."""

    round: int
    pairs: tuple[ImportedPair, ...]
    bye: str | None  # who has the pairing-allocated bye
    absent: tuple[str, ...]
    why_not: str
    remark: str


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file tells."""

    name: str
    rounds: int  # that are played
    planned: int | None
    tie_breaks: tuple[TieBreakColumn, ...]
    rows: tuple[ImportedRow, ...]
    remarks: tuple[str, ...]  # what in the file does not fit, or was not read
    next_round: NextRound | None  # if it was asked for


def read_event(
    path: Path,
    *,
    codes: Sequence[str] = (),
    round_robin: bool = False,
    pair: bool = False,
    rounds: int | None = None,
) -> Imported:
    """The tournament in a TRF16 file. Raises BadSettings, which names the line.

    `codes`: the tie-breaks; without any, those of the format that a file says enough for. `pair`: the next
    round too. `rounds`: how many there will be; the last is paired by rules of its own.
    """
    try:
        trf = read_trf(_text(path))
        history = history_of(trf)
        return _imported(
            trf, history, _codes(codes, round_robin), round_robin, _next(trf, history, rounds, pair)
        )
    except (BadTrf, BadHistory) as bad:
        raise BadSettings(f"{path}: {bad}") from None


def _text(path: Path) -> str:
    """UTF-8, or what files were written in before: Latin 1."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise BadSettings(f"{path}: {size:,} bytes are more than a TRF16 file has ({MAX_BYTES:,})")
        data = path.read_bytes()
    except OSError as error:
        raise BadSettings(f"{path}: {error.strerror}") from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _codes(asked: Sequence[str], round_robin: bool) -> tuple[str, ...]:
    usual = lists.ROUND_ROBIN if round_robin else lists.SWISS
    codes = tuple(asked) or tuple(code for code in usual if code not in NOT_IN_A_FILE)
    for code in codes:
        try:
            tie_break(code)
        except UnknownTieBreak as unknown:
            raise BadSettings(str(unknown)) from None
        if code in NOT_IN_A_FILE:
            raise BadSettings(f"a TRF16 file does not say enough for {code}")
    return tuple(dict.fromkeys(codes))


def _imported(
    trf: Trf, history: History, codes: tuple[str, ...], round_robin: bool, next_round: NextRound | None
) -> Imported:
    players = {player.number: player for player in trf.players}
    lines = standings(players, history.matches, history.byes, tie_breaks=codes, round_robin=round_robin)
    above = (None, *lines)
    return Imported(
        name=trf.name,
        rounds=history.rounds,
        planned=trf.rounds,
        tie_breaks=columns_of(codes),
        rows=tuple(_row(line, before, players) for line, before in zip(lines, above, strict=False)),
        remarks=tuple(_remarks(trf, history, lines, players)),
        next_round=next_round,
    )


def _row(line: Standing, above: Standing | None, players: Mapping[int, TrfPlayer]) -> ImportedRow:
    player = players[line.total.bot]
    return ImportedRow(
        rank=line.rank,
        number=player.number,
        name=player.name,
        points=float(line.total.points),
        values=tuple(float(value) for _, value in line.values),
        decided_by=line.decided_by,
        why=why_behind(above, line) if above else "",
        file_points=float(player.points),
        file_rank=player.rank or None,
    )


def _remarks(
    trf: Trf, history: History, lines: Sequence[Standing], players: Mapping[int, TrfPlayer]
) -> Iterator[str]:
    if trf.unread:
        yield f"not read: {', '.join(trf.unread)}; points and pairings may differ"
    coming = {bye.bot: bye.points for bye in history.byes if bye.round == history.coming}
    for line in sorted(lines, key=lambda line: line.total.bot):
        player = players[line.total.bot]
        if player.points not in (line.total.points, line.total.points + coming.get(player.number, 0)):
            told = f"{player.where}player {player.number} has {float(player.points):g} points"
            yield f"{told} there, and {float(line.total.points):g} by its rounds"


def _next(trf: Trf, history: History, rounds: int | None, pair: bool) -> NextRound | None:
    if not pair:
        return None
    names = {player.number: player.name for player in trf.players}
    planned = rounds or max(trf.rounds or 0, history.coming)
    absent = tuple(names[bot] for bot in sorted(history.absent()))
    try:
        paired = swiss_round(history, planned, trf.forbidden)
    except PairingImpossible as impossible:
        return NextRound(history.coming, (), None, absent, str(impossible), "")
    return NextRound(
        round=history.coming,
        pairs=tuple(_pair(one.number, (one.bots[0], one.bots[1]), names) for one in paired.pairings),
        bye=names[paired.bye.bot] if paired.bye else None,
        absent=absent,
        why_not="",
        remark="; ".join(_of_colours(trf, history, paired)),
    )


def _of_colours(trf: Trf, history: History, paired: SwissRound) -> Iterator[str]:
    if not paired.colours:
        yield "the rules on colours forbid every pairing and are set aside"
    if trf.first_colour == "black1" and not history.rounds:
        yield "XXC black1 is not followed: in the first round the colours are the other way round"


def _pair(number: int, bots: tuple[int, int], names: Mapping[int, str]) -> ImportedPair:
    white, black = bots
    return ImportedPair(number, white, black, (names[white], names[black]))
