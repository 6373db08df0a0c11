// The view that a bot gets with each question.
import { type Card, cardsOf, letterOf, type Suit } from "./cards.js";
import { type Choice, Kind, type Word } from "./choices.js";
import { CardCounts } from "./counts.js";
import { choicesOf } from "./decoding.js";
import { EventKind } from "./events.js";
import type { OpenGame } from "./games.js";
import { History } from "./history.js";
import type { MatchInfo } from "./matches.js";
import { AskKind as Ask, type Question } from "./maumau/v1/referee.js";
import type { Random } from "./random.js";

export { Ask };

/** At least one choice. */
export type Legal = readonly [Choice, ...Choice[]];

const NO_SUIT = 4;
const ROWS = 14; // where the table's rows by seat begin
const FIRST_DIRECTION = 1;
const NAMED = 2;

/** All that this seat may know now, and its legal choices. A view never changes. */
export class View {
  readonly #game: OpenGame;
  readonly #question: Question;
  readonly #table: Uint8Array;
  readonly #told: number;
  readonly #known: number;
  readonly #arrived: number;
  #legal: Legal | null = null;
  #hand: readonly Card[] | null = null;
  #unseen: CardCounts | null = null;

  /** `told`: number of events before the news; `arrived`: by `performance.now()`. */
  constructor(game: OpenGame, question: Question, told: number, arrived: number) {
    this.#game = game;
    this.#question = question;
    this.#table = question.table;
    this.#told = told;
    this.#known = game.known;
    this.#arrived = arrived;
  }

  /** The legal choices, at least one; each is legal as it is. */
  get legal(): Legal {
    this.#legal ??= choicesOf(this.#game.table.pack, this.#question) as unknown as Legal;
    return this.#legal;
  }

  /** The choices of `legal` that play a card; may be empty. */
  get plays(): readonly Choice[] {
    return this.legal.filter((choice) => choice.kind === Kind.PLAY);
  }

  /** The first choice of this kind, or null. */
  find(kind: Kind): Choice | null {
    return this.legal.find((choice) => choice.kind === kind) ?? null;
  }

  /** This seat's cards, in the order of the pack. */
  get hand(): readonly Card[] {
    this.#hand ??= cardsOf(this.#game.table.pack, this.#question.hand);
    return this.#hand;
  }

  /** The kind of a question. */
  get ask(): Ask {
    return this.#table[0];
  }

  /** The top of the discard pile, as claimed if it is face down; null before a card is turned up. */
  get top(): Card | null {
    return this.#card(1);
  }

  /** The claimed card on top, if the question is to believe or doubt it; else null. */
  get claim(): Card | null {
    return this.ask === Ask.BELIEVE ? this.top : null;
  }

  /** The seat that made the claim; null without a claim to believe. */
  get claimant(): number | null {
    if (this.ask !== Ask.BELIEVE) return null;
    return this.history.findLast((event) => event.kind === EventKind.CLAIMED)?.seat ?? null;
  }

  /** The suit to follow, printed or named; null without one. */
  get suit(): Suit | null {
    const suit = this.#table[2];
    return suit === NO_SUIT ? null : suit;
  }

  /** The suit to follow if it was named, else null. */
  get wishedSuit(): Suit | null {
    return this.#table[3] & NAMED ? this.suit : null;
  }

  /** 1 if play runs in ascending order of seats, -1 if descending. */
  get direction(): 1 | -1 {
    return this.#table[3] & FIRST_DIRECTION ? 1 : -1;
  }

  /** The number of cards that the current player owes. */
  get pendingDraw(): number {
    return this.#table[4];
  }

  /** The number of turns that are still to be missed. */
  get misses(): number {
    return this.#table[5];
  }

  /** The number of cards in the stock. */
  get stock(): number {
    return this.#table[6];
  }

  /** The number of cards in the discard pile, including its top. */
  get pile(): number {
    return this.#table[7];
  }

  /** The discard pile from bottom to top; null for unknown face-down cards. */
  get lying(): readonly (Card | null)[] {
    return this.#game.pile(this.#known);
  }

  /** The cards that this seat does not see: in the stock, in other hands, or face down on the pile. */
  get unseen(): CardCounts {
    this.#unseen ??= this.#countUnseen();
    return this.#unseen;
  }

  /** Number of the deal in this game, from 0. */
  get deal(): number {
    return this.#table[8];
  }

  /** The dealer's seat. */
  get dealer(): number {
    return this.#table[9];
  }

  /** The card seen when cutting, if the question is about it. */
  get met(): Card | null {
    return this.#card(11);
  }

  /** The card just drawn that may be played now (the lowest of several), if any. */
  get drawn(): Card | null {
    return this.#card(12);
  }

  /** The number of cards in each hand, by seat. */
  get counts(): readonly number[] {
    return Array.from(this.#row(0));
  }

  /** The word in force, by seat. */
  get said(): readonly Word[] {
    return Array.from(this.#row(1));
  }

  /** The points, chips or lives so far, by seat. */
  get totals(): readonly number[] {
    const high = ROWS + 2 * this.seats;
    return Array.from({ length: this.seats }, (_, seat) => signed(this.#table, high + 2 * seat));
  }

  /** True for seats that are still in the deal. */
  get inside(): readonly boolean[] {
    return Array.from({ length: this.seats }, (_, seat) => ((this.#table[13] >> seat) & 1) === 1);
  }

  /** This bot's seat, from 0. */
  get seat(): number {
    return this.#game.seat;
  }

  /** Number of seats at the table. */
  get seats(): number {
    return this.match.seats;
  }

  /** The other seats that are still in the deal, in the order of play, the next one first. */
  get opponents(): readonly number[] {
    const { inside, seat, seats, direction } = this;
    const others = Array.from(
      { length: seats - 1 },
      (_, step) => (seat + (step + 1) * direction + seats) % seats,
    );
    return others.filter((other) => inside[other]);
  }

  /** Id and version of the ruleset, "mau-mau@1". */
  get ruleset(): string {
    return this.match.ruleset;
  }

  /** The common facts of all games: the ruleset as data, the pack, seats, the clock. */
  get match(): MatchInfo {
    return this.#game.match;
  }

  /** The number of earlier questions to this bot in this game. */
  get number(): number {
    return this.#question.number;
  }

  /** The number of decisions of all seats so far: the position in the log and in a replay. */
  get ply(): number {
    return this.#question.ply;
  }

  /** Time left for this game in milliseconds, with this decision's increment; null without a clock. */
  get clockMs(): number | null {
    return this.#question.clockMs || null;
  }

  /**
   * The latest end of this game\'s time, by `performance.now()`; null without a clock.
   *
   * Questions of one message share the time until they are answered together.
   */
  get deadline(): number | null {
    return this.clockMs === null ? null : this.#arrived + this.clockMs;
  }

  /** All events of this game so far, as this seat learned them. */
  get history(): History {
    return new History(this.#game, 0, this.#known);
  }

  /** The events since the last question to this bot. */
  get news(): History {
    return new History(this.#game, this.#told, this.#known);
  }

  /** Random numbers for this game, seeded by the referee, so that games can be repeated. */
  get rng(): Random {
    return this.#game.rng;
  }

  /** Storage for your own state of this game, empty at its start. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  get memory(): Record<string, any> {
    return this.#game.memory;
  }

  /** Show text here in the replay, cut to 200 bytes of UTF-8. The last call counts. */
  note(text: string): void {
    this.#game.extras = { ...this.#game.extras, note: cut(text) };
  }

  /**
   * Show your own estimate of the chance to win this game, 0 to 1, here in the replay. Nothing is sent if it is
   * outside this range. The last call counts.
   */
  win(chance: number): void {
    this.#game.extras = { ...this.#game.extras, win: chance >= 0 && chance <= 1 ? chance : undefined };
  }

  /** Resign this game, whatever `choose` returns. */
  resign(): void {
    this.#game.extras = { ...this.#game.extras, resign: true };
  }

  toString(): string {
    const named = this.wishedSuit === null ? "" : ", named";
    const claimed = this.claim ? `, claimed by seat ${this.claimant}` : "";
    const suit = this.suit === null ? "none" : letterOf(this.suit);
    return [
      `seat ${this.seat} of ${this.seats}, ${this.ruleset}, deal ${this.deal}, ply ${this.ply}: ${Ask[this.ask] ?? this.ask}`,
      `hand    ${this.hand.join(" ")}`,
      `top     ${this.top ?? "none"}, suit ${suit}${named}${claimed}`,
      `counts  ${this.counts.join(" ")}, stock ${this.stock}, pile ${this.pile}, owed ${this.pendingDraw}`,
      `totals  ${this.totals.join(" ")}`,
      `legal   ${this.legal.join(", ")}`,
    ].join("\n");
  }

  #countUnseen(): CardCounts {
    const { cards } = this.match;
    const inHands = this.counts.reduce((sum, count) => sum + count, 0);
    const unseen = new CardCounts(cards, Math.floor((this.stock + this.pile + inHands) / cards.length));
    for (const card of this.hand) unseen.take(card);
    for (const card of this.lying) unseen.take(card);
    return unseen;
  }

  /** A row of one byte for each seat. */
  #row(row: number): Uint8Array {
    const start = ROWS + row * this.seats;
    return this.#table.subarray(start, start + this.seats);
  }

  #card(place: number): Card | null {
    return this.#game.table.pack[this.#table[place]];
  }
}

const NOTE_BYTES = 200;

/** Cut text to the size of a note, between characters. */
function cut(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(NOTE_BYTES));
  return text.slice(0, read);
}

/** Decode two bytes, high byte first, as a signed number. */
function signed(bytes: Uint8Array, at: number): number {
  return ((bytes[at] << 24) | (bytes[at + 1] << 16)) >> 16;
}
