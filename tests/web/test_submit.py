"""Submitting through the API and the pages, as browsers, programs and those who mean no good do it."""

import io
import json
import re
import threading
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

import httpx
import pytest

from arena.service.bots import resolve_bot
from arena.service.submission.queue import resume, try_next
from arena.service.submission.upload_dir import MAX_BYTES
from arena.service.submission.worker import UploadRules
from arena.service.tokens import NewToken, new_token, revoke_token
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.bots.submissions import SubmissionState, add_submission
from arena.store.bots.uploads import (
    SentFile,
    StepState,
    TrialStep,
    UploadOutcome,
    UploadState,
    add_upload,
    end_upload,
    take_next,
    write_step,
)
from arena.store.database.store import Store, open_store, sqlite_url
from arena.web.guards.rate_limit import Rates
from arena.web.http.api_auth import AuthRates
from arena.web.site import Settings
from tests.factories.runs import run
from tests.store.samples import NOW
from tests.store.test_submissions import FIRST
from tests.web.served import Served, serving

HOSTILE = Path(__file__).parents[1] / "bots"
TERMS = UploadRules("process")
EVIL = '"><script>alert(1)</script>'


def packed(**files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in (files or {"bot_py": b"print('hello')\n"}).items():
            archive.writestr(zipfile.ZipInfo(name.replace("_", ".")), content)
    return made.getvalue()


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sent is kept in a folder of this test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Store]:
    """A database of this test's own."""
    with open_store(sqlite_url(tmp_path / "arena.db")) as opened:
        yield opened


@pytest.fixture
def here(own: Store) -> Iterator[Served]:
    with serving(own) as served:
        yield served


@pytest.fixture
def anna(own: Store) -> NewToken:
    return new_token(own, "anna")


class Shared(NamedTuple):
    """A site for tests that leave nothing, where the name "clever" is bob's."""

    here: Served
    anna: NewToken


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    path = tmp_path_factory.mktemp("shared") / "arena.db"
    with open_store(sqlite_url(path)) as store, serving(store) as served:
        with store.writing() as tx:
            add_submission(tx, "bob", "clever", "clever", FIRST, NOW)
        served.app.state.rates.uploads_by_owner = Rates(1_000, 1)
        yield Shared(served, new_token(store, "anna"))


def shows(token: NewToken | str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token if isinstance(token, str) else token.secret}"}


def post(here: Served, token: NewToken | str, content: bytes, **query: str) -> httpx.Response:
    return here.client.post("/api/bots", params=query, content=content, headers=shows(token))


def kept(tmp_path: Path) -> list[str]:
    """What is left of uploads on the disk."""
    folder = tmp_path / "data" / "arena" / "uploads"
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


# ---- the API ----
@pytest.mark.dear
@pytest.mark.parametrize("way", ["as it is", "in a form"])
def test_upload_is_queued_and_listed(
    way: str, here: Served, own: Store, anna: NewToken, tmp_path: Path
) -> None:
    beside = {"name": "clever", "rulesets": "mau-mau, detailed", "source": "./x"}
    if way == "as it is":
        sent = post(here, anna, packed(), file="any.zip", **beside)
    else:
        files = {"bot": ("any.zip", packed())}
        sent = here.client.post("/api/bots", data=beside, files=files, headers=shows(anna))
    assert sent.status_code == 202, sent.text
    document = sent.json()
    assert (document["state"], document["file"], document["bot"]) == ("waiting", "any.zip", "clever")
    assert {step["state"] for step in document["steps"]} == {"to do"}
    assert len(kept(tmp_path)) == 1
    place = sent.headers["Location"]
    assert place == f"/api/uploads/{document['id']}"
    assert here.client.get(place, headers=shows(anna)).json() == document
    assert [one["id"] for one in here.client.get("/api/uploads", headers=shows(anna)).json()] == [
        document["id"]
    ]
    again = post(here, anna, packed(), file="any.zip", **beside)
    assert again.json()["id"] == document["id"], "twice is once"
    bob = new_token(own, "bob")
    for path in (place, f"{place}/events", "/api/uploads/00"):
        refused = here.client.get(path, headers=shows(bob))
        assert (refused.status_code, set(refused.json())) == (404, {"error", "do"})


@pytest.mark.dear
def test_unauthorised_requests_are_refused(here: Served, own: Store, anna: NewToken, tmp_path: Path) -> None:
    reads, gone = new_token(own, "reads", scopes=("read",)), new_token(own, "gone")
    old = new_token(own, "old", now=NOW.replace(year=2000))
    revoke_token(own, "gone")
    for token in ("-", "x", anna.secret[:-1] + "!", gone, old):
        refused = post(here, token, packed())
        assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
        assert set(refused.json()) == {"error", "do"}
    assert here.client.post("/api/bots", content=packed()).status_code == 401
    basic = here.client.get("/api/uploads", headers={"Authorization": "Basic eDp5"})
    assert basic.status_code == 401
    refused = post(here, reads, packed())
    assert refused.status_code == 403
    assert here.client.get("/api/uploads", headers=shows(reads)).json() == []
    assert kept(tmp_path) == []


@pytest.mark.parametrize(
    ("content", "query", "status", "said"),
    [
        (b"", {}, 400, "Nothing was sent."),
        (b"MZ", {"file": "bot.exe"}, 415, "'bot.exe'"),
        (b"hello", {}, 415, "Unsupported file"),
        (packed(), {"name": "a b"}, 422, "'a b' cannot be a bot's name"),
        (packed(), {"name": EVIL}, 422, "cannot be a bot's name"),
        (packed(), {"name": "\u202egnp.exe"}, 422, "cannot be a bot's name"),
        (packed(), {"name": "gree-dy"}, 409, "is taken by the builtin bot greedy"),
        (packed(), {"name": "Cl_ever"}, 409, "it looks like clever; bob has it since"),
        (packed(), {"rulesets": "skat"}, 422, "skat"),
        (packed(), {"member": "__import__('os')"}, 422, "is not the name of a class"),
        (packed(), {"source": "--help"}, 422, "The path of a bot has"),
        (packed(), {"source": "a\nb"}, 422, "The path of a bot has"),
        (b"x" * (MAX_BYTES + 1), {"file": "x.zip"}, 413, "at most 10 MB"),
        (b"x" * (MAX_BYTES + 100_000), {"file": "x.zip"}, 413, "too long"),
    ],
)
def test_invalid_uploads_are_refused(
    content: bytes,
    query: dict[str, str],
    status: int,
    said: str,
    shared: Shared,
    tmp_path: Path,
) -> None:
    refused = post(shared.here, shared.anna, content, **query)
    assert (refused.status_code, set(refused.json())) == (status, {"error", "do"}), refused.text
    assert said in refused.json()["error"]
    assert refused.json()["do"]
    assert kept(tmp_path) == []
    assert shared.here.client.get("/api/uploads", headers=shows(shared.anna)).json() == []


@pytest.mark.dear
def test_body_size_is_counted_while_it_arrives(here: Served, anna: NewToken, tmp_path: Path) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(400):
            yield b"x" * 100_000

    for headers in (shows(anna), {**shows(anna), "Content-Type": "multipart/form-data; boundary=x"}):
        try:
            refused = here.client.post("/api/bots?file=x.zip", content=endless(), headers=headers)
            assert refused.status_code in (400, 413)
        except httpx.WriteError:
            pass  # it was not listened to any longer
        assert kept(tmp_path) == []


FIELD = b'--x\r\nContent-Disposition: form-data; name="bot"\r\n\r\n\xe9-\xe9\r\n--x--\r\n'


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=x", b"hello"),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="bot"\r\n\r\nx\r\n--x--\r\n',
        ),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\n\r\n--x--\r\n"),
        ("multipart/form-data; boundary=" + "x" * 300, b"--x"),
        ("multipart/form-data; boundary=x; charset=undefined", FIELD),
        ("multipart/form-data; boundary=x; charset=punycode", FIELD),
    ],
)
def test_unreadable_forms_are_refused(kind: str, content: bytes, shared: Shared) -> None:
    headers = {**shows(shared.anna), "Content-Type": kind}
    refused = shared.here.client.post("/api/bots", content=content, headers=headers)
    assert (refused.status_code, set(refused.json())) == (400, {"error", "do"}), refused.text


@pytest.mark.dear
def test_too_many_wait(here: Served, anna: NewToken) -> None:
    for number in range(5):
        assert post(here, anna, packed(n=bytes([number]))).status_code == 202
    refused = post(here, anna, packed(n=b"x"))
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
    assert "5 of your bots" in refused.json()["error"]


@pytest.mark.dear
def test_many_at_once_are_not_more_than_may_wait(here: Served, anna: NewToken) -> None:
    with ThreadPoolExecutor(12) as threads:
        sent = threads.map(lambda number: post(here, anna, packed(n=bytes([number]))).status_code, range(12))
    assert sorted(sent) == [202] * 5 + [429] * 7
    assert len(here.client.get("/api/uploads", headers=shows(anna)).json()) == 5


@pytest.mark.dear
def test_too_often(here: Served, own: Store, anna: NewToken) -> None:
    doors = AuthRates()
    doors.uploads_by_owner, doors.wrong_tokens = Rates(2, 1_000), Rates(2, 1_000)
    here.app.state.rates = doors
    assert [post(here, anna, b"").status_code for _ in range(3)] == [400, 400, 429]
    assert post(here, new_token(own, "bob"), b"").status_code == 400, "each has their own"
    statuses = [here.client.get("/api/uploads", headers=shows("x")).status_code for _ in range(3)]
    assert statuses == [401, 401, 429]
    assert here.client.get("/api/uploads", headers=shows(anna)).status_code == 200


@pytest.mark.dear
def test_the_steps_come_as_they_happen(here: Served, own: Store, anna: NewToken) -> None:
    id = post(here, anna, packed(bot_toml=b"x"), file="wrong.zip").json()["id"]
    seen: list[dict[str, Any]] = []
    with here.client.stream("GET", f"/api/uploads/{id}/events", headers=shows(anna)) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        for line in stream.iter_lines():
            if line.startswith("data: "):
                seen.append(json.loads(line.removeprefix("data: ")))
            if len(seen) == 1:
                threading.Thread(target=try_next, args=(own, TERMS, Event())).start()
                seen.append({})
    assert (seen[0]["state"], seen[-1]["state"], seen[-1]["over"]) == ("waiting", "refused", True)
    assert seen[-1]["steps"][0]["state"] == "failed"
    assert seen[-1]["message"].startswith("bot.toml:1: ")


@pytest.mark.dear
def test_failures_are_shown_only_to_the_owner(here: Served, own: Store, anna: NewToken) -> None:
    failed = replace(FIRST, digest="bb" * 32, state=SubmissionState.FAILED, failure="why", repeat="how")
    with own.writing() as tx:
        add_submission(tx, "anna", "clever", "clever", replace(failed, description=EVIL), NOW)
    for path in ("/api/bots", "/api/bots/clever"):
        seen = here.client.get(path).text
        assert "clever" in seen
        assert not re.search(r"why|how\"|bots/aa|place|command", seen)
        assert '"failure":"why"' in here.client.get(path, headers=shows(anna)).text
        assert "why" not in here.client.get(path, headers=shows(new_token(own, f"b{path[-1]}"))).text
    assert here.client.get("/api/bots/nobody").status_code == 404
    assert here.client.get("/api/bots", headers=shows("wrong")).status_code == 401


@pytest.mark.dear
def test_output_is_shown_only_to_the_owner(own: Store) -> None:
    bots = (resolve_bot(str(HOSTILE / "exits_at_once")), resolve_bot("builtin:random"))
    number = create(own, TournamentSettings(bots, boards=1, name="x"))
    run(own, number)
    with serving(own) as here:
        path = f"/api/matches/{number}.1.1/output"
        mine = here.client.get(path, headers=shows(new_token(own, "me", owner="local"))).json()
        assert (mine[0]["bot"], mine[0]["verdict"]) == ("exits_at_once", "NO_START")
        assert mine[0]["output"]
        bob = new_token(own, "bob")
        assert here.client.get(path, headers=shows(bob)).json() == []
        assert here.client.get(path).status_code == 401
        for wrong in ("9.1.1", "1.1.9"):
            assert here.client.get(f"/api/matches/{wrong}/output", headers=shows(bob)).status_code == 404
        assert here.client.get("/api/matches/x/output", headers=shows(bob)).status_code == 404


def test_the_api_is_described_with_its_errors(here: Served) -> None:
    schema = here.data("/api/openapi.json")
    call = schema["paths"]["/api/bots"]["post"]
    assert set(call["requestBody"]["content"]) >= {"multipart/form-data", "application/zip"}
    for status in ("400", "401", "403", "409", "413", "415", "422", "429"):
        body = call["responses"][status]["content"]["application/json"]["schema"]
        assert body["$ref"].endswith("/Problem"), status
    assert call["security"] == [{"token": []}]
    assert "Send a packed bot" in here.text("/api/docs")


# ---- the pages ----
class Browser:
    """Somebody with a browser that runs no scripts."""

    def __init__(self, here: Served) -> None:
        self.client = httpx.Client(base_url=here.address, timeout=30, verify=False)

    def csrf(self) -> str:
        found = re.search(r'name="csrf" value="([0-9a-f]+)"', self.client.get("/submit").text)
        assert found
        return found[1]

    def sign_in(self, token: NewToken | str, **more: str) -> httpx.Response:
        secret = token if isinstance(token, str) else token.secret
        return self.client.post("/submit/session", data={"csrf": self.csrf(), "token": secret, **more})

    def send(self, content: bytes, file: str = "clever.zip", **more: str) -> httpx.Response:
        data = {"csrf": self.csrf(), **more}
        return self.client.post("/submit/bot", data=data, files={"bot": (file, content)})


@pytest.fixture
def browser(here: Served) -> Iterator[Browser]:
    made = Browser(here)
    with made.client:
        yield made


@pytest.mark.dear
def test_without_scripts_a_bot_is_sent_and_followed(browser: Browser, own: Store, anna: NewToken) -> None:
    page = browser.client.get("/submit").text
    assert "From the command line" in page
    assert 'type="file"' not in page, "first one signs in"
    signed = browser.sign_in(anna)
    assert (signed.status_code, signed.headers["Location"]) == (303, "/submit")
    cookie = signed.headers["Set-Cookie"]
    assert re.match(r"arena_session=[\w-]{43}; HttpOnly; Max-Age=43200; Path=/; SameSite=lax$", cookie)
    assert anna.secret not in browser.client.get("/submit").text
    sent = browser.send(packed(bot_toml=b"x"), name="clever")
    assert sent.status_code == 303, sent.text
    place = sent.headers["Location"]
    waiting = browser.client.get(place).text
    assert "Its trial starts soon." in waiting
    assert "Refresh" in waiting
    assert waiting.count("to do</span>") == 14
    with own.writing() as tx:
        key = take_next(tx, "process", NOW)
    assert "Testing." in browser.client.get(place).text
    with own.writing() as tx:
        assert key
        write_step(tx, key.key, TrialStep(5, "decides", StepState.RUNNING))
    assert "Testing: decides." in browser.client.get(place).text
    resume(own)
    assert "Its trial was interrupted and starts again soon." in browser.client.get(place).text
    try_next(own, TERMS, Event())
    over = browser.client.get(place).text
    assert "bot.toml:1: " in over
    assert "refused" in over
    assert "Submit again" in over
    assert "<script" not in over, "it is over: nothing to follow"
    assert f'href="{place}"' in browser.client.get("/submit").text


@pytest.mark.dear
def test_signing_out(browser: Browser, own: Store, anna: NewToken) -> None:
    browser.sign_in(anna)
    place = browser.send(packed()).headers["Location"]
    old = browser.client.cookies["arena_session"]
    browser.client.post("/submit/sign-out", data={"csrf": browser.csrf()})
    assert 'type="file"' not in browser.client.get("/submit").text
    other = httpx.get(f"{browser.client.base_url}{place}", cookies={"arena_session": old})
    assert other.status_code == 401, "the old cookie is worth nothing"
    browser.sign_in(anna)
    assert browser.client.get(place).status_code == 200
    revoke_token(own, "anna")
    assert browser.client.get(place).status_code == 401


def test_a_session_is_not_chosen_by_somebody_else(browser: Browser, anna: NewToken) -> None:
    browser.client.cookies.set("arena_session", "chosen")
    csrf = browser.csrf()
    signed = browser.client.post("/submit/session", data={"csrf": csrf, "token": anna.secret})
    assert signed.status_code == 303
    other = httpx.get(f"{browser.client.base_url}/submit", cookies={"arena_session": "chosen"})
    assert 'type="file"' not in other.text


def test_wrong_tokens_are_reported(browser: Browser, here: Served) -> None:
    page = browser.sign_in(EVIL)
    assert page.status_code == 401
    assert "Unknown or expired token." in page.text
    assert EVIL not in page.text
    here.app.state.rates.wrong_tokens = Rates(1, 1_000)
    assert [browser.sign_in("x").status_code for _ in range(2)] == [401, 429]


@pytest.mark.dear
def test_foreign_forms_are_refused(browser: Browser, own: Store, anna: NewToken, tmp_path: Path) -> None:
    browser.sign_in(anna)
    csrf = browser.csrf()
    for wrong in ("", "0" * 64, csrf[:-1], "é"):
        refused = browser.client.post("/submit/bot", data={"csrf": wrong}, files={"bot": ("a.zip", packed())})
        assert refused.status_code == 403
        assert browser.client.post("/submit/sign-out", data={"csrf": wrong}).status_code == 403
        assert browser.client.post("/submit/session", data={"csrf": wrong, "token": "x"}).status_code == 403
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}):
        refused = browser.client.post("/submit/sign-out", data={"csrf": csrf}, headers=headers)
        assert refused.status_code == 403
    assert 'type="file"' in browser.client.get("/submit").text
    assert kept(tmp_path) == []
    cookies = dict(browser.client.cookies)
    posted = httpx.post(f"{browser.client.base_url}/api/bots?file=x.zip", content=packed(), cookies=cookies)
    assert posted.status_code == 401, "a cookie alone submits nothing"


@pytest.mark.dear
def test_page_shows_why_an_upload_is_refused(browser: Browser, own: Store, anna: NewToken) -> None:
    assert browser.send(packed()).status_code == 401
    browser.sign_in(new_token(own, "reads", scopes=("read",)))
    assert browser.send(packed()).status_code == 403
    browser.sign_in(anna)
    for content, file, more, status, said in (
        (b"", "", {}, 400, "Nothing was sent."),
        (b"MZ", "x.exe", {}, 415, "Unsupported file"),
        (packed(), "x.zip", {"name": EVIL}, 422, "cannot be a bot"),
        (packed(), "x.zip", {"name": "greedy"}, 409, "is taken by the builtin bot greedy"),
        (b"x" * (MAX_BYTES + 1), "x.zip", {}, 413, "10 MB"),
    ):
        page = browser.send(content, file, **more)
        assert page.status_code == status
        assert said in page.text
        assert EVIL not in page.text
        assert 'type="file"' in page.text


def test_all_texts_are_escaped(browser: Browser, own: Store, anna: NewToken) -> None:
    """Of a row that some other way found into the database, too."""
    step = TrialStep(1, EVIL, StepState.FAILED, EVIL, 1.0, EVIL, EVIL, EVIL)
    with own.writing() as tx:
        add_upload(tx, "aa", SentFile("anna", EVIL, "0" * 64, 1, EVIL, EVIL, (EVIL,), EVIL), NOW)
        write_step(tx, 1, step)
        end_upload(tx, 1, UploadOutcome(UploadState.FAILED, EVIL, EVIL, EVIL, EVIL, EVIL + "2"), NOW)
    browser.sign_in(anna)
    for path in ("/submit", "/submit/aa"):
        page = browser.client.get(path)
        assert page.status_code == 200
        assert EVIL not in page.text
        assert "alert(1)" in page.text


@pytest.mark.dear
def test_other_owners_pages_are_not_found(browser: Browser, own: Store, anna: NewToken) -> None:
    browser.sign_in(anna)
    place = browser.send(packed()).headers["Location"]
    browser.sign_in(new_token(own, "bob"))
    assert browser.client.get(place).status_code == 404
    assert browser.client.get("/submit/../../etc").status_code == 404


@pytest.mark.dear
def test_page_shows_the_operators_settings(own: Store, anna: NewToken) -> None:
    secure = Settings("https://arena.example.org", builds=True, runner="process")
    with serving(own, secure) as here:
        page = here.client.get("/submit")
        assert "; Secure" in page.headers["Set-Cookie"]
        assert "is built here, without network" in page.text
        assert "may do whatever the operator may" in page.text
        assert "--to https://arena.example.org" in page.text
    with serving(own, Settings("http://127.0.0.1", takes_bots=False)) as here:
        assert "takes no bots from other machines" in here.text("/submit")
        assert post(here, anna, packed()).status_code == 403
    with serving(own) as here:
        page = here.client.get("/submit")
        assert "; Secure" not in page.headers["Set-Cookie"]
        assert "Dockerfiles are ignored" in page.text
