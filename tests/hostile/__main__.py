"""`python -m tests.hostile`: run all hostile bots and faults, and write a report.

The report is a Markdown table. The exit code is 1 if anything was not as promised.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.figures import VARIABLE, read
from tests.hostile.outcomes import Outcomes, read_outcomes
from tests.hostile.report import report, subjects

ROOT: Final = Path(__file__).parents[2]
ALWAYS: Final = ("tests/hostile", "tests/faults", "tests/docker")
SIGNS: Final = ("from tests.figures import", "mark.fault(")  # of a file whose tests the report tells of


def main() -> int:
    arguments = _arguments()
    with tempfile.TemporaryDirectory() as folder:
        figures, results = Path(folder) / "figures", Path(folder) / "results.xml"
        figures.touch()
        ended = _run_tests(arguments.scale, figures, results)
        outcomes = read_outcomes(results) if results.exists() else Outcomes()
        found = subjects(read(figures), outcomes)
    text = report(found, arguments.scale, outcomes)
    arguments.out.write_text(text) if arguments.out else print("\n" + text)
    return int(ended != 0 or not all(one.kept for one in found))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.hostile", description=__doc__)
    parser.add_argument("--scale", choices=("ci", "full"), default="ci", help="how much is done")
    parser.add_argument("--out", type=Path, help="the file that the table is written to (default: stdout)")
    return parser.parse_args()


def _run_tests(scale: str, figures: Path, results: Path) -> int:
    """Run the tests and show their progress."""
    command = (sys.executable, "-m", "pytest", "-v", f"--scale={scale}", f"--junitxml={results}", *suites())
    print(f"{' '.join(command)}\n{VARIABLE}={figures}", flush=True)
    environment = os.environ | {VARIABLE: str(figures)}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def suites() -> Iterator[str]:
    """Yield the folders that are only about this, and every other test file with figures."""
    yield from ALWAYS
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = str(path.relative_to(ROOT))
        if not name.startswith(ALWAYS) and any(sign in path.read_text() for sign in SIGNS):
            yield name


if __name__ == "__main__":
    sys.exit(main())
