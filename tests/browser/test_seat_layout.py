"""The seat layout of the replay: no two parts overlap, and every control can be clicked, at any size."""

from dataclasses import replace
from functools import cache
from urllib.parse import quote

import pytest

from arena.assets import read_asset
from arena.record import read_log
from arena.viewer.html import replay_page
from tests.browser.conftest import Opens
from tests.browser.watched import Watched
from tests.conftest import Scale
from tests.record.games import golden
from tests.web.conftest import database, site, store
from tests.web.served import Served

__all__ = ["database", "site", "store"]  # fixtures

DEALS_MATCH = "1.4.1"  # its games have several deals
SIZES = {
    "desktop": (1920, 1080),
    "laptop": (1440, 900),
    "older laptop": (1366, 768),
    "small laptop": (1280, 720),
    "lists beside the table": (1100, 700),
    "tablet": (1024, 768),
    "tablet upright": (768, 1024),
    "phone": (390, 844),
    "small phone": (360, 640),
    "phone sideways": (844, 390),
    "small phone sideways": (667, 375),
    "embed": (560, 420),
}

# `apart`: the hand of the bottom seat is below the table, as for a person who plays.
OVERLAPS = """async ([source, apart]) => {
  const { layout } = await import(source);
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const wrong = [];
  for (let seats = 2; seats <= 8; seats++)
    for (let width = 360; width <= 1920; width += 20)
      for (let height = apart ? (seats > 6 ? 244 : 212) : 360; height <= 1080; height += 20) {
        const { boxes } = layout(width, height, seats, 0, apart);
        boxes.forEach((one, n) => {
          const inside = one.left >= 0 && one.top >= 0 && one.right <= width && one.bottom <= height;
          const others = boxes.slice(n + 1).filter(other => meet(one, other)).map(other => other.name);
          if (!inside || others.length) wrong.push([seats, width, height, one.name, ...others]);
        });
      }
  return wrong;
}"""

# The rectangles of what is drawn: the cards of each hand, the piles, the names and the badges.
DRAWN_OVERLAPS = """() => {
  const replay = document.querySelector('maumau-replay');
  const { table, plates, badges } = replay.parts;
  const frame = table.getBoundingClientRect();
  const parts = {};
  const put = (name, box) => {
    if (!box.width) return;
    const part = (parts[name] ??= { left: box.left, top: box.top, right: box.right, bottom: box.bottom });
    part.left = Math.min(part.left, box.left);
    part.top = Math.min(part.top, box.top);
    part.right = Math.max(part.right, box.right);
    part.bottom = Math.max(part.bottom, box.bottom);
  };
  for (const [key, card] of replay.table.layer.elements)
    put('sp'.includes(key[0]) ? 'piles' : `hand ${key[0]}`, card.getBoundingClientRect());
  [...plates.children].forEach((plate, n) => put(`name ${n}`, plate.getBoundingClientRect()));
  for (const badge of badges.children) put('badges', badge.getBoundingClientRect());
  const names = Object.keys(parts);
  const within = (a, b) => a.left < b.right - 1 && a.top < b.bottom - 1; // by more than a pixel
  const meet = (a, b) => within(a, b) && within(b, a);
  const outside = ({ left, top, right, bottom }) =>
    left < frame.left || top < frame.top || right > frame.right || bottom > frame.bottom;
  return names.flatMap((name, n) => [
    ...(outside(parts[name]) ? [`${name} outside`] : []),
    ...names.slice(n + 1)
      .filter(other => meet(parts[name], parts[other]))
      .map(other => `${name} and ${other}`),
  ]);
}"""

# Names of players of which a part is hidden.
CUT_NAMES = """() => [...document.querySelectorAll('maumau-replay .name')]
  .filter(one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 2)
  .map(one => one.textContent)"""

# Controls of the replay, without the rows of its lists, that something else covers or that are clipped.
UNREACHABLE = """() => [...document.querySelectorAll('maumau-replay :is(button, select, input)')]
  .filter(one => one.checkVisibility() && !one.closest('.events'))
  .filter(one => {
    const top = one.getBoundingClientRect().top; // scrolling into view would also scroll what is clipped
    scrollBy(0, top - innerHeight / 2);
    const { x, y, width, height } = one.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button, select, input') !== one;
  })
  .map(one => one.ariaLabel || one.textContent)"""


@pytest.fixture
def hall(site: Served) -> Served:
    return site


@cache
def page_of(name: str, seats: int) -> str:
    return replay_page(read_log(golden(name, seats).data))


def resized(page: Watched, width: int, height: int) -> None:
    page.page.set_viewport_size({"width": width, "height": height})
    page.until(f"innerWidth === {width} && innerHeight === {height}")
    page.frames()


@pytest.mark.full
@pytest.mark.parametrize("apart", [False, True])
def test_no_two_parts_overlap_at_any_size(watch: Opens, apart: bool) -> None:
    source = "data:text/javascript," + quote(read_asset("js/replay/layout.js"))
    page = watch("<!doctype html><title>nothing</title>")
    assert page.page.evaluate(OVERLAPS, [source, apart]) == []


@pytest.mark.dear
@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize(("name", "seats"), [("detailed", 2), ("prsi", 5), ("blind", 5), ("mau-mau", 8)])
def test_drawn_parts_do_not_overlap(watch: Opens, name: str, seats: int, scale: Scale) -> None:
    """At each size, with cards as at three plies; only at scale full with each of them."""
    page = watch(page_of(name, seats))
    last = page.page.evaluate("document.querySelector('maumau-replay').last")
    plies = (0, last // 3, last // 2)
    for number, (size, (width, height)) in enumerate(SIZES.items()):
        resized(page, width, height)
        for ply in plies if scale.name == "full" else (plies[number % 3],):
            page.page.evaluate("ply => document.querySelector('maumau-replay').go(ply)", ply)
            page.frames()
            assert page.page.evaluate(DRAWN_OVERLAPS) == [], (size, ply)


@pytest.mark.dear
@pytest.mark.parametrize(("name", "seats"), [("detailed", 2), ("prsi", 5)])
def test_long_names_are_shown_whole(watch: Opens, name: str, seats: int) -> None:
    log = read_log(golden(name, seats).data)
    bots = tuple(bot._replace(name=f"careful_sampler_{seat}") for seat, bot in enumerate(log.header.bots))
    page = watch(replay_page(replace(log, header=replace(log.header, bots=bots))))
    for size in ("laptop", "tablet", "phone"):
        resized(page, *SIZES[size])
        assert page.page.evaluate(CUT_NAMES) == [], size
        assert page.page.evaluate(DRAWN_OVERLAPS) == [], size


@pytest.mark.dear
def test_every_control_of_a_page_can_be_clicked(watch: Opens) -> None:
    page = watch(page_of("german", 5))
    for size, (width, height) in SIZES.items():
        resized(page, width, height)
        assert page.page.evaluate(UNREACHABLE) == [], size


@pytest.mark.dear
@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("path", [f"/matches/{DEALS_MATCH}", f"/embed/{DEALS_MATCH}/games/1"])
def test_every_control_on_the_site_can_be_clicked(visit: Opens, path: str) -> None:
    page = visit(path)
    page.until("document.querySelector('maumau-replay.ready:not([aria-busy])') !== null")
    for size, (width, height) in SIZES.items():
        resized(page, width, height)
        assert page.page.evaluate(UNREACHABLE) == [], size
