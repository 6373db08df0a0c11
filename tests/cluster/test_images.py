"""Images travel in archives or by a registry, and are what they were asked for by their digest."""

import json
import shutil
import socket
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from secrets import token_bytes, token_hex
from typing import TYPE_CHECKING

import pytest

from arena.service.cluster.images import PLACE, NoImage, archive_path, ensure_local, offer
from tests.web.waiting import until

if TYPE_CHECKING:
    from docker import APIClient

pytestmark = pytest.mark.dear


def _image(engine: "APIClient") -> str:
    """An image that no other test has; what is in it does not matter here."""
    content, made = token_bytes(1_000), BytesIO()
    with tarfile.open(fileobj=made, mode="w") as tar:
        file = tarfile.TarInfo("bot")
        file.size = len(content)
        tar.addfile(file, BytesIO(content))
    told = engine.import_image_from_data(made.getvalue(), repository="maumau/test-cluster", tag=token_hex(8))
    return str(json.loads(told)["status"])


def _remove(engine: "APIClient", id: str) -> None:
    engine.remove_image(id, force=True)


def test_an_image_comes_out_of_its_archive(
    engine: "APIClient", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "images"
    monkeypatch.setenv(PLACE, str(place))
    id = _image(engine)
    offer([id], str(place))
    assert [path.name for path in place.iterdir()] == [archive_path(place, id).name]
    _remove(engine, id)
    ensure_local([id])
    ensure_local([id])  # now it is there
    assert engine.inspect_image(id)["Id"] == id  # type: ignore[no-untyped-call]  # as its stub is
    _remove(engine, id)


def test_another_image_in_its_archive_is_refused(
    engine: "APIClient", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "images"
    monkeypatch.setenv(PLACE, str(place))
    wanted, other = _image(engine), _image(engine)
    offer([wanted, other], str(place))
    _remove(engine, wanted)
    shutil.copy(archive_path(place, other), archive_path(place, wanted))
    with pytest.raises(NoImage):
        ensure_local([wanted])
    archive_path(place, wanted).write_bytes(b"this is no archive_path")
    with pytest.raises(NoImage):
        ensure_local([wanted])
    archive_path(place, wanted).unlink()
    with pytest.raises(NoImage, match="No such file"):
        ensure_local([wanted])
    monkeypatch.delenv(PLACE)
    with pytest.raises(NoImage, match="--images"):
        ensure_local([wanted])
    _remove(engine, other)


def test_an_image_comes_from_a_registry(
    engine: "APIClient", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with registry(tmp_path) as address:
        name = f"docker://{address}/bots"
        monkeypatch.setenv(PLACE, name)
        id, never_pushed = _image(engine), _image(engine)
        offer([id], name)
        for one in (id, never_pushed):
            _remove(engine, one)
        ensure_local([id])
        assert engine.inspect_image(id)["Id"] == id  # type: ignore[no-untyped-call]  # as its stub is
        _remove(engine, id)
        with pytest.raises(NoImage, match="bots"):
            ensure_local([never_pushed])
    with pytest.raises(NoImage):
        ensure_local([id])  # the registry is gone


@contextmanager
def registry(folder: Path) -> Iterator[str]:
    """A registry of its own, which the engine takes for one of this machine."""
    if not shutil.which("docker-registry"):
        pytest.skip("there is no docker-registry; the gate brings it")
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    config = folder / "registry.yml"
    config.write_text(
        f"version: 0.1\nstorage:\n  filesystem:\n    rootdirectory: {folder}/registry\n"
        f"http:\n  addr: {address}\nlog:\n  level: error\n"
    )
    with subprocess.Popen(["docker-registry", "serve", str(config)], stderr=subprocess.DEVNULL) as process:
        try:
            until(lambda: _answers(address))
            yield address
        finally:
            process.kill()


def _answers(address: str) -> bool:
    host, _, port = address.partition(":")
    try:
        socket.create_connection((host, int(port)), 1).close()
    except OSError:
        return False
    return True
