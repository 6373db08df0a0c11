"""Images of bots: equal files are built once, and failed builds say why."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from arena.sandbox.docker import images
from arena.sandbox.docker.build import CannotBuild, File, archive, build
from arena.sandbox.docker.cleanup import last_used, remove_unused_images
from arena.sandbox.docker.engine import connect
from arena.sandbox.docker.images import PYTHON, bot_image, python_image
from arena.service.bots import resolve_bot
from arena.service.sandboxes import bot_spec

if TYPE_CHECKING:
    from docker import APIClient

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.dear]


def image(folder: Path, **content: str) -> str:
    """Return the image of a bot with these files."""
    files: list[File] = []
    for name, text in content.items():
        (folder / name).write_text(text)
        files.append((name, folder / name))
    return bot_image(files).id


def test_equal_files_give_the_same_image(engine: "APIClient") -> None:
    greedy = resolve_bot("greedy")
    first, second = bot_spec(greedy, "docker"), bot_spec(greedy, "docker")
    assert first.image == second.image
    assert first.image.startswith("sha256:")
    assert first.command == ("python", "/bot/bot.py"), "as its Dockerfile says"
    assert first.version == bot_spec(greedy, "process").version


def test_a_script_needs_no_dockerfile(tmp_path: Path, engine: "APIClient") -> None:
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


@pytest.mark.full
def test_builds_survive_the_removal_of_shared_layers(tmp_path: Path) -> None:
    """Removing an image also removes unnamed layers, which another build may be using."""
    from docker.errors import APIError

    common = uuid4().hex

    def build_and_remove(number: int) -> None:
        path = tmp_path / str(number)
        path.write_text(f"FROM {PYTHON}\nENV A={common}\nCOPY Dockerfile /bot/{number}\n")
        with connect() as api:
            image = build(api, archive([("Dockerfile", path)]), f"test-{common}-{number}:1")
            with suppress(APIError):  # two removals at once disturb each other
                api.remove_image(image, force=True)

    with ThreadPoolExecutor(6) as pool:
        assert all(result is None for result in pool.map(build_and_remove, range(24)))


def test_no_step_has_a_network(tmp_path: Path) -> None:
    with pytest.raises(CannotBuild, match="unreachable"):
        image(
            tmp_path,
            Dockerfile="FROM maumau/python-bot:0\n"
            """RUN python -c "import socket; socket.create_connection(('169.254.169.254', 80))"\n""",
        )


def test_unused_images_are_removed(
    tmp_path: Path, engine: "APIClient", monkeypatch: pytest.MonkeyPatch
) -> None:
    """The images of this test have their own name; 40 days later."""
    name = f"maumau/test-{uuid4().hex[:12]}"
    monkeypatch.setattr(images, "BOTS", name)
    ours = image(tmp_path, Dockerfile="FROM maumau/python-bot:0\nLABEL a=1\n")
    kept = image(tmp_path, Dockerfile="FROM maumau/python-bot:0\nLABEL a=2\n")
    engine.tag(kept, f"{name}-of-mine", "1")
    foreign = build(engine, archive([("Dockerfile", tmp_path / "Dockerfile")]), f"{name}:foreign")
    now = datetime.now(UTC)
    try:
        remove_unused_images(engine, name, now + timedelta(days=29))
        assert {one["Id"] for one in engine.images(name)} == {ours, kept, foreign}
        remove_unused_images(engine, name, now + timedelta(days=40))
        assert {one["Id"] for one in engine.images(name)} == {foreign}
        assert [one["Id"] for one in engine.images(f"{name}-of-mine")] == [kept]
    finally:
        for tag in (f"{name}:foreign", f"{name}-of-mine:1"):
            engine.remove_image(tag, force=True)


def test_a_played_image_is_marked_used(tmp_path: Path, engine: "APIClient") -> None:
    """The engine records the time to a fraction of a second."""
    dockerfile = "FROM maumau/python-bot:0\nLABEL b=1\n"
    first = image(tmp_path, Dockerfile=dockerfile)
    before = last_used(engine.inspect_image(first))  # type: ignore[no-untyped-call]
    assert image(tmp_path, Dockerfile=dockerfile) == first
    assert last_used(engine.inspect_image(first)) > before  # type: ignore[no-untyped-call]
