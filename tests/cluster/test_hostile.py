"""What workers deliver that are not ours any more: nothing of it counts, and nothing of it is run."""

import sys
from pathlib import Path

import pytest

from tests.cluster.conftest import Alone
from tests.cluster.hostile_worker import KINDS
from tests.cluster.processes import cluster, cup, dask, in_order, playing
from tests.figures import figures

pytestmark = pytest.mark.dear
BOARDS = 1
GAMES = 6 * BOARDS * 2


@pytest.mark.fault("F12")
@pytest.mark.timeout(400)
@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("kinds", [("bomb", "error", "forged"), ("replayed", "damaged", "pickled")])
def test_a_hostile_worker_changes_nothing(kinds: tuple[str, ...], tmp_path: Path, alone: Alone) -> None:
    expected = alone(BOARDS)
    with cluster() as made:
        scheduler = made.scheduler("127.0.0.1", 0)
        address = scheduler.lines[0].split()[2]
        command = (sys.executable, "-m", "tests.cluster.hostile_worker")
        hostile = {kind: made.begin((*command, kind, address, str(tmp_path))) for kind in kinds}
        for worker in hostile.values():
            worker.until_said("Playing for")
        made.worker(address, "honest")
        with playing(tmp_path, cup(tmp_path, BOARDS), *dask(address)) as run:
            result = run.result()
    assert result["event_digest"] == expected
    in_order(tmp_path, GAMES)
    assert all((tmp_path / f"did-{kind}").exists() for kind in kinds)
    exploded = {path.name.partition("-")[2] for path in tmp_path.glob("exploded-*")}
    assert exploded <= {str(worker.pid) for worker in hostile.values()}  # nowhere but where they were made
    figures("cluster: hostile workers", tried=len(kinds), accepted=0)


def test_all_kinds_are_tried() -> None:
    """One that is added is to be tried too."""
    tried = {
        kind
        for mark in test_a_hostile_worker_changes_nothing.pytestmark  # type: ignore[attr-defined]  # pytest's
        if mark.name == "parametrize"
        for kinds in mark.args[1]
        for kind in kinds
    }
    assert tried == {*KINDS}
