// A game that is being played: its plies as they come. Who is at the last one goes on with the game.

const AGAIN = 3000; // ms until a stream that was refused is asked for again

export class Live {
  constructor(replay) {
    this.replay = replay;
  }

  // Listens to the game shown, if it is told where. One that is over is followed by the next of its table.
  begin() {
    const { replay } = this;
    const address = replay.addresses.of("live", replay.game);
    if (!address) return;
    this.events = listen(address, replay.film.last + 1, {
      grow: (pieces) => this.append(pieces),
      end: (next) => this.ended(next),
      refused: () => (this.timer = setTimeout(() => this.begin(), AGAIN)),
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
    else if (film.last > before) replay.grown(before + 1, follows);
  }

  // Fetches the film anew, where plies are missing.
  async reload() {
    const { replay } = this;
    this.stop();
    replay.source.forget(replay.game);
    const fetched = () => replay.source.film(replay.game, replay.seat);
    await replay.change(fetched, (film) => replay.take(film, replay.game, replay.side, film.last));
    this.begin();
  }

  // The game is over; another may follow at its table.
  ended({ src, live }) {
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

// Asks for the plies from `from` on. `grow` gets pieces, some at once; `end` what is said at the end. One that
// breaks off is asked for again by the browser, one that is `refused` is not.
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
