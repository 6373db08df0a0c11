"""A bot that reads no message is judged, even before it can be asked."""

from dataclasses import replace

import pytest

from arena.record.match import Limits, Verdict
from arena.referee.run import run_match
from tests.hostile.test_attacks import against_an_honest_bot, attacker
from tests.referee.matches import verdicts


@pytest.mark.dear
def test_a_read_stall_before_the_first_question_is_judged() -> None:
    """The first message, which it does not read, has no question yet."""
    spec = replace(against_an_honest_bot(attacker("no_room")), limits=Limits(in_flight=2, start_ms=3_000))
    late = replace(spec.bots[1], command=("sh", "-c", "sleep 1; exec python bot.py"))
    record = run_match(replace(spec, bots=(spec.bots[0], late)))
    assert Verdict.TIMEOUT in verdicts(record, 0)
    assert verdicts(record, 0) <= {Verdict.TIMEOUT, Verdict.NO_START}
    assert verdicts(record, 1) == {Verdict.OK}
    assert record.faults[0].detail == "it took no message for 3 s"
