// The bar below the table: the scrubber (a slider over all plies) with its marks, the ply, the speed and the side.

import { SPEEDS } from "./clock.js";
import { element, svgElement, write } from "./dom.js";

const HEIGHTS = { E: 1, "▼": 1, "≠": 0.9, "!": 1, Y: 1, X: 1, D: 0.9, O: 0.8, B: 0.7, M: 0.6, K: 0.6, "?": 0.5, L: 0.5, P: 0.5, C: 0.5, R: 0.35, "↔": 0.25 };

export class Bar {
  constructor(parts, commands) {
    this.parts = parts;
    const { scrubber, speed, side, goto } = parts;
    speed.append(...SPEEDS.map((one) => new Option(one === "instant" ? one : `${one}×`, one)));
    scrubber.addEventListener("input", () => commands.go(Number(scrubber.value)));
    scrubber.addEventListener("pointermove", (event) => this.hint(event));
    scrubber.addEventListener("pointerleave", () => (parts.tip.hidden = true));
    speed.addEventListener("change", () => commands.speed(speed.value));
    side.addEventListener("change", () => commands.side(Number(side.value)));
    this.goto = new NumberField(goto, (ply) => commands.go(ply));
  }

  // Switches to another film. `last`: the last ply of the scrubber.
  take(film, last) {
    this.film = film;
    const { side, view } = this.parts;
    side.replaceChildren(...film.sides.map((seat, n) => new Option(viewed(seat, film.names), n)));
    view.hidden = film.sides.length < 2;
    this.explain();
    this.measure(last);
  }

  // Fills the legend, which explains the marks.
  explain() {
    this.parts.legend.replaceChildren(...Object.entries(this.film.marks).flatMap(([mark, meaning]) => {
      const sign = element("span", { className: "mark" }, mark);
      sign.dataset.mark = mark;
      return [element("dt", {}, sign), element("dd", {}, meaning)];
    }));
  }

  // Sets the range of the scrubber to the plies from 0 to `last`.
  measure(last) {
    this.length = last;
    this.parts.scrubber.max = last;
    write(this.parts.last, `/ ${last}`);
    this.parts.goto.size = String(last).length + 1;
  }

  show({ ply, side, speed, playing, text }) {
    const { scrubber, play } = this.parts;
    this.side = side;
    scrubber.value = ply;
    scrubber.setAttribute("aria-valuetext", `ply ${ply} of ${this.length}: ${text}`);
    this.goto.show(ply);
    this.parts.side.value = side;
    this.parts.speed.value = speed;
    play.classList.toggle("playing", playing);
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
  }

  // Draws the marks along the scrubber: one SVG path for each kind of mark, with a line for each marked ply.
  ticks(side) {
    const lines = {};
    for (let ply = 0; ply <= this.film.last; ply++) {
      for (const mark of this.film.at("marks", side, ply)) (lines[mark] ??= []).push(ply);
    }
    const { ticks } = this.parts;
    ticks.setAttribute("viewBox", `0 0 ${Math.max(1, this.length)} 1`);
    const paths = Object.entries(lines).map(([mark, plies]) => {
      const d = plies.map((ply) => `M${ply} ${1 - (HEIGHTS[mark] ?? 0.5)}V1`).join("");
      return svgElement("path", { d, "data-mark": mark });
    });
    ticks.replaceChildren(...paths.reverse());
  }

  // Shows a tip with the ply under the pointer and its sentence.
  hint(event) {
    const { scrubber, tip } = this.parts;
    const box = scrubber.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - box.left - 8) / (box.width - 16)));
    const ply = Math.round(share * this.length);
    this.film.cardText.write(tip, `${ply}  ${this.film.at("text", this.side, Math.min(ply, this.film.last))}`);
    tip.style.setProperty("--at", `${(share * 100).toFixed(1)}%`);
    tip.hidden = event.pointerType !== "mouse";
  }
}

// An input field for a number. It calls `then(number)` when the user has typed a number. While the user types, `show`
// does not overwrite it.
export class NumberField {
  constructor(field, then) {
    this.field = field;
    this.typing = false;
    field.addEventListener("focus", () => (this.typing = true));
    field.addEventListener("change", () => {
      this.typing = false;
      then(Number.parseInt(field.value, 10) || 0);
    });
    field.addEventListener("blur", () => {
      this.typing = false;
      this.show(this.number);
    });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "Escape") field.blur();
    });
  }

  show(number) {
    this.number = number;
    if (!this.typing) this.field.value = number;
  }
}

function viewed(seat, names) {
  if (seat === null) return "all hands";
  return seat === "public" ? "no hands" : names[seat];
}
