"""The fault records of a bot: the crash reason in its output."""

import pytest

from arena.record.match import Verdict
from arena.referee.faults import DetectedFault, crash_reason, fault_records
from arena.sandbox.protocol import Exit

PYTHON = b"""noise: KeyError: before
Traceback (most recent call last):
  File "bot.py", line 3, in choose
    return view.hnad
AttributeError: 'View' object has no attribute 'hnad'
The view that the bot got:
mau-mau@1, deal 0
"""

HNAD = "AttributeError: 'View' object has no attribute 'hnad'"
SYNTAX = b"""  File "bot.py", line 1
    (
    ^
SyntaxError: '(' was never closed
"""
JAVA = "java.lang.IllegalStateException: oh"


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (PYTHON, HNAD),
        (PYTHON + PYTHON.replace(b"hnad", b"hadn"), HNAD.replace("hnad", "hadn")),
        (SYNTAX, "SyntaxError: '(' was never closed"),
        (b"Traceback (most recent call last):\n  File\nBoom\n", "Boom"),
        (b"panic: index out of range\n\ngoroutine 1:", "panic: index out of range"),
        (b"thread 'main' panicked at src/main.rs:3:5:\nno\n", "thread 'main' panicked at src/main.rs:3:5:"),
        (b'Exception in thread "main" ' + JAVA.encode() + b"\n\tat Bot", JAVA),
        (b"maumau::NotAllowed: choose returned x\n", "maumau::NotAllowed: choose returned x"),
        (b"I think about an Error: none\nbye\n", ""),
        (b"", ""),
        (b"KeyError: " + b"x" * 900, "KeyError: " + "x" * 190),
        (b"a." * 9_000 + b"Errors", ""),
    ],
)  # fmt: skip
def test_crash_reason(output: bytes, reason: str) -> None:
    assert crash_reason(output) == reason


@pytest.mark.parametrize(
    ("verdict", "exit", "detail"),
    [
        (Verdict.DISCONNECT, Exit(1), f"crashed: {HNAD}"),
        (Verdict.DISCONNECT, None, f"crashed: {HNAD}"),
        (Verdict.DISCONNECT, Exit(0), "the bot left"),
        (Verdict.NO_START, Exit(1), f"crashed before it said Hello: {HNAD}"),
        (Verdict.TIMEOUT, Exit(1), "the bot left"),
    ],
)  # fmt: skip
def test_only_an_exit_with_an_error_is_a_crash(verdict: Verdict, exit: Exit | None, detail: str) -> None:
    (record,) = fault_records([DetectedFault(verdict, "the bot left")], 0, 0, exit, PYTHON)
    assert (record.verdict, record.detail) == (verdict, detail)
