"""Options and fixtures for all tests: `--scale`, the number of workers, Docker, PostgreSQL, rule ids."""

import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from shutil import disk_usage
from typing import TYPE_CHECKING, Final, Literal, TypeVar

import pytest

from tests.figures import figures
from tests.project import docstrings

if TYPE_CHECKING:
    from docker import APIClient
    from xdist.remote import Producer

    from tests.postgres.server import Server
    from tests.project.shares import Shares

ScaleName = Literal["quick", "ci", "full"]
T = TypeVar("T")

EXAMPLES: dict[ScaleName, int] = {"quick": 6, "ci": 24, "full": 4_000}
RULE_IDS: pytest.StashKey[set[str]] = pytest.StashKey()
MAX_WORKERS = 8
STAND_IN: Final = "tests.factories.stand_in"  # see the fixture `stand_in`

# Tests start hundreds of processes; without cached bytecode each would compile its imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# A person's bot plays in this process, and gRPC would print that the referee hung up.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
# Keep the databases of tests in memory if there is room for three runs: a disk takes 2 ms for each commit.
MEMORY = Path("/dev/shm")
MIN_MEMORY = 8 << 30
if MEMORY.is_dir() and disk_usage(MEMORY).free > MIN_MEMORY and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@dataclass(frozen=True, slots=True)
class Scale:
    """The amount of testing: quick for every edit, ci for every merge, full for published figures."""

    name: ScaleName

    def pick(self, *, quick: T, ci: T, full: T) -> T:
        """Return the value for the current scale."""
        values: dict[ScaleName, T] = {"quick": quick, "ci": ci, "full": full}
        return values[self.name]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--scale", choices=list(EXAMPLES), default="quick", help="how much to test")
    parser.addoption(
        "--database", choices=["sqlite", "postgresql"], default="sqlite", help="the database of the tests"
    )
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files")
    parser.addoption("--rule-ids-to", type=Path, help="write the rule ids that tests carry to this file")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run files in parallel unless the command line says otherwise (`-n 0`: in this process)."""
    options = config.option
    if "numprocesses" not in options or hasattr(config, "workerinput"):
        return  # no xdist, or a worker process
    if options.numprocesses is None and not options.tx:
        options.numprocesses = _workers() if _can_be_shared(config) else 0
        options.maxprocesses = options.maxprocesses or MAX_WORKERS
    if options.dist == "no":
        options.dist = "loadfile"
    options.loadscopereorder = False


def _workers() -> int:
    """Return one worker more than there are processors, because tests often wait."""
    return len(os.sched_getaffinity(0)) + 1


def _can_be_shared(config: pytest.Config) -> bool:
    """True if there are several files to run, and nobody wants to watch or debug them."""
    files = {argument.partition("::")[0] for argument in config.args}
    one_file = len(files) == 1 and files.pop().endswith(".py")
    return not (one_file or config.option.capture == "no" or config.option.trace)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: "Producer") -> "Shares | None":
    from tests.project.shares import Shares

    return Shares(config, log) if config.option.dist == "loadfile" else None


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(docstrings)
    if hasattr(config, "workerinput") or not getattr(config.option, "tx", None):  # tests run in this process
        _set_examples(config.getoption("--scale"))
        if config.getoption("--database") == "postgresql":
            from tests.postgres.instead import install

            install(config)


def _set_examples(scale: ScaleName) -> None:
    """Load the hypothesis profile of a scale. Only `full` is random; none has a database or deadline.

    At the other scales examples do not contain constants of the imported modules: reading them takes two
    seconds, and examples would depend on what else runs in the process.
    """
    from hypothesis import HealthCheck, settings
    from hypothesis.internal.conjecture import providers

    for name, examples in EXAMPLES.items():
        settings.register_profile(
            name,
            max_examples=examples,
            derandomize=name != "full",
            database=None,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow],
        )
    settings.load_profile(scale)
    if scale != "full":
        nothing = providers._local_constants
        pytest.MonkeyPatch().setattr(providers, "_get_local_constants", lambda: nothing)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Ignore every file that is not named test_*: example bots must not be imported."""
    if collection_path.suffix == ".py" and not collection_path.name.startswith("test_"):
        return True
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Collect the rule ids of all tests, deselect slow ones at scale quick, and sort slow ones first."""
    ids = config.stash.setdefault(RULE_IDS, set())
    ids.update(rule for item in items for mark in item.iter_markers("rule") for rule in mark.args)
    if target := config.getoption("--rule-ids-to"):
        target.write_text("\n".join(sorted(ids)))
    left_out = {"quick": ("dear", "full"), "ci": ("full",), "full": ()}[config.getoption("--scale")]
    _deselect(config, {item for item in items if any(map(item.get_closest_marker, left_out))}, items)
    if hasattr(config, "workerinput"):
        from tests.project.shares import turn

        items.sort(key=lambda item: turn(item.nodeid))


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Generator[None, None, None]:
    """Take a sample of a test's cases at scales quick and ci, unless one is named on the command line."""
    yield
    config, cases = metafunc.config, metafunc._calls
    scale, named = config.getoption("--scale"), any("[" in argument for argument in config.args)
    sampled_at_ci = metafunc.definition.get_closest_marker("ci_one_in")
    if not cases or named or not (scale == "quick" or (scale == "ci" and sampled_at_ci)):
        return
    ids = config.stash.setdefault(RULE_IDS, set())
    ids.update(rule for case in cases for mark in case.marks if mark.name == "rule" for rule in mark.args)
    if scale == "ci" and sampled_at_ci:
        metafunc._calls = cases[:: sampled_at_ci.args[0]]
        return
    tried = [case for case in cases if all(mark.name != "dear" for mark in case.marks)] or cases
    sampled_at_quick = metafunc.definition.get_closest_marker("one_in")
    metafunc._calls = tried[:: sampled_at_quick.args[0] if sampled_at_quick else len(tried)]


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Exclude collected tests from garbage collection: they live to the end."""
    gc.disable()
    if session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        _begin_elsewhere(session.config)
    done = yield
    gc.freeze()
    gc.enable()
    return done


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Record which faults were caused, and which the platform survived."""
    report = yield
    if report.when == "call" or report.failed:
        for mark in item.iter_markers("fault"):
            figures(f"fault {mark.args[0]}", survived=int(report.passed), tried=1)
    return report


def _begin_elsewhere(config: pytest.Config) -> None:
    """Import all tests, each worker from another start, so that they compile different files."""
    if worker := getattr(config, "workerinput", None):
        files = sorted(config.rootpath.glob("tests/*/test_*.py"))
        start = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        for file in files[start:] if start else ():
            with suppress(Exception, pytest.skip.Exception):  # reported when it is collected
                import_module(f"tests.{file.parent.name}.{file.stem}")


def _deselect(config: pytest.Config, left_out: set[pytest.Item], items: list[pytest.Item]) -> None:
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def scale(request: pytest.FixtureRequest) -> Scale:
    """The current scale: `scale.name`, `scale.pick(quick=…, ci=…, full=…)`."""
    return Scale(request.config.getoption("--scale"))


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A new folder with a path short enough for a socket, unlike `tmp_path`."""
    with tempfile.TemporaryDirectory(prefix="t-", dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture
def new_fork_server() -> Iterator[None]:
    """Start a fork server with this test's environment, and end it after the test."""
    from arena.sandbox.fork_server import fork_server

    fork_server.end()
    yield
    fork_server.end()


@pytest.fixture
def stand_in(new_fork_server: None, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Replace match processes by a shell script."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    monkeypatch.setattr("arena.referee.run.MATCH", STAND_IN)
    return lambda script: monkeypatch.setenv("STAND_IN", script)


@pytest.fixture
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyse games quickly, for tests that hold for any number of playouts."""
    monkeypatch.setattr("arena.analysis.game.number_of_playouts", lambda plies: 8)


@pytest.fixture(scope="session")
def engine() -> "Iterator[APIClient]":
    """The Docker engine. Skips the test if none answers; the gate starts one."""
    from arena.sandbox.docker.engine import NoEngine, connect

    if sys.platform != "linux":
        pytest.skip("containers are tested on Linux, where the engine sees the same files")
    try:
        api = connect(120)  # for a busy machine
    except NoEngine as reason:
        pytest.skip(str(reason))
    with api:
        yield api


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Server]":
    """A PostgreSQL server. Skips the test if it is not installed; the gate installs it."""
    from tests.postgres.server import NoServer, end, new_server

    try:
        server = new_server()
    except NoServer as reason:
        pytest.skip(str(reason))
    try:
        yield server
    finally:
        end(server)


@pytest.fixture(scope="session")
def rule_ids_tested(request: pytest.FixtureRequest) -> frozenset[str]:
    """Return every id in a `@pytest.mark.rule(id, …)` of the whole suite, even if only a part of it runs."""
    if request.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        ids = request.config.stash[RULE_IDS]
        return frozenset(ids)
    root = request.config.rootpath
    marked = [str(file) for file in root.glob("tests/*/**/test_*.py") if "rule(" in file.read_text()]
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "ids"
        command = [sys.executable, "-m", "pytest", "--collect-only", "-q", f"--rule-ids-to={target}"]
        subprocess.run([*command, *marked], cwd=root, check=True)
        return frozenset(target.read_text().split())
