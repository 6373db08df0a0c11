"""What stands before all pages, asked through real sockets."""

import asyncio
import http.client
import re
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Annotated, Any

import httpx
import pytest
from fastapi import Body, FastAPI, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from arena.service.errors import BadSettings, DatabaseError
from arena.store.database.store import Store, open_store, sqlite_url
from arena.web.guards import body_limits
from arena.web.guards import body_limits as url_limits
from arena.web.guards.proxies import find_gateway, parse_proxies
from arena.web.guards.rate_limit import RateLimit, Rates, client_of
from arena.web.site import Settings
from tests.web.served import Served, guard_of, serving, without_end


@pytest.fixture(scope="module")
def more(store: Store) -> Iterator[Served]:
    """A site with some more pages: they go wrong, or take what is sent."""
    with serving(store) as served:
        add_pages(served.app)
        yield served


def add_pages(app: FastAPI) -> None:
    @app.get("/broken/{name}")
    def broken_by_name(name: str) -> None:
        raise KeyError

    @app.get("/broken")
    def broken() -> None:
        raise ValueError("\x1b[2J<script>\nforged: line")

    @app.get("/api/broken")
    def broken_data() -> None:
        raise ValueError("secret-thing")

    @app.get("/breaks-off")
    def breaks_off() -> Response:
        async def parts() -> AsyncIterator[bytes]:
            yield b"begun"
            raise ValueError("halfway")

        return StreamingResponse(parts())

    @app.get("/endless")
    def endless() -> Response:
        return StreamingResponse(without_end())

    @app.post("/takes")
    def takes(data: Annotated[dict[str, Any], Body()]) -> dict[str, int]:
        return {"fields": len(data)}

    @app.post("/reads")
    async def reads(request: Request) -> dict[str, int]:
        return {"bytes": sum([len(part) async for part in request.stream()])}

    @app.get("/no-database")
    def no_database() -> None:
        raise DatabaseError("database: \x1b[2Jgone")


# ---- faults of ours ----------------------------------------------------------------------------------------
def test_defect_is_logged_under_its_number(more: Served, caplog: pytest.LogCaptureFixture) -> None:
    page = more.get("/broken", 500)
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "forged" not in page.text and "Traceback" not in page.text
    number = page.text.partition("error ")[2].partition(".")[0]
    [record] = [record for record in caplog.records if record.name == "arena.web"]
    assert number in record.message and "ValueError" in record.message
    assert "\x1b" not in record.message
    assert set(more.data("/api/broken", 500)) == {"error", "do"}
    assert "secret-thing" not in more.text("/api/broken", 500)


def test_visitor_cannot_forge_log_lines(more: Served, caplog: pytest.LogCaptureFixture) -> None:
    more.get("/broken/a%0AERROR%20forged%1b[2J", 500)
    [record] = [record for record in caplog.records if record.name == "arena.web"]
    assert "\nERROR" not in record.message and "\x1b" not in record.message


def test_broken_response_is_recognisable(more: Served) -> None:
    with pytest.raises(httpx.RemoteProtocolError):
        more.client.get("/breaks-off")


def test_lost_database_is_a_503(more: Served, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert "does not answer" in more.text("/no-database", 503)
    assert all("\x1b" not in record.message for record in caplog.records)
    path = tmp_path / "arena.db"
    with open_store(sqlite_url(path)) as store, serving(store) as served:
        served.get("/healthz")
        store.close()
        for file in tmp_path.glob("arena.db*"):
            file.unlink()
        path.write_bytes(b"no database at all, and long enough to be taken for one" * 20)
        assert "does not answer" in served.text("/healthz", 503)


# ---- names -------------------------------------------------------------------------------------------------
HOSTS = [
    ("127.0.0.1:8000", 200),
    ("localhost", 200),
    ("LOCALHOST:80", 200),
    ("arena.localhost:8000", 200),
    ("[::1]:8000", 200),
    ("192.168.1.7", 200),
    (socket.gethostname(), 200),
    ("localhost.", 200),
    ("evil.example", 421),
    ("127.0.0.1.evil.example", 421),
    ("localhost.evil.example", 421),
    ("evillocalhost", 421),
    ("evil.example/embed/", 421),
    ("localhost@evil.example", 421),
    ("[evil]", 421),
    ("a b", 421),
    ("", 421),
]


@pytest.mark.parametrize(("host", "status"), HOSTS)
def test_other_host_names_are_refused(site: Served, host: str, status: int) -> None:
    assert_status(site, "/rules", status, Host=host)


def test_operator_can_add_host_names(store: Store) -> None:
    settings = Settings("https://Arena.example.org", hosts=("web",))
    with serving(store, settings) as served:
        for host, status in [
            ("arena.example.org", 200),
            ("web:8000", 200),
            ("example.org", 421),
            ("localhost", 200),
        ]:
            assert_status(served, "/rules", status, Host=host)
        assert_status(served, "/healthz", 200, Host="whatever")


def assert_status(site: Served, path: str, status: int, **headers: str) -> None:
    """httpx would put a Host of its own in order."""
    connection = http.client.HTTPConnection(site.address.removeprefix("http://"), timeout=30)
    connection.putrequest("GET", path, skip_host=True)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    assert connection.getresponse().status == status
    connection.close()


# ---- sizes -------------------------------------------------------------------------------------------------
def test_long_addresses_and_headers_are_refused(site: Served) -> None:
    site.get("/rules?pack=" + "a" * (url_limits.MAX_URL - 20), 200)
    site.get("/rules?pack=" + "a" * url_limits.MAX_URL, 414)
    site.get("/" + "a" * url_limits.MAX_URL, 414)
    site.get("/rules", 431, **{"X-Long": "a" * url_limits.MAX_HEADERS})
    assert site.client.get("/rules", headers=[("X-Much", "a")] * 2500).status_code == 431


def test_long_body_is_refused_while_it_arrives(more: Served) -> None:
    for path in ("/takes", "/reads"):
        assert more.client.post(path, json={"a": 1}).status_code == 200
        announced = more.client.post(path, content=b" " * (body_limits.USUAL + 1))
        assert announced.status_code == 413
        assert "64 KiB" in announced.text
        streamed = more.client.post(path, content=(b" " * 10_000 for _ in range(100)))
        assert streamed.status_code == 413
    full = more.client.post("/reads", content=(b" " * 1024 for _ in range(64)))
    assert full.json() == {"bytes": body_limits.USUAL}


# ---- floods ------------------------------------------------------------------------------------------------
class Answered:
    """An app that says which requests came to it."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.crowds = RateLimit(self._answer, burst=3, per_second=0.5, clients=2, clock=lambda: self.now)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        await Response("ok")(scope, receive, send)

    def ask(self, host: str, path: str = "/api/x") -> tuple[int, str | None]:
        """The status, and what Retry-After says."""
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {"type": "http", "client": (host, 1), "path": path, "method": "GET", "headers": []}
        scope |= {"query_string": b"", "scheme": "http", "server": ("localhost", 80)}
        asyncio.run(self.crowds(scope, _nothing, send))
        headers = {name: value.decode() for name, value in sent[0]["headers"]}
        return sent[0]["status"], headers.get(b"retry-after")


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


def test_too_many_requests_are_refused() -> None:
    site = Answered()
    answers = [site.ask("192.0.2.1") for _ in range(5)]
    assert answers == [(200, None)] * 3 + [(429, "2")] * 2
    assert site.ask("192.0.2.2") == (200, None)
    site.now += 2
    assert [site.ask("192.0.2.1") for _ in range(2)] == [(200, None), (429, "2")]
    site.now += 1_000_000
    assert [site.ask("192.0.2.1")[0] for _ in range(4)] == [200, 200, 200, 429]


def test_rate_limit_remembers_a_limited_number_of_visitors() -> None:
    site = Answered()
    assert [site.ask("192.0.2.1")[0] for _ in range(4)] == [200, 200, 200, 429]
    for number in range(2, 50):
        site.ask(f"192.0.2.{number}")
    assert len(site.crowds.rates) == 2
    assert site.ask("192.0.2.1")[0] == 200


def test_assets_and_this_machine_are_not_limited() -> None:
    site = Answered()
    assert {site.ask("127.0.0.1") for _ in range(9)} == {(200, None)}
    assert {site.ask("::1") for _ in range(9)} == {(200, None)}
    assert {site.ask("192.0.2.1", "/static/x.css") for _ in range(9)} == {(200, None)}


CLIENTS = [
    ("192.0.2.1", "192.0.2.1"),
    ("::ffff:192.0.2.1", "192.0.2.1"),
    ("::ffff:127.0.0.1", None),
    ("2001:db8::1", "2001:db8::/64"),
    ("2001:db8::ffff:1", "2001:db8::/64"),
    ("fe80::1%eth0", "fe80::/64"),
    ("<b>" * 99, ("<b>" * 99)[:64]),
]


@pytest.mark.parametrize(("host", "name"), CLIENTS)
def test_visitors_are_counted_by_address(host: str, name: str | None) -> None:
    assert client_of({"client": (host, 1)}) == name


def test_behind_a_proxy_the_visitor_is_limited(store: Store) -> None:
    with serving(store) as served:
        served.get("/healthz")
        guard_of(served.app, RateLimit).rates = Rates(burst=3, every=0.5, clock=lambda: 0.0)
        asked = [served.client.get("/rules", headers={"X-Forwarded-For": "192.0.2.1"}) for _ in range(4)]
        assert [one.status_code for one in asked] == [200, 200, 200, 429]
        assert asked[-1].headers["retry-after"] == "1"
        assert "default-src" in asked[-1].headers["content-security-policy"]
        served.get("/rules", 200, **{"X-Forwarded-For": "192.0.2.1, 192.0.2.2"})


def limit(served: Served, burst: int) -> None:
    served.get("/healthz")
    guard_of(served.app, RateLimit).rates = Rates(burst=burst, every=0.5, clock=lambda: 0.0)


def status(served: Served, forwarded: str) -> int:
    return served.client.get("/rules", headers={"X-Forwarded-For": forwarded}).status_code


@pytest.mark.dear
def test_behind_a_trusted_proxy_only_the_last_address_counts(store: Store) -> None:
    """The proxy wrote the last one; all before it came from the visitor."""
    with serving(store, Settings(trusted_proxies=parse_proxies("127.0.0.1, 10.0.0.0/8"))) as served:
        limit(served, 2)
        forged = [f"198.51.100.{number}, 192.0.2.1, 10.1.2.3" for number in range(3)]
        assert [status(served, one) for one in forged] == [200, 200, 429]
        assert [status(served, f"192.0.2.{number}") for number in range(2, 20)] == [200] * 18


def test_untrusted_proxy_is_ignored_and_logged_once(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    with serving(store, Settings(trusted_proxies=parse_proxies("10.0.0.0/8"))) as served:
        limit(served, 0)
        assert [status(served, f"192.0.2.{number}") for number in range(3)] == [200] * 3  # from this machine
    [warning] = [one for one in caplog.records if one.name == "arena.web"]
    assert warning.levelname == "WARNING" and "--trusted-proxies 127.0.0.1" in warning.getMessage()


@pytest.mark.parametrize("text", ["*", "0.0.0.0/0", "::/0", "10.0.0.1/8", "proxy.example.org", "1.2.3"])
def test_trusting_every_address_is_refused(text: str) -> None:
    with pytest.raises(BadSettings):
        parse_proxies(f"127.0.0.1,{text}")


def test_the_gateway_is_read_from_the_routes(tmp_path: Path) -> None:
    head = "Iface\tDestination\tGateway \tFlags\n"
    routes = tmp_path / "route"
    routes.write_text(f"{head}eth1\t0000000A\t00000000\t0001\neth0\t00000000\t010012AC\t0003\n")
    assert find_gateway(routes) == "172.18.0.1"
    routes.write_text(f"{head}eth1\t0000000A\t00000000\t0001\n")
    with pytest.raises(BadSettings):
        find_gateway(routes)


# ---- writing from elsewhere --------------------------------------------------------------------------------
ORIGINS: list[tuple[dict[str, str], int]] = [
    ({}, 200),
    ({"Sec-Fetch-Site": "same-origin", "Origin": "null"}, 200),
    ({"Sec-Fetch-Site": "none"}, 200),
    ({"Sec-Fetch-Site": "cross-site"}, 403),
    ({"Sec-Fetch-Site": "same-site"}, 403),
    ({"Origin": "http://evil.example"}, 403),
    ({"Origin": "null"}, 403),
    ({"Origin": "https://arena.example.org"}, 200),
    ({"Origin": "http://arena.example.org"}, 403),
    ({"Origin": "https://arena.example.org.evil.example"}, 403),
    ({"Origin": "http://[broken"}, 403),
]


@pytest.fixture(scope="module")
def by_proxy(store: Store) -> Iterator[Served]:
    """A site that visitors reach by another name, through something that speaks HTTPS for it."""
    with serving(store, Settings("https://arena.example.org")) as served:
        add_pages(served.app)
        yield served


@pytest.mark.parametrize(("headers", "status"), ORIGINS)
def test_writes_from_other_sites_are_refused(by_proxy: Served, headers: dict[str, str], status: int) -> None:
    assert by_proxy.client.post("/takes", json={}, headers=headers).status_code == status
    by_proxy.get("/healthz", 200, **headers)


def test_writes_from_any_own_name_are_accepted(by_proxy: Served) -> None:
    for host in ("localhost:9", "127.0.0.1"):
        own = {"Origin": f"http://{host}", "Host": host}
        assert by_proxy.client.post("/takes", json={}, headers=own).status_code == 200
        other = {"Origin": "http://localhost:8", "Host": host}
        assert by_proxy.client.post("/takes", json={}, headers=other).status_code == 403


# ---- what may be kept, and HEAD ----------------------------------------------------------------------------
@pytest.mark.dear
def test_personal_responses_are_not_cached(site: Served) -> None:
    for path in ("/rules", "/nowhere", "/rules?format=json"):
        assert site.client.get(path).headers["cache-control"] == "no-cache"
        for known in ({"Cookie": "session=x"}, {"Authorization": "Bearer x"}):
            assert site.client.get(path, headers=known).headers["cache-control"] == "private, no-store"
    [style] = re.findall(r'href="(/static/[^"]+site.css)"', site.text("/rules"))
    assert "immutable" in site.get(style, Cookie="session=x").headers["cache-control"]


@pytest.mark.parametrize("path", ["/rules", "/healthz", "/nowhere", "/api/openapi.json", "/endless"])
def test_head_is_get_without_the_body(more: Served, path: str) -> None:
    head = more.client.head(path)
    assert head.content == b""
    if path != "/endless":
        get = more.client.get(path)
        assert head.status_code == get.status_code
        for name in ("content-type", "content-length", "content-security-policy"):
            assert head.headers[name] == get.headers[name]
