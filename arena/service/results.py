"""What the use cases hand back: plain values, ready to be printed or made into JSON."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class TieBreakColumn:
    """A criterion of a standings table: the first is the main score, each separates those equal so far."""

    code: str
    name: str
    explanation: str
    source: str  # the regulation, or "house rule"
    fewest_first: bool


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line of a standings table."""

    rank: int  # 1 is best; equal in everything that counts shares it
    bot: str
    version: str  # SHA-256 of the bot's files, hex
    points: float  # 1, ½, 0 for each match; those of byes as well
    score: float  # sum of the match scores
    matches: int
    games: int
    share: float  # mean score of a game, 0 … 1
    elo: float | None  # fitted to this tournament alone; None: it has at most a bound
    low: float | None  # 95 % interval against the mean of the scale; without Elo: it is above this
    high: float | None  # without Elo: it is below this
    margin: float | None  # half the interval's width
    no_margin: str | None  # why it has neither an interval nor a bound
    scale: int | None  # from 1; bots of different scales cannot be compared
    card_points: float | None  # mean total of a game by the ruleset's scoring
    illegal: int  # games lost by ILLEGAL
    timeouts: int  # by TIMEOUT or STALL
    crashes: int  # by DISCONNECT, PROTOCOL, OOM or NO_START
    byes: int = 0  # rounds without a table that counted something
    forfeits: int = 0  # matches of which it began no game
    left_early: bool = False  # it left a round robin before half of its matches: none of them counts
    best: int | None = None  # its rank by Elo in its scale at best: a range where bots are not separated
    worst: int | None = None  # and at worst; None: it has neither an interval nor a bound
    more_boards: int | None = None  # of its own, which would settle that; None: hardly ever, or no interval
    values: tuple[float, ...] = ()  # by the table's tie-breaks
    decided_by: str = ""  # code of the first that the line above is ahead in; empty if it is in none
    why: str = ""  # in words, why it is behind the line above


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """One bot against another."""

    share: float  # mean score of a game, 0 … 1
    games: int
    matches: tuple[str, ...]  # "7.1.2": tournament, round, pairing


@dataclass(frozen=True, slots=True)
class BoardSaving:
    """What boards in all seatings saved: the variance of a mean score by that of independent games."""

    ratio: float  # with 0.6, 600 games tell as much as 1,000 that are each on a board of its own
    margin: float | None  # ± of the ratio, 95 %; None: too few boards to say
    games: int  # that were played


@dataclass(frozen=True, slots=True)
class UnlikelyResult:
    """Two bots whose results do not fit to those with all others. That is unlikely; it proves nothing."""

    first: str  # scored more than expected
    second: str
    boards: int
    score: float  # mean board score of the first, 0 … 1
    expected: float  # by the results of both with all others
    chance: float  # of a difference this large, for one honest pair
    corrected: float  # the same for any of all the pairs that were judged, at most 1


@dataclass(frozen=True, slots=True)
class FairPlay:
    """What was looked for, and found."""

    judged: int  # pairs
    alarm: float  # about how often a field of honest bots gives any report
    pairs: tuple[UnlikelyResult, ...]  # the least likely first
    why_not: str  # why no pair could be judged; empty if some were


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
    tie_breaks: tuple[TieBreakColumn, ...] = ()
    frozen: tuple[str, ...] = ()  # a gauntlet's pool, if its Elo is that of the tournaments before
    remark: str = ""  # on how the ratings were made
    saving: BoardSaving | None = None  # None: nothing to compare
    fair_play: FairPlay = FairPlay(0, 0.01, (), "")


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One bot version in the ratings."""

    scale: int  # from 1; bots of different scales cannot be compared
    best: int | None  # its rank in its scale at best: a range where bots are not separated
    worst: int | None  # and at worst; None: it has neither an interval nor a bound, and takes nobody's rank
    more_boards: int | None  # of its own, which would settle its rank; None: hardly ever, or no interval
    bot: str
    version: str
    elo: float | None  # fitted; None: it has at most a bound
    low: float | None  # 95 % interval against the mean of the scale; without Elo: it is above this
    high: float | None  # without Elo: it is below this
    margin: float | None  # half the interval's width
    no_margin: str | None  # why it has neither an interval nor a bound
    live: float  # live Elo
    step: int  # K of its next board: 32 while provisional, then 8
    boards: int
    games: int
    history: tuple[float, ...]  # live Elo after each tournament, oldest first
    illegal: int = 0  # games lost by ILLEGAL
    timeouts: int = 0  # by TIMEOUT or STALL
    crashes: int = 0  # by DISCONNECT, PROTOCOL, OOM or NO_START


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ratings of all rated tournaments in one ruleset, scale by scale."""

    ruleset: str
    title: str
    anchors: tuple[str | None, ...]  # for each scale the bot whose rating is 0; None: the mean is 0
    rows: tuple[LadderRow, ...]
    tournaments: int  # that count
    left_out: int  # open seed or unrated
    saving: BoardSaving | None = None  # None: nothing to compare


@dataclass(frozen=True, slots=True)
class OverallRow:
    """One bot version over several rulesets."""

    rank: int
    bot: str
    version: str
    elo: float  # the mean over the rulesets
    low: float | None  # 95 % interval of the games' luck, not of the choice of rulesets; None: a bound counts
    high: float | None
    margin: float | None  # half the interval's width
    ratings: tuple[float, ...]  # what counts in each ruleset
    bounded: tuple[str, ...]  # rulesets where that is a bound: it won or lost everything there
    boards: int  # in all of them
    illegal: int
    timeouts: int
    crashes: int


@dataclass(frozen=True, slots=True)
class OverallLadder:
    """Bots compared by their mean rating over the rulesets that all of them have played."""

    rulesets: tuple[str, ...]
    anchor: str | None  # the bot that is at 0 in all of them; None: the mean of the bots compared is 0
    rows: tuple[OverallRow, ...]
    left_out: tuple[str, ...]  # bots that have neither an interval nor a bound in all of these rulesets
    uncommon: tuple[str, ...]  # rulesets that do not count: not all of the bots have one there


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
    state: str = "running"  # "interrupted", "paused"; "cancelled" and "over" are final
    digest: str | None = None  # of all its games, when it is over


@dataclass(frozen=True, slots=True)
class BotSummary:
    """A bot version that has been entered in a tournament."""

    bot: str
    version: str
    source: str
    tournaments: int
    games: int
    illegal: int = 0  # games lost by ILLEGAL
    timeouts: int = 0  # by TIMEOUT or STALL
    crashes: int = 0  # by DISCONNECT, PROTOCOL, OOM or NO_START


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
    benched: tuple[str, ...] = ()  # a sentence about each bot that has just been benched


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
    order: tuple[str, ...] = ()  # of a Swiss its bots as they were called, in the order that repeats it
    benched: tuple[str, ...] = ()  # names of bots with which matches ended as our fault again and again
    ledger_head: str = ""  # the hash of the ledger's last entry: what was committed up to here
    games_per_second: float = 0.0  # of this run
    slots: int = 0  # matches at a time
    busy: float = 0.0  # share of the slots' time in which they played
