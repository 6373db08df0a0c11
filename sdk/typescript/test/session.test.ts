// The conversation: bots of all kinds, what they are told, and what goes wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { BotError, RefereeFault } from "../src/failures.js";
import {
  type Bot,
  type Choice,
  type Event,
  Kind,
  type MatchInfo,
  type Player,
  Verdict,
  type View,
} from "../src/index.js";
import type { PlayRequest } from "../src/maumau/v1/referee.js";
import { Session } from "../src/session.js";
import { asking, card, message, plainOf, starting, WELCOME } from "./tables.js";

async function playing(player: Player, ...games: number[]): Promise<Session> {
  const session = new Session(player);
  await session.reply(WELCOME);
  await session.reply(starting(...games));
  return session;
}

const END = { game: 1, events: Uint8Array.of(27, 15, 255, 1), places: Uint8Array.of(2, 1), totals: [3, -4] };

/** Draws and records events. */
class Listener implements Bot {
  static made = 0;
  static told: string[] = [];
  constructor() {
    Listener.made += 1;
  }
  choose(view: View): Choice {
    return view.find(Kind.DRAW)!;
  }
  onMatchStart(info: MatchInfo): void {
    Listener.told.push(`match ${info.ruleset}`);
  }
  onGameStart(view: View): void {
    Listener.told.push(`game at ${view.ply}`);
  }
  onEvent(event: Event): void {
    Listener.told.push(String(event));
  }
  onGameEnd({
    places,
    totals,
    verdict,
  }: {
    places: readonly number[];
    totals: readonly number[];
    verdict: Verdict;
  }): void {
    Listener.told.push(`end ${places} ${totals} ${Verdict[verdict]}`);
  }
}

test("a function answers all questions of a message in one message", async () => {
  const session = await playing((view) => view.legal[1], 1, 3);
  assert.deepEqual(plainOf(await session.reply(asking(258, 1, 3))), [
    [1, 1, 258],
    [3, 1, 258],
  ]);
});

test("what is decided does not wait long for the rest of its message", async () => {
  const sent: number[][] = [];
  const send = async (request: PlayRequest) => void sent.push(plainOf(request).map(([game]) => game));
  const slow = (view: View) => {
    const end = performance.now() + 150;
    while (performance.now() < end);
    return view.legal[0];
  };
  let asked = 0;
  const patient = async (view: View) => {
    await sleep(asked++ ? 2000 : 0);
    return view.legal[0];
  };
  for (const [player, together] of [
    [slow, [[1], [2], [3]]],
    [async (view: View) => slow(view), [[1], [2], [3]]],
    [patient, [[1], [2, 3]]],
  ] as const) {
    const session = new Session(player, send);
    await session.reply(WELCOME);
    await session.reply(starting(1, 2, 3));
    sent.push(plainOf(await session.reply(asking(0, 1, 2, 3))).map(([game]) => game));
    assert.deepEqual(sent.splice(0), together);
  }
});

test("a class makes a bot for each game and hears of everything once", async () => {
  const session = await playing(Listener, 1, 2);
  await session.reply(asking(0, 1));
  await session.reply(message({ ends: [{ ...END, verdict: Verdict.OK, detail: "" }] }));
  assert.equal(Listener.made, 2);
  const heard = ["game at 7", "TURNED seat 0 7C 0", "GAME_OVER 1", "end 2,1 3,-4 OK"];
  assert.deepEqual(Listener.told, ["match test@1", "match test@1", ...heard]);
});

test("an async bot thinks about all games at once", async () => {
  let waiting = 0;
  let release = () => {};
  const all = new Promise<void>((resolve) => (release = resolve));
  const session = await playing(
    async (view) => {
      if (++waiting === 2) release();
      await all;
      return view.legal[0];
    },
    0,
    1,
  );
  assert.deepEqual(plainOf(await session.reply(asking(0, 0, 1))), [
    [0, 0, 0],
    [1, 0, 0],
  ]);
});

test("random numbers repeat, and differ between games", async () => {
  const seen: number[] = [];
  const bot = (view: View, rng: { next(): number }) => (seen.push(rng.next()), view.legal[0]);
  for (const _ of [1, 2]) await (await playing(bot, 0, 1)).reply(asking(0, 0, 1));
  assert.deepEqual(seen.slice(2), seen.slice(0, 2));
  assert.notEqual(seen[0], seen[1]);
});

test("memory is kept for each game", async () => {
  const bot = (view: View) => view.legal[(view.memory.asked = (view.memory.asked ?? -1) + 1)];
  const session = await playing(bot, 0, 1);
  await session.reply(asking(0, 0));
  assert.deepEqual(plainOf(await session.reply(asking(1, 0, 1))), [
    [0, 1, 1],
    [1, 0, 1],
  ]);
});

test("a note is cut to 200 bytes, and resigning is said with the answer", async () => {
  const session = await playing((view) => (view.note("ä".repeat(150)), view.resign(), view.legal[0]), 0);
  const request = await session.reply(asking(0, 0));
  assert.equal(request?.plain.length, 0);
  assert.deepEqual([request?.answers[0].note, request?.answers[0].resign], ["ä".repeat(100), true]);
});

test("an estimate of the chance to win is sent once, unless it is no chance", async () => {
  const chances = [0.25, 0, 1, -0.01, 1.01, NaN];
  const session = await playing((view) => {
    const chance = chances.shift();
    if (chance !== undefined) view.win(chance);
    return view.legal[0];
  }, 0);
  const sent = [];
  for (let number = 0; number < 7; number++) {
    const request = await session.reply(asking(number, 0));
    sent.push(request?.answers[0]?.win);
  }
  assert.deepEqual(sent, [0.25, 0, 1, undefined, undefined, undefined, undefined]);
});

test("the view tells what the table says", async () => {
  const views: View[] = [];
  const session = await playing((view) => (views.push(view), view.legal[0]), 0);
  await session.reply(asking(0, 0));
  const [view] = views;
  assert.deepEqual([view.totals, view.counts, view.opponents], [[5, -5], [2, 3], [1]]);
  assert.deepEqual([view.unseen.of(card("XX")), view.unseen.of(card("7C")), view.unseen.of(null)], [0, 0, 0]);
  assert.deepEqual([view.match.points(card("QS")), view.match.points(card("QH"))], [13, 0]);
  assert.equal(view.match.effect(card("7H")).is, "OweCards");
  assert.ok(view.match.isWild(card("JS")) && view.deadline! <= performance.now() + 900);
  assert.deepEqual([view.history.at(-1)?.card, view.history.at(1)], [card("7C"), undefined]);
});

test("numbers of a later protocol do no harm", async () => {
  const session = await playing((view) => (String(view.history) + String(view), view.legal[0]), 0);
  const later = asking(0, 0);
  later.questions[0].table[0] = 77;
  later.questions[0].choices[0] = 99;
  later.questions[0].events = Uint8Array.of(200, 1, 255, 9);
  assert.equal(plainOf(await session.reply(later)).length, 1);
});

for (const [what, bot, says] of [
  [
    "throws",
    () => {
      throw new Error("oh");
    },
    "Error: oh",
  ],
  [
    "is rejected",
    async () => {
      throw new Error("late");
    },
    "Error: late",
  ],
  [
    "returns nothing",
    () => undefined as unknown as Choice,
    "choose returned undefined, which is not in view.legal",
  ],
] as const) {
  test(`a bot that ${what} is reported with its view`, async () => {
    const session = await playing(bot, 0);
    await assert.rejects(session.reply(asking(0, 0)), (error: BotError) => {
      const report = error.report();
      return report.includes(says) && report.includes("hand    7C 8D") && report.includes("legal   7C, draw");
    });
  });
}

test("a choice of another question is none of these", async () => {
  const kept: Choice[] = [];
  const session = await playing((view) => (kept.push(view.legal[0]), kept[0]), 0);
  await session.reply(asking(0, 0));
  await assert.rejects(session.reply(asking(1, 0)), BotError);
});

test("a fault of the referee's finding ends the session", async () => {
  const session = await playing((view) => view.legal[0], 0);
  const fault = message({ fault: { verdict: Verdict.PROTOCOL, detail: "too long" } });
  await assert.rejects(session.reply(fault), new RefereeFault("PROTOCOL: too long"));
});
