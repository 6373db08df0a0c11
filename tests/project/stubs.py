"""The Python stubs of the wire protocol, generated from `proto` into `sdk/python/src/maumau/v1`.

The generator runs in an environment of its own: it wants an older protobuf than the arena runs on. It is
held at 1.76.0 so that what it writes imports under older and newer runtimes.

    uv run python -m tests.project.stubs             # are they current?
    uv run python -m tests.project.stubs --write     # generate them
"""

import subprocess
import sys
from pathlib import Path

from tests.project.made import command, differing

ROOT = Path(__file__).parents[2]
STUBS = ROOT / "sdk" / "python" / "src"
PROTO = "maumau/v1/referee.proto"
GENERATOR = ["grpcio-tools==1.76.0", "mypy-protobuf==5.1.0"]


def generate(target: Path) -> None:
    """Write `maumau/v1/referee_pb2*`."""
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


if __name__ == "__main__":
    sys.exit(command(__doc__, lambda: differing(generate, STUBS), write=lambda: generate(STUBS)))
