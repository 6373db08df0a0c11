// The state of an open game.
import type { Bot } from "./bots.js";
import type { Card, Pack } from "./cards.js";
import { EVENT_BYTES, type Event, EventKind, type Events } from "./events.js";
import { History } from "./history.js";
import type { MatchInfo } from "./matches.js";
import { Pile } from "./piles.js";
import { Random } from "./random.js";

/** An open game, as hooks get it. */
export interface Game {
  /** The common facts of all games. */
  readonly match: MatchInfo;
  /** This bot's seat, from 0. */
  readonly seat: number;
  /** Random numbers seeded by the referee, so that games can be repeated. */
  readonly rng: Random;
  /** Yours, for this game; empty when it starts. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly memory: Record<string, any>;
}

/** Extra fields of the next answer. */
export interface Extras {
  note?: string;
  win?: number | undefined;
  resign?: boolean;
}

/** The SDK's data about the match. */
export interface Table {
  readonly match: MatchInfo;
  readonly pack: Pack;
  readonly events: Events;
}

const FEW_EVENTS = 1024; // bytes to begin with
const GAINS: readonly number[] = [EventKind.DEALT, EventKind.DREW, EventKind.CUT_KEPT, EventKind.TAKEN_BACK];

/** One game: its bot, its events, and the extras of the next answer. */
export class OpenGame implements Game {
  readonly memory = {};
  /** Face down, by this seat. */
  readonly laid: (Card | null)[] = [];
  extras: Extras | null = null;
  /** Number of known events. */
  known = 0;
  /** Number of events in the last view. */
  shown = 0;
  readonly #seed: Uint8Array;
  #rng: Random | null = null;
  #hand: Uint8Array = new Uint8Array(); // at the last question
  #events = Buffer.allocUnsafe(FEW_EVENTS);
  #heard = 0;
  #pile: Pile;

  constructor(
    readonly table: Table,
    readonly bot: Bot,
    /** Its number on the stream. */
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

  /** Add packed events. */
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
   * Find the cards that this seat played face down since the last question: its hand lacks them. They may differ from
   * the bot's answer if the bot is asked about a game played before.
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

  /** Return the event at an index. */
  event(at: number): Event {
    return this.table.events.get(this.#events.readUInt32BE(at * EVENT_BYTES));
  }

  /** The discard pile after a number of events. */
  pile(known: number): readonly (Card | null)[] {
    const pile = known >= this.#pile.events ? this.#pile : new Pile(this.seat);
    while (pile.events < known) pile.add(this.event(pile.events), this.laid);
    return [...pile.cards];
  }

  /** Call `onEvent` for all new events. */
  tell(): void {
    if (!this.bot.onEvent) return;
    for (const event of new History(this, this.#heard, this.known)) this.bot.onEvent(event, this);
    this.#heard = this.known;
  }
}
