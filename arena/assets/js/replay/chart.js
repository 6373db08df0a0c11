// A chart of a game: a line for each seat over the plies. It is one SVG, 100 high and one unit wide per ply. A click goes
// to the ply there.

import { element, svgElement } from "./dom.js";

const MIDDLE = 50; // between the cards and the totals
const MARGIN = 4;

export class Chart {
  constructor({ chart, key, lines }, go) {
    Object.assign(this, { chart, key, lines });
    this.cursor = path("", "cursor");
    lines.addEventListener("click", (event) => {
      const { left, width } = lines.getBoundingClientRect();
      go(Math.round(((event.clientX - left) / width) * this.last));
    });
  }

  // Shows a title and the lines' names.
  name(title, names) {
    this.names = names.map((name, seat) => series(path("M0 3H20", seat), element("bdi", {}, name)));
    this.key.replaceChildren(element("b", {}, title), ...this.names);
  }

  // Adds the name of the line of a seat's own estimates after the seat's name, and returns it.
  nameOwn(seat) {
    const name = series(path("M0 3H20", seat, "own"), "own estimate");
    this.names[seat].after(name);
    return name;
  }

  // Draws paths for the plies from 0 to `last`. `label`: the chart in words.
  draw(paths, last, label) {
    this.last = last;
    this.lines.setAttribute("viewBox", `0 0 ${Math.max(1, last)} 100`);
    this.lines.setAttribute("aria-label", label);
    this.lines.replaceChildren(...paths, this.cursor);
  }

  show(ply) {
    this.cursor.setAttribute("d", `M${ply} 0V100`);
  }
}

// Names the lines of a film: the cards in each seat's hand, and below them the totals if there are any.
export function nameCards(chart, film) {
  chart.chart.classList.toggle("scored", film.keepsScore);
  chart.name(film.keepsScore ? `Cards in hand, ${film.unit[1]} below` : "Cards in hand", film.names);
}

// Draws the cards and totals of all plies.
export function drawCards(chart, film, side) {
  const values = (name) => film.names.map((_, seat) => Array.from({ length: film.last + 1 }, (_, ply) => film.at(`${name}${seat}`, side, ply)));
  const cards = values("cards");
  const totals = film.keepsScore ? values("total") : [];
  const low = film.keepsScore ? MIDDLE - MARGIN : 100 - MARGIN;
  const drawn = [...steps(cards, MARGIN, low), ...steps(totals, MIDDLE + MARGIN, 100 - MARGIN)];
  chart.draw(drawn, film.last, film.names.map((name, seat) => describe(name, cards[seat], totals[seat], film)).join("; "));
}

// Returns a path for each seat's values, one value per ply, between two heights: 0, or the lowest value, at `low`. Values
// before a seat's first one are null.
export function steps(rows, high, low, className = "") {
  const least = Math.min(0, ...rows.flat());
  const scale = (low - high) / Math.max(1, Math.max(...rows.flat()) - least);
  const y = (value) => (low - (value - least) * scale).toFixed(1);
  return rows.flatMap((row, seat) => {
    const first = row.findIndex((value) => value !== null);
    if (first < 0) return [];
    const turns = row.flatMap((value, ply) => (ply > first && value !== row[ply - 1] ? [`H${ply}V${y(value)}`] : []));
    return path(`M${first} ${y(row[first])}${turns.join("")}H${row.length - 1}`, seat, className);
  });
}

// Describes a seat's lines for screen readers.
function describe(name, cards, totals, film) {
  const most = Math.max(...cards);
  const known = [`${name}: ${cards[0]} cards at first, at most ${most} at ply ${cards.indexOf(most)}, ${cards.at(-1)} now`];
  if (totals) known.push(film.totalText(totals.at(-1)));
  return known.join(", ");
}

// Returns a line of the chart. `seat`: the seat's index, or "cursor" or "grid".
export function path(d, seat, className = "") {
  return svgElement("path", { d, "data-seat": seat, class: className });
}

// Returns the name of a line, with a piece of the line.
function series(line, ...name) {
  return element("span", { className: "series" }, svgElement("svg", { viewBox: "0 0 20 6" }, line), ...name);
}
