// Cards and suits.

/** A suit, with its name in a French pack. */
export enum Suit {
  /** Or acorns. */
  CLUBS = 0,
  /** Or bells. */
  DIAMONDS = 1,
  HEARTS = 2,
  /** Or leaves. */
  SPADES = 3,
}

const LETTERS = "CDHS";
const CODES = 256;

/** The letter of a suit in the notation of cards. */
export function letterOf(suit: Suit): string {
  return LETTERS[suit];
}

/** A card. Equal cards of a match are the same object, so compare them with `===`. */
export class Card {
  constructor(
    /** Its code in the protocol. */
    readonly code: number,
    /** Its notation in logs: "7H", "XX". */
    readonly name: string,
    /** "2" … "9", "T", "J", "Q", "K", "A", "X" for a Joker. */
    readonly rank: string,
    /** Null for a Joker. */
    readonly suit: Suit | null,
  ) {}

  toString(): string {
    return this.name;
  }
}

/** The card of each code, if any. */
export type Pack = readonly (Card | null)[];

/** The card of every code 0 … 255, null for unused codes. Jokers are equal. */
export function packOf(names: readonly string[]): Pack {
  const pack = new Array<Card | null>(CODES).fill(null);
  names.forEach((name, code) => {
    pack[code] = pack[names.indexOf(name)] ?? cardNamed(name, code);
  });
  return pack;
}

/** The cards with these codes; other codes are skipped. */
export function cardsOf(pack: Pack, codes: Uint8Array): Card[] {
  const cards: Card[] = [];
  for (const code of codes) {
    const card = pack[code];
    if (card) cards.push(card);
  }
  return cards;
}

function cardNamed(name: string, code: number): Card {
  const suit = LETTERS.indexOf(name[1]);
  return new Card(code, name, name[0], suit < 0 ? null : suit);
}
