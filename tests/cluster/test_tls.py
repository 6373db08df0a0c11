"""Every link of a cluster is encrypted, and who has no certificate by its authority is refused."""

import socket
import ssl
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.cluster.certificates import GUIDE_COMMANDS, certified
from tests.cluster.processes import FIELD, Cluster, cluster, cup, dask, playing
from tests.docs.documents import guide
from tests.web.waiting import until


@pytest.mark.dear
@pytest.mark.timeout(300)
def test_only_who_has_a_certificate_takes_part(tmp_path: Path) -> None:
    ours, theirs = certified(tmp_path / "ours"), certified(tmp_path / "theirs")
    with cluster(*ours.options) as made:
        scheduler = made.scheduler("127.0.0.1", 0)
        address = scheduler.lines[0].split()[2]
        assert address.startswith("tls://")
        port = int(address.rpartition(":")[2])
        worker = made.worker(address, "worker-1", slots=2)
        links = _ports(worker.pid)

        assert _spoken_to(port, ssl.CERT_NONE) == ""  # encrypted, and nobody says who they are
        assert _spoken_to(port, ssl.CERT_NONE, theirs.cert, theirs.key) == ""
        assert _spoken_to(port, ssl.CERT_NONE, ours.cert, ours.key) != ""
        for link in links:
            assert _spoken_to(link, ssl.CERT_NONE) == ""
            assert _spoken_to(link, ssl.CERT_NONE, ours.cert, ours.key) != ""

        stranger = Cluster(made.stack, theirs.options).worker(address, "stranger", wait=False)
        naked = Cluster(made.stack, ()).worker(address.replace("tls://", "tcp://"), "naked", wait=False)
        with ExitStack() as stack:
            refused = []
            for number, options in enumerate((theirs.options, ())):
                folder = tmp_path / str(number)
                folder.mkdir()
                words = (cup(folder, 1), *dask(address), *options)
                refused.append(stack.enter_context(playing(folder, *words)).running)
            assert all(one.process.wait(60) != 0 for one in refused)
        for one, wrong in zip(refused, ("no scheduler answers", "--tls-ca"), strict=True):
            assert any(wrong in line for line in one.lines)
        stranger.until_said("Waiting for")
        assert naked.process.wait(60) == 1
        assert "add --tls-ca, --tls-cert and --tls-key" in naked.lines[-1]
        with playing(tmp_path, cup(tmp_path, 1, FIELD[:2]), *dask(address), *ours.options) as run:
            assert run.result()["games"] == 2
        assert not stranger.said("Playing for")


def test_guide_makes_such_certificates() -> None:
    assert f"```bash\n{GUIDE_COMMANDS}```" in guide("cluster")


def _spoken_to(port: int, mode: ssl.VerifyMode, *known_by: Path) -> str:
    """What is said to somebody with these files, or none; nothing if the connection ends."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, mode
    if known_by:
        cert, key = known_by
        context.load_cert_chain(cert, key)
    try:
        with (
            socket.create_connection(("127.0.0.1", port), 10) as plain,
            context.wrap_socket(plain) as link,
        ):
            link.settimeout(10)
            return link.recv(64).hex()
    except (ssl.SSLError, ConnectionError):
        return ""


def _ports(pid: int) -> list[int]:
    """Where a process listens, but for what only says that it is well."""
    found: list[int] = []

    def look() -> bool:
        sockets = {link.readlink().name for link in Path(f"/proc/{pid}/fd").iterdir() if link.is_symlink()}
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            _, local, _, state, *_, inode = line.split()[:10]
            if state == "0A" and f"socket:[{inode}]" in sockets:
                found.append(int(local.rpartition(":")[2], 16))
        return bool(found)

    def is_link(port: int) -> bool:
        with socket.create_connection(("127.0.0.1", port), 10) as plain:
            plain.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            try:
                return not plain.recv(64).startswith(b"HTTP/")
            except ConnectionError:
                return True

    until(look)
    links = [port for port in found if is_link(port)]
    assert links
    return links
