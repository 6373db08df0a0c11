// Counts of cards.
import type { Card } from "./cards.js";

/** A count for each card of the pack. Iterating yields the cards with their counts. */
export class CardCounts implements Iterable<[Card, number]> {
  readonly #cards: readonly Card[];
  readonly #counts: Uint8Array;

  /** `cards`: one pack; `packs`: the number of packs in use. */
  constructor(cards: readonly Card[], packs: number) {
    this.#cards = [...new Set(cards)];
    this.#counts = new Uint8Array(cards.length);
    for (const card of cards) this.#counts[card.code] += packs;
  }

  /** The number of this card. */
  of(card: Card | null): number {
    return card ? this.#counts[card.code] : 0;
  }

  /** All of them together. */
  get total(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** One less of a card, if there is one. */
  take(card: Card | null): void {
    if (this.of(card) > 0) this.#counts[card!.code] -= 1;
  }

  *[Symbol.iterator](): Iterator<[Card, number]> {
    for (const card of this.#cards) if (this.of(card) > 0) yield [card, this.of(card)];
  }
}
