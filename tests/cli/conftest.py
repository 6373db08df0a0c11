"""Commands are tested as somebody types them who has `arena` on the path."""

import pytest


@pytest.fixture(autouse=True)
def _typed_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """`uv run` leaves a trace, after which every line that can be copied begins with it."""
    monkeypatch.delenv("UV_RUN_RECURSION_DEPTH", raising=False)
