"""The conversations that the SDKs of other languages replay are what is said today."""

import pytest

from tests.sdk.conversations import FILE, recorded


@pytest.mark.dear
def test_the_recorded_conversations_are_current() -> None:
    assert FILE.read_text() == recorded(), "uv run python -m tests.sdk.conversations --write"
