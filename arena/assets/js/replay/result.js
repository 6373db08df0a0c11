// The result below the table: the scores of a deal that ended at this ply, and the winner of the game.

import { element, write } from "./dom.js";

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
    scores.replaceChildren(...(ended || frame.scores.length ? [scoreTable(this.film, frame, side)] : []));
  }
}

// Returns a table with a column for each player: its points of the deal that ended at this ply, and its total. In a game
// without totals it has the cards left.
export function scoreTable(film, { ply, scores, seats }, side) {
  const deal = film.at("deal", side, Math.max(0, ply - 1)) + 1;
  const rows = [
    scores.length && [`Deal ${deal}`, scores.map((score) => (score === null ? "–" : signed(score)))],
    film.keepsScore && ["Total", seats.map((seat) => signed(seat.total))],
    !film.keepsScore && ["Cards left", seats.map((seat) => seat.cards)],
  ].filter(Boolean);
  const names = seats.map(({ name, place }) => element("th", { scope: "col", className: place === 1 ? "best" : "" }, element("bdi", {}, name)));
  const body = rows.map(([what, values]) => element("tr", {}, element("th", { scope: "row" }, what), ...values.map((value) => element("td", {}, String(value)))));
  const head = element("tr", {}, element("th", { scope: "col" }, film.keepsScore ? film.unit[1] : ""), ...names);
  return element("table", { className: "scores" }, element("thead", {}, head), element("tbody", {}, ...body));
}

function winners(seats) {
  const first = seats.filter((seat) => seat.place === 1).map((seat) => seat.name);
  return first.length === 1 ? `${first[0]} wins the game` : `${first.join(", ")} share first place`;
}

function signed(number) {
  return `${number < 0 ? "−" : ""}${Math.abs(number)}`;
}
