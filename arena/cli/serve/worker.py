"""`arena worker` and `arena scheduler`: the machines of a cluster."""

import os
from typing import Annotated

import typer

from arena.cli.cluster_options import Images, TlsCa, TlsCert, TlsKey
from arena.cli.lazy import examples
from arena.cli.options import Runner
from arena.cli.output import print_remark
from arena.cli.serve.doctor import raise_if_failed, result_lines
from arena.service.admin.doctor.checks import WORKER_PARTS, run_checks
from arena.service.cluster.images import PLACE
from arena.service.cluster.scheduler import LEASE_S, run_scheduler
from arena.service.cluster.security import PORT, address_of, need_distributed, tls_of
from arena.service.cluster.worker import WorkerSettings, run_worker
from arena.service.common.text import MAX_PORT
from arena.service.tournaments.play.executor import default_jobs


@examples(
    "arena worker --scheduler 10.0.0.1",
    "arena worker --scheduler 10.0.0.1 --runner docker --images /mnt/images",
    "arena worker --scheduler 10.0.0.1 --slots 4 --tls-ca ca.pem \\",
    "    --tls-cert me.pem --tls-key me.key",
)
def worker(  # noqa: PLR0913 - options
    scheduler: Annotated[
        str, typer.Option("--scheduler", metavar="ADDRESS", help="HOST:PORT of the cluster's scheduler.")
    ],
    slots: Annotated[
        int | None,
        typer.Option("--slots", metavar="N", min=1, help="Matches at a time. Default: a third of the cores."),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help="The worker's name. Default: by machine and process."),
    ] = None,
    host: Annotated[
        str | None,
        typer.Option("--host", metavar="HOST", help="This machine's address, as the scheduler reaches it."),
    ] = None,
    runner: Runner = None,
    images: Images = None,
    tls_ca: TlsCa = None,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
) -> None:
    """Play matches for a cluster.

    Plays the matches of every `arena run --executor dask` that uses the same scheduler and the same arena
    version. First the checks of `arena doctor` run, and problems are printed. A worker waits while the
    scheduler is away. Ctrl-C stops the worker; other workers then play its unfinished matches.
    """
    need_distributed()
    tls = tls_of(tls_ca, tls_cert, tls_key)
    address = address_of(scheduler, tls)
    _check_machine(runner)
    if images:
        os.environ[PLACE] = images
    run_worker(WorkerSettings(address, slots or default_jobs(2), tls, name or "", host or ""), print_remark)


def _check_machine(runner: str | None) -> None:
    """Run the checks of `arena doctor` that concern a worker, and print problems. Raise Exit if a check
    failed.
    """
    findings = []
    for finding in run_checks(runner=runner, parts=WORKER_PARTS):
        findings.append(finding)
        if finding.to_do:
            for text in result_lines(finding):
                print_remark(text)
    raise_if_failed(findings)


@examples(
    "arena scheduler --host 10.0.0.1",
    "arena scheduler --host 10.0.0.1 --tls-ca ca.pem \\",
    "    --tls-cert me.pem --tls-key me.key",
)
def scheduler(
    host: Annotated[
        str, typer.Option("--host", metavar="HOST", help="Address to listen at, in a private network.")
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option("--port", metavar="PORT", min=0, max=MAX_PORT, help="Port; 0 for any free one."),
    ] = PORT,
    lease: Annotated[
        float,
        typer.Option(
            "--lease",
            metavar="SECONDS",
            min=1,
            help="Give a worker's matches to others after this long without a sign of life.",
        ),
    ] = LEASE_S,
    tls_ca: TlsCa = None,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
) -> None:
    """Hand out matches to a cluster's workers.

    The scheduler stores nothing and can be restarted. Anyone who reaches it can run programs on all workers:
    on a shared network, use the --tls files; then clients without a certificate are refused.
    """
    tls = tls_of(tls_ca, tls_cert, tls_key)
    if tls is None and host not in ("127.0.0.1", "localhost", "::1"):
        print_remark(
            "Warning: without the --tls files, anyone who reaches this address can run programs here."
        )
    run_scheduler(host, port, tls, lease, print_remark)
