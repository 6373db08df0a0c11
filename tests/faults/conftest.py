"""The result of an undisturbed tournament."""

import pytest

from tests.faults.coordinated import an_event, make_up, run_to_its_end


@pytest.fixture(scope="module")
def digest(tmp_path_factory: pytest.TempPathFactory) -> str | None:
    """Return the digest of the tournament with made-up matches."""
    folder = tmp_path_factory.mktemp("undisturbed")
    with pytest.MonkeyPatch.context() as monkeypatch, an_event(folder) as undisturbed:
        make_up(undisturbed, monkeypatch)
        return run_to_its_end(undisturbed).event_digest
