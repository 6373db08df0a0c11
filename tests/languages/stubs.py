"""Generate the committed protocol stubs of TypeScript, Go and Rust from `proto`.

Java and C++ generate theirs at build time from a copy; `tests.project.stubs` generates Python's.

    uv run python -m tests.languages.stubs             # are they current?
    uv run python -m tests.languages.stubs --write     # generate them
"""

import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from itertools import chain
from pathlib import Path
from typing import Final

from tests.languages.bots import ROOT, SDK
from tests.languages.shell import CARGO_FLAGS, GO_FLAGS, NPM_INSTALL, sh
from tests.project.made import command, differing

PROTO: Final = "maumau/v1/referee.proto"
PROTOC: Final = (
    "uv run --quiet --isolated --no-project --with=grpcio-tools==1.76.0 python -m grpc_tools.protoc"
)
GO_PLUGINS: Final = (
    "google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12",
    "google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2",
)
GO: Final = "github.com/maumau-arena/maumau-go"


def typescript(target: Path) -> None:
    """Write `maumau/v1/referee.ts`."""
    sh(NPM_INSTALL, SDK / "typescript")
    sh("npm run --silent stubs", SDK / "typescript", OUT=str(target))


def go(target: Path) -> None:
    """Write `internal/refereepb/*.go`."""
    with tempfile.TemporaryDirectory() as plugins:
        for plugin in GO_PLUGINS:
            sh(f"go install {plugin}", ROOT, GOBIN=plugins, **GO_FLAGS)
        options = f"module={GO},M{PROTO}={GO}/internal/refereepb"
        outputs = " ".join(f"--{kind}_out={target} --{kind}_opt={options}" for kind in ("go", "go-grpc"))
        path = f"{plugins}{os.pathsep}{os.environ['PATH']}"
        sh(f"{PROTOC} -I{ROOT}/proto {outputs} {PROTO}", ROOT, PATH=path)


def rust(target: Path) -> None:
    """Write `proto.rs`."""
    descriptors = target / "referee.fds"
    sh(f"{PROTOC} -I{ROOT}/proto --include_source_info --descriptor_set_out={descriptors} {PROTO}", ROOT)
    generator = SDK / "rust" / "tests" / "stubs"
    compiled = {"CARGO_TARGET_DIR": str(SDK / "rust" / "target"), **CARGO_FLAGS}
    sh(f"cargo run --quiet -- {descriptors} {target}/proto.rs", generator, **compiled)
    descriptors.unlink()


# Each generator and the folder of its files.
STUBS: Final[Mapping[str, tuple[Callable[[Path], None], Path]]] = {
    "typescript": (typescript, SDK / "typescript" / "src"),
    "go": (go, SDK / "go"),
    "rust": (rust, SDK / "rust" / "src"),
}


def stale(language: str) -> list[str]:
    """Return the stale files."""
    return differing(*STUBS[language])


def write() -> None:
    """Generate all stubs."""
    for generate, committed in STUBS.values():
        generate(committed)


if __name__ == "__main__":
    sys.exit(command(__doc__, lambda: chain.from_iterable(map(stale, STUBS)), write=write))
