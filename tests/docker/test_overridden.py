"""Settings in an image that we override: it is started as we say, or not at all."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from arena.record.match import Verdict
from arena.referee.run import run_match
from arena.sandbox.docker.build import archive, build
from arena.sandbox.docker.cleanup import RUN
from arena.sandbox.docker.images import PYTHON, bot_image
from arena.sandbox.protocol import Exit
from tests.docker.boxes import bot, launch, run_launch
from tests.docker.matches import containers, in_containers
from tests.referee.matches import match, verdicts

if TYPE_CHECKING:
    from docker import APIClient

DOCKERFILE = f"""\
FROM {PYTHON}
USER root
WORKDIR /somewhere
ENTRYPOINT ["python", "-c", "print('mine')"]
CMD ["more"]
HEALTHCHECK --interval=1s CMD touch /tmp/healthy
STOPSIGNAL SIGUSR1
LABEL {RUN}=/nowhere arena.host=another
ENV ARENA_TOKEN=mine
"""
LOOKS = """
import os, sys
print(os.getuid() >= 20_000, os.getgid() == os.getuid(), os.getcwd(), os.environ["ARENA_TOKEN"], sys.argv)
"""


@pytest.fixture(scope="module")
def image_with_settings(engine: "APIClient", tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return an image with its own settings."""
    path = tmp_path_factory.mktemp("image") / "Dockerfile"
    path.write_text(DOCKERFILE)
    return bot_image([("Dockerfile", path)]).id


@pytest.mark.dear
@pytest.mark.fault("F24")
def test_our_settings_win(image_with_settings: str, tmp_path: Path) -> None:
    """User, folder, token and command."""
    how, output = run_launch(replace(launch(LOOKS, tmp_path), image=image_with_settings), tmp_path)
    assert (how, output) == (Exit(0), b"True True /bot token-of-the-bot ['-c']\n")


@pytest.mark.dear
@pytest.mark.fault("F24")
def test_our_labels_and_no_health_check(
    image_with_settings: str, tmp_path: Path, engine: "APIClient"
) -> None:
    def look(_: object) -> None:
        (found,) = containers(engine, f"{RUN}={tmp_path}")
        assert found["Config"]["Healthcheck"]["Test"] == ["NONE"] and "Health" not in found["State"]
        assert found["Config"]["Entrypoint"][:2] == ["python", "-c"] and not found["Config"]["Cmd"]
        engine.kill(found["Id"])

    run_launch(
        replace(launch("import time; time.sleep(60)", tmp_path), image=image_with_settings),
        tmp_path,
        act=look,
    )


@pytest.mark.dear
@pytest.mark.fault("F22")
def test_a_removed_image_is_only_that_bots_fault(engine: "APIClient", tmp_path: Path) -> None:
    path = tmp_path / "Dockerfile"
    path.write_text(f"FROM {PYTHON}\nLABEL once={uuid4()}\n")
    gone = build(engine, archive([("Dockerfile", path)]), f"test-{uuid4().hex[:12]}:1")
    engine.remove_image(gone, force=True)
    spec = in_containers(match("first", "first", boards=2), "gone")
    spec = replace(spec, bots=(replace(bot("first"), image=gone), spec.bots[1]))
    record = run_match(spec)
    assert verdicts(record, 0) == {Verdict.NO_START}
    assert verdicts(record, 1) == {Verdict.OK}
    (detail,) = {fault.detail for fault in record.faults}
    assert detail.startswith("image_missing") and gone in detail
