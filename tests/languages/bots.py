"""The example bot of each language, built by its manifest.

uv run python -m tests.languages.bots     # build all of them, once for all tests
"""

import fcntl
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple
from unittest.mock import patch

from arena.service.bots import Bot, resolve_bot
from arena.service.bots.build import build
from tests.languages.shell import GO_FLAGS, MAVEN_FLAGS, NPM_INSTALL

ROOT: Final = Path(__file__).parents[2]
SDK: Final = ROOT / "sdk"
EXAMPLES: Final = ROOT / "example_bots"
UNOPTIMIZED: Final = {
    "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0",
    "CARGO_PROFILE_RELEASE_LTO": "off",
    "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
    "CARGO_PROFILE_RELEASE_STRIP": "true",
    "CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS": "true",
    "CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS": "true",
    "CMAKE_BUILD_TYPE": "None",
    "CXXFLAGS": "-Werror",
}
# How the bot in Rust is built, so that what it rests on is compiled once for all that is tested.
LIKE_THE_RUST_BOT: Final = UNOPTIMIZED | {
    "CARGO_TARGET_DIR": str(EXAMPLES / "rust_greedy" / "target"),
    "RUSTFLAGS": "-C target-feature=+crt-static",
}
CARGO: Final = "--quiet --release --target $(rustc --print host-tuple)"
CLIPPY: Final = "RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings"
# The tests of the C++ library use the library that was built for the bot; `tests/run.sh` builds its own.
CPP_TREE: Final = EXAMPLES / "cpp_greedy" / ".build"
CPP_TESTS: Final = (
    f"cmake -S {CPP_TREE.parent} -B {CPP_TREE} -DMAUMAU_TESTS=ON"
    f" && cmake --build {CPP_TREE} -j 2 --target maumau_tests"
    f" && ctest --test-dir {CPP_TREE}/sdk --output-on-failure"
)
LOCK: Final = Path(tempfile.gettempdir()) / "arena-tests-build.lock"


class Language(NamedTuple):
    """A language with an SDK. `tests`: what its own developers run in the SDK's folder, `lint` before it.

    `quicker`: an environment in which they take less of this machine's time.
    """

    name: str
    bot: str  # folder of the example
    source: str  # its source file
    tests: str = ""
    lint: str = ""
    quicker: Mapping[str, str] = MappingProxyType({})


LANGUAGES: Final = (
    Language("python", "greedy", "bot.py"),
    Language(
        "typescript",
        "typescript_greedy",
        "bot.ts",
        tests=f"{NPM_INSTALL} && npm test",
        lint="npm run lint",
    ),
    Language(
        "rust",
        "rust_greedy",
        "src/main.rs",
        tests=f"cargo test {CARGO}",
        lint=f"cargo fmt --check && {CLIPPY} cargo build {CARGO}",
        quicker=LIKE_THE_RUST_BOT,
    ),
    Language(
        "go",
        "go_greedy",
        "bot.go",
        tests="go test -vet=off ./...",  # `lint` vets
        lint='go vet ./... && test -z "$(gofmt -l .)"',
        quicker=GO_FLAGS,
    ),
    Language("java", "java_greedy", "Greedy.java", tests="mvn -q -B test", quicker=MAVEN_FLAGS),
    Language("cpp", "cpp_greedy", "bot.cpp", tests=CPP_TESTS, quicker=UNOPTIMIZED),
)
WITH_SDK: Final = tuple(one for one in LANGUAGES if one.tests)


def example(language: Language) -> Bot:
    """Build and return the example bot; only one process builds at a time."""
    with build_lock():
        return _build(language)


def build_all() -> None:
    """Build them two at a time, as half of the time is waiting."""
    with build_lock(), ThreadPoolExecutor(2) as pool:
        list(pool.map(_build, reversed(LANGUAGES)))


@contextmanager
def build_lock() -> Iterator[None]:
    """Let one process at a time build during the block."""
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _build(language: Language) -> Bot:
    """Build without optimizations, which take most of the time of all builds."""
    with patch.dict(os.environ, UNOPTIMIZED):
        return build(resolve_bot(str(EXAMPLES / language.bot)), _tell)


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    build_all()
