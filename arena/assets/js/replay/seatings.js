// How a board went in its seatings: where the games part, and what each bot made of the same cards.

import { element } from "./dom.js";
import { answered } from "./source.js";

const PARTED = "Y";

export class Seatings {
  constructor(replay) {
    this.replay = replay;
    this.found = new Map();
  }

  // What Python found out about the board of the game shown; the ply where its games part gets a mark.
  async compare() {
    const { replay } = this;
    const { game, film } = replay;
    if (!this.found.has(game)) this.found.set(game, await answered(replay.addresses.of("seatings", game), "json"));
    const found = this.found.get(game);
    if (replay.film === film && found.parted && !film.marks[PARTED]) {
      film.mark(found.parted.ply, PARTED, "the seatings part");
      replay.relist();
    }
    return found;
  }

  // Fills the panel of the tab.
  async tell(panel) {
    const { replay } = this;
    const { game } = replay;
    const asked = { go: (ply) => replay.go(ply), beside: () => this.toggle() };
    await replay.change(() => this.compare(), (found) => {
      if (replay.game === game) panel.replaceChildren(...compared(found, replay.film, asked));
    });
  }

  // All seatings beside each other, or this game alone again.
  async toggle() {
    const { replay } = this;
    const { game, seat, beside } = replay;
    if (!replay.addresses.of("seatings")) return;
    if (beside.on) {
      beside.close();
      replay.besideChanged();
      return;
    }
    await replay.change(() => this.games(), (games) => {
      if (replay.game !== game || replay.seat !== seat) return;
      beside.open(games);
      replay.besideChanged();
    });
  }

  async games() {
    const { source, seat } = this.replay;
    const { games } = await this.compare();
    return Promise.all(games.map(async ({ game }) => ({ game, film: await source.film(game, seat) })));
  }
}

// What was found out (arena/viewer/replay/seatings.py), as a panel. `go` is called with a ply, `beside` to see them together.
function compared(found, film, { go, beside }) {
  const together = element("button", { type: "button", className: "copy" }, "Side by side");
  together.addEventListener("click", beside);
  return [together, element("p", { className: "verdict" }, found.summary), ...parting(found, film, go), ledger(found)];
}

function parting({ games, parted }, { cardText }, go) {
  if (!parted) return [element("p", {}, "The games are the same, ply by ply.")];
  const there = element("button", { type: "button", className: "copy inline" }, `ply ${parted.ply}`);
  there.addEventListener("click", () => go(parted.ply));
  const told = games.map(({ game }, n) => {
    const sentence = element("span");
    cardText.write(sentence, parted.texts[n]);
    return element("li", {}, element("b", {}, `Game ${game}`), " ", sentence);
  });
  return [element("p", {}, "The games part at ", there), element("ul", { className: "parting" }, ...told)];
}

// A row for each seat's cards, a column for each game.
function ledger({ games, cards }) {
  const head = element("tr", {}, heading("The cards of"), ...games.map(({ game }) => heading(`Game ${game}`)));
  const rows = cards.map(({ seat, results }) => element("tr", {}, heading(`seat ${seat + 1}`, "row"), ...results.map(result)));
  const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
  return element("div", { className: "wide", tabIndex: 0, role: "region", ariaLabel: "What came of the same cards" }, table);
}

function heading(text, scope = "col") {
  return element("th", { scope }, text);
}

function result({ name, place, best, detail }) {
  return element("td", { className: best ? "best" : "" }, element("bdi", {}, name), ` ${ordinal(place)}`, element("small", {}, detail));
}

function ordinal(place) {
  return `${place}${["th", "st", "nd", "rd"][place] ?? "th"}`;
}
