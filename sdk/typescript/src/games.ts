// What is kept of a game while it is open.
import type { Bot } from "./bots.js";
import type { Card, Pack } from "./cards.js";
import { EVENT_BYTES, type Event, EventKind, type Events } from "./events.js";
import { History } from "./history.js";
import type { MatchInfo } from "./matches.js";
import { Pile } from "./piles.js";
import { Random } from "./random.js";

/** A game that is open, as hooks see it. */
export interface Game {
  /** What is the same for all games. */
  readonly match: MatchInfo;
  /** This bot's seat, from 0. */
  readonly seat: number;
  /** Random numbers from the referee's seed, so that games repeat. */
  readonly rng: Random;
  /** Yours, for this game; empty when it starts. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly memory: Record<string, any>;
}

/** What goes with the next answer. */
export interface Extras {
  note?: string;
  resign?: boolean;
}

/** What the SDK knows of the match, for all its games. */
export interface Table {
  readonly match: MatchInfo;
  readonly pack: Pack;
  readonly events: Events;
}

const FEW_EVENTS = 1024; // bytes to begin with
const GAINS: readonly number[] = [EventKind.DEALT, EventKind.DREW, EventKind.CUT_KEPT, EventKind.TAKEN_BACK];

/** One game: who plays it, what happened in it, and what goes with the next answer. */
export class OpenGame implements Game {
  readonly memory = {};
  /** Face down, by this seat. */
  readonly laid: (Card | null)[] = [];
  extras: Extras | null = null;
  /** How many events are known. */
  known = 0;
  /** How many of them the last view had. */
  shown = 0;
  readonly #seed: Uint8Array;
  #rng: Random | null = null;
  #hand: Uint8Array = new Uint8Array(); // when it was last asked
  #events = Buffer.allocUnsafe(FEW_EVENTS);
  #heard = 0;
  #pile: Pile;

  constructor(
    readonly table: Table,
    readonly bot: Bot,
    /** On the stream. */
    readonly number: number,
    readonly seat: number,
    seed: Uint8Array,
  ) {
    this.#seed = seed;
    this.#pile = new Pile(seat);
  }

  get match(): MatchInfo {
    return this.table.match;
  }

  get rng(): Random {
    this.#rng ??= new Random(this.#seed);
    return this.#rng;
  }

  /** Something happened. */
  add(events: Uint8Array): void {
    const used = this.known * EVENT_BYTES;
    const needed = used + events.length;
    if (needed > this.#events.length) {
      this.#events = Buffer.concat([this.#events], Math.max(needed, 2 * this.#events.length));
    }
    this.#events.set(events, used);
    this.known = needed / EVENT_BYTES;
  }

  /**
   * What this seat laid face down since it was last asked is what its hand lacks now. It need not be what the bot
   * answered, which may be asked about a game that was played.
   */
  miss(hand: Uint8Array): void {
    const held = new Int8Array(256);
    for (const code of this.#hand) held[code] += 1;
    let claimed = false;
    for (let at = this.shown; at < this.known; at++) {
      const [kind, seat, code] = this.#events.subarray(at * EVENT_BYTES);
      if (kind === EventKind.DEAL) held.fill(0);
      if (seat !== this.seat) continue;
      if (kind === EventKind.CLAIMED) claimed = true;
      else if (GAINS.includes(kind)) held[code] += 1;
    }
    this.#hand = hand;
    if (!claimed) return;
    for (const code of hand) held[code] -= 1;
    this.laid.push(this.table.pack[held.findIndex((number) => number > 0)] ?? null); // null: of a deal that is over
  }

  /** The event at this place, from 0. */
  event(at: number): Event {
    return this.table.events.get(this.#events.readUInt32BE(at * EVENT_BYTES));
  }

  /** The discard pile after so many events. */
  pile(known: number): readonly (Card | null)[] {
    const pile = known >= this.#pile.events ? this.#pile : new Pile(this.seat);
    while (pile.events < known) pile.add(this.event(pile.events), this.laid);
    return [...pile.cards];
  }

  /** Call `onEvent` for all that it was not called for. */
  tell(): void {
    if (!this.bot.onEvent) return;
    for (const event of new History(this, this.#heard, this.known)) this.bot.onEvent(event, this);
    this.#heard = this.known;
  }
}
