"""What all pages share: the shell, headers, errors, assets, tables."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from html import unescape

import pytest
from mdurl._encode import encode_cache

from arena.rules import Ruleset, rulesets
from arena.web.pages.guide import to_html
from tests.web.served import Served

PAGES = ("/rules", "/rules/mau-mau", "/api/docs", "/healthz", "/healthz/live", "/nowhere")


@pytest.mark.parametrize("path", PAGES)
def test_security_headers(site: Served, path: str) -> None:
    headers = site.client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"


def test_unknown_page_is_a_404(site: Served) -> None:
    site.get("/nowhere", 404)
    assert set(site.data("/api/nowhere", 404)) == {"error", "do"}
    assert "rules/nosuch" not in site.text("/rules/nosuch", 404)


def test_assets_are_found_and_cached(site: Served) -> None:
    page = site.text("/rules")
    found = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert len({*found}) >= 2
    for address in {*found}:
        assert "immutable" in site.get(address).headers["cache-control"]
    site.get("/static/0000000000000000/css/site.css", 404)


def test_only_assets_are_served(site: Served) -> None:
    prefix = re.findall(r'"(/static/[^/]+/css)/', site.text("/rules"))[0]
    for path in (
        "/../../web/app.py",
        "/%2e%2e/__init__.py",
        "/..%2fbundle.py",
        "/../bundle.py",
        "//etc/passwd",
    ):
        site.get(prefix + path, 404)


def test_rules_are_listed_sorted_and_filtered(site: Served) -> None:
    names = [row["ruleset"] for row in site.data("/rules?format=json")]
    assert names == [one.id for one in rulesets()]
    by_title = [row["title"] for row in site.data("/rules?format=json&sort=-title")]
    assert by_title == sorted(by_title, key=str.casefold, reverse=True)
    few = site.data("/rules?format=json&pack=32")
    assert 0 < len(few) < len(names) and {row["pack"] for row in few} == {"32"}
    assert site.text("/rules?format=csv").splitlines()[0].startswith("ruleset,title,players")
    assert 'aria-sort="descending"' in site.text("/rules?sort=-players")


@pytest.mark.parametrize("one", rulesets(), ids=lambda one: one.id)
def test_every_ruleset_has_a_card(site: Served, one: Ruleset) -> None:
    assert one.title in unescape(site.text(f"/rules/{one.id}"))


@pytest.mark.parametrize("name", ["detailed", "prsi-kings"])
def test_special_cards_are_drawn(site: Served, name: str) -> None:
    page = site.text(f"/rules/{name}?beside={'prsi' if name == 'detailed' else 'detailed'}")
    ids, uses = set(re.findall(r'id="([^"]+)"', page)), re.findall(r'href="#([^"]+)"', page)
    assert {use for use in uses if use.startswith(("card-", "pip-", "court-", "pen-"))} <= ids
    cards = {one for one in ids if one.startswith("card-")}
    assert 8 < len(cards) == len([use for use in uses if use.startswith("card-")]), "none that is not shown"


def test_rules_lead_to_a_sample_game(site: Served, empty: Served) -> None:
    [address] = re.findall(r'href="(/matches/[^"]+)"', site.text("/rules/pharaoh-101"))
    assert "/rules/pharaoh-101" in site.text(address)
    assert "/matches/" not in site.text("/rules/prsi")
    assert "/matches/" not in empty.text("/rules/pharaoh-101")


def test_rulesets_are_compared(site: Served) -> None:
    assert site.text("/rules/mau-mau?beside=detailed").count("<table") == 2
    assert "<table" not in site.text("/rules/mau-mau?beside=mau-mau")
    assert site.data("/rules/mau-mau?format=json")["ruleset"] == "mau-mau@1"
    site.get("/rules/mau-mau?beside=/etc/passwd", 200)


def test_nonsense_query_is_ignored(site: Served) -> None:
    for query in (
        "sort=nosuch",
        "page=0",
        "page=-1",
        "page=x",
        "page=" + "9" * 400,
        "format=xml",
        "pack=%00",
    ):
        site.get(f"/rules?{query}")


def test_guides_are_parsed_for_several_requests_at_once() -> None:
    """The parser's library fills a cache at its first call, and failed if a second call came meanwhile."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            for _ in range(20):
                encode_cache.clear()
                assert len({*threads.map(to_html, ["[other](other.md)"] * 8)}) == 1
    finally:
        sys.setswitchinterval(interval)
