// Follows a running game: adds its plies as they arrive. If the last ply is shown, the replay moves on with it.

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
    const follows = !replay.playing && replay.ply === film.last;
    const before = film.last;
    if (!pieces.every((piece) => film.append(piece))) this.reload();
    else if (film.last > before) replay.extend(before + 1, follows);
  }

  // Loads the film again and listens again: plies are missing, or another game is running.
  async reload() {
    const { replay } = this;
    this.stop();
    replay.source.forget(replay.game);
    const fetched = () => replay.source.film(replay.game, replay.seat);
    await replay.change(fetched, (film) => replay.take(film, replay.game, replay.side, film.last));
    this.begin();
  }

  // Reports the end of this game, and opens the match's next game at the address `src`, if there is one.
  finish({ src, live }) {
    const { replay } = this;
    replay.classList.remove("live");
    replay.dispatchEvent(new CustomEvent("ended", { bubbles: true, detail: { next: src ?? "" } }));
    if (!src) return;
    replay.setAttribute("src", src);
    replay.toggleAttribute("live", Boolean(live));
    if (live) replay.setAttribute("live", live);
    this.reload();
  }
}

// Opens a stream of a game's plies from ply `from` on. It calls `grow(pieces)` for new plies, `end(data)` when the
// game has ended, and `refused()` when the server refuses: browsers reopen a broken stream, but not a refused one.
function listen(address, from, { grow, end, refused }) {
  const url = new URL(address, location.href);
  url.searchParams.set("from", from);
  const events = new EventSource(url);
  events.addEventListener("frame", (event) => grow([JSON.parse(event.data)].flat()));
  events.addEventListener("end", (event) => {
    events.close();
    end(JSON.parse(event.data || "{}"));
  });
  events.onerror = () => {
    if (events.readyState === EventSource.CLOSED) refused();
  };
  return events;
}
