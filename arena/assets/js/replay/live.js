// Follows a running game: adds its plies as they arrive, and stays at the last ply if it was shown.

const RETRY = 3000; // ms after a refused stream

export class Live {
  constructor(replay) {
    this.replay = replay;
  }

  // Listens to the current game if it has an address for events. The next game at its table may follow.
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

  // Loads the film again if plies are missing.
  async reload() {
    const { replay } = this;
    this.stop();
    replay.source.forget(replay.game);
    const fetched = () => replay.source.film(replay.game, replay.seat);
    await replay.change(fetched, (film) => replay.take(film, replay.game, replay.side, film.last));
    this.begin();
  }

  // Ends this game, and opens the next at its table if there is one.
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

// Opens the stream of plies from `from` on. `grow(pieces)`, `end(data)` and `refused()` are callbacks. The browser
// reopens a broken stream, but not a refused one.
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
