"""`arena referee`: play tournaments and test uploads for a site that has no Docker access."""

from contextlib import nullcontext
from typing import Annotated

import typer

from arena.cli.cluster_options import ClusterOptions
from arena.cli.lazy import examples
from arena.cli.logging_options import LogFormat, ServiceMetrics, serve_metrics, set_log_format
from arena.cli.options import AllowBuilds, BoardsPerMatch, Database, Jobs, RulesetNames, ServiceRunner
from arena.cli.output import print_remark
from arena.service.database import database_url, open_database
from arena.service.ladder_service.loop import run_ladder_service, wait_for_signal
from arena.service.ladder_service.matchmaking import LadderSettings
from arena.service.rulesets import LADDER_RULESETS
from arena.service.tournaments.setup.settings import check_runner, playable
from arena.service.workers import start_workers


@examples(
    "arena referee",
    "arena referee --ruleset mau-mau --ruleset detailed --boards 25",
    "arena referee --no-ladder",
    "arena referee --executor dask --scheduler 10.0.0.1",
)
def referee(  # noqa: PLR0913 - options
    ladder: Annotated[
        bool, typer.Option("--ladder/--no-ladder", help="Enter new bots in tournaments automatically.")
    ] = True,
    takes_bots: Annotated[
        bool, typer.Option("--submit/--no-submit", help="Test the bots that the site received.")
    ] = True,
    ruleset: RulesetNames = None,
    boards: Annotated[int, BoardsPerMatch] = 10,
    runner: ServiceRunner = "docker",
    allow_builds: AllowBuilds = False,
    jobs: Jobs = None,
    *,
    cluster_options: ClusterOptions,
    db: Database = None,
    log_format: LogFormat = None,
    metrics: ServiceMetrics = None,
) -> None:
    """Play and test bots for a site without Docker access.

    Tests the bots that `arena serve --no-referee` received and keeps the ladder going: the example bots play
    a first tournament, then every new bot or version meets the others. Ctrl-C stops cleanly; unfinished
    matches continue at the next start.
    """
    set_log_format(log_format)
    check_runner(runner)
    state = LadderSettings(tuple(ruleset or LADDER_RULESETS), boards, runner)
    for name in state.rulesets:
        playable(name, 2)
    cluster = cluster_options.cluster()
    connect = (lambda: cluster.connect(jobs)) if cluster else nullcontext
    with (
        open_database(db) as store,
        serve_metrics(store, metrics),
        start_workers(database_url(db), runner, allow_builds, takes_bots, jobs or 1, state.rulesets),
    ):
        print_remark("The referee is running  (Ctrl-C stops it)")
        if ladder:
            run_ladder_service(store, state, print_remark, jobs, connect)
        else:
            wait_for_signal()
