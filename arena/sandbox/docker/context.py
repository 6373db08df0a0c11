"""The build context of an image, as a tar archive whose bytes depend on nothing but the files."""

import io
import os
import tarfile
from collections.abc import Iterable, Iterator
from importlib.metadata import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ARENA: Final = Path(__file__).parents[2]
IMAGES: Final = ARENA / "sandbox" / "images"
PACKAGES: Final = "packages"
INSTALLED: Final = ("grpcio", "protobuf", "typing-extensions")  # imported by the SDK

File = tuple[str, Path]  # a file's name in the context, and its path on this machine


def archive(context: Iterable[File]) -> bytes:
    """Return a tar archive of the files.

    It has no times and owners, and of the file modes only the executable bit.
    """
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as tar:
        for name, path in sorted(context):
            content = path.read_bytes()
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            entry.mode = 0o755 if os.access(path, os.X_OK) else 0o644
            tar.addfile(entry, io.BytesIO(content))
    return target.getvalue()


def python_context() -> Iterator[File]:
    """Yield the files of the image for Python bots: its Dockerfile and the packages that bots need.

    The packages are copied from this Python installation.
    """
    yield "Dockerfile", IMAGES / "python" / "Dockerfile"
    for name, path in _packages():
        if path.suffix not in {".pyc", ".pyi"} and path.is_file():
            yield f"{PACKAGES}/{name}", path


def _packages() -> Iterator[File]:
    for distribution in INSTALLED:
        for file in files(distribution) or ():
            if ".." not in file.parts:
                yield str(file), Path(str(file.locate()))
    sdk = find_spec("maumau")
    assert sdk and sdk.origin
    yield from _modules(Path(sdk.origin).parent, "maumau")
    yield "arena/__init__.py", ARENA / "__init__.py"
    yield from _modules(ARENA / "rules", "arena/rules")


def _modules(folder: Path, name: str) -> Iterator[File]:
    return ((f"{name}/{path.relative_to(folder)}", path) for path in folder.rglob("*.py"))
