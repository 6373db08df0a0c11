"""Machines are lost while they play a tournament: killed, frozen, cut off; and so is the scheduler.

Four workers, the scheduler and the coordinator have a network namespace each, with their own addresses.
Whatever happens, the event ends with the digest that it has when one machine plays it alone: nothing is lost,
nothing counts twice.
"""

import json
import signal
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arena.service.cluster.compatibility import resources_option
from arena.store.database.store import open_store, sqlite_url
from arena.store.live.status import read_statuses
from tests.cluster.conftest import Alone
from tests.cluster.machines import Machine, need_namespaces, network
from tests.cluster.processes import FIELD, Cluster, Running, cluster, cup, dask, in_order, playing
from tests.conftest import Scale
from tests.figures import figures
from tests.web.waiting import descendants, is_running, of_matches, until

pytestmark = pytest.mark.dear
PORT = 8786
FORM, MATCHES = "double-round-robin", 12  # so many that there is time to lose machines


class Machines:
    """Who works where."""

    def __init__(self, machines: Sequence[Machine], made: Cluster) -> None:
        self.head, self.scheduler_at, *self.places = machines
        self.address = f"tcp://{self.scheduler_at.address}:{PORT}"
        self._made = made
        self.begun = 0
        self.scheduler = self._schedule()
        self.workers = [self.work(place, wait=False) for place in self.places]
        for worker in self.workers:
            worker.until_said("Playing for")

    def _schedule(self) -> Running:
        at = self.scheduler_at
        return self._made.scheduler(at.address, PORT, lease=4, prefix=at.prefix)

    def schedule_again(self) -> None:
        self.scheduler = self._schedule()

    def work(self, place: Machine, wait: bool = True) -> Running:
        self.begun += 1
        return self._made.worker(self.address, f"worker-{self.begun}", place.prefix, wait=wait)


@pytest.mark.fault("F11")
@pytest.mark.fault("F13")
@pytest.mark.timeout(600)
def test_machines_are_lost(tmp_path: Path, alone: Alone, scale: Scale) -> None:
    need_namespaces()
    boards, rounds = scale.pick(quick=2, ci=1, full=40), scale.pick(quick=1, ci=1, full=10)
    expected = alone(boards, FORM)
    with network(6) as net, cluster() as made:
        machines = Machines(net, made)
        for number in range(rounds):
            folder = tmp_path / str(number)
            folder.mkdir()
            words = (cup(folder, boards, form=FORM), *dask(machines.address))
            with playing(folder, *words, prefix=machines.head.prefix) as run:
                killed, frozen, *_ = machines.workers
                run.finished(1)
                killed.kill()
                run.finished(2)
                frozen.signal(signal.SIGSTOP)
                machines.places[2].cut_off()
                run.finished(4)
                machines.scheduler.kill()
                machines.schedule_again()
                machines.workers[0] = machines.work(machines.places[0], wait=False)
                run.finished(7)
                frozen.signal(signal.SIGCONT)
                machines.places[2].join()
                result = run.result()
            assert result["event_digest"] == expected
            in_order(folder, MATCHES * boards * 2)
            for worker in machines.workers:
                worker.until_said("Playing for", 2 if worker is not machines.workers[0] else 1)
                worker.lines.clear() if number + 1 < rounds else None
    figures("cluster: machines lost", rounds=rounds, lost=0, doubled=0)


@pytest.mark.full
@pytest.mark.timeout(300)
def test_ctrl_c_ends_the_matches_of_workers_and_the_line_that_is_printed_resumes(
    tmp_path: Path, alone: Alone
) -> None:
    with cluster() as made:
        scheduler = made.scheduler("127.0.0.1", 0)
        address = scheduler.lines[0].split()[2]
        worker = made.worker(address, "worker-1", slots=2)
        with playing(tmp_path, cup(tmp_path, 1), *dask(address)) as run:
            run.finished(2)
            until(lambda: _seen(tmp_path) == {"worker-1"})
            run.running.signal(signal.SIGINT)
            assert run.running.process.wait(60) == 130
            until(lambda: not [pid for pid in of_matches(worker.pid) if is_running(pid)])
        words = ("arena", "run", "--resume", "1", *dask(address), "--db", str(tmp_path / "arena.db"))
        assert run.running.lines[-1].endswith(" ".join(words))
        assert _seen(tmp_path) == set()
        with playing(tmp_path, "--resume", "1", *dask(address)) as run:
            assert run.result()["event_digest"] == alone(1)
    in_order(tmp_path, 6 * 2)


@pytest.mark.full
@pytest.mark.timeout(300)
def test_a_killed_run_leaves_no_process(tmp_path: Path) -> None:
    with cluster() as made:
        scheduler = made.scheduler("127.0.0.1", 0)
        address = scheduler.lines[0].split()[2]
        made.worker(address, "worker-1", slots=2)
        with playing(tmp_path, cup(tmp_path, 1), *dask(address)) as run:
            run.finished(1)
            started = list(descendants(run.running.pid))
            assert started
            run.running.kill()
            until(lambda: not any(map(is_running, started)))


@pytest.mark.full
@pytest.mark.timeout(120)
def test_while_the_scheduler_is_gone_a_run_says_just_that_and_can_be_interrupted(tmp_path: Path) -> None:
    with cluster() as made:
        scheduler = made.scheduler("127.0.0.1", 0)
        address = scheduler.lines[0].split()[2]
        made.worker(address, "worker-1")
        with playing(tmp_path, cup(tmp_path, 1), *dask(address), "--log-format", "json") as run:
            run.running.until_said('"match finished"')
            scheduler.kill()
            run.running.until_said(f"the scheduler at {address} does not answer")
            logged = [*run.running.lines]
            run.running.signal(signal.SIGINT)
            assert run.running.process.wait(60) == 130
            assert "--resume 1" in run.running.lines[-1]
    assert all(json.loads(line)["logger"].startswith("arena.") for line in logged)


@pytest.mark.full
@pytest.mark.timeout(120)
def test_what_a_killed_worker_left_goes_when_the_next_one_starts(short_path: Path) -> None:
    there = ("env", f"TMPDIR={short_path}")
    with cluster() as made:
        address = made.scheduler("127.0.0.1", 0).lines[0].split()[2]
        made.worker(address, "killed", there).kill()
        left = {*short_path.iterdir()}
        made.worker(address, "next", there)
        assert left
        assert not left & {*short_path.iterdir()}
    assert not [*short_path.iterdir()]


def _seen(folder: Path) -> set[str]:
    with open_store(sqlite_url(folder / "arena.db")) as store, store.reading() as tx:
        statuses = read_statuses(tx, datetime.now(UTC) - timedelta(seconds=30))
    return {worker.name for status in statuses for worker in status.workers}


@pytest.mark.full
@pytest.mark.timeout(300)
def test_a_worker_that_dask_itself_starts_plays(tmp_path: Path) -> None:
    """As under SLURM."""
    with cluster() as made:
        scheduler = made.scheduler("127.0.0.1", 0)
        address = scheduler.lines[0].split()[2]
        command = (sys.executable, "-m", "dask", "worker", address, "--nthreads", "2", "--no-nanny")
        made.begin((*command, "--no-dashboard", "--resources", resources_option(slots=2)), "Registered to")
        with playing(tmp_path, cup(tmp_path, 1, FIELD[:2]), *dask(address)) as run:
            assert run.result()["games"] == 2
