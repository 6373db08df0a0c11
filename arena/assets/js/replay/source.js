// Where films come from: a server that has the games of a match. The only module that asks for anything.

import { Film } from "./film.js";

const KEPT = 12; // films that are not asked for again

// The addresses that an element was given; "{game}" in them is the number of a game.
export class Addresses {
  constructor(element) {
    this.element = element;
  }

  // An address of a game, "" if there is none.
  of(name, game) {
    return (this.element.getAttribute(name) ?? "").replace("{game}", game ?? "");
  }

  film(game, seat) {
    const view = seat === null ? "" : seat === "public" ? "public" : seat + 1;
    const address = this.of("src", game);
    return view === "" ? address : `${address}${address.includes("?") ? "&" : "?"}seat=${view}`;
  }

  // The views that may be asked for.
  get sides() {
    return (this.element.getAttribute("sides") ?? "all").split(" ").filter(Boolean).map(seatNamed);
  }
}

// "all", "public" or the number of a seat from 1.
export function seatNamed(text) {
  if (text === "all") return null;
  return text === "public" ? text : Number(text) - 1;
}

export class Source {
  constructor(addresses) {
    this.addresses = addresses;
    this.films = new Map();
  }

  // A film of a game in which this side is. Rejects with a sentence.
  async film(game, seat) {
    const known = this.films.get(game);
    if (known?.has(known.sides.indexOf(seat))) return known;
    const data = await answered(this.addresses.film(game, seat), "json");
    const film = this.films.get(game);
    if (film && film.last === data.plies - 1) film.add(data);
    else this.keep(game, new Film(data, this.addresses.sides));
    return this.films.get(game);
  }

  // Takes a side into films that are shown, { game, film }, which may not be kept here any more.
  complete(shown, seat) {
    return Promise.all(shown.map(async ({ game, film }) => {
      if (!film.has(film.sides.indexOf(seat))) film.add(await answered(this.addresses.film(game, seat), "json"));
    }));
  }

  keep(game, film) {
    this.films.delete(game);
    this.films.set(game, film);
    if (this.films.size > KEPT) this.films.delete(this.films.keys().next().value);
  }

  forget(game) {
    this.films.delete(game);
  }
}

// What a server answers, as "json" or "text". Rejects with a sentence.
export async function answered(address, kind) {
  let answer;
  try {
    answer = await fetch(address, { credentials: "same-origin" });
  } catch {
    throw new Error("The server cannot be reached.");
  }
  if (answer.ok) return answer[kind]();
  const problem = await answer.json().catch(() => ({}));
  throw new Error(problem.error ?? `The server answers ${answer.status}.`);
}
