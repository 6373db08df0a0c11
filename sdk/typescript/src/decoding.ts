// Decode packed choices. `referee.proto` describes the layout.
import { type Card, cardsOf, type Pack, type Suit } from "./cards.js";
import { Choice, Kind, type Word } from "./choices.js";

const STEP = 8; // bytes of a choice
const APART = 255; // between claims without and with a suit
const BITS = 8;

/** The values of each bit mask. */
const MASKS: readonly (readonly number[])[] = Array.from({ length: 1 << BITS }, (_, mask) =>
  Array.from({ length: BITS }, (_, bit) => bit).filter((bit) => (mask >> bit) & 1),
);
const NO_CARDS: readonly Card[] = [];

/** The packed choices of a question. */
export interface Asked {
  readonly choices: Uint8Array;
  readonly claims: Uint8Array;
  readonly hand: Uint8Array;
}

/** The choices of a question. */
export function choicesOf(pack: Pack, asked: Asked): Choice[] {
  const claims = claimsOf(pack, asked.claims);
  const choices: Choice[] = [];
  for (let start = 0; start < asked.choices.length; start += STEP) {
    choices.push(choiceAt(pack, asked, start, claims));
  }
  return choices;
}

/** The claims for choices without suits and for choices with suits. */
type Claims = readonly [readonly Card[], readonly Card[]];

function claimsOf(pack: Pack, codes: Uint8Array): Claims {
  if (codes.length === 0) return [NO_CARDS, NO_CARDS];
  const apart = codes.indexOf(APART);
  const plain = cardsOf(pack, apart < 0 ? codes : codes.subarray(0, apart));
  return [plain, apart < 0 ? plain : cardsOf(pack, codes.subarray(apart + 1))];
}

function choiceAt(pack: Pack, asked: Asked, start: number, claims: Claims): Choice {
  const bytes = asked.choices;
  const kind: Kind = bytes[start];
  const card = pack[bytes[start + 1]];
  const suits = bytes[start + 2];
  const most = bytes[start + 6];
  const choice = {
    kind,
    card,
    suits: MASKS[suits] as readonly Suit[],
    words: MASKS[bytes[start + 3]] as readonly Word[],
    targets: MASKS[bytes[start + 4]],
    claims: kind === Kind.PLAY ? claims[suits ? 1 : 0] : NO_CARDS,
    further: card && most ? othersOfRank(pack, asked.hand, card) : NO_CARDS,
    least: bytes[start + 5],
    most,
  };
  return new Choice(choice, start / STEP);
}

/** The other cards of the same rank in the hand. */
function othersOfRank(pack: Pack, hand: Uint8Array, card: Card): Card[] {
  const equal = cardsOf(pack, hand).filter((other) => other.rank === card.rank);
  equal.splice(equal.indexOf(card), 1);
  return equal;
}
