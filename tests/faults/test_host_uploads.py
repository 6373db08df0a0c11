"""An interrupted upload leaves nothing."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest

from arena.service.submission.upload_dir import uploads_folder
from arena.service.tokens import new_token
from arena.store.database.store import Store, open_store, sqlite_url
from arena.web.guards.rate_limit import Rates
from tests.conftest import Scale
from tests.faults.engines import until
from tests.web.served import serving

SIZE: Final = 400_000
FORMS: Final = "multipart/form-data; boundary=edge"
FORM: Final = (
    b'--edge\r\nContent-Disposition: form-data; name="file"; filename="bot.py"\r\n'
    b"Content-Type: text/plain\r\n\r\n"
)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with open_store(sqlite_url(tmp_path / "arena.db")) as opened:
        yield opened


def send_half(address: str, secret: str, kind: str, beginning: bytes) -> None:
    """Send half of the announced bytes and close the connection."""
    where = urlsplit(address)
    head = (
        f"POST /api/bots?file=bot.py&name=clever HTTP/1.1\r\nHost: {where.netloc}\r\n"
        f"Authorization: Bearer {secret}\r\nContent-Type: {kind}\r\nContent-Length: {SIZE}\r\n\r\n"
    )
    with socket.create_connection((where.hostname, where.port), timeout=60) as line:
        line.sendall(head.encode() + beginning + b"#" * (SIZE // 2))
        if kind != FORMS:  # what comes in a form is written down when all of it is there
            until(lambda: bool(list(uploads_folder().iterdir())), "it is written down")
    until(lambda: not list(uploads_folder().iterdir()), "nothing is left")


@pytest.mark.fault("F21")
@pytest.mark.parametrize(("kind", "beginning"), [("text/x-python", b""), (FORMS, FORM)])
def test_half_an_upload_is_dropped(kind: str, beginning: bytes, store: Store, scale: Scale) -> None:
    tries = scale.pick(quick=1, ci=5, full=50)
    token = new_token(store, "anna")
    with serving(store) as here:
        doors = here.app.state.rates
        doors.uploads_by_owner = doors.uploads_by_address = Rates(1_000, 1)
        for _ in range(tries):
            send_half(here.address, token.secret, kind, beginning)
        shown = here.client.get("/api/uploads", headers={"Authorization": f"Bearer {token.secret}"})
        assert shown.json() == []
