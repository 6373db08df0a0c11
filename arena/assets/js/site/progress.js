// A tournament that is played while its page is open: how far it is, and its figures when there is more to tell.

import { stream, whileVisible } from "./stream.js";

const AGAIN = 5000; // ms between two readings of the figures, at least

const live = document.querySelector("[data-progress]");
if (live) follow();

function follow() {
  const bar = live.querySelector("progress");
  let waiting = false;
  let read = Date.now();
  let done = bar.value;

  const hear = {
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
  whileVisible(() => stream(live.dataset.progress, hear));

  function show(now) {
    bar.max = now.games_total || 1;
    bar.value = now.games_done;
    for (const element of document.querySelectorAll("[data-done]")) element.textContent = counted(now.games_done);
    live.querySelector("[data-total]").textContent = counted(now.games_total);
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
    }, Math.max(0, read + AGAIN - Date.now()));
  }
}

// Reads this page again and puts its figures in; what is scrolled, open, written or focused stays as it is.
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
  if (!playing) return " · not played at this moment";
  if (seconds === null) return "";
  const minutes = Math.round(seconds / 60);
  if (seconds < 60) return ` · about ${Math.max(1, Math.round(seconds))} s left`;
  return minutes < 60 ? ` · about ${minutes} min left` : ` · about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}

function counted(number) {
  return number.toLocaleString("en");
}
