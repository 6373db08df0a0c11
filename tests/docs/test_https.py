"""The recipes of the guide "Serve over HTTPS": they are valid, and a visitor can forge no address."""

import re
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
import pytest
from fastapi import Request

from arena.store.database.store import open_store, sqlite_url
from arena.web.site import Settings
from tests.postgres.ports import free_port
from tests.web.served import serving
from tests.web.waiting import until

pytestmark = pytest.mark.dear

GUIDE: Final = Path(__file__).parents[2] / "arena" / "guides" / "https.md"
NAME: Final = "arena.example.org"
FORGED: Final = {"Host": NAME, "X-Forwarded-For": "192.0.2.1"}


def recipe(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", GUIDE.read_text(), re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


def need(program: str) -> str:
    return shutil.which(program) or pytest.skip(f"there is no {program} here")


@contextmanager
def running(*command: str) -> Iterator[None]:
    with subprocess.Popen(command) as process:
        try:
            yield
        finally:
            process.terminate()


@contextmanager
def site(folder: Path) -> Iterator[str]:
    """The port of a site with a page that says who asks, and how."""
    with (
        open_store(sqlite_url(folder / "arena.db")) as store,
        serving(store, Settings(f"https://{NAME}")) as served,
    ):

        @served.app.get("/who")
        def who(request: Request) -> str:
            assert request.client
            return f"{request.url.scheme} {request.client.host}"

        yield served.address.rpartition(":")[2]


def asked(port: int, certificate: Path) -> str:
    """What the page says to a visitor who sends a forged address."""
    trusted = ssl.create_default_context(cafile=certificate)
    url = f"https://127.0.0.1:{port}/who"
    with httpx.Client(verify=trusted) as client:
        try:
            answer = client.get(url, headers=FORGED, extensions={"sni_hostname": NAME})
        except httpx.ConnectError:
            return ""
    return str(answer.json())


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate for that name; its key is beside it."""
    need("openssl")
    subprocess.run(
        f"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN={NAME}"
        f" -addext subjectAltName=DNS:{NAME} -keyout privkey.pem -out fullchain.pem".split(),
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    return tmp_path / "fullchain.pem"


def test_nginx(tmp_path: Path, certificate: Path) -> None:
    nginx, port, plain = need("nginx"), free_port(), free_port()
    text = recipe("nginx").replace(f"/etc/letsencrypt/live/{NAME}", str(tmp_path))
    for server, here in (("443", port), ("80", plain)):
        text = re.sub(rf"listen (\[::\]:)?{server}\b", rf"listen \g<1>{here}", text)
    with site(tmp_path) as behind:
        main = tmp_path / "nginx.conf"
        logs = "access_log off; " + "".join(
            f"{kind}_temp_path {tmp_path}/{kind}; "
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        main.write_text(
            f"daemon off; pid {tmp_path}/pid; error_log stderr; events {{}} http {{ {logs}\n"
            f"{text.replace('127.0.0.1:8000', f'127.0.0.1:{behind}')} }}"
        )
        subprocess.run([nginx, "-t", "-c", str(main)], check=True)
        with running(nginx, "-c", str(main)):
            until(lambda: asked(port, certificate) != "")
            assert asked(port, certificate) == "https 127.0.0.1"
            moved = httpx.get(f"http://127.0.0.1:{plain}/rules", headers=FORGED)
            assert (moved.status_code, moved.headers["location"]) == (301, f"https://{NAME}/rules")


def test_caddy(tmp_path: Path, certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    caddy, port = need("caddy"), free_port()
    monkeypatch.setenv("HOME", str(tmp_path))
    file = tmp_path / "Caddyfile"
    file.write_text(recipe("caddy"))
    subprocess.run([caddy, "validate", "--config", str(file)], check=True)
    with site(tmp_path) as behind:
        text = recipe("caddy").replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
        text = text.replace(f"{NAME} {{", f"{NAME}:{port} {{\n\ttls {certificate} {tmp_path}/privkey.pem", 1)
        file.write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{text}")
        with running(caddy, "run", "--config", str(file)):
            until(lambda: asked(port, certificate) != "")
            assert asked(port, certificate) == "https 127.0.0.1"
