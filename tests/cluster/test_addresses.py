"""What is written of a cluster on a command line."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from socket import socket

import pytest

from arena.service.cluster.security import Tls, address_of, expects_tls, tls_of
from arena.service.errors import BadSettings
from tests.cli.arena import arena
from tests.cluster.processes import ARENA, cluster

FILES = Tls("ca", "cert", "key")


@pytest.mark.parametrize(
    ("text", "tls", "address"),
    [
        ("head", None, "tcp://head:8786"),
        ("head:9", None, "tcp://head:9"),
        ("tcp://10.0.0.1", None, "tcp://10.0.0.1:8786"),
        ("[fd00::1]", None, "tcp://[fd00::1]:8786"),
        ("[fd00::1]:9", FILES, "tls://[fd00::1]:9"),
        ("tls://head:9", FILES, "tls://head:9"),
    ],
)
def test_an_address_is_completed(text: str, tls: Tls | None, address: str) -> None:
    assert address_of(text, tls) == address


@pytest.mark.parametrize(
    ("text", "tls", "said"),
    [
        ("tls://head", None, "--tls-ca"),
        ("tcp://head", FILES, "tls://"),
        ("http://head", None, "HOST:PORT"),
        ("head:port", None, "HOST:PORT"),
        ("head:65536", None, "HOST:PORT"),
        (f"head:{'9' * 5_000}", None, "HOST:PORT"),
        ("head:٣", None, "HOST:PORT"),
        (":9", None, "HOST:PORT"),
        ("", None, "HOST:PORT"),
    ],
)
def test_a_wrong_address_says_what_to_write(text: str, tls: Tls | None, said: str) -> None:
    with pytest.raises(BadSettings, match=said):
        address_of(text, tls)


def test_files_come_together_and_are_there(tmp_path: Path) -> None:
    file = tmp_path / "a.pem"
    file.touch()
    assert tls_of(None, None, None) is None
    assert tls_of(str(file), str(file), str(file)) == Tls(str(file), str(file), str(file))
    with pytest.raises(BadSettings, match="three files"):
        tls_of(str(file), None, str(file))
    with pytest.raises(BadSettings, match=r"b\.pem: No such file"):
        tls_of(str(file), str(file), str(tmp_path / "b.pem"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--executor", "dask"), "needs --scheduler"),
        (("--scheduler", "head"), "go with --executor dask"),
        (("--executor", "cloud"), "local or dask"),
        (("--executor", "dask", "--scheduler", "head", "--tls-ca", "ca.pem"), "three files"),
    ],
)
@pytest.mark.parametrize("command", ["run", "compare"])
def test_options_that_do_not_go_together(
    capfd: pytest.CaptureFixture[str], command: str, words: tuple[str, ...], said: str
) -> None:
    done = arena(capfd, command, "greedy", "random", *words)
    assert done.code == 2
    assert said in done.err


@pytest.mark.dear
def test_where_no_scheduler_answers_nothing_is_begun(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.service.cluster.connection.CONNECT_S", 1.0)
    where = ("--executor", "dask", "--scheduler", "127.0.0.1:1", "--db", str(tmp_path / "a.db"))
    done = arena(capfd, "run", "greedy", "random", *where)
    assert done.code == 1
    assert "no scheduler answers at tcp://127.0.0.1:1" in done.err
    assert "start one with `arena scheduler`" in done.err
    assert "No tournaments" in arena(capfd, "tournament", "list", "--db", str(tmp_path / "a.db")).err


def test_server_that_speaks_first_is_sent_nothing() -> None:
    with socket() as server, ThreadPoolExecutor(1) as pool:
        server.bind(("127.0.0.1", 0))
        server.listen()
        answer = pool.submit(expects_tls, f"tcp://127.0.0.1:{server.getsockname()[1]}")
        link, _ = server.accept()
        with link:
            link.sendall(b"welcome")
            assert not answer.result()
            with suppress(ConnectionResetError):  # the rest of the welcome is not read
                assert link.recv(1) == b""


@pytest.mark.dear
@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize(
    ("host", "said"),
    [("127.0.0.1", "Address already in use"), ("a..b", "label empty"), ("192.0.2.1", "Cannot assign")],
)
def test_where_a_scheduler_cannot_listen_it_says_why(host: str, said: str) -> None:
    with socket() as taken, cluster() as made:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        scheduler = made.begin((*ARENA, "scheduler", "--host", host, "--port", port))
        scheduler.until_said(f"arena: cannot listen at {host}:{port}: ")
        assert scheduler.said(said)


def test_a_port_that_is_none_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    assert arena(capfd, "scheduler", "--port", "65536").code == 2


@pytest.mark.dear
def test_an_address_of_the_sixth_version_is_listened_at() -> None:
    with cluster() as made:
        assert "tcp://[::1]:" in made.scheduler("::1", 0).lines[0]


@pytest.mark.dear
def test_a_worker_that_cannot_be_reached_at_its_address_says_why() -> None:
    with cluster() as made:
        address = made.scheduler("127.0.0.1", 0).lines[0].split()[2]
        worker = made.begin(
            (*ARENA, "worker", "--scheduler", address, "--host", "192.0.2.1", "--runner", "process")
        )
        worker.until_said("Cannot assign requested address")
