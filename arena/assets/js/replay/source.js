// Loads films from a server; no other module sends requests.

import { Film } from "./film.js";

const MAX_FILMS = 12; // cached

// The addresses in an element's attributes; "{game}" stands for the number of a game.
export class Addresses {
  constructor(element) {
    this.element = element;
  }

  // Returns an address of a game, or "".
  of(name, game) {
    return (this.element.getAttribute(name) ?? "").replace("{game}", game ?? "");
  }

  film(game, seat) {
    const view = seat === null ? "" : seat === "public" ? "public" : seat + 1;
    const address = this.of("src", game);
    return view === "" ? address : `${address}${address.includes("?") ? "&" : "?"}seat=${view}`;
  }

  // Returns the available sides.
  get sides() {
    return (this.element.getAttribute("sides") ?? "all").split(" ").filter(Boolean).map(parseSeat);
  }
}

// Parses "all", "public" or the number of a seat from 1.
export function parseSeat(text) {
  if (text === "all") return null;
  return text === "public" ? text : Number(text) - 1;
}

export class Source {
  constructor(addresses) {
    this.addresses = addresses;
    this.films = new Map();
  }

  // Returns the film of a game with this side. Rejects with a sentence.
  async film(game, seat) {
    const known = this.films.get(game);
    if (known?.has(known.sides.indexOf(seat))) return known;
    const data = await fetchAs(this.addresses.film(game, seat), "json");
    const film = this.films.get(game);
    if (film && film.last === data.plies - 1) film.add(data);
    else this.keep(game, new Film(data, this.addresses.sides));
    return this.films.get(game);
  }

  // Adds a side to shown films, { game, film }, which may no longer be cached here.
  complete(shown, seat) {
    return Promise.all(shown.map(async ({ game, film }) => {
      if (!film.has(film.sides.indexOf(seat))) film.add(await fetchAs(this.addresses.film(game, seat), "json"));
    }));
  }

  keep(game, film) {
    this.films.delete(game);
    this.films.set(game, film);
    if (this.films.size > MAX_FILMS) this.films.delete(this.films.keys().next().value);
  }

  forget(game) {
    this.films.delete(game);
  }
}

// Fetches "json" or "text". Rejects with a sentence.
export async function fetchAs(address, kind) {
  let answer;
  try {
    answer = await fetch(address, { credentials: "same-origin" });
  } catch {
    throw new Error("Cannot reach the server.");
  }
  if (answer.ok) return answer[kind]();
  const problem = await answer.json().catch(() => ({}));
  throw new Error(problem.error ?? `The server returned status ${answer.status}.`);
}
