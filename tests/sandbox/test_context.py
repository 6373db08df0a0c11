"""Build contexts: the same archive for the same files, and a complete SDK."""

import io
import os
import tarfile
from pathlib import Path

from arena.sandbox.docker.build import archive, python_context


def names(data: bytes) -> list[str]:
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        return tar.getnames()


def test_times_and_order_do_not_matter(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("1")
    two.write_text("2")
    before = archive([("a/one", one), ("two", two)])
    os.utime(one, (1, 1))
    assert archive([("two", two), ("a/one", one)]) == before
    assert names(before) == ["a/one", "two"]


def test_executable_files_stay_executable(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.touch()
    before = archive([("script", script)])
    script.chmod(0o744)
    assert archive([("script", script)]) != before


def test_the_python_image_holds_the_sdk_and_the_rules() -> None:
    found = {name for name, _ in python_context()}
    wanted = {"maumau/__init__.py", "maumau/v1/referee_pb2.py", "arena/rules/apply.py", "grpc/__init__.py"}
    assert {f"packages/{name}" for name in wanted} | {"Dockerfile"} <= found
    assert not any(name.startswith(("packages/arena/referee", "/")) or ".." in name for name in found)
