"""`arena serve`: the web site."""

from contextlib import nullcontext
from typing import Annotated

import typer

from arena.cli.finish import command_line
from arena.cli.lazy import examples
from arena.cli.logging_options import LogFormat, ServiceMetrics, serve_metrics, set_log_format
from arena.cli.options import AllowBuilds, Database, ServiceRunner
from arena.cli.output import print_remark
from arena.service.database import database_url, open_database
from arena.service.tournaments.setup.settings import check_runner
from arena.service.workers import start_workers
from arena.store.ladder.cached_ladders import has_at_most
from arena.web.guards.proxies import parse_proxies
from arena.web.http.serve import address_of, listen, parse_address
from arena.web.http.serve import serve as answer
from arena.web.site import Settings, Site


@examples(
    "arena serve",
    "arena serve --port 9000 --open",
    "arena serve --log-format json --metrics 9464",
    "arena serve --no-referee      # `arena referee` tests bots, analyses games",
    "arena serve --host 0.0.0.0 --url https://arena.example.org",
    "arena serve --host 10.0.0.2 --trusted-proxies 10.0.0.1",
)
def serve(  # noqa: PLR0913 - options
    host: Annotated[str, typer.Option("--host", metavar="HOST", help="Address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="PORT", min=0, help="Port; 0 for any free one.")
    ] = 8000,
    url: Annotated[
        str | None,
        typer.Option("--url", metavar="URL", help="The site's address behind a proxy. Default: host, port."),
    ] = None,
    trusted_proxies: Annotated[
        str,
        typer.Option(
            "--trusted-proxies",
            metavar="LIST",
            envvar="ARENA_TRUSTED_PROXIES",
            help="Proxies that may name visitors: addresses, networks or 'gateway', comma-separated.",
        ),
    ] = "127.0.0.1,::1",
    db: Database = None,
    takes_bots: Annotated[
        bool, typer.Option("--submit/--no-submit", help="Let token holders submit bots.")
    ] = True,
    runner: ServiceRunner = "docker",
    allow_builds: AllowBuilds = False,
    referee: Annotated[
        bool,
        typer.Option(
            "--referee/--no-referee",
            help="Test bots, analyse games and refresh caches here, or leave it to a referee.",
        ),
    ] = True,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", metavar="N", min=1, help="Submitted bots tested at a time.")
    ] = 1,
    licence: Annotated[
        str, typer.Option("--licence", metavar="TEXT", help="Licence of the games at /data.")
    ] = "",
    log_format: LogFormat = None,
    metrics: ServiceMetrics = None,
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open the site in a browser.")] = False,
) -> None:
    """Serve the web site: ladder, replays, bot submission.

    The site shows what is in the database, also while `arena run` adds to it. Submitted bots are tested in a
    separate process. Ctrl-C stops it.
    """

    def ready() -> None:
        print_remark(f"Serving at {address}  (Ctrl-C stops it)")
        if is_empty:
            command = command_line("run builtin:random builtin:greedy builtin:counting", db)
            print_remark(f"To play a first tournament: {command}")
        if open_:
            typer.launch(address)

    set_log_format(log_format)
    check_runner(runner)
    named = "" if url is None else parse_address(url)
    proxies = parse_proxies(trusted_proxies)
    with open_database(db) as store, listen(host, port) as listening:
        address = named or address_of(listening)
        with store.reading() as tx:
            is_empty = has_at_most(tx, 0)
        settings = Settings(address, (host,), takes_bots, allow_builds, runner, proxies, licence)
        workers = start_workers(database_url(db), runner, allow_builds, takes_bots, jobs)
        with workers if referee else nullcontext(), serve_metrics(store, metrics):
            answer(Site(store, settings), listening, ready)
