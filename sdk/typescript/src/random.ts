// Random numbers that a seed repeats.

/**
 * The generator sfc32 of PractRand by Chris Doty-Humphrey: period about 2^127, state of four 32-bit words.
 * A game's seed of 8 bytes, high byte first, fills the first two words; the first 15 numbers are thrown away.
 */
export class Random {
  #a: number;
  #b: number;
  #c = 0;
  #counter = 1;

  constructor(seed: Uint8Array) {
    this.#a = word(seed, 0);
    this.#b = word(seed, 4);
    for (let round = 0; round < 15; round++) this.next();
  }

  /** The next number, 0 <= number < 1, with 32 random bits. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  /** A whole number, 0 <= number < end. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Pick one of these; there must be at least one. */
  choice<T>(values: readonly T[]): T {
    return values[this.below(values.length)];
  }

  /** Return these in random order. */
  shuffled<T>(values: readonly T[]): T[] {
    const mixed = [...values];
    for (let last = mixed.length - 1; last > 0; last--) {
      const place = this.below(last + 1);
      [mixed[last], mixed[place]] = [mixed[place], mixed[last]];
    }
    return mixed;
  }
}

function word(seed: Uint8Array, at: number): number {
  return (seed[at] << 24) | (seed[at + 1] << 16) | (seed[at + 2] << 8) | seed[at + 3];
}
