// Who sits where: names, numbers of cards, points, clocks, words said, and what the hands are for those who listen.

import { element, write } from "./dom.js";

const RANKS = { T: "10", J: "Jack", Q: "Queen", K: "King", A: "Ace", X: "Joker" };

export class Plates {
  constructor(root, film) {
    this.film = film;
    this.plates = film.names.map((name) => {
      const parts = {
        name: element("b", { className: "name" }, element("bdi", {}, name)),
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
      plate.box.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.plate)}px) translateX(-50%)`;
      plate.box.style.maxWidth = `${Math.round(at.width)}px`;
      plate.box.classList.toggle("turn", frame.turn === number);
      plate.box.classList.toggle("away", !seat.inside && frame.turn !== null);
      plate.box.classList.toggle("won", seat.place === 1);
      plate.dealer.hidden = frame.dealer !== number;
      write(plate.said, seat.said);
      write(plate.asked, frame.turn === number ? frame.question : placed(seat.place));
      write(plate.facts, facts(seat, this.film.keepsScore, plan.narrow && !at.own).join(" · "));
      plate.box.setAttribute("aria-label", this.described(frame, seat, number));
    });
  }

  // A seat in words.
  described(frame, seat, number) {
    const hand = seat.hand ? `: ${seat.hand.map((card) => this.called(card)).join(", ")}` : "";
    const turn = frame.turn === number ? `; ${frame.question}` : "";
    return `${seat.name}, ${facts(seat, this.film.keepsScore)[0]}${hand}${turn}`;
  }

  called(card) {
    const rank = RANKS[card[0]] ?? card[0];
    return card[0] === "X" ? rank : `${rank} of ${this.film.suits[card[1]]}`;
  }
}

function facts(seat, keepsScore, short = false) {
  const known = [`${seat.cards} card${seat.cards === 1 ? "" : "s"}`];
  if (keepsScore) known.push(`${seat.total} pts`);
  if (!short && seat.used !== null) known.push(seconds(seat.used));
  return known;
}

function seconds(ms) {
  if (ms < 1_000) return `${ms} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

function placed(place) {
  return place === null ? "" : place === 1 ? "wins" : `place ${place}`;
}
