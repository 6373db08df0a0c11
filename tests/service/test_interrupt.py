"""Signals as wishes to end."""

import signal
from threading import Event

import pytest

from arena.service.common.processes import interruptions


def test_the_first_is_a_wish_and_the_second_is_heard_at_once() -> None:
    wanted = Event()
    with interruptions(wanted):
        signal.raise_signal(signal.SIGTERM)
        assert wanted.is_set()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_who_was_told_to_end_otherwise_is_not_cut_short_by_the_first_signal() -> None:
    wanted = Event()
    with interruptions(wanted):
        wanted.set()
        signal.raise_signal(signal.SIGTERM)
