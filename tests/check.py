"""Every check there is, in order; stops at the first that fails.

uv run python -m tests.check                  # what to run before a commit
uv run python -m tests.check --scale ci -x    # arguments go to pytest
"""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTHON = sys.executable
STEPS: dict[str, list[str]] = {
    "format": [PYTHON, "-m", "ruff", "format", "--check", "."],
    "lint": [PYTHON, "-m", "ruff", "check", "."],
    "types": [PYTHON, "-m", "mypy"],
    "layers": ["lint-imports", "--no-logo"],
    "proto": ["buf", "lint", "proto"],
    "stubs": [PYTHON, "-m", "tests.project.stubs"],
    "pins": [PYTHON, "-m", "tests.project.pins"],
    "tests": [PYTHON, "-m", "pytest"],
}


def main(arguments: list[str]) -> int:
    seconds: dict[str, float] = {}
    for name, command in STEPS.items():
        print(f"── {name}", flush=True)
        began = time.monotonic()
        code = subprocess.run(
            command + (arguments if name == "tests" else []), cwd=ROOT, check=False
        ).returncode
        seconds[name] = time.monotonic() - began
        if code:
            break
    print("seconds:", *(f"{name} {spent:.1f}" for name, spent in seconds.items()), sep="  ")
    print(f"{name}: FAILED" if code else "all checks passed")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
