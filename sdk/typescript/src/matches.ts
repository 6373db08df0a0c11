// The match a bot plays in, and how its games end.
import type { Card } from "./cards.js";
import { Verdict } from "./maumau/v1/referee.js";

export { Verdict };

/** Time of one game in milliseconds: bank, plus increment for each decision, cap in all; 0: no clock. */
export interface Clock {
  readonly bank: number;
  readonly increment: number;
  readonly cap: number;
}

/** What a card does: `is` names it, "OweCards" for example, and the other fields depend on it. */
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

/** What is the same for all games of a match. */
export class MatchInfo {
  constructor(
    /** Id and version, "mau-mau@1". */
    readonly ruleset: string,
    readonly rules: Rules,
    /** One pack, each Joker counted; two packs are played as one. */
    readonly cards: readonly Card[],
    /** 2 to 8. */
    readonly seats: number,
    /** How many may be open at once. */
    readonly maxGames: number,
    readonly clock: Clock,
  ) {}

  /** What a card counts at the end, by the ruleset's `values`. */
  points(card: Card): number {
    return ofCard(this.rules.values, card) ?? 0;
  }

  /** What a card does, by the ruleset's `effects`; without fields if it does nothing. */
  effect(card: Card): Effect {
    return ofCard(this.rules.effects, card) ?? NONE;
  }

  /** Whether a card may be laid on others whatever their suit, by the ruleset's `wild`. */
  isWild(card: Card): boolean {
    return card.rank in this.rules.wild;
  }
}

/** What a table that goes by card or by rank says of a card. */
function ofCard<T>(table: Readonly<Record<string, T>>, card: Card): T | undefined {
  return table[card.name] ?? table[card.rank];
}

/** How a game ended for this bot. */
export interface GameResult {
  /** This bot's. */
  readonly seat: number;
  /** Of each seat, 1 is best; empty if the game was stopped for this bot's fault. */
  readonly places: readonly number[];
  /** Of each seat; empty in the same case. */
  readonly totals: readonly number[];
  /** OK, or what was wrong with this bot. */
  readonly verdict: Verdict;
  /** What was wrong, in words. */
  readonly detail: string;
}
