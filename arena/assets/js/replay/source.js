// Loads films from a server. All requests of the replay element are sent here.

import { Film } from "./film.js";

const MAX_FILMS = 12; // in the cache
const UNREACHABLE = "Cannot reach the server.";

// The addresses in an element's attributes; "{game}" stands for the number of a game.
export class Addresses {
  constructor(element) {
    this.element = element;
  }

  // Returns the address in the attribute `name` for a game, "" if there is no such attribute.
  of(name, game) {
    return (this.element.getAttribute(name) ?? "").replace("{game}", game ?? "");
  }

  film(game, seat) {
    return this.seen("src", game, seat);
  }

  // Returns the address in the attribute `name` for a game as a side saw it.
  seen(name, game, seat) {
    const view = seat === null ? "" : seat === "public" ? "public" : seat + 1;
    const address = this.of(name, game);
    return view === "" ? address : `${address}${address.includes("?") ? "&" : "?"}seat=${view}`;
  }

  // Returns the sides that the server can show: null for all hands, "public", or the index of a seat.
  get sides() {
    return (this.element.getAttribute("sides") ?? "all").split(" ").filter(Boolean).map(parseSeat);
  }
}

// Returns a side: null for the text "all", "public", or for a seat's number (from 1) its index from 0.
export function parseSeat(text) {
  if (text === "all") return null;
  return text === "public" ? text : Number(text) - 1;
}

export class Source {
  constructor(addresses) {
    this.addresses = addresses;
    this.films = new Map();
  }

  // Returns the film of a game that includes this side, from the cache or the server. Throws an error for the user.
  async film(game, seat) {
    const known = this.films.get(game);
    if (known?.has(known.sides.indexOf(seat))) return known;
    const data = await fetchAs(this.addresses.film(game, seat), "json");
    const film = this.films.get(game);
    if (film && film.last === data.plies - 1) film.add(data);
    else this.keep(game, new Film(data, this.addresses.sides));
    return this.films.get(game);
  }

  // Loads a side and adds it to films that are shown, each { game, film }. They may no longer be in the cache.
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

// Returns what an address answers, as `kind` "json" or "text". Throws an error with a sentence for the user.
export async function fetchAs(address, kind) {
  const answer = await send(address, "GET");
  if (answer.ok) return answer[kind]();
  throw await refusal(answer);
}

// Asks for an analysis, or requests it with the method "POST". Returns its JSON; "queued" while it is being computed, "none"
// if nobody has requested it. Throws an error with a sentence for the user; if it has `advice`, another request is useless.
// `progress` and `signal`: see `post`.
export async function fetchAnalysis(address, method, { progress, signal }) {
  const answer = await send(address, method, undefined, signal);
  if (answer.status === 202) return "queued";
  if (answer.status === 204) return "none";
  if (answer.ok) return lastLine(answer, progress);
  throw await refusal(answer);
}

// Sends JSON and returns the JSON of the answer, null if it is empty. An answer with several lines shows its progress: each line
// but the last is passed to `progress`. Throws an error with a sentence for the user, or an AbortError if `signal` aborts.
export async function post(address, data, { progress, signal } = {}) {
  const answer = await send(address, "POST", JSON.stringify(data), signal);
  if (!answer.ok) throw await refusal(answer);
  return answer.status === 204 ? null : lastLine(answer, progress);
}

// Returns the JSON of an answer's last line, and passes the lines before it to `progress`.
async function lastLine(answer, progress) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let line = "";
  for (;;) {
    const { done, value } = await reader.read().catch(unreachable);
    if (done) break;
    const lines = `${line}${value}`.split("\n");
    line = lines.pop();
    for (const text of lines) progress(JSON.parse(text));
  }
  const found = line ? JSON.parse(line) : { error: UNREACHABLE };
  if (found.error) throw new Error(found.error);
  return found;
}

async function send(address, method, body, signal) {
  const headers = body ? { "Content-Type": "application/json" } : {};
  return fetch(address, { method, body, headers, signal, credentials: "same-origin" }).catch(unreachable);
}

function unreachable(error) {
  throw error.name === "AbortError" ? error : new Error(UNREACHABLE);
}

async function refusal(answer) {
  const problem = await answer.json().catch(() => ({}));
  const error = new Error(problem.error ?? `The server returned status ${answer.status}.`);
  if (answer.status === 500 && !answer.headers.has("Retry-After")) error.advice = problem.do;
  return error;
}
