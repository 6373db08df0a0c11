"""Which tests go together when several processes share them, and in which turn."""

from xdist.scheduler import LoadFileScheduling

TOGETHER = ("tests/docker",)  # one engine: no test sees the containers of another
# Longest first, as far as it matters, at one scale or another.
LONG = (
    "tests/project/test_compiled.py",
    "tests/sdk/test_bots.py",
    "tests/docker",
    "tests/sdk/test_refereed.py",
    "tests/referee/test_timing.py",
    "tests/service/test_compare.py",
    "tests/service/test_events.py",
    "tests/service/test_run.py",
    "tests/docs/test_readme.py",
    "tests/browser/test_replay_page.py",
    "tests/rules/test_properties.py",
    "tests/referee/test_verdicts.py",
    "tests/record/test_verify.py",
    "tests/sdk/test_unseen.py",
    "tests/rules/test_soundness.py",
    "tests/ratings/test_fitted.py",
    "tests/cli/test_run.py",
    "tests/cli/test_compare.py",
    "tests/cli/test_house_rules.py",
    "tests/cli/test_play.py",
    "tests/cli/test_guests.py",
    "tests/referee/test_run.py",
    "tests/referee/test_tables_of_more.py",
    "tests/service/test_reports.py",
    "tests/service/test_documents.py",
    "tests/service/test_memory.py",
    "tests/project/test_wheel.py",
    "tests/benchmarks/test_benchmarks.py",
)


def share(nodeid: str) -> str:
    """The file of a test, or the folder, where that goes together.

    >>> share("tests/wire/test_decode.py::test_x[1]"), share("tests/docker/test_sweep.py::test_x")
    ('tests/wire/test_decode.py', 'tests/docker')
    """
    file = nodeid.partition("::")[0]
    return next((folder for folder in TOGETHER if file.startswith(f"{folder}/")), file)


def turn(nodeid: str) -> int:
    """What takes long is begun first, so that at the end nobody waits for it."""
    return LONG.index(found) if (found := share(nodeid)) in LONG else len(LONG)


class Shares(LoadFileScheduling):  # type: ignore[misc]  # xdist has no types
    """Gives each process the next share when it has done one."""

    def _split_scope(self, nodeid: str) -> str:
        return share(nodeid)
