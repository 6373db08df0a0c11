// Prepares a replay element: creates its views, and listens to the user.

import { Analysis } from "./analysis.js";
import { Bar } from "./bar.js";
import { Chart } from "./chart.js";
import { Comparison } from "./compare.js";
import { partsOf } from "./dom.js";
import { EventList } from "./events.js";
import { Games } from "./games.js";
import { commandOf } from "./keys.js";
import { readLink } from "./link.js";
import { Live } from "./live.js";
import { Person } from "./person.js";
import { Result } from "./result.js";
import { Seatings } from "./seatings.js";
import { Share } from "./share.js";
import { Sound } from "./sound.js";
import { Table } from "./table.js";
import { Tabs } from "./tabs.js";
import { WhatIf } from "./what-if.js";

// Fills a replay element with the page's template, and creates the views of its parts.
export function setUpReplay(replay) {
  replay.replaceChildren(document.getElementById("maumau-replay").content.cloneNode(true));
  const parts = (replay.parts = partsOf(replay));
  parts.title.ariaLevel = document.querySelector("h1") ? "2" : "1";
  const go = (ply) => replay.go(ply);
  const redraw = () => replay.film && replay.show();
  const lists = { go, peek: (ply) => replay.peek(ply) };
  replay.comparison = new Comparison(parts.comparison, parts.table.cloneNode(true), redraw);
  replay.table = new Table(parts, redraw);
  const games = Number(replay.getAttribute("games") ?? 0);
  replay.sound = new Sound(!replay.classList.contains("alone"));
  parts.fullScreen.hidden = !document.fullscreenEnabled;
  replay.result = new Result(parts, games);
  replay.bar = new Bar(parts, { go, speed: (speed) => replay.setSpeed(speed), side: (side) => replay.setSide(side) });
  replay.games = new Games(parts, games, { go, game: (game) => replay.openGame(game) });
  replay.chart = new Chart(parts, go);
  replay.analysis = new Analysis(replay, new Chart({ chart: parts.chances, key: parts.chancesKey, lines: parts.chancesLines }, go), lists);
  replay.whatIf = new WhatIf(replay, lists);
  replay.events = new EventList(parts.events, lists);
  replay.notes = new EventList(parts.notes, lists);
  replay.menu = new Share(parts, replay.addresses);
  replay.live = new Live(replay);
  replay.seatings = new Seatings(replay);
  replay.tabs = new Tabs(replay, (name) => replay.film && replay.opened(name));
  if (replay.addresses.of("answer")) replay.person = new Person(replay);
  for (const name of ["output", "seatings"]) replay.tabs.offer(name, replay.addresses.of(name));
}

// Connects buttons, keys and links to a replay. Returns an AbortController that disconnects them.
export function connectReplay(replay) {
  const listening = new AbortController();
  const { signal } = listening;
  replay.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (button) replay.obey(button.dataset.do);
    else if (replay.classList.contains("alone") && event.target.closest(".table")) replay.obey("toggle");
  }, { signal });
  document.addEventListener("keydown", (event) => press(replay, event), { signal });
  addEventListener("hashchange", () => replay.goLinked(readLink(location.hash)), { signal });
  return listening;
}

// Handles a pressed key. If no element has the focus, keys are for the first replay of the page.
function press(replay, event) {
  const first = document.querySelector("maumau-replay") === replay;
  const mine = replay.contains(event.target) || (first && event.target === document.body);
  const command = mine && commandOf(event, Boolean(replay.person));
  if (!command) return;
  event.preventDefault();
  replay.obey(...command);
}
