// Choices into answers.
import type { Card } from "./cards.js";
import type { Choice } from "./choices.js";
import type { OpenGame } from "./games.js";
import type { Answer, PlayRequest, Question } from "./maumau/v1/referee.js";

const PLAIN_BYTES = 6;
const NO_CARDS = new Uint8Array();

/** Answers to the questions of one message. */
export class Answers {
  readonly #answers: Answer[] = [];
  readonly #plain: Buffer;
  #used = 0;

  /** Create answers for a number of questions. */
  constructor(questions: number) {
    this.#plain = Buffer.allocUnsafe(questions * PLAIN_BYTES);
  }

  /** Add the answer, in the plain form if it is only the number of a choice. */
  add(game: OpenGame, question: Question, choice: Choice): void {
    const whole = !isLowest(choice);
    if (whole || choice.more.length > 0 || game.extras)
      this.#answers.push(answer(game, question, choice, whole));
    else this.#addPlain(game.number, choice.index, question.number);
    game.extras = null;
  }

  /** True if empty. */
  get none(): boolean {
    return this.#used === 0 && this.#answers.length === 0;
  }

  /** Return the message to send. */
  get request(): PlayRequest {
    return { hello: undefined, answers: this.#answers, plain: this.#plain.subarray(0, this.#used) };
  }

  #addPlain(game: number, index: number, number: number): void {
    this.#plain[this.#used] = game;
    this.#plain[this.#used + 1] = index;
    this.#plain.writeUInt32BE(number, this.#used + 2);
    this.#used += PLAIN_BYTES;
  }
}

/** `whole`: with all that is decided, and not only the further cards. */
function answer(game: OpenGame, question: Question, choice: Choice, whole: boolean): Answer {
  return {
    game: game.number,
    number: question.number,
    choice: choice.index,
    suit: whole ? (choice.suit ?? undefined) : undefined,
    word: whole ? (choice.word ?? undefined) : undefined,
    target: whole ? (choice.target ?? undefined) : undefined,
    claim: whole ? choice.claim?.code : undefined,
    more: choice.more.length ? Uint8Array.from(choice.more, (card) => card.code) : NO_CARDS,
    note: game.extras?.note ?? "",
    resign: game.extras?.resign ?? false,
    win: game.extras?.win,
  };
}

/** True if all values are those of the choice in `view.legal`. */
function isLowest(choice: Choice): boolean {
  const { base } = choice;
  return base === null || (sameFields(choice, base) && sameCards(choice.more, base.more));
}

function sameFields(one: Choice, other: Choice): boolean {
  return (
    one.suit === other.suit &&
    one.word === other.word &&
    one.target === other.target &&
    one.claim === other.claim
  );
}

function sameCards(some: readonly Card[], others: readonly Card[]): boolean {
  return some.length === others.length && some.every((card, place) => card === others[place]);
}
