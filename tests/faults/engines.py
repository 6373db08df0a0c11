"""A private engine to stop, kill and freeze; and sockets that only look like an engine."""

import contextlib
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from arena.sandbox.docker.images import PYTHON
from tests.docker.boxes import bot

if TYPE_CHECKING:
    from docker import APIClient

PATIENCE_S: Final = 120.0
DOCKERD: Final = "dockerd"


def until(happened: Callable[[], bool], what: str, patience_s: float = PATIENCE_S) -> None:
    """Wait until something happens. The timeout is for a loaded machine."""
    deadline = time.monotonic() + patience_s
    while not happened():
        assert time.monotonic() < deadline, f"in vain: {what}"
        time.sleep(0.02)


class PrivateEngine:
    """`dockerd` on a socket in its own folder, without network. Needs root."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.host = f"unix://{folder}/engine.sock"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        words = ["unshare", "--net", DOCKERD, "--host", self.host, "--bridge", "none", "--iptables=false"]
        for name in ("data-root", "exec-root", "pidfile"):
            words += [f"--{name}", str(self.folder / name)]
        # A killed one leaves this behind, and who started it may not have seen its child off yet.
        (self.folder / "exec-root/containerd/containerd.pid").unlink(missing_ok=True)
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(words, stdout=log, stderr=log, start_new_session=True)
        until(self.answers, f"{DOCKERD} answers; see {self.folder}/log")

    def answers(self) -> bool:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as door:
            door.settimeout(PATIENCE_S)
            door.connect(self.host.removeprefix("unix://"))
            door.sendall(b"GET /_ping HTTP/1.0\r\n\r\n")
            return b" 200 " in door.recv(100)
        return False

    def connected(self) -> "APIClient":
        from docker import APIClient

        return APIClient(self.host, timeout=int(PATIENCE_S))

    def send(self, number: int) -> None:
        """Send a signal: SIGSTOP freezes it, SIGCONT lets it go on."""
        assert self._process
        self._process.send_signal(number)

    def stop(self, how: int = signal.SIGTERM) -> None:
        """Stop it: SIGTERM also ends its containers, SIGKILL leaves them for the next start."""
        assert self._process
        self.send(how)
        self._process.wait(PATIENCE_S)
        self._process = None

    def end(self) -> None:
        """Remove everything of it."""
        if self._process and self._process.poll() is None:
            self.send(signal.SIGCONT)
        else:
            self.start()  # so that it ends what a killed one left
        self.stop()
        for line in Path("/proc/mounts").read_text().splitlines():
            if (place := line.split()[1]).startswith(f"{self.folder}/"):
                subprocess.run(("umount", "--lazy", place), check=False)


def load(engine: PrivateEngine, shared: "APIClient") -> None:
    """Copy the images of Python bots and of `tests/bots` from another engine."""
    names = [bot("first").image, PYTHON]
    with tempfile.TemporaryFile() as saved, engine.connected() as api:
        answer = shared.get(f"{shared.base_url}/images/get", params={"names": names}, stream=True)
        for chunk in answer.iter_content(1 << 20):
            saved.write(chunk)
        saved.seek(0)
        list(api.load_image(saved))  # type: ignore[no-untyped-call]  # as its stub is


@contextlib.contextmanager
def stuck(engine: PrivateEngine, arguments: Mapping[str, Any]) -> Iterator[None]:
    """Return a container that the engine cannot remove: its output is never read to the end.

    https://github.com/moby/moby/issues/41827
    """
    with engine.connected() as api, socket.socket(socket.AF_UNIX) as never_reads:
        made = api.create_container(**arguments)["Id"]
        never_reads.connect(engine.host.removeprefix("unix://"))
        where = f"/containers/{made}/attach?stream=1&stdout=1"
        never_reads.sendall(f"POST {where} HTTP/1.1\r\nHost: _\r\nUpgrade: tcp\r\n\r\n".encode())
        never_reads.recv(1)
        api.start(made)
        until(lambda: _says_nothing_of(engine, made), "it is stuck")
        yield


def _says_nothing_of(engine: PrivateEngine, container: str) -> bool:
    from docker import APIClient
    from requests.exceptions import ReadTimeout

    with APIClient(engine.host, timeout=1) as api:
        try:
            api.inspect_container(container)
        except ReadTimeout:
            return True
    return False


class DeafEngine:
    """A socket that accepts connections and never answers."""

    def __init__(self, folder: Path) -> None:
        self.host = f"unix://{folder}/deaf.sock"
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(folder / "deaf.sock"))
        self._socket.listen(64)
        self._taken: list[socket.socket] = []
        self._thread = threading.Thread(target=self._accept)
        self._thread.start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                self._taken.append(self._socket.accept()[0])

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        for one in (*self._taken, self._socket):
            one.close()
