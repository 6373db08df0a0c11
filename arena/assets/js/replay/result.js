// The result below the table: the scores of a deal that ended at this ply, and the winner of the game.

import { element, signed, write } from "./dom.js";

export class Result {
  // `count`: the number of games in the match, 0 if unknown.
  constructor(parts, count) {
    this.parts = parts;
    this.count = count;
  }

  // Switches to another game of the match. `game`: its number, null if unknown.
  take(film, game) {
    this.film = film;
    this.dismissed = false;
    this.parts.banner.classList.toggle("scored", film.keepsScore);
    this.parts.nextGame.hidden = !game || game >= this.count;
  }

  // Hides the winner until another game is opened.
  dismiss() {
    this.dismissed = true;
  }

  show(frame, side) {
    const { banner, winner, scores } = this.parts;
    const ended = frame.seats.some((seat) => seat.place !== null);
    banner.classList.toggle("ended", ended && !this.dismissed);
    write(winner, ended ? winners(frame.seats) : "");
    if (scores.shownPly === frame.ply && scores.shownFilm === this.film) return;
    Object.assign(scores, { shownPly: frame.ply, shownFilm: this.film });
    scores.tabIndex = ended || frame.scores.length ? 0 : -1; // it can be wider than its place
    scores.replaceChildren(...(ended || frame.scores.length ? [scoreTable(this.film, frame, side)] : []));
  }
}

// Returns a table with a column for each player: its points of the deal that ended at this ply, and its total; without
// totals, the cards left. `upright`: with a row for each player instead.
export function scoreTable(film, { ply, scores, seats }, side, upright = false) {
  const deal = film.at("deal", side, Math.max(0, ply - 1)) + 1;
  const lines = [
    [film.keepsScore ? film.unit[1] : "", ...seats.map(({ name }) => element("bdi", {}, name))],
    scores.length && [`Deal ${deal}`, ...scores.map((score) => (score === null ? "–" : signed(score)))],
    film.keepsScore ? ["Total", ...seats.map((seat) => signed(seat.total))] : ["Cards left", ...seats.map((seat) => String(seat.cards))],
  ].filter(Boolean);
  const rows = upright ? lines[0].map((_, column) => lines.map((line) => line[column])) : lines;
  const best = (row, column) => (upright ? !column && row : !row && column) && seats[(upright ? row : column) - 1].place === 1;
  const cell = (content, row, column) => {
    const heads = !row || !column;
    return element(heads ? "th" : "td", { className: best(row, column) ? "best" : "", ...(heads && { scope: row ? "row" : "col" }) }, content);
  };
  const made = rows.map((row, n) => element("tr", {}, ...row.map((content, column) => cell(content, n, column))));
  return element("table", { className: "scores" }, element("thead", {}, made[0]), element("tbody", {}, ...made.slice(1)));
}

function winners(seats) {
  const first = seats.filter((seat) => seat.place === 1).map((seat) => seat.name);
  if (first.length > 1) return `${first.join(", ")} share first place`;
  return first[0] === "You" ? "You win the game" : `${first[0]} wins the game`;
}
