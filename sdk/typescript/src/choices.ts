// What a bot may choose from: each choice is legal as it is, and some can be made more precise.
import { type Card, letterOf, Suit } from "./cards.js";
import { ChoiceKind as Kind } from "./maumau/v1/referee.js";
import { optionsOf, waysToLay } from "./options.js";

export { Kind };

/** What is said with a play. The lowest one that a choice allows is never a mistake. */
export enum Word {
  MAU_MAU = 0,
  LAST_CARD = 1,
  SILENT = 2,
}

/** A field that a choice does not have, or a value that it does not allow there. */
export class NotAllowed extends Error {
  override readonly name = "NotAllowed";
}

/** What a choice allows. */
export interface Allowed {
  readonly kind: Kind;
  readonly card: Card | null;
  readonly suits: readonly Suit[];
  readonly words: readonly Word[];
  readonly targets: readonly number[];
  readonly claims: readonly Card[];
  readonly further: readonly Card[];
  readonly least: number;
  readonly most: number;
}

/** What may be decided of a choice. Null and undefined leave a field as it is. */
export interface Decisions {
  suit?: Suit | null;
  word?: Word | null;
  target?: number | null;
  claim?: Card | null;
  /** Of `further`, `least` to `most`; the last one comes to lie on top. */
  more?: readonly Card[] | null;
}

const NAMES: Readonly<Record<number, string>> = {
  [Kind.DRAW]: "draw",
  [Kind.PASS]: "pass",
  [Kind.TAKE_DEBT]: "take",
  [Kind.MISS_TURN]: "miss",
  [Kind.KEEP_CUT]: "keep",
  [Kind.LEAVE_CUT]: "leave",
  [Kind.CATCH]: "catch",
  [Kind.LET_PASS]: "let",
  [Kind.BELIEVE]: "believe",
  [Kind.DOUBT]: "doubt",
  [Kind.NAME_SUIT]: "name",
};
const SPOKEN = [" Mau-Mau", " Mau", ""];

/**
 * One thing that may be done now, ready to be returned from `choose`.
 *
 * The plural fields say what is allowed, the singular ones what is decided: at first the lowest of what is allowed,
 * or null where there is nothing to decide. `with` decides otherwise, `options` gives all ways.
 *
 * Where cards are laid face down each card has up to two choices: one that claims a card that names no suit, and
 * one, with `suits`, that claims a card that names one.
 */
export class Choice implements Allowed {
  readonly kind: Kind;
  /** Of a play: the card, the bottom one of several. */
  readonly card: Card | null;
  /** That may be named. */
  readonly suits: readonly Suit[];
  /** That may be said. */
  readonly words: readonly Word[];
  /** Seats that may be aimed at. */
  readonly targets: readonly number[];
  /** That `card` may be said to be, where cards are laid face down. */
  readonly claims: readonly Card[];
  /** That may be laid on it, `least` to `most` of them; all of its rank. */
  readonly further: readonly Card[];
  readonly least: number;
  readonly most: number;
  readonly suit: Suit | null;
  readonly word: Word | null;
  readonly target: number | null;
  readonly claim: Card | null;
  /** Of `further`, the last one on top. */
  readonly more: readonly Card[];

  /** The one at `index` of `view.legal`, or one made of its `base` there. */
  constructor(
    allowed: Allowed,
    readonly index: number,
    decided: Decisions = {},
    readonly base: Choice | null = null,
  ) {
    this.kind = allowed.kind;
    this.card = allowed.card;
    this.suits = allowed.suits;
    this.words = allowed.words;
    this.targets = allowed.targets;
    this.claims = allowed.claims;
    this.further = allowed.further;
    this.least = allowed.least;
    this.most = allowed.most;
    this.suit = decided.suit ?? this.suits[0] ?? null;
    this.word = decided.word ?? this.words[0] ?? null;
    this.target = decided.target ?? this.targets[0] ?? null;
    this.claim = decided.claim ?? this.claims[0] ?? null;
    this.more = decided.more ?? this.further.slice(0, this.least);
  }

  /** This choice with these fields decided, those left out as they are. Throws NotAllowed. */
  with(decisions: Decisions): Choice {
    const decided = {
      suit: allowed("suit", decisions.suit, this.suit, this.suits, (suit) => Suit[suit]),
      word: allowed("word", decisions.word, this.word, this.words, (word) => Word[word]),
      target: allowed("target", decisions.target, this.target, this.targets, String),
      claim: allowed("claim", decisions.claim, this.claim, this.claims, String),
      more: decisions.more ? allowedMore(this, decisions.more) : this.more,
    };
    return new Choice(this, this.index, decided, this.base ?? this);
  }

  /** The cards that are laid, from the bottom to the top; none if this is no play. */
  get cards(): readonly Card[] {
    return this.card ? [this.card, ...this.more] : [];
  }

  /** Whether the card is the one that is claimed, or nothing is claimed. */
  get isTrue(): boolean {
    return this.claim === null || this.claim === this.card;
  }

  /** Every way to decide what is open here, the lowest of each field first. With two packs there may be thousands. */
  options(): Generator<Choice> {
    return optionsOf(this);
  }

  /** Every `more` that is allowed, the smallest first; the order below the top makes no difference. */
  waysToLay(): Generator<readonly Card[]> {
    return waysToLay(this);
  }

  /** The notation of logs: "7H", "JC:S Mau", "draw". */
  toString(): string {
    const what = this.kind === Kind.PLAY ? this.cards.join("+") : (NAMES[this.kind] ?? `kind ${this.kind}`);
    const claim = this.claim ? `=${this.claim}` : "";
    const suit = this.suit === null ? "" : `:${letterOf(this.suit)}`;
    const target = this.target === null ? "" : `@${this.target}`;
    return what + claim + suit + target + (this.word === null ? "" : SPOKEN[this.word]);
  }
}

function allowed<T>(
  field: string,
  value: T | null | undefined,
  now: T | null,
  values: readonly T[],
  label: (value: T) => string,
): T | null {
  if (value === null || value === undefined) return now;
  if (values.includes(value)) return value;
  const known = values.map(label).join(" ") || "none";
  throw new NotAllowed(`${field} ${label(value) ?? String(value)}: this choice allows ${known}`);
}

function allowedMore(choice: Choice, more: readonly Card[]): readonly Card[] {
  const left = [...choice.further];
  for (const card of more) {
    const place = left.indexOf(card);
    if (place < 0) throw notSoMany(choice, more);
    left.splice(place, 1);
  }
  if (more.length < choice.least || more.length > choice.most) throw notSoMany(choice, more);
  return [...more];
}

function notSoMany(choice: Choice, more: readonly Card[]): NotAllowed {
  const bounds = `${choice.least} to ${choice.most} of ${choice.further.join(" ") || "none"}`;
  return new NotAllowed(`more ${more.join(" ") || "none"}: this choice allows ${bounds}`);
}
