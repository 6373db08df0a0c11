"""What all tests share: how much to do (`--scale`), on how many processors, and which rules have a test."""

import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

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

EXAMPLES: dict[ScaleName, int] = {"quick": 6, "ci": 150, "full": 4_000}
RULE_IDS: pytest.StashKey[set[str]] = pytest.StashKey()
MAX_WORKERS = 8
MAX_CASES = 2  # of one test at scale quick

# Tests start some hundred processes: each would compile again what it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


@dataclass(frozen=True, slots=True)
class Scale:
    """How much of a test is done: quick for every edit, ci for every merge, full for published figures."""

    name: ScaleName

    def pick(self, *, quick: T, ci: T, full: T) -> T:
        """The value for the scale in force."""
        values: dict[ScaleName, T] = {"quick": quick, "ci": ci, "full": full}
        return values[self.name]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--scale", choices=list(EXAMPLES), default="quick", help="how much of each test is done")
    parser.addoption(
        "--database", choices=["sqlite", "postgresql"], default="sqlite", help="what tests keep results in"
    )
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew")
    parser.addoption("--rule-ids-to", type=Path, help="write the rule ids that tests carry to this file")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """All processors share the files, unless the command line says otherwise (`-n 0`: in this process)."""
    options = config.option
    if "numprocesses" not in options or hasattr(config, "workerinput"):
        return  # without xdist; or a worker
    if options.numprocesses is None and not options.tx:
        options.numprocesses = _workers() if _can_be_shared(config) else 0
        options.maxprocesses = options.maxprocesses or MAX_WORKERS
    if options.dist == "no":
        options.dist = "loadfile"
    options.loadscopereorder = False


def _workers() -> int:
    """One more than there are processors, for tests often wait for others."""
    return len(os.sched_getaffinity(0)) + 1


def _can_be_shared(config: pytest.Config) -> bool:
    """One file is one share; and who wants to see or to stop a test wants it in this process."""
    files = {argument.partition("::")[0] for argument in config.args}
    one_file = len(files) == 1 and files.pop().endswith(".py")
    return not (one_file or config.option.capture == "no" or config.option.trace)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: "Producer") -> "Shares | None":
    from tests.project.shares import Shares

    return Shares(config, log) if config.option.dist == "loadfile" else None


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(docstrings)
    if hasattr(config, "workerinput") or not getattr(config.option, "tx", None):  # here tests are run
        _set_examples(config.getoption("--scale"))
        if config.getoption("--database") == "postgresql":
            from tests.postgres.instead import install

            install(config)


def _set_examples(scale: ScaleName) -> None:
    """One hypothesis profile for each scale: repeatable but in `full`, never with a database, never timed."""
    from hypothesis import HealthCheck, settings

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


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Below tests only files named test_* are imported: the bots there never are."""
    if collection_path.suffix == ".py" and not collection_path.name.startswith("test_"):
        return True
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Notes the rule ids of all tests, before any of them is deselected. Shares that take long come first."""
    ids = config.stash.setdefault(RULE_IDS, set())
    ids.update(str(mark.args[0]) for item in items for mark in item.iter_markers("rule"))
    if target := config.getoption("--rule-ids-to"):
        target.write_text("\n".join(sorted(ids)))
    if config.getoption("--scale") == "quick":
        _deselect(config, {item for item in items if item.get_closest_marker("dear")}, items)
    if hasattr(config, "workerinput"):
        from tests.project.shares import turn

        items.sort(key=lambda item: turn(item.nodeid))


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Generator[None, None, None]:
    """At scale quick a sample of a test's cases, unless one is asked for by name. Others are never made."""
    yield
    config, cases = metafunc.config, metafunc._calls
    named = any("[" in argument for argument in config.args)
    if not cases or named or config.getoption("--scale") != "quick":
        return
    ids = config.stash.setdefault(RULE_IDS, set())
    ids.update(str(mark.args[0]) for case in cases for mark in case.marks if mark.name == "rule")
    tried = [case for case in cases if all(mark.name != "dear" for mark in case.marks)] or cases
    metafunc._calls = tried[:: _step(metafunc.definition, len(tried))]


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Nothing of what is collected is garbage, and it stays to the end: it is never looked through."""
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
    """Tells the report which faults of the platform were brought about, and which were survived."""
    report = yield
    if report.when == "call" or report.failed:
        for mark in item.iter_markers("fault"):
            figures(f"fault {mark.args[0]}", survived=int(report.passed), tried=1)
    return report


def _begin_elsewhere(config: pytest.Config) -> None:
    """Every worker imports every test, and compiles what is new: once, as each begins elsewhere."""
    if worker := getattr(config, "workerinput", None):
        files = sorted(config.rootpath.glob("tests/*/test_*.py"))
        start = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        for file in files[start:] if start else ():
            with suppress(Exception, pytest.skip.Exception):  # told when it is collected
                import_module(f"tests.{file.parent.name}.{file.stem}")


def _step(test: pytest.Item, cases: int) -> int:
    """Of how many cases one is done: as `one_in(n)` says, or of more if there are very many."""
    if test.get_closest_marker("dear"):
        return cases  # they are left out
    mark = test.get_closest_marker("one_in")
    return max(mark.args[0] if mark else 1, ceil(cases / MAX_CASES))


def _deselect(config: pytest.Config, left_out: set[pytest.Item], items: list[pytest.Item]) -> None:
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def scale(request: pytest.FixtureRequest) -> Scale:
    """The scale in force: `scale.name`, `scale.pick(quick=…, ci=…, full=…)`."""
    return Scale(request.config.getoption("--scale"))


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A new folder, whose path leaves room for that of a socket. (`tmp_path` has the test's name in it.)"""
    with tempfile.TemporaryDirectory(prefix="t-", dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def engine() -> "Iterator[APIClient]":
    """The Docker engine. Tests that need one are skipped where none answers; the gate brings one."""
    from arena.sandbox.docker.engine import NoEngine, connect

    if sys.platform != "linux":
        pytest.skip("containers are tested on Linux, where the engine sees the same files")
    try:
        api = connect(120)  # on a machine with much else to do
    except NoEngine as reason:
        pytest.skip(str(reason))
    with api:
        yield api


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Server]":
    """A server of PostgreSQL. Tests that need one are skipped where none is installed; the gate brings it."""
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
    """Every id in a `@pytest.mark.rule(id)` of the whole suite, also when only a part of it was asked for."""
    if request.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        ids = request.config.stash[RULE_IDS]
        return frozenset(ids)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "ids"
        command = [sys.executable, "-m", "pytest", "--collect-only", "-q", f"--rule-ids-to={target}"]
        subprocess.run(command, cwd=request.config.rootpath, check=True)
        return frozenset(target.read_text().split())
