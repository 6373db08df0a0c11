"""The options that choose where matches are played: on this machine, or on the workers of a cluster."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from shlex import quote
from typing import Annotated, Final

import typer

from arena.service.cluster.executor import ClusterExecutor
from arena.service.cluster.security import Tls, address_of, need_distributed, tls_of

LOCAL: Final = "local"
DASK: Final = "dask"

TlsCa = Annotated[
    str | None,
    typer.Option(
        "--tls-ca", metavar="FILE", help="The cluster's certificate authority, PEM. Encrypts all connections."
    ),
]
TlsCert = Annotated[
    str | None, typer.Option("--tls-cert", metavar="FILE", help="Our certificate. Needs --tls-key.")
]
TlsKey = Annotated[str | None, typer.Option("--tls-key", metavar="FILE", help="The certificate's key.")]
Images = Annotated[
    str | None,
    typer.Option(
        "--images",
        metavar="PLACE",
        help="Where workers find bots' images: a shared folder, or docker://REGISTRY/NAME.",
    ),
]


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """The options that choose whether a command plays matches here or on a cluster, and on which cluster."""

    executor: Annotated[
        str,
        typer.Option(
            "--executor",
            metavar="EXECUTOR",
            help="local: play on this machine. dask: on a cluster's workers.",
        ),
    ] = LOCAL
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="HOST:PORT of the cluster's scheduler."),
    ] = None
    tls_ca: TlsCa = None
    tls_cert: TlsCert = None
    tls_key: TlsKey = None
    images: Images = None

    def cluster(self) -> "Cluster | None":
        """Return the cluster to play on; None to play on this machine.

        Raise BadParameter for options that contradict each other, BadSettings for an invalid address or TLS
        file.
        """
        tls_files = (self.tls_ca, self.tls_cert, self.tls_key)
        if self.executor == LOCAL:
            if self.scheduler or self.images or any(tls_files):
                raise typer.BadParameter(
                    f"--scheduler, --images and the --tls files go with --executor {DASK}"
                )
            return None
        if self.executor != DASK:
            raise typer.BadParameter(f"--executor is {LOCAL} or {DASK}, not {self.executor}")
        if not self.scheduler:
            raise typer.BadParameter(f"--executor {DASK} needs --scheduler HOST:PORT")
        tls = tls_of(*tls_files)
        return Cluster(address_of(self.scheduler, tls), tls, self.images or "")


@dataclass(frozen=True, slots=True)
class Cluster:
    """The data needed to connect to a cluster."""

    scheduler: str  # its address
    tls: Tls | None  # our TLS files
    images: str  # where workers find images of bots

    def connect(self, jobs: int | None) -> ClusterExecutor:
        """Return an executor that plays up to `jobs` matches at a time on the cluster.

        Raise NoCluster if no scheduler answers, or if Dask is not installed here.
        """
        need_distributed()
        return ClusterExecutor(self.scheduler, self.tls, jobs, self.images)


def connect_to(cluster: Cluster | None, jobs: int | None) -> AbstractContextManager[ClusterExecutor | None]:
    """Return a context manager that yields an executor of the cluster, or None if `cluster` is None."""
    return cluster.connect(jobs) if cluster else nullcontext()


def option_text(cluster: Cluster | None) -> str:
    """Return the command line options that choose this cluster, with a space before them; "" if `cluster` is
    None.
    """
    if cluster is None:
        return ""
    options = ["--executor", DASK, "--scheduler", cluster.scheduler]
    if cluster.tls:
        options += ["--tls-ca", cluster.tls.ca, "--tls-cert", cluster.tls.cert, "--tls-key", cluster.tls.key]
    if cluster.images:
        options += ["--images", cluster.images]
    return f" {' '.join(map(quote, options))}"
