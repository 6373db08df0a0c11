"""Bots that are images: which are accepted, how they play, and their registration by id."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import pytest

from arena.sandbox.docker import images as docker_images
from arena.sandbox.docker.build import CannotBuild, archive, build
from arena.sandbox.docker.images import bot_image, image_named, keep_image, python_image
from arena.service.bots import Bot, resolve_bot
from arena.service.bots.builtin import builtin_folders
from arena.service.bots.registered import bot_finder_in
from arena.service.check.report import Report
from arena.service.errors import BadBot, BadSettings
from arena.service.play import play_match
from arena.service.sandboxes import bot_spec, prepare_bot
from arena.service.submission.register import free_name, register, submission_of
from arena.service.submission.trial import TrialResult
from arena.store.database.store import open_store, sqlite_url

if TYPE_CHECKING:
    from docker import APIClient

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.dear]

SCRIPT: Final = builtin_folders()["greedy"] / "bot.py"
STARTS: Final = 'WORKDIR /app\nCOPY bot.py .\nENTRYPOINT ["python"]\nCMD ["bot.py"]\n'
TWO_STAGES: Final = STARTS.replace(
    "COPY bot.py",
    f"COPY bot.py /built/\nFROM {docker_images.PYTHON}\nWORKDIR /app\nCOPY --from=0 /built/bot.py",
)


class Images:
    """Images under private names."""

    def __init__(self, api: "APIClient", folder: Path) -> None:
        self._api = api
        self._folder = folder
        self.names: list[str] = []

    def make(self, lines: str, base: str = docker_images.PYTHON, script: Path = SCRIPT) -> str:
        """Build an image and return its name."""
        python_image()
        dockerfile = self._folder / "Dockerfile"
        dockerfile.write_text(f"FROM {base}\n{lines}")
        self.names.append(f"test-{uuid4().hex[:12]}:1.0")
        build(self._api, archive([("Dockerfile", dockerfile), ("bot.py", script)]), self.names[-1])
        return self.names[-1]


@pytest.fixture
def images(engine: "APIClient", tmp_path: Path) -> Iterator[Images]:
    made = Images(engine, tmp_path)
    yield made
    from docker.errors import APIError

    for name in made.names:
        with suppress(APIError):
            engine.remove_image(name, force=True)


def test_an_image_plays_only_in_a_container(images: Images) -> None:
    name = images.make(STARTS)
    bot = resolve_bot(f"image:{name}")
    assert (bot.name, bot.command, str(bot.folder)) == (name.partition(":")[0], ("python", "bot.py"), "/app")
    assert bot.image == f"sha256:{bot.version}"
    assert resolve_bot(bot.source).version == bot.version
    with pytest.raises(BadSettings, match="--runner docker"):
        prepare_bot(bot, "process")
    result = play_match(
        [prepare_bot(bot, "docker"), resolve_bot("builtin:random")], "mau-mau", runner="docker"
    )
    assert result.games_with_fault == 0


@pytest.mark.fault("F24")
@pytest.mark.parametrize(
    ("lines", "base", "said"),
    [
        (f"{STARTS}VOLUME /data\n", docker_images.PYTHON, "it has a VOLUME, which would not be read-only"),
        (
            f"{STARTS}ONBUILD RUN true\n",
            docker_images.PYTHON,
            "it has ONBUILD",
        ),
        ("COPY bot.py /\n", "scratch", "it has neither ENTRYPOINT nor CMD"),
    ],
)
def test_refused_images(lines: str, base: str, said: str, images: Images) -> None:
    with pytest.raises(BadBot, match=f"cannot be used: {said}"):
        resolve_bot(f"image:{images.make(lines, base)}")


def test_a_too_large_image(images: Images, monkeypatch: pytest.MonkeyPatch) -> None:
    name = images.make(STARTS)
    monkeypatch.setattr(docker_images, "MAX_BYTES", 1_000_000)
    with pytest.raises(BadBot, match=r"cannot be used: it has 0\.\d GB, and 0\.001 GB is the most"):
        resolve_bot(f"image:{name}")


def test_a_missing_image_is_not_downloaded() -> None:
    with pytest.raises(BadBot, match="the engine has no image no-such: build or load it first, nothing is"):
        resolve_bot("image:no-such")
    with pytest.raises(BadBot):
        resolve_bot("image:")


def test_without_entrypoint_the_manifest_decides(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_bytes(SCRIPT.read_bytes())
    (tmp_path / "Dockerfile").write_text(f"FROM {docker_images.PYTHON}\nCOPY bot.py /bot/\n")
    spec = bot_spec(resolve_bot(str(tmp_path)), "docker")
    assert (spec.command, spec.folder) == (("python", "bot.py"), "/bot")
    (tmp_path / "Dockerfile").write_text(
        f'FROM {docker_images.PYTHON}\nCOPY bot.py /x/\nCMD ["python", "/x/bot.py"]\n'
    )
    assert bot_image(resolve_bot(str(tmp_path)).files).command == ("python", "/x/bot.py")


def test_a_registered_image_is_found_by_id(images: Images, engine: "APIClient", tmp_path: Path) -> None:
    name = images.make(TWO_STAGES)
    bot = resolve_bot(f"image:{name}")
    keep_image(bot.image)
    images.names.append(f"{docker_images.REGISTERED}:{bot.version}")
    tried = TrialResult(Report(bot.name, bot.version, "docker", (), "check", 1.0, ()), (), None)
    with open_store(sqlite_url(tmp_path / "arena.db")) as store:
        made = submission_of(bot, f"image:{name}", "docker", tried)
        register(store, free_name(store, bot.name), made)
        engine.remove_image(name)
        with pytest.raises(CannotBuild, match="the engine has no image"):
            image_named(name)
        found: Bot = resolve_bot(bot.name, look=bot_finder_in(store))
    assert (found.image, found.command, found.folder) == (bot.image, bot.command, bot.folder)
    prepare_bot(found, "docker")
