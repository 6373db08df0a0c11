// The discard pile as one seat knows it.
import type { Card } from "./cards.js";
import { type Event, EventKind } from "./events.js";

/** The pile from bottom to top after a number of events; null: an unknown face-down card. */
export class Pile {
  readonly #seat: number;
  #own = 0;
  cards: (Card | null)[] = [];
  events = 0;

  constructor(seat: number) {
    this.#seat = seat;
  }

  /** Apply a further event. `own`: all cards that the seat played face down in this game. */
  add(event: Event, own: readonly (Card | null)[]): void {
    this.events += 1;
    switch (event.kind) {
      case EventKind.DEAL:
        this.cards = [];
        break;
      case EventKind.TURNED: // also one that is turned before it goes back
        this.cards = [event.card];
        break;
      case EventKind.PLAYED:
        this.cards.push(event.card);
        break;
      case EventKind.CLAIMED:
        this.cards.push(event.seat === this.#seat ? own[this.#own++] : null);
        break;
      case EventKind.SHOWN:
        this.cards[this.cards.length - 1] = event.card;
        break;
      case EventKind.TAKEN_BACK:
        this.cards.pop();
        break;
      case EventKind.RESHUFFLED:
        this.cards = this.cards.slice(-1);
    }
  }
}
