"""`arena referee`: what plays where the site runs without, in another container say."""

from contextlib import nullcontext
from typing import Annotated

import typer

from arena.cli.cluster_options import cluster_of
from arena.cli.lazy import examples
from arena.cli.logging_options import LogFormat, ServiceMetrics, log_as, measured
from arena.cli.options import (
    Database,
    ExecutorName,
    Images,
    Jobs,
    Scheduler,
    TlsCa,
    TlsCert,
    TlsKey,
)
from arena.cli.output import remark
from arena.service.database import database_url, open_database
from arena.service.ladder_service.loop import idle, on_duty
from arena.service.ladder_service.matchmaking import LadderState
from arena.service.rulesets import LADDER_RULESETS
from arena.service.tournaments.setup.settings import check_runner, playable
from arena.web.http.workers import trying


@examples(
    "arena referee",
    "arena referee --ruleset mau-mau --ruleset detailed --boards 25",
    "arena referee --no-ladder",
    "arena referee --executor dask --scheduler 10.0.0.1",
)
def referee(  # noqa: PLR0913 - one parameter for each option
    ladder: Annotated[
        bool,
        typer.Option("--ladder/--no-ladder", help="Whether new bots are entered in tournaments by itself."),
    ] = True,
    takes_bots: Annotated[
        bool, typer.Option("--submit/--no-submit", help="Whether bots that the site was sent are tried.")
    ] = True,
    ruleset: Annotated[
        list[str] | None,
        typer.Option(
            "--ruleset", "-r", metavar="RULESET", help="Of the ladder; repeat it. Default: mau-mau."
        ),
    ] = None,
    boards: Annotated[
        int,
        typer.Option(
            "--boards", "-n", metavar="N", min=1, help="Boards a match, each played in every seating."
        ),
    ] = 10,
    runner: Annotated[
        str,
        typer.Option(
            "--runner",
            metavar="RUNNER",
            help="What bots run in. process: as plain processes, which protects nothing.",
        ),
    ] = "docker",
    allow_builds: Annotated[
        bool, typer.Option("--allow-builds", help="Build Dockerfiles that are submitted, on this machine.")
    ] = False,
    jobs: Jobs = None,
    executor: ExecutorName = "local",
    scheduler: Scheduler = None,
    tls_ca: TlsCa = None,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    images: Images = None,
    db: Database = None,
    log_format: LogFormat = None,
    metrics: ServiceMetrics = None,
) -> None:
    """Play and test bots for a site without Docker access.

    Where nothing was played yet the example bots play a first tournament. From then on every bot that is
    registered, and every new version, meets those that are there. Ctrl-C ends it cleanly; what was under way
    goes on at the next start.
    """
    log_as(log_format)
    check_runner(runner)
    wanted = LadderState(tuple(ruleset or LADDER_RULESETS), boards, runner)
    for name in wanted.rulesets:
        playable(name, 2)
    cluster = cluster_of(executor, scheduler, (tls_ca, tls_cert, tls_key), images)
    crew = (lambda: cluster.crew(jobs)) if cluster else nullcontext
    with (
        open_database(db) as store,
        measured(store, metrics),
        trying(runner, allow_builds, database_url(db), takes_bots),
    ):
        remark("The referee is on duty  (Ctrl-C ends it)")
        if ladder:
            on_duty(store, wanted, remark, jobs, crew)
        else:
            idle()
