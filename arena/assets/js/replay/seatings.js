// Compares the games of a board, one per seating: where they diverge, and each bot's result with the same cards.

import { element, ordinal } from "./dom.js";
import { fetchAs } from "./source.js";

const PARTED = "Y";

export class Seatings {
  constructor(replay) {
    this.replay = replay;
    this.loaded = new Map();
  }

  // Loads and returns the comparison of the current board; marks the ply where the board's games diverge.
  async compare() {
    const { replay } = this;
    const { game, film } = replay;
    if (!this.loaded.has(game)) this.loaded.set(game, await fetchAs(replay.addresses.of("seatings", game), "json"));
    const found = this.loaded.get(game);
    if (replay.film === film && found.parted && !film.marks[PARTED]) {
      film.mark(found.parted.ply, PARTED, "seatings diverge");
      replay.relist();
    }
    return found;
  }

  // Fills the tab's panel with the comparison of the current board.
  async fill(panel) {
    const { replay } = this;
    const { game } = replay;
    const actions = { go: (ply) => replay.go(ply), compare: () => this.toggle() };
    await replay.change(() => this.compare(), (found) => {
      if (replay.game === game) panel.replaceChildren(...comparisonPanel(found, replay.film, actions));
    });
  }

  // Shows all games of the board side by side; if they are shown already, shows this game alone.
  async toggle() {
    const { replay } = this;
    const { game, seat, comparison } = replay;
    if (!replay.addresses.of("seatings")) return;
    if (comparison.on) {
      comparison.close();
      replay.comparisonChanged();
      return;
    }
    await replay.change(() => this.games(), (games) => {
      if (replay.game !== game || replay.seat !== seat) return;
      comparison.open(games);
      replay.comparisonChanged();
    });
  }

  async games() {
    const { source, seat } = this.replay;
    const { games } = await this.compare();
    const films = await Promise.all(games.map(({ game }) => source.film(game, seat)));
    return games.map(({ game }, n) => ({ game, film: films[n], title: `Game ${game}`, details: `seating ${films[n].rotation + 1}` }));
  }
}

// Returns the elements that show a comparison (arena/viewer/replay/seatings.py). `go(ply)` is called to go to a ply,
// `compare()` to show the games side by side.
function comparisonPanel(found, film, { go, compare }) {
  const sideBySide = element("button", { type: "button", className: "copy" }, "Side by side");
  sideBySide.addEventListener("click", compare);
  return [sideBySide, element("p", { className: "verdict" }, found.summary), ...parting(found, film, go), ledger(found)];
}

function parting({ games, parted }, { cardText }, go) {
  if (!parted) return [element("p", {}, "All plies of the games are the same.")];
  const there = element("button", { type: "button", className: "copy inline" }, `ply ${parted.ply}`);
  there.addEventListener("click", () => go(parted.ply));
  const sentences = games.map(({ game }, n) => {
    const sentence = element("span");
    cardText.write(sentence, parted.texts[n]);
    return element("li", {}, element("b", {}, `Game ${game}`), " ", sentence);
  });
  return [element("p", {}, "The games diverge at ", there), element("ul", { className: "parting" }, ...sentences)];
}

// Returns the table of results: a row for the cards of each seat, a column for each game.
function ledger({ games, cards }) {
  const head = element("tr", {}, heading("The cards of"), ...games.map(({ game }) => heading(`Game ${game}`)));
  const rows = cards.map(({ seat, results }) => element("tr", {}, heading(`seat ${seat + 1}`, "row"), ...results.map(result)));
  const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
  return element("div", { className: "wide", tabIndex: 0, role: "region", ariaLabel: "Results with the same cards" }, table);
}

function heading(text, scope = "col") {
  return element("th", { scope }, text);
}

function result({ name, place, best, detail }) {
  return element("td", { className: best ? "best" : "" }, element("bdi", {}, name), ` ${ordinal(place)}`, element("small", {}, detail));
}
