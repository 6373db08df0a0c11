"""The options that say who plays: this machine, or the workers of a cluster."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from shlex import quote
from typing import Final

import typer

from arena.service.cluster.executor import ClusterExecutor
from arena.service.cluster.security import Tls, address_of, need_distributed, tls_of

LOCAL: Final = "local"
DASK: Final = "dask"

TlsFiles = tuple[str | None, str | None, str | None]


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster that was named."""

    scheduler: str
    tls: Tls | None
    images: str

    @contextmanager
    def crew(self, jobs: int | None) -> Iterator[ClusterExecutor]:
        """Its workers, while the block lasts. Raises NoCluster."""
        need_distributed()

        with ClusterExecutor(self.scheduler, self.tls, jobs, self.images) as crew:
            yield crew


def words(cluster: Cluster | None) -> str:
    """The options that name it again; empty for this machine."""
    if cluster is None:
        return ""
    found = ["--executor", DASK, "--scheduler", cluster.scheduler]
    if cluster.tls:
        found += ["--tls-ca", cluster.tls.ca, "--tls-cert", cluster.tls.cert, "--tls-key", cluster.tls.key]
    if cluster.images:
        found += ["--images", cluster.images]
    return f" {' '.join(map(quote, found))}"


def cluster_of(executor: str, scheduler: str | None, tls: TlsFiles, images: str | None) -> Cluster | None:
    """The cluster that these options name; None for this machine. Raises BadParameter, BadSettings."""
    if executor == LOCAL:
        if scheduler or images or any(tls):
            raise typer.BadParameter(f"--scheduler, --images and the --tls files go with --executor {DASK}")
        return None
    if executor != DASK:
        raise typer.BadParameter(f"--executor is {LOCAL} or {DASK}, not {executor}")
    if not scheduler:
        raise typer.BadParameter(f"--executor {DASK} needs --scheduler HOST:PORT")

    files = tls_of(*tls)
    return Cluster(address_of(scheduler, files), files, images or "")
