"""The analysis on the replay page: chart, mistakes, better cards, and views that never mix."""

import json
import re
from functools import cache
from typing import Any

import pytest

from arena.analysis.report import analyse_views
from arena.record import GameLog, read_log
from arena.viewer.html import replay_page
from arena.viewer.replay.film import film
from tests.browser.conftest import Opens
from tests.browser.test_site import assert_accessible, axe
from tests.browser.watched import Watched
from tests.record.games import golden, play

pytestmark = pytest.mark.dear

__all__ = ["axe"]  # a fixture

RULES = "mau-mau"
SEAT = 1  # its analysis as it knew the game has mistakes
REPLAY = "document.querySelector('maumau-replay')"


@cache
def log() -> GameLog:
    return read_log(golden(RULES).data)


@cache
def analyses() -> list[dict[str, Any]]:
    return analyse_views(log())


def analysis(seat: int | None) -> dict[str, Any]:
    return next(one for one in analyses() if one["seat"] == seat)


@cache
def html(seat: int | None = None) -> str:
    return replay_page(log(), seat, analyses())


def mistakes(seat: int | None) -> list[dict[str, Any]]:
    return [one for one in analysis(seat)["decisions"] if one["ply"] in analysis(seat)["mistakes"]]


def percent(chance: float) -> int:
    return int(chance * 100 + 0.5)


def percents(chances: list[float]) -> list[int]:
    """Whole per cents that add up to 100: those that lose most are rounded up."""
    exact = [round(chance * 10_000) for chance in chances]
    up = sorted(range(len(exact)), key=lambda seat: -(exact[seat] % 100))[
        : 100 - sum(one // 100 for one in exact)
    ]
    return [one // 100 + (seat in up) for seat, one in enumerate(exact)]


def go(page: Watched, ply: int) -> None:
    page.press("g", *str(ply), "Enter")
    page.frames()


def outlined(page: Watched) -> list[str]:
    """The cards on the table that would have been better to play."""
    found: list[str] = page.page.evaluate(
        "[...document.querySelectorAll('.card.better use')]"
        ".map(use => use.getAttribute('href').split('-').at(-1))"
    )
    return found


def spoken(page: Watched) -> str:
    """What screen readers announce about a ply, in addition to its sentence."""
    return page.page.locator("[data-part=judged]").text_content() or ""


def marked(page: Watched) -> int:
    """How many mistakes are marked on the bar."""
    marks = page.page.locator("[data-part=ticks] path[data-mark='▼']")
    return (marks.get_attribute("d") or "").count("M") if marks.count() else 0


# ---- the chart ---------------------------------------------------------------------------------------------
def test_the_chart_has_a_line_for_each_seat_and_a_click_or_a_key_goes_to_a_ply(watch: Opens) -> None:
    page = watch(html())
    chart = page.page.locator("[data-part=chancesLines]")
    last = len(film(log()).frames) - 1
    for number, name in enumerate(analysis(None)["names"]):
        assert chart.locator(f"[data-seat='{number}']").count() == 1
        assert name in (chart.get_attribute("aria-label") or "")
    box = chart.bounding_box()
    assert box
    chart.click(position={"x": box["width"] / 3, "y": box["height"] / 2})
    there = page.ply
    assert there == pytest.approx(last / 3, abs=1)
    assert chart.locator("path").last.get_attribute("d") == f"M{there} 0V100"
    chart.focus()
    page.press("ArrowRight")
    assert page.ply == there + 1
    page.press("End")
    assert chart.get_attribute("aria-valuenow") == str(last)


def test_the_chances_of_each_ply_stand_in_the_chart_and_are_announced(watch: Opens) -> None:
    page = watch(html())
    names = analysis(None)["names"]
    for ply, chances in analysis(None)["chances"][::9]:
        go(page, ply)
        shown = [f"{name} {chance} %" for name, chance in zip(names, percents(chances), strict=True)]
        series = page.page.locator("[data-part=chancesKey] .series").all_inner_texts()
        assert [" ".join(text.split()) for text in series] == shown
        assert ", ".join(shown) in spoken(page)


def test_nothing_is_announced_while_the_panel_is_closed(watch: Opens) -> None:
    page = watch(html())
    ply = mistakes(None)[0]["ply"]
    go(page, ply)
    assert spoken(page).strip()
    page.press("a")
    assert not spoken(page).strip()
    assert outlined(page) == []
    assert not page.page.locator("[data-part=chances]").is_visible()
    page.press("a")
    assert spoken(page).strip()


def test_the_chances_of_a_ply_add_up_to_100(watch: Opens) -> None:
    unclear = {**analysis(None), "chances": [[0, [0.695, 0.305, 0.0]], [1, [0.333, 0.333, 0.334]]]}
    page = watch(replay_page(log(), None, [unclear]))
    for ply, shown in ((0, ["70 %", "30 %", "0 %"]), (1, ["33 %", "33 %", "34 %"])):
        go(page, ply)
        assert page.page.locator("[data-part=chancesKey] .value").all_inner_texts() == shown


@pytest.mark.usefixtures("few_playouts")
def test_own_estimates_have_lines_of_their_own(watch: Opens) -> None:
    whole = read_log(play(RULES, 2, 2, estimates=True).data)
    page = watch(replay_page(whole, 1, analyse_views(whole, 1)))
    estimates = {
        frame.ply: frame.note.win
        for frame in film(whole, 1).frames
        if frame.note and frame.note.win is not None
    }
    assert estimates
    chart = page.page.locator("[data-part=chancesLines]")
    lines = chart.locator("path.own")
    assert [line.get_attribute("data-seat") for line in lines.all()] == ["1"]
    assert (lines.first.get_attribute("d") or "").startswith(f"M{min(estimates)} ")
    own = page.page.locator("[data-part=chancesKey] .series", has_text="own estimate")
    for ply, win in estimates.items():
        go(page, ply)
        assert own.locator(".value").inner_text() == f"{percent(win)} %"
        for words in (spoken(page), chart.get_attribute("aria-valuetext") or ""):
            assert f"own estimate of bot1 {percent(win)} %" in words


# ---- mistakes ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", [None, SEAT])
def test_n_and_p_go_through_the_mistakes_which_are_marked_and_listed(watch: Opens, seat: int | None) -> None:
    page = watch(html(seat))
    plies = [one["ply"] for one in mistakes(seat)]
    assert plies
    assert marked(page) == len(plies)
    for key, expected in (("n", plies), ("p", plies[::-1][1:])):
        for ply in expected:
            page.press(key)
            assert page.ply == ply
    page.press("n", "p")
    rows = page.page.locator("[data-part=mistakes] button")
    assert [int(row.get_attribute("data-ply") or 0) for row in rows.all()] == plies
    rows.last.click()
    assert page.ply == plies[-1]


def test_with_the_panel_closed_n_goes_to_every_mark(watch: Opens) -> None:
    page = watch(html())
    page.press("a", "n")
    own = {frame.ply for frame in film(log()).frames if frame.marks}
    assert page.ply == min(own - {0} | set(analysis(None)["mistakes"]))


@pytest.mark.parametrize("seat", [None, SEAT])
def test_the_better_card_is_outlined_and_named(watch: Opens, seat: int | None) -> None:
    page = watch(html(seat))
    texts, cards = analysis(seat)["texts"], 0
    for one in mistakes(seat):
        go(page, one["ply"])
        hand = film(log(), seat).frames[one["ply"]].seats[one["seat"]].hand or ()
        card = one["best"][:2]
        assert outlined(page) == ([card] if card in hand else [])
        cards += card in hand
        said = page.text("judgement")
        assert texts[one["best"]] in said
        assert f"Cost: {percent(one['cost'])} ± {percent(2 * one['error'])}" in said
    assert cards
    fine = next(one["ply"] for one in analysis(seat)["decisions"] if not one["is_mistake"])
    go(page, fine)
    assert outlined(page) == []


# ---- views -------------------------------------------------------------------------------------------------
def test_each_view_shows_its_own_analysis(watch: Opens) -> None:
    page = watch(html())
    for seat in (SEAT, None, SEAT):
        page.press("0" if seat is None else str(seat + 1))
        assert marked(page) == len(mistakes(seat))
        for one in analysis(seat)["decisions"][::5]:
            go(page, one["ply"])
            cells = page.page.locator("[data-part=choices] tbody tr").all_inner_texts()
            assert len(cells) == len(one["chances"])
            assert all(
                cell.split("\t")[-1] == f"{percent(chance)} %"
                for cell, (_, chance) in zip(cells, one["chances"], strict=True)
            )


@pytest.mark.rule("X-HIDDEN")
def test_the_page_of_a_seat_has_nothing_of_other_analyses(watch: Opens) -> None:
    page = watch(html(SEAT))
    for one in mistakes(None):
        go(page, one["ply"])
        assert outlined(page) == [] or one["ply"] in analysis(SEAT)["mistakes"]
    hands = film(log()).frames[2].seats
    hidden = {card for number, seat in enumerate(hands) if number != SEAT for card in seat.hand or ()}
    go(page, 2)
    assert [card for card in hidden if f"-{card}" in page.everything] == []
    source, own = html(SEAT), json.dumps(analysis(SEAT))
    others = json.dumps([one for one in analyses() if one["seat"] != SEAT])
    foreign = {value for value in re.findall(r"0\.\d{4}", others) if value not in own}
    assert len(foreign) > 50
    assert [value for value in foreign if value in source] == []


def test_the_view_without_hands_has_no_analysis(watch: Opens) -> None:
    page = watch(replay_page(log(), "public", analyses()))
    tab = page.page.get_by_role("tab", name="Analysis")
    assert not tab.is_visible()
    page.press("a")
    assert "no analysis" in page.text("toast")


def test_a_page_without_analyses_offers_none(watch: Opens) -> None:
    page = watch(replay_page(log()))
    assert not page.page.get_by_role("tab", name="Analysis").is_visible()
    assert marked(page) == 0


# ---- for everybody -----------------------------------------------------------------------------------------
def test_the_analysis_is_accessible_and_fits_a_phone(watch: Opens, axe: str) -> None:
    page = watch(html(), f"#{mistakes(None)[0]['ply']}")
    for width in (1280, 1150, 390):
        page.page.set_viewport_size({"width": width, "height": 844})
        page.until(f"{REPLAY}.offsetWidth === {width}")
        page.frames()
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width
        for place in ("[data-part=chancesLines]", "[data-part=choices] table", "[data-part=players] table"):
            box = page.page.locator(place).bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
        if width != 1150:  # the same colours and elements as at 1280
            assert_accessible(page, axe)
