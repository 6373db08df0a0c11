// `run`, as a process of its own that talks to a real gRPC server.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { type handleBidiStreamingCall, Server, ServerCredentials } from "@grpc/grpc-js";
import { Verdict } from "../src/index.js";
import { type PlayRequest, type PlayResponse, RefereeServiceService } from "../src/maumau/v1/referee.js";
import { asking, message, plainOf, starting, WELCOME } from "./tables.js";

const folder = mkdtempSync("/tmp/maumau-");
after(() => rmSync(folder, { recursive: true }));
const SDK = new URL("../src/index.js", import.meta.url).href;

interface Ended {
  code: number | null;
  text: string;
}

function runBot(code: string, target: string): Promise<Ended> {
  const script = `import { run } from "${SDK}"; await run(${code}); console.error("over");`;
  const { ARENA_TARGET: _, ...env } = { ...process.env, ARENA_TOKEN: "secret" } as NodeJS.ProcessEnv;
  if (target) env.ARENA_TARGET = target;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { env });
  let text = "";
  child.stderr.on("data", (chunk) => (text += chunk));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, text })));
}

interface Heard extends Ended {
  said: PlayRequest[];
  at: number[]; // when, in milliseconds since 1970
}

/** A referee that sends the messages, each (or each list) after the bot has said something, and hangs up. */
async function refereed(bot: string, ...messages: (PlayResponse | PlayResponse[])[]): Promise<Heard> {
  const said: PlayRequest[] = [];
  const at: number[] = [];
  const play: handleBidiStreamingCall<PlayRequest, PlayResponse> = (call) => {
    call.on("data", (request: PlayRequest) => {
      said.push(request);
      at.push(Date.now());
      const next = messages.shift();
      if (next) for (const message of [next].flat()) call.write(message);
      else call.end();
    });
  };
  const server = new Server();
  server.addService(RefereeServiceService, { play });
  const target = `unix://${join(folder, "r.sock")}`;
  await new Promise((resolve) => server.bindAsync(target, ServerCredentials.createInsecure(), resolve));
  try {
    return { ...(await runBot(bot, target)), said, at };
  } finally {
    server.forceShutdown();
  }
}

const GAME = [{ ...starting(0), welcome: WELCOME.welcome, questions: asking(0, 0).questions }, asking(1, 0)];

test("a bot plays until the referee hangs up", async () => {
  const { code, text, said } = await refereed("(view) => view.legal[view.number]", ...GAME);
  assert.deepEqual([code, text], [0, "over\n"]);
  const { token, protocol, sdk, maxGames } = said[0].hello!;
  assert.deepEqual([token, protocol, sdk, maxGames], ["secret", 1, "maumau-typescript 0.1.0", 256]);
  assert.deepEqual(said.slice(1).flatMap(plainOf), [
    [0, 0, 0],
    [0, 1, 1],
  ]);
});

/** A bot that thinks so long about a question, in milliseconds, and 3 s about the last; then it says when that was. */
function thinking(milliseconds: number, last: number): string {
  const asked = "process.asked = (process.asked ?? 0) + 1";
  const think = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, last ? 3000 : ${milliseconds})`;
  const says = "if (last) console.error(Date.now())";
  return `(view) => { const last = (${asked}) === ${last}; ${think}; ${says}; return view.legal[0]; }`;
}

test("what is decided is on its way while the bot thinks on", async () => {
  const two = { ...starting(0, 1), welcome: WELCOME.welcome, questions: asking(0, 0, 1).questions };
  const { text, said, at } = await refereed(thinking(150, 2), two);
  assert.deepEqual(plainOf(said[1]), [[0, 0, 0]]);
  assert.ok(at[1] < parseInt(text, 10), `heard at ${at[1]}, thought until ${text}`);
});

test("so it is when the next messages have come already", async () => {
  const more = [...Array(9).keys()].map((number) => asking(number + 1, 0));
  const { text, at } = await refereed(thinking(30, 10), [GAME[0], ...more]);
  assert.ok(at[1] < parseInt(text, 10), `heard at ${at[1]}, thought until ${text}`);
});

test("a bot that throws exits with 1 and says why", async () => {
  const { code, text } = await refereed("(view) => view.nothing.at(0)", ...GAME);
  assert.equal(code, 1);
  assert.match(text, /TypeError: .*undefined[^]*The view that the bot got:\nseat 0 of 2, test@1/);
});

test("a bot that the referee finds fault with exits with 2", async () => {
  const fault = message({ fault: { verdict: Verdict.TIMEOUT, detail: "too slow" } });
  const { code, text } = await refereed("(view) => view.legal[0]", GAME[0], fault);
  assert.deepEqual([code, text], [2, "maumau: the referee ended this bot: TIMEOUT: too slow\n"]);
});

test("a referee that is not there is a fault", async () => {
  const { code, text } = await runBot("(view) => view.legal[0]", `unix://${join(folder, "nobody.sock")}`);
  assert.equal(code, 2);
  assert.match(text, /UNAVAILABLE/);
});

test("without a target it says how to play", async () => {
  const { code, text } = await runBot("(view) => view.legal[0]", "");
  assert.equal(code, 1);
  assert.match(text, /^ARENA_TARGET is not set.*arena play \.\/mybot builtin:random\n$/);
});
