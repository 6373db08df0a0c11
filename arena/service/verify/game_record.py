"""Compute a game's record from its log, to compare it with database rows or a cluster worker's record."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import isfinite
from typing import Final

from arena.record.format import BotName
from arena.record.match import BLAMELESS, BotSpec, GameRecord, MatchSpec, SeatRecord, Verdict, bot_on
from arena.record.verify_fast import LogContents
from arena.referee.match.outcome import NO_START, VOID, score, unplayed_game
from arena.rules import game_for, ruleset_named

CHARGED_UNANSWERED: Final = (Verdict.TIMEOUT, Verdict.ILLEGAL, Verdict.RESIGN)
SUM_SLACK_MS: Final = 1e-6  # per decision: sums are added in another order

Slack = Callable[[float], float]  # a seat's time in ms -> the error in ms that is allowed per decision


def difference_from_spec(spec: MatchSpec, log: LogContents) -> str:
    """Return the name of the first part of a log that differs from `spec`, such as "cards"; else ""."""
    place = log.header.board - spec.first_board
    if place not in range(len(spec.secrets)) or log.header.rotation not in range(spec.rotations):
        return "board"
    seats = range(len(spec.bots))
    table = [spec.bots[bot_on(seat, log.header.rotation, len(seats))] for seat in seats]
    ruleset = game_for(ruleset_named(spec.ruleset, spec.rules), len(seats)).ruleset
    expected = {
        "ruleset": (log.header.ruleset, ruleset.key),
        "house rules": (log.header.rules, spec.rules),
        "bots": (_names(log.header.bots), _names(table)),
        "cards": (log.footer.secret, spec.secrets[place]),
    }
    return next((name for name, (in_log, in_spec) in expected.items() if in_log != in_spec), "")


def _names(bots: Iterable[BotName | BotSpec]) -> list[tuple[str, str]]:
    return [(bot.name, bot.version) for bot in bots]


def expected_played_game(
    log: LogContents, stored_record: GameRecord | None, slack: Slack = lambda ms: SUM_SLACK_MS
) -> GameRecord:
    """Compute the record that a game must have, from its log.

    Times and numbers of decisions are taken from `stored_record` if the log allows these values.

    `stored_record`: the record to check; None if it is missing. `slack`: a function that takes a seat's total
    time in ms, and returns the allowed error in ms per decision.
    """
    seats = range(len(log.header.bots))
    return GameRecord(
        id=log.header.game,
        board=log.header.board,
        rotation=log.header.rotation,
        seats=tuple(
            SeatRecord(
                bot=bot_on(seat, log.header.rotation, len(seats)),
                place=log.footer.places[seat],
                points=log.footer.points[seat],
                score=score(log.footer.places[seat], log.footer.places),
                verdict=Verdict(log.verdicts[seat]),
                decisions=_decisions(log, seat, stored_record),
                time_ms=_time_ms(log, seat, stored_record, slack),
            )
            for seat in seats
        ),
        termination=log.footer.termination,
        plies=log.plies,
        game_digest=log.footer.game_digest,
        log_digest=log.footer.log_digest,
        log="",
    )


def _claimed_seat(stored_record: GameRecord | None, seat: int) -> SeatRecord | None:
    return stored_record.seats[seat] if stored_record and seat < len(stored_record.seats) else None


def _decisions(log: LogContents, seat: int, stored_record: GameRecord | None) -> int:
    answers, claim = log.answers[seat], _claimed_seat(stored_record, seat)
    ended_early = any(verdict != Verdict.OK for verdict in log.verdicts)
    if claim and answers <= claim.decisions <= answers + ended_early:
        return claim.decisions
    return answers


def _time_ms(log: LogContents, seat: int, stored_record: GameRecord | None, slack: Slack) -> float:
    claim = _claimed_seat(stored_record, seat)
    if claim and isfinite(claim.time_ms):
        more, allowed = claim.time_ms - log.ms[seat], slack(claim.time_ms) * (log.answers[seat] + 1)
        if -allowed <= more and (more <= allowed or log.verdicts[seat] in CHARGED_UNANSWERED):
            return claim.time_ms
    return round(log.ms[seat], 3)


def expected_unplayed_game(stored_record: GameRecord) -> GameRecord:
    """Return the record that a game without a log must have: void, or not started.

    `stored_record`: the record to check. Its verdicts are trusted, because no log proves which bots were
    absent. Absent bots have the last places.
    """
    verdicts = [seat.verdict for seat in stored_record.seats]
    if stored_record.termination == VOID:
        absent = dict.fromkeys(range(len(verdicts)), Verdict.VOID)
    else:
        absent = {seat: verdict for seat, verdict in enumerate(verdicts) if verdict not in BLAMELESS}
    termination = VOID if stored_record.termination == VOID else NO_START
    expected = unplayed_game(stored_record.board, stored_record.rotation, len(verdicts), absent, termination)
    return replace(expected, id=stored_record.id)
