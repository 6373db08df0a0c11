// Follows a running game: adds its plies as they arrive. If the last ply is shown, the replay moves on with it.

import { parseSeat } from "./source.js";

const RETRY = 3000; // ms after a refused stream

export class Live {
  constructor(replay) {
    this.replay = replay;
  }

  // Listens to the current game, if the element has an address for events. The match's next game may follow it.
  begin() {
    const { replay } = this;
    const address = replay.addresses.of("live", replay.game);
    if (!address) return;
    this.events = listen(address, replay.film.last + 1, {
      grow: (pieces) => this.append(pieces),
      end: (next) => this.finish(next),
      question: (question) => replay.person?.ask(question),
      connected: (isConnected) => replay.person?.connected(isConnected),
      refused: () => (this.timer = setTimeout(() => this.begin(), RETRY)),
    });
    replay.classList.add("live");
  }

  stop() {
    clearTimeout(this.timer);
    this.events?.close();
  }

  append(pieces) {
    const { replay } = this;
    const { film } = replay;
    const follows = !replay.person && !replay.playing && replay.ply === film.last;
    const before = film.last;
    if (!pieces.every((piece) => film.append(piece))) this.reload();
    else if (film.last > before) replay.extend(before + 1, follows);
  }

  // Loads the film again and listens again: plies are missing, or another game is running.
  async reload() {
    const { replay } = this;
    this.stop();
    replay.source.forget(replay.game);
    const seat = replay.person ? parseSeat(replay.getAttribute("seat")) : replay.seat;
    const fetched = () => replay.source.film(replay.game, seat);
    await replay.change(fetched, (film) => replay.take(film, replay.game, film.sides.indexOf(seat), film.last));
    this.begin();
  }

  // Reports the end of this game, and opens the match's next game, if there is one. `over`: what a person can do next.
  finish({ over, ...next }) {
    const { replay } = this;
    replay.classList.remove("live");
    replay.dispatchEvent(new CustomEvent("ended", { bubbles: true, detail: { next: next.src ?? "" } }));
    replay.person?.finish(over);
    if (next.src) this.open(next);
  }

  // Opens another game. `src`, `live`: its addresses.
  open({ src, live }) {
    const { replay } = this;
    replay.setAttribute("src", src);
    replay.toggleAttribute("live", Boolean(live));
    if (live) replay.setAttribute("live", live);
    this.reload();
  }
}

// Opens a stream of a game's plies from ply `from` on. It calls `grow(pieces)` for new plies, `question(data)` for a question to
// the person who plays, `end(data)` when the game has ended, `connected(isConnected)` when the connection was opened or lost,
// and `refused()` when the server refuses: browsers reopen a broken stream, but not a refused one.
function listen(address, from, { grow, question, end, connected, refused }) {
  const url = new URL(address, location.href);
  url.searchParams.set("from", from);
  const events = new EventSource(url);
  events.addEventListener("frame", (event) => grow([JSON.parse(event.data)].flat()));
  events.addEventListener("end", (event) => {
    events.close();
    end(JSON.parse(event.data || "{}"));
  });
  events.addEventListener("question", (event) => question(JSON.parse(event.data)));
  events.onopen = () => connected(true);
  events.onerror = () => {
    connected(false);
    if (events.readyState === EventSource.CLOSED) refused();
  };
  return events;
}
