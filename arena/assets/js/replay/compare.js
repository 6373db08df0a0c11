// All games of one board (one per seating) side by side: a small table for each, all at the same ply.

import { element, partsOf } from "./dom.js";
import { Table } from "./table.js";

export class Comparison {
  constructor(root, template, redraw) {
    this.root = root;
    this.template = template;
    this.redraw = redraw;
    this.tables = [];
  }

  get on() {
    return this.tables.length > 0;
  }

  // Returns the last ply of the longest game.
  get last() {
    return Math.max(...this.tables.map(({ film }) => film.last));
  }

  // Shows a table for each of these games: { film, title, details, game: its number in the match }.
  open(games) {
    this.close();
    this.tables = games.map((game) => this.one(game));
    this.root.replaceChildren(...this.tables.map(({ figure }) => figure));
    this.root.hidden = false;
  }

  one({ game, film, title, details = "" }) {
    const made = this.template.cloneNode(true);
    const caption = element("p", { className: "sentence" });
    const head = element("figcaption", {}, element("b", {}, title), ` ${details}`);
    const table = new Table({ ...partsOf(made), table: made }, this.redraw);
    table.take(film);
    made.setAttribute("aria-label", `Table: ${title}`);
    return { game, film, table, caption, figure: element("figure", {}, head, made, caption) };
  }

  close() {
    for (const { table } of this.tables) table.close();
    this.tables = [];
    this.root.replaceChildren();
    this.root.hidden = true;
  }

  // Shows a ply of each game, or the last ply of a shorter game, as `seat` saw it. `bottom`: the seat at the bottom.
  show(ply, seat, bottom, { step = 0, time = 0 } = {}) {
    for (const { film, table, caption, figure } of this.tables) {
      const side = film.sides.indexOf(seat);
      const at = Math.min(ply, film.last);
      const steps = Math.abs(step) === 1 && ply <= film.last ? step : 0;
      const moves = steps ? film.moves(side, step > 0 ? at : at + 1) : [];
      table.show(film.frame(side, at), bottom, { step: moves.length ? steps : 0, moves, time });
      film.cardText.write(caption, film.at("text", side, at));
      figure.classList.toggle("ended", ply > film.last);
    }
  }
}
