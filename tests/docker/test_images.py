"""Images of bots: the same bytes are built once, and what cannot be built says why."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.sandbox.docker_build import CannotBuild
from arena.sandbox.docker_context import File
from arena.sandbox.docker_images import bot_image, python_image
from arena.service.bots import resolve_bot
from arena.service.sandboxes import bot_spec

if TYPE_CHECKING:
    from docker import APIClient

pytestmark = pytest.mark.usefixtures("engine")


def image(folder: Path, **content: str) -> str:
    """The image of a bot with these files."""
    files: list[File] = []
    for name, text in content.items():
        (folder / name).write_text(text)
        files.append((name, folder / name))
    return bot_image(files)


def test_the_same_bytes_are_the_same_image(engine: "APIClient") -> None:
    greedy = resolve_bot("greedy")
    first, second = bot_spec(greedy, "docker"), bot_spec(greedy, "docker")
    assert first.image == second.image
    assert first.image.startswith("sha256:")
    assert first.command == ("python", "bot.py")
    assert first.version == bot_spec(greedy, "process").version


def test_a_script_alone_needs_no_dockerfile(tmp_path: Path, engine: "APIClient") -> None:
    (tmp_path / "mine.py").write_text("import maumau\n")
    (tmp_path / "secret.txt").write_text("not a part of the bot")
    spec = bot_spec(resolve_bot(str(tmp_path / "mine.py")), "docker")
    layers = engine.inspect_image(spec.image)["RootFS"]["Layers"]  # type: ignore[no-untyped-call]
    base = engine.inspect_image(python_image())["RootFS"]["Layers"]  # type: ignore[no-untyped-call]
    assert spec.command == ("python", "mine.py")
    assert layers[: len(base)] == base


def test_a_step_that_fails_is_shown(tmp_path: Path) -> None:
    with pytest.raises(CannotBuild, match=r"(?s)this is why.*returned a non-zero code: 3"):
        image(tmp_path, Dockerfile="FROM maumau/python-bot:0\nRUN echo this is why && exit 3\n")


def test_no_step_has_a_network(tmp_path: Path) -> None:
    with pytest.raises(CannotBuild, match="unreachable"):
        image(
            tmp_path,
            Dockerfile="FROM maumau/python-bot:0\n"
            """RUN python -c "import socket; socket.create_connection(('169.254.169.254', 80))"\n""",
        )


def test_a_volume_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotBuild, match="VOLUME"):
        image(tmp_path, Dockerfile="FROM maumau/python-bot:0\nVOLUME /data\n")
