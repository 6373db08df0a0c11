"""The results of the service functions: dataclasses of plain values."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class TieBreakColumn:
    """A column of the standings by which bots are ordered.

    The first column is the main score. Each further column is a tie-break, which orders the bots that are
    equal in all columns before it.
    """

    code: str
    name: str
    explanation: str
    source: str  # the regulation, or "house rule"
    fewest_first: bool


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One bot's row of a tournament's standings."""

    rank: int  # 1 is best; bots that are equal in every criterion share it
    bot: str
    version: str  # SHA-256 of the bot's files, hex
    points: float  # 1, ½ or 0 for each match, and for byes
    score: float  # sum of the match scores
    matches: int
    games: int
    share: float  # mean score per game, 0 … 1
    elo: float | None  # fitted to this tournament only; None: only a bound, or nothing
    low: float | None  # 95 % interval against the mean of the scale; without Elo: a lower bound
    high: float | None  # without Elo: an upper bound
    margin: float | None  # half the interval's width
    no_margin: str | None  # why there is neither an interval nor a bound
    scale: int | None  # from 1; bots of different scales cannot be compared
    card_points: float | None  # mean points per game by the ruleset's scoring
    illegal: int  # games lost by ILLEGAL
    timeouts: int  # by TIMEOUT or STALL
    crashes: int  # by DISCONNECT, PROTOCOL, OOM or NO_START
    byes: int = 0  # rounds without an opponent that gave points
    forfeits: int = 0  # matches in which it started no game
    left_early: bool = False  # left a round robin before half of its matches; none of them counts
    best: int | None = None  # best rank by Elo in its scale; a range if bots are not separated
    worst: int | None = None  # worst rank; None: neither an interval nor a bound
    more_boards: int | None = None  # needed to settle its rank; None: too many, or no interval
    values: tuple[float, ...] = ()  # the values of the table's tie-breaks, in their order
    decided_by: str = ""  # code of the first tie-break in which the row above is ahead; may be empty
    why: str = ""  # why it is behind the row above, in words


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """The result of one bot against another in a tournament."""

    share: float  # mean score per game, 0 … 1
    games: int
    matches: tuple[str, ...]  # "7.1.2": tournament, round, pairing


@dataclass(frozen=True, slots=True)
class BoardSaving:
    """The effect of duplicate boards (played in every seating) on the variance of the mean score.

    The variance is compared with that of the same number of independent games.
    """

    ratio: float  # of the variances; 0.6: 600 games are worth 1,000 independent ones
    margin: float | None  # ± of the ratio, 95 %; None: too few boards to say
    games: int  # played


@dataclass(frozen=True, slots=True)
class UnlikelyResult:
    """A pair of bots whose results against each other do not fit their results against others.

    It is not a proof of collusion.
    """

    first: str  # scored more than expected
    second: str
    boards: int
    score: float  # mean board score of the first, 0 … 1
    expected: float  # from the results of both against all others
    chance: float  # probability of such a difference for one honest pair
    corrected: float  # probability for at least one of all judged pairs, at most 1


@dataclass(frozen=True, slots=True)
class FairPlay:
    """The result of the test for collusion between pairs of bots."""

    judged: int  # number of pairs that were tested
    alarm: float  # about how often honest bots cause a report
    pairs: tuple[UnlikelyResult, ...]  # least likely first
    why_not: str  # why no pair was judged; empty if some were


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """The standings and crosstable under one ruleset."""

    tournament: int
    ruleset: str  # "mau-mau@1"
    title: str
    anchors: tuple[str | None, ...]  # per scale: the bot whose rating is 0; None: the mean is 0
    rows: tuple[StandingsRow, ...]
    cells: tuple[tuple[CrosstableCell | None, ...], ...]  # crosstable; both axes in the order of `rows`
    boards: int  # boards that count
    void_boards: int  # boards that count for nobody
    tie_breaks: tuple[TieBreakColumn, ...] = ()
    frozen: tuple[str, ...] = ()  # a gauntlet's pool, if its Elo comes from earlier tournaments
    remark: str = ""  # how the ratings were computed
    saving: BoardSaving | None = None  # None: too little to compare
    fair_play: FairPlay = FairPlay(0, 0.01, (), "")


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One bot version's row of a ladder."""

    scale: int  # from 1; bots of different scales cannot be compared
    best: int | None  # best rank in its scale; a range if bots are not separated
    worst: int | None  # worst rank; None: neither an interval nor a bound, so it has no rank
    more_boards: int | None  # needed to settle its rank; None: too many, or no interval
    bot: str
    version: str
    elo: float | None  # fitted; None: only a bound, or nothing
    low: float | None  # 95 % interval against the mean of the scale; without Elo: a lower bound
    high: float | None  # without Elo: an upper bound
    margin: float | None  # half the interval's width
    no_margin: str | None  # why there is neither an interval nor a bound
    live: float  # live Elo
    step: int  # K of its next board: 32 while provisional, then 8
    boards: int
    games: int
    history: tuple[float, ...]  # live Elo after each tournament, oldest first
    illegal: int = 0  # games lost by ILLEGAL
    timeouts: int = 0  # by TIMEOUT or STALL
    crashes: int = 0  # by DISCONNECT, PROTOCOL, OOM or NO_START


RatedRow = StandingsRow | LadderRow


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ratings of all bots under one ruleset, from all rated tournaments.

    The rows are grouped by scale (a set of bots that are connected by results). Ratings of bots on different
    scales cannot be compared.
    """

    ruleset: str
    title: str
    anchors: tuple[str | None, ...]  # per scale: the bot whose rating is 0; None: the mean is 0
    rows: tuple[LadderRow, ...]
    tournaments: int  # number of rated ones
    left_out: int  # number of tournaments that are unrated or have an open seed
    saving: BoardSaving | None = None  # None: too little to compare


@dataclass(frozen=True, slots=True)
class OverallRow:
    """One bot version's row of the ladder over several rulesets."""

    rank: int
    bot: str
    version: str
    elo: float  # the mean over the rulesets
    low: float | None  # 95 % interval for luck in games only; None: a rating is a bound
    high: float | None
    margin: float | None  # half the interval's width
    ratings: tuple[float, ...]  # in each ruleset
    bounded: tuple[str, ...]  # rulesets where the rating is a bound: it won or lost every game
    boards: int  # in all rulesets
    illegal: int
    timeouts: int
    crashes: int


@dataclass(frozen=True, slots=True)
class OverallLadder:
    """The bots that have a rating under each of several rulesets, ordered by their mean rating."""

    rulesets: tuple[str, ...]
    anchor: str | None  # the bot whose rating is 0 in every ruleset; None: the mean is 0
    rows: tuple[OverallRow, ...]
    left_out: tuple[str, ...]  # bots without interval or bound in one of these rulesets
    uncommon: tuple[str, ...]  # rulesets not counted, because some bots have no rating there


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """A tournament's row in the list of tournaments."""

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
    state: str = "running"  # "interrupted", "paused"; "cancelled" and "over" are final
    digest: str | None = None  # of all its games; only when finished


@dataclass(frozen=True, slots=True)
class BotOutput:
    """A fault of a bot, with the end of the bot's output."""

    game: str  # its id; empty if no game was open
    bot: str
    seat: int
    verdict: str
    detail: str  # untrusted text, as are the output and the request: escape them
    exit_code: int | None
    output: str
    request: str  # the question that the bot had not answered


@dataclass(frozen=True, slots=True)
class CommittedPiece:
    """The result of a piece (a batch of a match's boards) that was just committed."""

    match: str  # "7.1.2"
    ruleset: str
    bots: tuple[str, ...]
    scores: tuple[float, ...]  # the sum of each bot's scores over these games
    games: int
    faults: int


@dataclass(frozen=True, slots=True)
class RunProgress:
    """The progress of a run, which plays a tournament."""

    tournament: int
    games_done: int  # committed, or finished in a running match
    games_total: int
    games_per_second: float  # of this run
    seconds_left: float | None
    faults: int  # games in which a bot was at fault
    committed: CommittedPiece | None = None  # the piece (batch of boards) that was just committed, if any
    paused: str = ""  # why the run waits, and what the user can do; empty if it does not wait
    benched: tuple[str, ...] = ()  # a sentence for each bot that was just benched


@dataclass(frozen=True, slots=True)
class RunResult:
    """The result of a run, which has finished its tournament or was interrupted."""

    tournament: int
    name: str
    finished: bool
    games: int  # committed in the tournament so far
    games_total: int
    seconds: float  # of this run
    faults: int  # games in which a bot was at fault
    tables: tuple[StandingsTable, ...]  # by ruleset, in the order played
    event_digest: str | None  # when finished
    secret: str | None  # hex, when finished: `--seed SECRET` repeats the tournament
    open_seed: bool
    state: str = "running"  # "paused", "cancelled", "over"
    stopped: str = ""  # why it cannot continue (no round can be paired); empty if it can
    order: tuple[str, ...] = ()  # of a Swiss tournament: its bots in the order that repeats it
    ledger_head: str = ""  # hash of the last ledger entry
    games_per_second: float = 0.0  # of this run
    slots: int = 0  # matches at a time
    busy: float = 0.0  # share of the slots' time spent playing
