// The name plates of the seats. They show name, cards, points, used time and announcement; screen readers also read
// the hand.

import { element, ordinal, write } from "./dom.js";

const MIN_FULL = 200; // px; narrower plates do not show the used time
const [LETTER, SMALL_LETTER] = [8, 6.6]; // px; about the width of a letter of a name, and of a letter below it
const [PADDING, TURN, DEALER, CARDS] = [24, 14, 23, 40]; // px; what is next to the name

export class Seats {
  constructor(root, film) {
    this.film = film;
    root.replaceChildren();
    this.plates = film.names.map((name) => {
      const parts = {
        name: element("b", { className: "name" }, element("bdi", {}, ...breakable(name))),
        dealer: element("span", { className: "dealer", title: "dealer" }, "D"),
        said: element("span", { className: "said" }),
        facts: element("span", { className: "facts" }),
        asked: element("span", { className: "asked" }),
      };
      const line = element("span", { className: "line" }, parts.dealer, parts.name, parts.said);
      const box = element("section", { className: "plate" }, line, element("span", { className: "line" }, parts.asked, parts.facts));
      root.append(box);
      return { box, ...parts };
    });
  }

  show(frame, plan) {
    frame.seats.forEach((seat, number) => {
      const plate = this.plates[number];
      const at = plan.seats[number];
      const chip = !at.card;
      const { nameAt = at.x, nameWidth = at.width } = at;
      plate.box.style.transform = `translate(${Math.round(nameAt)}px, ${Math.round(at.plate)}px) translateX(-50%)`;
      plate.box.style.maxWidth = `${Math.floor(nameWidth)}px`;
      const turn = frame.turn === number;
      const beside = PADDING + turn * TURN + (frame.dealer === number) * DEALER + chip * CARDS;
      plate.box.classList.toggle("chip", chip);
      plate.box.classList.toggle("long", beside + (seat.name.length + (seat.said?.length ?? 0)) * LETTER > nameWidth);
      plate.box.classList.toggle("turn", turn);
      plate.box.classList.toggle("away", !seat.inside && frame.turn !== null);
      plate.box.classList.toggle("waits", seat.keepsPlace);
      plate.box.classList.toggle("won", seat.place === 1);
      plate.dealer.hidden = frame.dealer !== number;
      write(plate.said, seat.said);
      const asked = chip ? "" : turn ? frame.question : placeText(seat);
      write(plate.asked, asked);
      write(plate.facts, chip ? String(seat.cards) : facts(seat, this.film, nameWidth, asked));
      plate.box.setAttribute("aria-label", this.describe(frame, seat, number));
    });
  }

  // Returns a seat's state in words, for screen readers.
  describe(frame, seat, number) {
    const hand = seat.hand?.length ? `: ${seat.hand.map((card) => this.film.cardName(card)).join(", ")}` : "";
    const turn = frame.turn === number ? `; ${frame.question}` : "";
    return `${seat.name}, ${holding(seat)}${hand}${turn}`;
  }
}

function holding(seat) {
  return seat.keepsPlace ? "no cards, still in" : `${seat.cards} card${seat.cards === 1 ? "" : "s"}`;
}

// Returns a name in parts, between which a line may break.
function breakable(name) {
  return name.split(/(?<=[_.\-])/).flatMap((part) => [part, element("wbr")]);
}

// Returns a seat's facts: cards, points and used time, as many of these as fit next to the text `asked`.
function facts(seat, film, width, asked) {
  const known = seat.inside || seat.cards ? [holding(seat)] : [];
  if (film.keepsScore) known.push(film.totalText(seat.total));
  if (width >= MIN_FULL && seat.used !== null) known.push(seconds(seat.used));
  const text = () => known.join(" · ");
  while (known.length > 1 && PADDING + (asked.length + text().length) * SMALL_LETTER > width) known.pop();
  return text();
}

function seconds(ms) {
  if (ms < 1_000) return `${ms} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

function placeText({ place, gone, out }) {
  if (place !== null) return place === 1 ? "wins" : ordinal(place);
  if (gone) return "out of the game";
  return out === null ? "" : `out (${ordinal(out)})`;
}
