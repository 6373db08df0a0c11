// Recorded conversations: the views and answers have to be those that every SDK makes of them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  Ask,
  type Bot,
  type Card,
  type Choice,
  type GameResult,
  Kind,
  Suit,
  Verdict,
  type View,
  Word,
} from "../src/index.js";
import { type Answer, type PlayRequest, PlayResponse } from "../src/maumau/v1/referee.js";
import { Session } from "../src/session.js";
import { plainOf } from "./tables.js";

interface Answered {
  choice: number;
  text: string;
  fields: {
    suit: number | null;
    word: number | null;
    target: number | null;
    claim: number | null;
    more: number[];
  };
  note: string;
  win: number | null;
  game: number;
  number: number;
}

interface Step {
  message: string;
  views?: object[];
  answers?: Answered[];
  ends?: object[];
}

interface Conversation {
  ruleset: string;
  seats: number;
  steps: Step[];
}

const FILE = new URL("../../../conversations.json", import.meta.url);
const { conversations } = JSON.parse(readFileSync(FILE, "utf8")) as { conversations: Conversation[] };

/** Answers as the file says and records the views. */
class Recorder implements Bot {
  views: object[] = [];
  chosen: { choice: number; text: string; note: string }[] = [];
  lowest: Choice[] = [];
  ends: object[] = [];

  choose(view: View): Choice {
    const place = (5 * view.number + view.ply) % view.legal.length;
    const choice = view.number % 3 ? decided(view.legal[place], view.ply) : view.legal[place];
    const note = view.number % 5 ? "" : `n${view.number}`;
    if (note) view.note(note);
    if (view.number % 4 === 0) view.win((view.number % 3) / 2);
    this.views.push(shown(view));
    this.lowest.push(view.legal[place]);
    this.chosen.push({ choice: place, text: String(choice), note });
    return choice;
  }

  onGameEnd({ seat, places, totals, verdict, detail }: GameResult): void {
    this.ends.push({ seat, places, totals, verdict: Verdict[verdict], detail });
  }
}

function decided(choice: Choice, ply: number): Choice {
  const at = <T>(allowed: readonly T[]) => allowed[ply % allowed.length];
  const more = choice.further.slice(0, choice.most);
  const { suits, words, targets, claims } = choice;
  return choice.with({ suit: at(suits), word: at(words), target: at(targets), claim: at(claims), more });
}

function shown(view: View): object {
  return {
    ask: Ask[view.ask],
    number: view.number,
    ply: view.ply,
    seat: view.seat,
    seats: view.seats,
    ruleset: view.ruleset,
    legal: view.legal.map(allowed),
    plays: view.plays.length,
    hand: cards(view.hand),
    top: card(view.top),
    suit: letter(view.suit),
    wished_suit: letter(view.wishedSuit),
    claim: card(view.claim),
    claimant: view.claimant,
    pending_draw: view.pendingDraw,
    misses: view.misses,
    drawn: card(view.drawn),
    met: card(view.met),
    direction: view.direction,
    counts: view.counts,
    stock: view.stock,
    pile: view.pile,
    lying: cards(view.lying),
    unseen: cards([...view.unseen].flatMap(([one, count]) => Array<Card>(count).fill(one))),
    said: view.said.map((word) => Word[word]),
    totals: view.totals,
    inside: view.inside,
    opponents: view.opponents,
    dealer: view.dealer,
    deal: view.deal,
    history: view.history.length,
    news: [...view.news].map(String),
    clock_ms: view.clockMs,
    points: view.hand.map((one) => view.match.points(one)),
    effects: view.hand.map((one) => view.match.effect(one).is ?? ""),
    wild: view.hand.map((one) => view.match.isWild(one)),
  };
}

function allowed(choice: Choice): string {
  const { kind, suits, words, targets, claims, further, least, most } = choice;
  const named = [suits.map((suit) => Suit[suit]), words.map((word) => Word[word]), targets, claims, further];
  return [choice, Kind[kind], card(choice.card), ...named.map((one) => one.join(" ")), least, most].join("|");
}

function card(one: Card | null): string {
  return one ? one.name : "-";
}

function cards(many: readonly (Card | null)[]): string {
  return many.map(card).join(" ");
}

function letter(suit: Suit | null): string {
  return suit === null ? "-" : Suit[suit][0];
}

type Sent = { choice: number; more: Iterable<number>; note: string; win?: number | undefined };

/** Fails unless what is sent says what was to be said. `lowest`: the choices with nothing decided. */
function checkAnswers(request: PlayRequest | null, wanted: Answered[], lowest: Choice[]): void {
  const plain = plainOf(request).map(([game, choice, number]) => ({ game, choice, number }));
  const whole = request?.answers ?? [];
  assert.equal(plain.length + whole.length, wanted.length);
  wanted.forEach((one, place) => {
    const same = ({ game, number }: { game: number; number: number }) =>
      game === one.game && number === one.number;
    const answer: Fields & Sent = whole.find(same) ?? { choice: -1, ...plain.find(same), more: [], note: "" };
    const { suit, word, target, claim, more } = lowest[place];
    const fields = { suit, word, target, claim: claim?.code ?? null, ...given(answer) };
    assert.deepEqual({ ...fields, more: [...answer.more] }, { ...one.fields, more: one.fields.more });
    assert.deepEqual([answer.choice, answer.note, answer.win ?? null], [one.choice, one.note, one.win]);
    const open =
      [suit, word, target, claim].some((field) => field !== null) || more.length || lowest[place].most;
    const extras = one.note || one.win !== null;
    assert.ok(open || extras || plain.some(same), "nothing is open, so it goes into plain");
  });
}

type Fields = Partial<Pick<Answer, "suit" | "word" | "target" | "claim">>;

/** Those that an answer has. */
function given({ suit, word, target, claim }: Fields): Fields {
  return Object.fromEntries(
    Object.entries({ suit, word, target, claim }).filter(([, value]) => value !== undefined),
  );
}

for (const { ruleset, seats, steps } of conversations) {
  test(`${ruleset} with ${seats} seats`, async () => {
    const recorder = new Recorder();
    const session = new Session(recorder);
    for (const step of steps) {
      const request = await session.reply(PlayResponse.decode(Buffer.from(step.message, "base64")));
      const answers = step.answers ?? [];
      assert.deepEqual(recorder.views, step.views ?? []);
      const chosen = answers.map(({ choice, text, note }) => ({ choice, text, note }));
      assert.deepEqual(recorder.chosen, chosen);
      assert.deepEqual(recorder.ends, step.ends ?? []);
      checkAnswers(request, answers, recorder.lowest);
      Object.assign(recorder, { views: [], chosen: [], lowest: [], ends: [] });
    }
  });
}

test("what was laid is known whatever was answered", async () => {
  class Obstinate extends Recorder {
    override choose(view: View): Choice {
      super.choose(view);
      return view.legal.at(-1)!;
    }
  }
  for (const { steps } of conversations) {
    const recorder = new Obstinate();
    const session = new Session(recorder);
    for (const step of steps) {
      await session.reply(PlayResponse.decode(Buffer.from(step.message, "base64")));
      assert.deepEqual(recorder.views.splice(0), step.views ?? []);
    }
  }
});
