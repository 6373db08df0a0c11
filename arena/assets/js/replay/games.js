// The fields to choose another game of the match, and a deal of the game.

import { NumberField } from "./bar.js";
import { write } from "./dom.js";

export class Games {
  // `count`: the number of games in the match, 0 if unknown. `game(number)` and `go(ply)` are called for a choice.
  constructor(parts, count, { game, go }) {
    this.parts = parts;
    this.count = count;
    this.starts = [];
    parts.gameBox.hidden = count < 2;
    write(parts.gameCount, `/ ${count}`);
    parts.game.size = String(count).length + 1;
    this.field = new NumberField(parts.game, (number) => game(this.within(number)));
    parts.deal.addEventListener("change", () => go(this.starts[Number(parts.deal.value)]));
  }

  within(number) {
    return Math.max(1, Math.min(this.count, number));
  }

  // Offers the deals of a game. `starts`: the first ply of each deal.
  deals(starts) {
    if (starts.length === this.starts.length && starts.every((ply, n) => ply === this.starts[n])) return;
    this.starts = starts;
    this.parts.dealBox.hidden = starts.length < 2;
    this.parts.deal.replaceChildren(...starts.map((_, n) => new Option(`Deal ${n + 1}`, n)));
  }

  show(game, ply) {
    this.field.show(game ?? "");
    const after = this.starts.findIndex((start) => start > ply);
    this.parts.deal.value = (after < 0 ? this.starts.length : after) - 1;
  }
}
