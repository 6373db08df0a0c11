// The match, and the results of its games.
import type { Card } from "./cards.js";
import { Verdict } from "./maumau/v1/referee.js";

export { Verdict };

/** Time for one game in milliseconds: bank plus increment per decision, at most cap; 0: no clock. */
export interface Clock {
  readonly bank: number;
  readonly increment: number;
  readonly cap: number;
}

/** A card's effect: `is` is its name, for example "OweCards"; the other fields depend on it. */
export interface Effect {
  readonly is?: string;
  readonly [field: string]: unknown;
}

/** The whole ruleset as data. */
export interface Rules {
  readonly values: Readonly<Record<string, number>>;
  readonly effects: Readonly<Record<string, Effect>>;
  readonly wild: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

const NONE: Effect = {};

/** The common facts of all games of a match. */
export class MatchInfo {
  constructor(
    /** Id and version, "mau-mau@1". */
    readonly ruleset: string,
    readonly rules: Rules,
    /** Of one pack, with each Joker; two packs are listed once. */
    readonly cards: readonly Card[],
    /** 2 to 8. */
    readonly seats: number,
    /** The maximum number of open games. */
    readonly maxGames: number,
    readonly clock: Clock,
  ) {}

  /** A card's points at the end, from the ruleset's `values`. */
  points(card: Card): number {
    return ofCard(this.rules.values, card) ?? 0;
  }

  /** A card's effect, from the ruleset's `effects`; without fields if it has none. */
  effect(card: Card): Effect {
    return ofCard(this.rules.effects, card) ?? NONE;
  }

  /** True if a card may be played on any suit, from the ruleset's `wild`. */
  isWild(card: Card): boolean {
    return card.rank in this.rules.wild;
  }
}

/** The entry for a card, or else for its rank. */
function ofCard<T>(table: Readonly<Record<string, T>>, card: Card): T | undefined {
  return table[card.name] ?? table[card.rank];
}

/** The result of a game for this bot. */
export interface GameResult {
  /** This bot's. */
  readonly seat: number;
  /** By seat, 1 is best; empty after this bot's fault. */
  readonly places: readonly number[];
  /** By seat; empty after this bot's fault. */
  readonly totals: readonly number[];
  /** The verdict on this bot. */
  readonly verdict: Verdict;
  /** A description of the fault. */
  readonly detail: string;
}
