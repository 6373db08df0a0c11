// The page of a running tournament: updates the progress and the tables of figures.

import { stream, whileVisible } from "./stream.js";

const MIN_INTERVAL = 5000; // ms between two updates of the figures

const live = document.querySelector("[data-progress]");
if (live) follow();

function follow() {
  const bar = live.querySelector("progress");
  let waiting = false;
  let read = Date.now();
  let done = bar.value;

  const callbacks = {
    progress(now) {
      show(now);
      if (now.games_done !== done) {
        done = now.games_done;
        soon();
      }
    },
    end() {
      location.reload();
    },
  };
  whileVisible(() => stream(live.dataset.progress, callbacks));

  function show(now) {
    bar.max = now.games_total || 1;
    bar.value = now.games_done;
    for (const element of document.querySelectorAll("[data-done]")) element.textContent = countText(now.games_done);
    live.querySelector("[data-total]").textContent = countText(now.games_total);
    live.querySelector("[data-left]").textContent = left(now);
    crew(now.crew);
  }

  function crew(html) {
    const box = live.querySelector("[data-crew]");
    const open = box.querySelector("details")?.open ?? true;
    box.innerHTML = html;
    const details = box.querySelector("details");
    if (details) details.open = open;
  }

  function soon() {
    if (waiting) return;
    waiting = true;
    setTimeout(async () => {
      await renew().catch(() => {});
      waiting = false;
      read = Date.now();
    }, Math.max(0, read + MIN_INTERVAL - Date.now()));
  }
}

// Loads this page again and replaces the tables of figures. Scrolling, open details, input and focus are kept.
async function renew() {
  const figures = document.getElementById("figures");
  const response = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!response.ok || figures.contains(document.activeElement) && document.activeElement.matches("input, select")) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.getElementById("figures");
  if (!fresh || fresh.innerHTML === figures.innerHTML) return;
  const places = [...figures.querySelectorAll(".scroll, pre")].map((box) => [box.scrollLeft, box.scrollTop]);
  const open = [...figures.querySelectorAll("details")].map((one) => one.open);
  const links = [...figures.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  figures.replaceChildren(...fresh.childNodes);
  figures.querySelectorAll(".scroll, pre").forEach((box, index) => places[index] && box.scrollTo(...places[index]));
  figures.querySelectorAll("details").forEach((one, index) => { one.open = open[index] ?? false; });
  if (at >= 0) figures.querySelectorAll("a")[at]?.focus({ preventScroll: true });
}

function left({ playing, seconds_left: seconds, state }) {
  if (state === "paused") return " · paused";
  if (!playing) return " · not running at the moment";
  if (seconds === null) return "";
  const minutes = Math.round(seconds / 60);
  if (seconds < 60) return ` · about ${Math.max(1, Math.round(seconds))} s left`;
  return minutes < 60 ? ` · about ${minutes} min left` : ` · about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}

function countText(number) {
  return number.toLocaleString("en");
}
