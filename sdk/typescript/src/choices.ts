// The legal choices of a bot. Each is legal as it is; some can be refined.
import { type Card, letterOf, Suit } from "./cards.js";
import { ChoiceKind as Kind } from "./maumau/v1/referee.js";
import { optionsOf, waysToLay } from "./options.js";

export { Kind };

/** The word said with a play. The lowest word that a choice allows is never a mistake. */
export enum Word {
  MAU_MAU = 0,
  LAST_CARD = 1,
  SILENT = 2,
}

/** A field or value that a choice does not allow. */
export class NotAllowed extends Error {
  override readonly name = "NotAllowed";
}

/** The allowed values of a choice. */
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

/** New values for a choice. Null and undefined change nothing. */
export interface Decisions {
  suit?: Suit | null;
  word?: Word | null;
  target?: number | null;
  claim?: Card | null;
  /** Of `further`, `least` to `most`; the last one on top. */
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
 * A legal choice, to be returned from `choose`.
 *
 * Plural fields have the allowed values, singular fields the decided one: at first the lowest allowed value, or null if
 * there is nothing to decide. `with` decides otherwise; `options` yields all variants.
 *
 * If cards are played face down, each card has up to two choices: one that claims a card without a suit to name, and
 * one, with `suits`, that claims a card that names a suit.
 */
export class Choice implements Allowed {
  readonly kind: Kind;
  /** Of a play: the card, or the bottom card of several. */
  readonly card: Card | null;
  /** Allowed suits to name. */
  readonly suits: readonly Suit[];
  /** Allowed words. */
  readonly words: readonly Word[];
  /** Allowed seats to aim at. */
  readonly targets: readonly number[];
  /** Allowed claims about a face-down `card`. */
  readonly claims: readonly Card[];
  /** Cards of the same rank to play on it, `least` to `most`. */
  readonly further: readonly Card[];
  readonly least: number;
  readonly most: number;
  readonly suit: Suit | null;
  readonly word: Word | null;
  readonly target: number | null;
  readonly claim: Card | null;
  /** Of `further`, the last one on top. */
  readonly more: readonly Card[];

  /** The choice at `index` of `view.legal`, or a variant of it. */
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

  /** Return this choice with other values; omitted fields stay unchanged. Throws NotAllowed. */
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

  /** The played cards from bottom to top; empty if this is not a play. */
  get cards(): readonly Card[] {
    return this.card ? [this.card, ...this.more] : [];
  }

  /** True if the claim is true or nothing is claimed. */
  get isTrue(): boolean {
    return this.claim === null || this.claim === this.card;
  }

  /** Every variant of this choice, the lowest values first. With two packs there may be thousands. */
  options(): Generator<Choice> {
    return optionsOf(this);
  }

  /** Every allowed `more`, the smallest first; the order below the top does not matter. */
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
