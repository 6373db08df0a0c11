"""Run all checks: those of the code, in parallel, then the tests.

uv run python -m tests.check                  # what to run before a commit
uv run python -m tests.check --scale ci -x    # arguments go to pytest
uv run python -m tests.check --rerun 4        # up to four failed tests may pass twice alone

A test of a time limit can fail by chance on a busy machine. `--rerun` names it as flaky; fix it.
A test that fails for a reason fails again.
"""

import argparse
import json
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PYTHON = sys.executable
CODE: dict[str, list[str]] = {  # slowest first
    "types": [PYTHON, "-m", "mypy"],
    "layers": ["lint-imports", "--no-logo"],
    "stubs": [PYTHON, "-m", "tests.project.stubs"],
    "pins": [PYTHON, "-m", "tests.project.pins"],
    "proto": ["buf", "lint", "proto"],
    "format": [PYTHON, "-m", "ruff", "format", "--check", "."],
    "lint": [PYTHON, "-m", "ruff", "check", "."],
}
TESTS = [PYTHON, "-m", "pytest"]
TESTS_FAILED = 1  # pytest's exit code for failed tests


class Done(NamedTuple):
    """The result of a check; `output` is empty if it was printed at once."""

    code: int
    seconds: float
    output: str


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.check", allow_abbrev=False)
    parser.add_argument(
        "--rerun", type=int, default=0, metavar="N", help="run again up to N tests that failed"
    )
    parser.add_argument("--tests-only", action="store_true", help="do not check the code")
    options, for_pytest = parser.parse_known_args(arguments)
    checks: dict[str, Done] = {}
    code = {} if options.tests_only else CODE
    with ThreadPoolExecutor() as pool:
        for name, check in zip(code, pool.map(run, code.values()), strict=True):
            print(f"── {name}\n{check.output}", end="", flush=True)
            checks[name] = check
    if not any(check.code for check in checks.values()):
        print("── tests", flush=True)
        signal.signal(signal.SIGINT, lambda *_: None)  # pytest gets it too, and reports the failures
        checks["tests"] = run_tests(for_pytest, options.rerun)
    print("seconds:", *(f"{name} {check.seconds:.1f}" for name, check in checks.items()), sep="  ")
    failed = {name: check.code for name, check in checks.items() if check.code}
    print(f"{', '.join(failed)}: FAILED" if failed else "all checks passed")
    return next(iter(failed.values()), 0)


def run_tests(arguments: list[str], rerun: int) -> Done:
    """Run the tests. If at most `rerun` of them fail, run those twice more, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        first = Path(folder, "first")
        done = run([*TESTS, *arguments, "-o", f"cache_dir={first}"], shown=True)
        failed = failed_tests(first)
        if done.code != TESTS_FAILED or not 0 < len(failed) <= rerun:
            return done
        for name in ("second", "third"):
            print("── again, alone:", *failed, flush=True)
            again = shutil.copytree(first, Path(folder, name))
            only = ["-o", f"cache_dir={again}", "--last-failed", "--last-failed-no-failures=none", "-n0"]
            done = run([*TESTS, *arguments, *only], shown=True)
            if done.code:
                return done
    print("flaky (failed once, passed twice alone), please fix:", *failed, sep="\n  ")
    return done


def failed_tests(cache: Path) -> list[str]:
    """Return the failed tests from a cache of pytest."""
    kept = cache / "v/cache/lastfailed"
    return [*json.loads(kept.read_text())] if kept.exists() else []


def run(command: list[str], *, shown: bool = False) -> Done:
    began = time.monotonic()
    kept = None if shown else subprocess.PIPE
    done = subprocess.run(command, cwd=ROOT, check=False, text=True, stdout=kept, stderr=subprocess.STDOUT)
    return Done(done.returncode, time.monotonic() - began, done.stdout or "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
