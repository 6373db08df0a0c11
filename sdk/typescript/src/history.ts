// All that happened in a game, or a part of it.
import type { Event } from "./events.js";

/** Return the event at an index. */
export interface Told {
  event(at: number): Event;
}

/** Events in chronological order, decoded on access. */
export class History implements Iterable<Event> {
  readonly #told: Told;
  readonly #first: number;
  readonly length: number;

  constructor(told: Told, first: number, last: number) {
    this.#told = told;
    this.#first = first;
    this.length = last - first;
  }

  /** Return the event at an index, or from the end if negative; undefined if out of range. */
  at(index: number): Event | undefined {
    const place = index < 0 ? index + this.length : index;
    return place >= 0 && place < this.length ? this.#told.event(this.#first + place) : undefined;
  }

  /** Return the last event that satisfies the predicate, or undefined. */
  findLast(found: (event: Event) => boolean): Event | undefined {
    for (let place = this.length - 1; place >= 0; place--) {
      const event = this.#told.event(this.#first + place);
      if (found(event)) return event;
    }
    return undefined;
  }

  *[Symbol.iterator](): Iterator<Event> {
    for (let place = 0; place < this.length; place++) yield this.#told.event(this.#first + place);
  }

  toString(): string {
    return [...this].join("\n");
  }
}
