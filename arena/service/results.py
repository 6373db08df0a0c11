"""What the use cases hand back: plain values, ready to be printed or made into JSON."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line of a standings table."""

    rank: int  # 1 is best; equal in everything that counts shares it
    bot: str
    version: str  # SHA-256 of the bot's files, hex
    points: float  # 1, ½, 0 for each match
    score: float  # sum of the match scores
    matches: int
    games: int
    share: float  # mean score of a game, 0 … 1
    rating: float | None  # fitted Elo of this tournament alone; None until a board of it is rated
    margin: float | None  # ±, 95 %
    no_margin: str | None  # why there is none, if there is something to say
    scale: int | None  # from 1; bots of different scales have not met, not even through others
    card_points: float | None  # mean total of a game by the ruleset's scoring
    illegal: int  # games lost by ILLEGAL
    timeouts: int  # by TIMEOUT or STALL
    crashes: int  # by DISCONNECT, PROTOCOL, OOM or NO_START


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """One bot against another."""

    share: float  # mean score of a game, 0 … 1
    games: int
    matches: tuple[str, ...]  # "7.1.2": tournament, round, pairing


@dataclass(frozen=True, slots=True)
class Table:
    """Standings and crosstable of a tournament in one ruleset. Rows and columns of `cells` go by rank."""

    tournament: int
    ruleset: str  # "mau-mau@1"
    title: str
    anchors: tuple[str | None, ...]  # for each scale the bot whose rating is 0; None: the mean is 0
    rows: tuple[StandingsRow, ...]
    cells: tuple[tuple[CrosstableCell | None, ...], ...]
    boards: int  # boards that count
    void_boards: int  # boards that count for nobody


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One bot version in the ratings."""

    scale: int  # from 1; bots of different scales have not met, not even through others
    rank: int  # in its scale, by rating
    bot: str
    version: str
    rating: float  # fitted Elo
    margin: float | None  # ±, 95 %
    no_margin: str | None  # why there is none, if there is something to say
    live: float  # live Elo
    step: int  # K of its next board: 32 while provisional, then 8
    boards: int
    games: int
    history: tuple[float, ...]  # live Elo after each tournament, oldest first


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ratings of all rated tournaments in one ruleset, scale by scale."""

    ruleset: str
    title: str
    anchors: tuple[str | None, ...]  # for each scale the bot whose rating is 0; None: the mean is 0
    rows: tuple[LadderRow, ...]
    tournaments: int  # that count
    left_out: int  # open seed or unrated


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """One line of the list of tournaments."""

    id: int
    name: str
    rulesets: tuple[str, ...]
    format: str
    bots: tuple[str, ...]
    games_done: int
    games_total: int
    rated: bool
    open_seed: bool
    created_at: datetime
    finished_at: datetime | None
    state: str = "running"  # "paused"; "cancelled" and "over" are for ever


@dataclass(frozen=True, slots=True)
class BotSummary:
    """A bot version that has been entered in a tournament."""

    bot: str
    version: str
    source: str
    tournaments: int
    games: int


@dataclass(frozen=True, slots=True)
class FaultReport:
    """What a bot did wrong, for its owner. Detail, output and request may hold anything: escape them."""

    match: str  # "7.1.2"
    game: str  # the game's id, empty if none was open
    bot: str
    seat: int
    verdict: str
    detail: str
    elapsed_ms: float  # between what was awaited and the verdict
    limit_ms: float  # the limit that was broken, 0 if none
    exit_code: int | None
    output: str  # the last of what the bot printed
    request: str  # the question that was open, as JSON, if there was one


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A piece of a match that has just been committed."""

    match: str  # "7.1.2"
    ruleset: str
    bots: tuple[str, ...]
    scores: tuple[float, ...]  # of each bot, summed over the games of the piece
    games: int
    faults: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is. `committed` is set when a piece has just been committed, otherwise None.

    `paused` says why nothing goes on for now, and what to do.
    """

    tournament: int
    games_done: int  # committed, and finished in pieces under way
    games_total: int
    games_per_second: float  # of this run
    seconds_left: float | None
    faults: int  # games in which a bot was at fault
    committed: MatchLine | None = None
    paused: str = ""


@dataclass(frozen=True, slots=True)
class RunResult:
    """A run that came to its end, or was interrupted."""

    tournament: int
    name: str
    finished: bool
    games: int  # committed in the tournament so far
    games_total: int
    seconds: float  # of this run
    faults: int  # games in which a bot was at fault
    tables: tuple[Table, ...]  # by ruleset, in the order played
    event_digest: str | None  # when finished
    secret: str | None  # hex, when finished: `--seed SECRET` repeats the tournament
    open_seed: bool
    state: str = "running"  # "paused", "cancelled", "over"
    stopped: str = ""  # why it cannot go on as it is: no round can be paired; empty if it can
