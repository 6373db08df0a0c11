"""The Python stubs of the wire protocol, generated from `proto` into `sdk/python/src/maumau/v1`.

The generator runs in an environment of its own: it wants an older protobuf than the arena runs on. It is
held at 1.76.0 so that what it writes imports under older and newer runtimes.

    uv run python -m tests.project.stubs             # are they current?
    uv run python -m tests.project.stubs --write     # generate them
"""

import filecmp
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
STUBS = ROOT / "sdk" / "python" / "src"
PROTO = "maumau/v1/referee.proto"
FILES = [f"maumau/v1/referee_{part}" for part in ("pb2.py", "pb2.pyi", "pb2_grpc.py", "pb2_grpc.pyi")]
GENERATOR = ["grpcio-tools==1.76.0", "mypy-protobuf==5.1.0"]


def generate(target: Path) -> None:
    """Writes FILES below `target`."""
    environment = [
        "uv",
        "run",
        "--quiet",
        "--isolated",
        "--no-project",
        *(f"--with={name}" for name in GENERATOR),
    ]
    kinds = {"python": "", "pyi": "", "grpc_python": "", "mypy_grpc": "quiet:"}
    outputs = [f"--{kind}_out={option}{target}" for kind, option in kinds.items()]
    protoc = ["python", "-m", "grpc_tools.protoc", f"-I{ROOT / 'proto'}", *outputs, PROTO]
    subprocess.run([*environment, *protoc], cwd=ROOT, check=True)


def stale() -> list[str]:
    """Those of FILES that generating would change."""
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder))
        _, differing, missing = filecmp.cmpfiles(folder, STUBS, FILES, shallow=False)
    return differing + missing


def main(arguments: list[str]) -> int:
    match arguments:
        case ["--write"]:
            generate(STUBS)
            return 0
        case []:
            names = stale()
            for name in names:
                print("not current:", name)
            return 1 if names else 0
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
