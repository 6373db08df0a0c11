// The bar below the table: scrubber with its marks, ply, speed and whose view.

import { element, write } from "./dom.js";

export const SPEEDS = ["0.5", "1", "2", "4", "8", "16", "instant"];
const HEIGHTS = { E: 1, "!": 1, X: 1, D: 0.9, O: 0.8, B: 0.7, M: 0.6, "?": 0.5, P: 0.5, C: 0.5, R: 0.35, "↔": 0.25 };

export class Bar {
  constructor(parts, film, commands) {
    this.parts = parts;
    this.film = film;
    const { scrubber, speed, side, view, goto, last, legend } = parts;
    scrubber.max = film.last;
    write(last, `/ ${film.last}`);
    goto.size = String(film.last).length + 1;
    speed.append(...SPEEDS.map((one) => new Option(one === "instant" ? one : `${one}×`, one)));
    side.append(...film.sides.map((seat, n) => new Option(seat === null ? "all hands" : film.names[seat], n)));
    view.hidden = film.sides.length < 2;
    for (const [mark, meaning] of Object.entries(film.marks)) {
      const sign = element("span", { className: "mark" }, mark);
      sign.dataset.mark = mark;
      legend.append(element("dt", {}, sign), element("dd", {}, meaning));
    }
    scrubber.addEventListener("input", () => commands.go(Number(scrubber.value)));
    scrubber.addEventListener("pointermove", (event) => this.hint(event));
    scrubber.addEventListener("pointerleave", () => (parts.tip.hidden = true));
    speed.addEventListener("change", () => commands.speed(speed.value));
    side.addEventListener("change", () => commands.side(Number(side.value)));
    goto.addEventListener("change", () => commands.go(Number.parseInt(goto.value, 10) || 0));
    goto.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "Escape") goto.blur();
    });
    this.ticks();
  }

  show({ ply, side, speed, playing, text }) {
    const { scrubber, play } = this.parts;
    scrubber.value = ply;
    scrubber.setAttribute("aria-valuetext", `ply ${ply} of ${this.film.last}: ${text}`);
    this.parts.goto.value = ply;
    this.parts.side.value = side;
    this.parts.speed.value = speed;
    play.classList.toggle("playing", playing);
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
  }

  // One path for each kind of mark, a line for each ply that has it.
  ticks() {
    const lines = {};
    for (let ply = 0; ply <= this.film.last; ply++) {
      for (const mark of this.film.at("marks", 0, ply)) (lines[mark] ??= []).push(ply);
    }
    const { ticks } = this.parts;
    ticks.setAttribute("viewBox", `0 0 ${Math.max(1, this.film.last)} 1`);
    for (const [mark, plies] of Object.entries(lines)) {
      const path = document.createElementNS(ticks.namespaceURI, "path");
      path.setAttribute("d", plies.map((ply) => `M${ply} ${1 - HEIGHTS[mark]}V1`).join(""));
      path.dataset.mark = mark;
      ticks.prepend(path);
    }
  }

  // What happened at the ply under the pointer.
  hint(event) {
    const { scrubber, tip, side } = this.parts;
    const box = scrubber.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - box.left - 8) / (box.width - 16)));
    const ply = Math.round(share * this.film.last);
    write(tip, `${ply}  ${this.film.at("text", Number(side.value), ply)}`);
    tip.style.setProperty("--at", `${(share * 100).toFixed(1)}%`);
    tip.hidden = event.pointerType !== "mouse";
  }
}
