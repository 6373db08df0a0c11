"""A game as one page: what is in it, and what must not be."""

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count, cycle

import pytest

from arena.analysis.report import analyse_views
from arena.assets import ASSETS, bundle, modules
from arena.record import BotName, GameLog, read_log
from arena.record.format import Play, Take
from arena.record.reader import BadLog, log_lines
from arena.record.replay import game_of, replay
from arena.rules import Outcome
from arena.viewer.html import in_script, replay_page
from arena.viewer.replay.film import PUBLIC, Side
from tests.record import games
from tests.record.games import changed, golden, play, resealed

MODULES = ASSETS / "js" / "replay"
HOSTILE = [
    "</script><script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "<!--<script>",
    "$title ${film} {{7*7}}",
    "\u202eevil\u2066 \u2028 \u0000",
    "'\"><svg onload=alert(1)>",
]


@cache
def log(name: str, seats: int, seed: int = 3) -> GameLog:
    return read_log(play(name, seats, seed).data)


def film_in(page: str) -> dict[str, object]:
    """The document that a page carries."""
    [text] = re.findall(r'<script type="application/json">(.*?)</script>', page, re.DOTALL)
    data: dict[str, object] = json.loads(text)
    return data


# ---- what a seat did not see is not in its page ------------------------------------------------------------
# Games in which many cards stay hidden: one deal, no reshuffle.
SHORT = [("mau-mau", 2, 7), ("mau-mau", 2, 4), ("mau-mau", 3, 3), ("mau-mau", 3, 4)]


def exchanged(data: bytes) -> Iterator[bytes]:
    """Logs of the same game for seat 0: another seat holds another card, which nobody ever sees."""
    whole = read_log(data)
    takes = [record for record in whole.records if isinstance(record, Take)]
    laid = "".join(record.action for record in whole.records if isinstance(record, Play))
    lines = log_lines(data)
    taken = {card for take in takes for card in take.cards}
    unseen = [
        card
        for card in game_of(whole.header).pack.names
        if card not in taken and f'"{card}"' not in data.decode()
    ]
    for take in takes:
        line = next(number for number, text in enumerate(lines, 1) if text == take.line().encode())
        for card in [one for one in take.cards if take.seat and one not in laid]:
            for other in unseen:
                variant = changed(data, line, f'"{card}"', f'"{other}"')
                if outcome_of(variant) == whole.footer.outcome:
                    yield variant


def outcome_of(data: bytes) -> Outcome | None:
    """How the game ends by the rules; None if they do not allow it."""
    played = replay(read_log(data))
    try:
        for _ in played:
            pass
    except BadLog:
        return None
    return played.outcome


@pytest.mark.dear
@pytest.mark.parametrize(("name", "seats", "seed"), SHORT)
@pytest.mark.rule("X-HIDDEN")
def test_page_of_a_seat_depends_only_on_its_view(name: str, seats: int, seed: int) -> None:
    data = play(name, seats, seed).data
    named = {"name": "GAME"}
    own, everything = (replay_page(read_log(data), side, attributes=named) for side in (0, None))
    assert film_in(own)["choices"]
    variants = list(exchanged(data))
    assert len(variants) >= 2
    for variant in variants:
        assert replay_page(read_log(variant), 0, attributes=named) == own
        assert replay_page(read_log(variant), attributes=named) != everything


@pytest.mark.usefixtures("few_playouts")
@pytest.mark.rule("X-HIDDEN")
def test_analysis_of_a_seat_depends_only_on_its_view() -> None:
    data = play("mau-mau", 2, 4).data
    own, variant = (
        replay_page(one, 0, analyse_views(one, 0)) for one in map(read_log, (data, next(exchanged(data))))
    )
    assert film_in(own)["analyses"]
    assert variant == own


analysed = cache(analyse_views)


@pytest.mark.dear
@pytest.mark.usefixtures("few_playouts")
@pytest.mark.rule("X-HIDDEN")
@pytest.mark.parametrize(("side", "seats"), [(None, [None, 0, 1]), (1, [1]), (PUBLIC, [])])
def test_a_page_has_only_the_analyses_of_its_own_views(side: Side, seats: list[int | None]) -> None:
    whole = log("mau-mau", 2)
    page = film_in(replay_page(whole, side, analysed(whole)))
    analyses = page.get("analyses", [])
    assert isinstance(analyses, list)
    assert [one["seat"] for one in analyses] == seats
    assert all("game" not in one for one in analyses)
    assert "analyses" not in film_in(replay_page(whole, side))


def test_hidden_facts_do_not_change_the_page() -> None:
    data = play("mau-mau", 3, 5).data
    lines = [other_than_seat_0(line) for line in log_lines(data)]
    header = re.sub(rb'"game":"[^"]*"', b'"game":"another"', lines[0])
    header = re.sub(rb'"commitment":"\w*"', b'"commitment":"' + b"0" * 64 + b'"', header)
    footer = re.sub(rb'"secret":"\w*"', b'"secret":"' + b"1" * 64 + b'"', lines[-1])
    variant = resealed([header, *lines[1:-1], footer])
    assert variant != data
    assert replay_page(read_log(variant), 0) == replay_page(read_log(data), 0)


def other_than_seat_0(line: bytes) -> bytes:
    """The record with what nobody but its seat knows changed."""
    [(kind, body)] = json.loads(line).items()
    if kind == "take" and body["seat"]:
        return Take(body["seat"], tuple(reversed(body["cards"]))).line().encode()
    if kind == "play" and body["seat"]:
        return Play(body["seat"], body["action"], body["ms"] + 77, "secret plan", 0.99).line().encode()
    return line


@pytest.mark.parametrize("seat", [0, 1])
def test_page_of_a_seat_does_not_identify_the_game(seat: int) -> None:
    whole = read_log(play("mau-mau", 2, 3, game_id="the-games-own-id").data)
    page = replay_page(whole, seat)
    assert [side["seat"] for side in film_in(page)["sides"]] == [seat]  # type: ignore[attr-defined]
    for hidden in (whole.header.game, whole.header.commitment, whole.footer.secret, whole.footer.game_digest):
        assert hidden not in page


# ---- what strangers wrote ----------------------------------------------------------------------------------
def hostile(*texts: str) -> GameLog:
    """A game whose bots have these names and write these notes, in turn."""
    whole, text = log("mau-mau", 3), cycle(texts)
    bots = tuple(BotName(next(text), bot.version) for bot in whole.header.bots)
    records = tuple(
        record._replace(note=next(text)) if isinstance(record, Play) else record for record in whole.records
    )
    return replace(whole, header=replace(whole.header, bots=bots), records=records)


@pytest.mark.parametrize("text", HOSTILE)
def test_names_and_notes_are_text(text: str) -> None:
    page, plain = replay_page(hostile(text)), replay_page(hostile("plain"))
    assert page.count("<") == plain.count("<")
    assert not set("\u202e\u2066\u2028\x00") & set(page)
    assert film_in(page)["names"] != film_in(plain)["names"]


@pytest.mark.parametrize("text", HOSTILE)
def test_json_in_a_script_keeps_its_meaning(text: str) -> None:
    assert json.loads(in_script({"text": text})) == {"text": text}
    assert not set("<>&\u2028") & set(in_script(text))


def test_only_the_pages_own_script_and_style_may_run() -> None:
    page = replay_page(log("mau-mau", 2))
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    [script] = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    [style] = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert f"script-src 'sha256-{digest(script)}'" in policy
    assert f"style-src 'sha256-{digest(style)}'" in policy
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


def digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


# ---- the page as a file ------------------------------------------------------------------------------------
def test_bundle_orders_modules_by_imports() -> None:
    assert set(modules()) == {path.name for path in MODULES.glob("*.js")}
    assert modules()[-1] == "replay.js"
    assert not re.search(r"^(import|export) ", bundle(), re.MULTILINE)


def test_modules_share_no_top_level_name() -> None:
    names = re.findall(r"^(?:async )?(?:function|class|const|let) (\w+)", bundle(), re.MULTILINE)
    assert len(names) > 50
    assert len(set(names)) == len(names)


def test_nothing_is_read_as_markup_and_nothing_is_loaded() -> None:
    asking = {"source.js": "fetch(", "live.js": "new EventSource("}  # where a server is
    for path in MODULES.glob("*.js"):
        text = path.read_text().replace(asking.get(path.name, "import("), "")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", text), path
        assert not re.search(r"fetch\(|EventSource\(|XMLHttp|WebSocket|sendBeacon|import\(", text), path
        assert not re.search(r"\.style\s*=|cssText|setAttribute\(\"(style|on)", text), path
    everything = "".join(path.read_text() for path in [*MODULES.iterdir(), *(ASSETS / "html").iterdir()])
    assert set(re.findall(r"https?://[^\s\"']+", everything)) == {"http://www.w3.org/2000/svg"}


@cache
def long_game() -> GameLog:
    """A game of 1,500 plies at least."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "MAX_PLIES", 2_600)
        logs = (read_log(play("detailed-thunderback", 2, seed).data) for seed in count())
        return next(one for one in logs if sum(isinstance(record, Play) for record in one.records) >= 1_500)


@pytest.mark.dear
def test_a_game_of_two_thousand_plies_is_a_small_page() -> None:
    page = replay_page(long_game())
    plies = film_in(page)["plies"]
    assert isinstance(plies, int)
    assert len(page.encode()) < 500 * plies  # 1 MB for 2,000


def test_the_same_log_makes_the_same_page() -> None:
    whole = read_log(golden("detailed").data)
    assert replay_page(whole) == replay_page(whole)


def test_nothing_takes_the_focus_by_itself() -> None:
    """When somebody was quicker with a key, the browser complains of it."""
    assert "autofocus" not in replay_page(read_log(golden("mau-mau", 2).data))


def test_each_part_of_the_replay_has_a_name_of_its_own() -> None:
    names = re.findall(r'data-part="([^"]*)"', (ASSETS / "html" / "replay_element.html").read_text())
    assert len(set(names)) == len(names)
