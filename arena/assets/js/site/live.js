// The pages of running games: the wall of all tables, updated by server-sent events, and the page of one match.

import { stream, whileVisible } from "./stream.js";

const ASK_INTERVAL = 2000; // ms between checks whether a match is running

const wall = document.querySelector("[data-wall]");
const match = document.querySelector("[data-match]");
if (wall) followWall();
if (match) followMatch();

// ---- the wall ------------------------------------------------------------------------------------------------

function followWall() {
  const empty = document.querySelector("[data-empty]");
  const section = document.querySelector("[data-runs-section]");
  const runs = document.querySelector("[data-runs]");
  const tables = new Map([...wall.querySelectorAll("[data-table]")].map((item) => [item.dataset.table, item]));

  const callbacks = {
    tables(names) {
      for (const [name, item] of tables) {
        if (!names.includes(name)) {
          item.remove();
          tables.delete(name);
        }
      }
      empty.hidden = names.length > 0;
    },
    table({ name, html }) {
      if (!tables.has(name)) tables.set(name, added(name));
      redraw(tables.get(name), html);
    },
    runs({ html }) {
      redraw(runs, html);
      section.hidden = !runs.children.length;
    },
  };
  whileVisible(() => stream(wall.dataset.wall, callbacks));
}

function added(name) {
  const item = document.createElement("li");
  item.dataset.table = name;
  wall.append(item);
  return item;
}

// Replaces the contents of an element with HTML from the server. A focused link keeps the focus.
function redraw(element, html) {
  const links = [...element.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  element.innerHTML = html;
  if (at >= 0) element.querySelectorAll("a")[at]?.focus({ preventScroll: true });
}

// ---- one match -----------------------------------------------------------------------------------------------

function followMatch() {
  const over = match.querySelector("[data-over]");
  const waiting = match.querySelector("[data-waiting]");
  const theatre = match.querySelector("[data-theatre]");

  async function look() {
    const found = await asked(match.dataset.match);
    if (found?.state === "over") return end();
    if (found?.state === "playing") return show(found);
    setTimeout(look, ASK_INTERVAL);
  }

  // If the replay cannot load its film, removes it and asks for the match again: its game may just have changed.
  function mend() {
    if (!theatre.querySelector("maumau-replay.failed")) return;
    theatre.replaceChildren();
    waiting.hidden = false;
    look();
  }

  function show({ film, events }) {
    const replay = document.createElement("maumau-replay");
    for (const [name, value] of Object.entries({ src: film, sides: "public", live: events })) replay.setAttribute(name, value);
    theatre.replaceChildren(replay);
    waiting.hidden = true;
  }

  function end() {
    waiting.hidden = true;
    over.hidden = false;
  }

  theatre.addEventListener("ended", ({ detail }) => {
    if (!detail.next) setTimeout(look, ASK_INTERVAL / 4); // else the replay goes on by itself
  });
  setInterval(mend, ASK_INTERVAL);
  if (over.hidden && !theatre.firstElementChild) look();
}

async function asked(address) {
  try {
    const response = await fetch(address);
    return response.ok ? await response.json() : null;
  } catch {
    return null; // the server does not answer at the moment
  }
}
