"""`arena bot submit --to URL`: a bot is packed, sent to a real site, tried there, and shown step by step."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Event

import pytest

from arena.cli.bot.upload import _UploadOutput, follow
from arena.service.errors import INTERRUPTED
from arena.service.submission import client
from arena.service.submission.listing import list_registered
from arena.service.submission.pack import pack_bot
from arena.service.submission.queue import run_upload_worker
from arena.service.submission.worker import UploadRules
from arena.service.tokens import new_token
from arena.store.bots.submissions import add_submission
from arena.store.database.store import Store, open_store, sqlite_url
from tests.cli.arena import BOTS, arena
from tests.service.test_submit import SHORT
from tests.store.samples import NOW
from tests.store.test_submissions import FIRST
from tests.web.served import Served, serving

HOSTILE = Path(__file__).parents[1] / "bots"
# A check that looks for less long, but has patience where others use the machine too.
TERMS = UploadRules("process", check_limits=replace(SHORT, table_s=5.0))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, no database of one's own, and a data folder for the site."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("ARENA_DB", str(tmp_path / "none.db"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Store]:
    with open_store(sqlite_url(tmp_path / "there.db")) as store:
        yield store


@pytest.fixture
def site(there: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A site elsewhere, that one has a token of."""
    monkeypatch.setenv(client.TOKEN, new_token(there, "anna").secret)
    with serving(there) as served:
        yield served


@contextmanager
def trying(store: Store) -> Iterator[None]:
    """What is sent is tried, as long as the block lasts."""
    ended, wake = Event(), Event()
    thread = threading.Thread(target=run_upload_worker, args=(store, TERMS, ended, wake))
    thread.start()
    try:
        yield
    finally:
        ended.set()
        wake.set()
        thread.join()


EVIL = (
    b'{"id": "00", "state": "registered", "over": true, "changes": 1, "ahead": 0, "bot": "\\u001b[2J", '
    b'"message": "\\u001b[2J", "steps": [{"number": 1, "title": "\\u001b[2J", "state": "failed", "detail": '
    b'"\\u001b[2J", "seconds": 1, "request": "\\u001b[2J", "output": "\\u001b[2J\\nx", '
    b'"command": "\\u001b[2J"}]}'
)


def folder(name: str, **files: str) -> Path:
    made = Path(name)
    made.mkdir()
    (made / "bot.py").write_text((BOTS / "last.py").read_text())
    for file, content in files.items():
        (made / file.replace("_", ".")).write_text(content)
    return made


@pytest.mark.dear
def test_bot_is_sent_tried_and_registered(
    capfd: pytest.CaptureFixture[str], site: Served, there: Store, tmp_path: Path
) -> None:
    folder("clever")
    with trying(there):
        code, out, err = arena(capfd, "bot", "submit", "./clever", "-r", "mau-mau", "--to", site.address)
    assert code == 0, out + err
    lines = out.splitlines()
    assert lines[0] == " 1  unpack               ok     clever: 1 file in python"
    assert lines[-3].startswith("13  plays the builtins   ok     8 games: ")
    (one,) = list_registered(there)
    assert (one.owner, one.name, one.origin, one.state) == ("anna", "clever", "./clever", "active")
    assert lines[-2:] == [f"{one.short} is registered.", f"  {site.address}/bots/clever"]
    assert err.startswith("Sending clever.tar.gz, ")
    assert not (tmp_path / "none.db").exists(), "nothing is done here"


@pytest.mark.dear
def test_remote_failure_can_be_repeated_here(
    capfd: pytest.CaptureFixture[str], site: Served, there: Store
) -> None:
    wrong = HOSTILE / "exits_at_once" / "bot.py"
    with trying(there):
        line = ["bot", "submit", str(wrong), "-r", "mau-mau", "--name", "wrong", "--to", site.address]
        code, out, _ = arena(capfd, *line)
    assert code == 1
    assert " 3  starts               FAILED did not start" in out
    assert "    Its last output:\n    | " in out
    assert f"arena bot check {wrong} --step 1 --ruleset mau-mau" in out.replace("\n      ", "")
    assert out.splitlines()[-1].startswith("before it said Hello.") or "did not qualify" in out


@pytest.mark.dear
def test_remote_refusal_is_an_error(capfd: pytest.CaptureFixture[str], site: Served, there: Store) -> None:
    Path("broken.zip").write_bytes(b"hello")
    with trying(there):
        code, out, err = arena(capfd, "bot", "submit", "broken.zip", "--to", site.address, "--json")
    assert code == 2
    assert err.splitlines()[-1].startswith("arena: broken.zip: damaged")
    document = json.loads(out)
    assert (document["state"], document["steps"][0]["state"]) == ("refused", "failed")
    code, _, again = arena(capfd, "bot", "submit", "--follow", document["id"], "--to", site.address)
    assert (code, again) == (2, err.splitlines()[-1] + "\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["./clever", "--name", "a b"], "'a b' cannot be a bot's name"),
        (["./clever", "--name", "taken"], "the name taken is taken".capitalize()),
        (["./clever", "-r", "skat"], "skat"),
        (["./clever", "--token", "arena_" + "0" * 64], "does not know this token"),
        (["./clever", "--token", "a b"], "invalid token"),
        (["--follow", "00"], "You have no upload '00'"),
        (["nowhere"], "there is nothing at 'nowhere'"),
        (["image:mine"], "cannot send an image"),
        (["builtin:greedy"], "there is nothing at 'builtin:greedy'"),
        (["./clever", "--runner", "docker"], "--runner"),
        (["./clever", "--follow", "00"], "--follow ID"),
        ([], "--follow ID"),
    ],
)
def test_mistakes(
    line: list[str], said: str, capfd: pytest.CaptureFixture[str], site: Served, there: Store
) -> None:
    folder("clever")
    with there.writing() as tx:
        add_submission(tx, "bob", "taken", "taken", FIRST, NOW)
    code, out, err = arena(capfd, "bot", "submit", *line, "--to", site.address)
    assert (code, out) == (4 if said.startswith("there is nothing at") else 2, "")
    assert said in err.splitlines()[-1]
    assert err.splitlines()[-1].startswith("arena: ")


@pytest.mark.parametrize(
    "url",
    [
        *("arena.example.org", "ftp://x", "http://", "http://a:b", "https://me@x", "x y"),
        *("http://a..b", f"https://{'a' * 70}", "http://a b"),
    ],
)
def test_invalid_addresses_are_refused(url: str, capfd: pytest.CaptureFixture[str], site: Served) -> None:
    folder("clever")
    code, _, err = arena(capfd, "bot", "submit", "./clever", "--to", url)
    assert code == 2
    assert f"{url!r} is not the address of an arena" in err


def test_follow_needs_to(capfd: pytest.CaptureFixture[str]) -> None:
    for line in (["--follow", "00"], [], ["x", "--token", "y"]):
        assert arena(capfd, "bot", "submit", *line).code == 2


def test_without_a_token(
    capfd: pytest.CaptureFixture[str], site: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(client.TOKEN)
    folder("clever")
    code, _, err = arena(capfd, "bot", "submit", "./clever", "--to", site.address)
    assert (code, err) == (
        2,
        "arena: a token is needed; set ARENA_SERVER_TOKEN or use --token; the arena's operator makes one\n",
    )


@pytest.mark.parametrize(("scheme", "port"), [("http", 80), ("https", 443)])
def test_ipv6_address_needs_no_port(scheme: str, port: int) -> None:
    made = client.Arena(f"{scheme}://[2001:db8::beef]", "token")._connection()
    assert (made.host, made.port) == ("2001:db8::beef", port)


def test_silent_address_is_reported(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(client.TOKEN, "x")
    folder("clever")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    code, _, err = arena(capfd, "bot", "submit", "./clever", "--to", f"http://127.0.0.1:{port}")
    assert code == 1
    assert "does not answer (Connection refused); check the address, and that `arena serve` runs" in err


@pytest.mark.parametrize(
    ("status", "headers", "body", "said"),
    [
        (200, {}, b"<html>", "is not an arena (status 200); is the address right?"),
        (404, {}, b"<html>", "is not an arena"),
        (200, {}, b"[]", "is not an arena"),
        (301, {"Location": "https://x"}, b"", "use --to 'https://x'"),
        (503, {}, b'{"error": "Full.", "do": "Try again."}', ": Full. Try again\n"),
        (500, {}, b'{"error": "\\u001b[2J"}', ": \\x1b[2J"),
        (202, {}, b'{"id": "00"}', "is not an arena, or one of another version"),
        (202, {}, EVIL.replace(b'"00"', b'"../x"'), "is not an arena, or one of another version"),
    ],
)
def test_other_servers_are_reported(
    status: int,
    headers: dict[str, str],
    body: bytes,
    said: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Nobody reads it."""

    monkeypatch.setenv(client.TOKEN, "x")
    folder("clever")
    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        code, _, err = arena(capfd, "bot", "submit", "./clever", "--to", url)
        server.shutdown()
    assert code == 1
    assert said in err


def test_remote_text_is_escaped(capfd: pytest.CaptureFixture[str]) -> None:
    class There(client.Arena):
        def fetch_upload(self, id: str) -> client.Document:
            found: client.Document = json.loads(EVIL)
            return found

    follow(There("http://x", "x"), "00", as_json=False, quiet=False)
    out, err = capfd.readouterr()
    assert "\x1b" not in out + err
    assert out.count("\\x1b[2J") == 7


def test_remote_text_in_the_status_line_is_escaped(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    running = {"number": 1, "title": "[/title]", "detail": "[/detail]", "state": "running"}
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with ExitStack() as progress:
        _UploadOutput(progress, quiet=False, silent=False).show({"state": "running", "steps": [running]})
    assert "[/title]  [/detail]" in capfd.readouterr().err


@pytest.mark.dear
def test_interrupted_client_can_follow_again(site: Served) -> None:
    """Nobody tries it: it waits."""
    folder("clever")
    command = [sys.executable, "-m", "arena"]
    line = [*command, "bot", "submit", "./clever", "--to", site.address]
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True, env=os.environ) as process:
        assert process.stderr
        process.stderr.readline()  # it is sent
        token = os.environ[client.TOKEN]
        headers = {"Authorization": f"Bearer {token}"}
        while not (sent := site.client.get("/api/uploads", headers=headers).json()):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
    assert process.returncode == INTERRUPTED
    assert f"bot submit --follow {sent[0]['id']} --to {site.address}" in said


def test_client_waits_for_a_restarted_site(site: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """And one that stays away is not waited for for ever."""
    arena_there = client.Arena(site.address, os.environ[client.TOKEN])
    folder("clever")
    id = arena_there.send(pack_bot("./clever", None, print))["id"]
    gone = client.Arena("http://127.0.0.1:9", "x")
    monkeypatch.setattr(client, "SILENCE_TIMEOUT_S", 0.0)
    with pytest.raises(client.NoArena):
        list(gone.follow(id, pause=lambda _: None))
    answers: list[client.Document | None] = [
        None,
        {"changes": 1, "over": False},
        {"changes": 1, "over": True},
    ]
    asked = iter(answers)

    def fetch_upload(_: client.Arena, __: str) -> client.Document:
        answer = next(asked)
        if answer is None:
            raise client.NoArena("away")
        return answer

    monkeypatch.setattr(client, "SILENCE_TIMEOUT_S", 60.0)
    monkeypatch.setattr(client.Arena, "fetch_upload", fetch_upload)
    assert list(arena_there.follow(id, pause=lambda _: None)) == [{"changes": 1, "over": False}]


def test_client_polls_less_often_over_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Visitors behind one address share a budget of 20 requests a second."""
    pauses: list[float] = []
    found = {"changes": 0, "over": False}

    def fetch_upload(_: client.Arena, __: str) -> client.Document:
        found["changes"] += 1
        found["over"] = sum(pauses) > 300
        return found

    monkeypatch.setattr(client.Arena, "fetch_upload", fetch_upload)
    list(client.Arena("http://127.0.0.1:9", "x").follow("1", pauses.append))
    assert pauses[0] == 0.5 and pauses[-1] == 5
    assert len(pauses) < 90


def test_the_same_files_are_packed_into_the_same_bytes() -> None:
    made = folder("clever", data_txt="x", notes_md="y")
    first = pack_bot("./clever", None, print)
    assert (first.file, first.name, first.source) == ("clever.tar.gz", "clever", "./clever")
    for path in made.iterdir():
        os.utime(path, (1, 1))
    (made / ".git").mkdir()
    (made / "__pycache__").mkdir()
    (made / "__pycache__" / "x.pyc").touch()
    assert pack_bot("clever", None, print) == first
    script = pack_bot("clever/bot.py", None, print)
    assert (script.file, script.name, script.source) == ("bot.py", "clever", "clever/bot.py")


def test_unbuilt_bot_is_built_before_sending() -> None:
    toml = 'command = ["python", "build/bot.py"]\nbuild = "mkdir -p build && cp bot.py build/"\n'
    made = folder("clever", bot_toml=toml)
    said: list[str] = []
    pack_bot("./clever", None, said.append)
    assert said == ["building clever: mkdir -p build && cp bot.py build/"]
    assert (made / "build" / "bot.py").is_file()


def test_unencrypted_connection_is_reported() -> None:
    for url, open_ in (
        ("http://127.0.0.1:1", False),
        ("http://[::1]:1", False),
        ("http://localhost", False),
        ("https://x.org", False),
        ("http://x.org", True),
    ):
        assert client.Arena(url, "x").is_unencrypted == open_
