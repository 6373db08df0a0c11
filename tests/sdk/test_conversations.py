"""The recorded conversations for the other SDKs are current."""

import pytest

from tests.sdk.conversations import FILE, recorded


@pytest.mark.dear
def test_recorded_conversations_are_current() -> None:
    assert FILE.read_text() == recorded(), "uv run python -m tests.sdk.conversations --write"
