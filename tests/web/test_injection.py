"""No text that comes with an address is taken for SQL: each is in every place that can hold one."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest

from tests.conftest import Scale
from tests.web.injections import NONSENSE, TEXTS, rows
from tests.web.routes import API, PAGES
from tests.web.served import Served

ASKED: Final = (
    *("sort", "page", "format", "table", "ruleset", "state", "bot", "author", "opponent", "tournament"),
    *("beside", "rated", "seat", "from"),
)
AT_ONCE: Final = 8
FIRST: Final = [
    *(some[0] for some in PAGES.values()),
    *(f"/api{some[0]}" for some in API.values() if "/events" not in some[0]),
]
ROUTES: Final = [*PAGES, *(f"/api{route}" for route in API)]


def named(route: str, text: str) -> Iterator[str]:
    """The route with the text for each of its names in turn, and with 1 for the others."""
    parts = route.split("/")
    places = [at for at, part in enumerate(parts) if part.startswith("{")]
    for place in places:
        yield "/".join(
            quote(text, safe="") if at == place else ("1" if at in places else part)
            for at, part in enumerate(parts)
        )


def asking(address: str, wish: str, text: str) -> str:
    """The address with one thing more that is asked for."""
    return f"{address}{'&' if '?' in address else '?'}{wish}={quote(text, safe='')}"


def answer(site: Served, address: str) -> tuple[int, int]:
    """Its status, and how many rows of a table it has. A stream is not read."""
    with site.client.stream("GET", address) as got:
        if "event-stream" in got.headers.get("content-type", ""):
            return got.status_code, 0
        return got.status_code, got.read().count(b"<tr")


def answers(site: Served, addresses: Sequence[str]) -> list[tuple[int, int]]:
    """Of each; some are asked at a time."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(partial(answer, site), addresses))


def some_texts(scale: Scale, number: int) -> tuple[str, ...]:
    """All of them at full scale; else others at every place, and all of them at some."""
    many = scale.pick(quick=1, ci=2, full=len(TEXTS))
    return tuple(TEXTS[(number * many + more) % len(TEXTS)] for more in range(many))


def test_injection_as_a_name(site: Served, database: Path, scale: Scale) -> None:
    before = rows(database)
    addresses = [
        address
        for number, route in enumerate(ROUTES)
        for text in some_texts(scale, number)
        for address in named(route, text)
    ]
    for address, (status, _) in zip(addresses, answers(site, addresses), strict=True):
        assert 400 <= status < 500, (address, status)
    assert rows(database) == before


@pytest.mark.dear
@pytest.mark.ci_one_in(4)
@pytest.mark.parametrize("part", range(4))
def test_injection_as_an_option(site: Served, database: Path, scale: Scale, part: int) -> None:
    """And no more is shown than for what there is none of."""
    before = rows(database)
    for address in FIRST[part::4]:
        nothing = [most for _, most in answers(site, [asking(address, wish, NONSENSE) for wish in ASKED])]
        asked = [
            (asking(address, wish, text), most)
            for number, (wish, most) in enumerate(zip(ASKED, nothing, strict=True))
            for text in some_texts(scale, number)
        ]
        found = answers(site, [one for one, _ in asked])
        for (one, most), (status, shown) in zip(asked, found, strict=True):
            assert status < 500, (one, status)
            assert shown <= most, one
    assert rows(database) == before
