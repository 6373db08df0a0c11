// Game events, as one seat learns them.
import type { Card, Pack } from "./cards.js";
import { EventKind, TerminationKind as Termination } from "./maumau/v1/referee.js";

export { EventKind, Termination };

/** Why a card was drawn: the value of `EventKind.DREW`. */
export enum DrawReason {
  /** An ordinary draw. */
  DRAW = 0,
  /** Cards owed. */
  DEBT = 1,
  /** A missing or wrong announcement. */
  CALL = 2,
  /** A last card that may not be played to go out. */
  LAST_CARD = 3,
  /** A card that makes others draw. */
  OTHERS = 4,
  /** A lost doubt. */
  DOUBT = 5,
}

/** Bytes of an event. */
export const EVENT_BYTES = 4;
const EVERYBODY = 15;
const NO_CARD = 255;

/** A game event. */
export class Event {
  constructor(
    readonly kind: EventKind,
    /** Null: everybody. */
    readonly seat: number | null,
    /** Null: no card, or a hidden one. */
    readonly card: Card | null,
    /** Its meaning depends on `kind`. */
    readonly value: number,
  ) {}

  toString(): string {
    const seat = this.seat === null ? "" : ` seat ${this.seat}`;
    const card = this.card ? ` ${this.card}` : "";
    return `${EventKind[this.kind] ?? this.kind}${seat}${card} ${this.value}`;
  }
}

/** Cached events by their four bytes. */
export class Events {
  readonly #pack: Pack;
  readonly #made = new Map<number, Event>();

  constructor(pack: Pack) {
    this.#pack = pack;
  }

  /** `packed`: the four bytes as one number, the first one highest. */
  get(packed: number): Event {
    const known = this.#made.get(packed);
    if (known) return known;
    const made = eventOf(this.#pack, packed);
    this.#made.set(packed, made);
    return made;
  }
}

function eventOf(pack: Pack, packed: number): Event {
  const kind = packed >>> 24;
  const seat = (packed >>> 16) & 255;
  const scored = kind === EventKind.SCORED;
  const code = scored ? NO_CARD : (packed >>> 8) & 255;
  const value = scored ? (packed << 16) >> 16 : packed & 255;
  return new Event(kind, seat === EVERYBODY ? null : seat, pack[code], value);
}
