"""Every check there is: those of the code, beside each other, and when they pass the tests.

uv run python -m tests.check                  # what to run before a commit
uv run python -m tests.check --scale ci -x    # arguments go to pytest
"""

import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PYTHON = sys.executable
CODE: dict[str, list[str]] = {  # what takes longest first
    "types": [PYTHON, "-m", "mypy"],
    "layers": ["lint-imports", "--no-logo"],
    "stubs": [PYTHON, "-m", "tests.project.stubs"],
    "pins": [PYTHON, "-m", "tests.project.pins"],
    "proto": ["buf", "lint", "proto"],
    "format": [PYTHON, "-m", "ruff", "format", "--check", "."],
    "lint": [PYTHON, "-m", "ruff", "check", "."],
}
TESTS = [PYTHON, "-m", "pytest"]


class Done(NamedTuple):
    """What came of a check; `output` only where it was kept to be shown in its turn."""

    code: int
    seconds: float
    output: str


def main(arguments: list[str]) -> int:
    checks: dict[str, Done] = {}
    with ThreadPoolExecutor() as pool:
        for name, check in zip(CODE, pool.map(run, CODE.values()), strict=True):
            print(f"── {name}\n{check.output}", end="", flush=True)
            checks[name] = check
    if not any(check.code for check in checks.values()):
        print("── tests", flush=True)
        signal.signal(signal.SIGINT, lambda *_: None)  # pytest hears it too, and tells what failed
        checks["tests"] = run(TESTS + arguments, shown=True)
    print("seconds:", *(f"{name} {check.seconds:.1f}" for name, check in checks.items()), sep="  ")
    failed = {name: check.code for name, check in checks.items() if check.code}
    print(f"{', '.join(failed)}: FAILED" if failed else "all checks passed")
    return next(iter(failed.values()), 0)


def run(command: list[str], *, shown: bool = False) -> Done:
    began = time.monotonic()
    kept = None if shown else subprocess.PIPE
    done = subprocess.run(command, cwd=ROOT, check=False, text=True, stdout=kept, stderr=subprocess.STDOUT)
    return Done(done.returncode, time.monotonic() - began, done.stdout or "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
