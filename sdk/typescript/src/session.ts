// The conversation with the referee, message by message, without the connection.
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import { Answers } from "./answers.js";
import { type Bot, botsOf, nameOf, type Player } from "./bots.js";
import { cardsOf, packOf } from "./cards.js";
import { Choice, NotAllowed } from "./choices.js";
import { Events } from "./events.js";
import { BotError, RefereeFault } from "./failures.js";
import { OpenGame, type Table } from "./games.js";
import { MatchInfo, Verdict } from "./matches.js";
import type {
  GameEnd,
  GameStart,
  PlayRequest,
  PlayResponse,
  Question,
  Welcome,
} from "./maumau/v1/referee.js";
import { View } from "./views.js";

const PROTOCOL = 1;
const SDK = "maumau-typescript 0.1.0";
const NAME_LENGTH = 16; // characters, each of at most 4 bytes
/** Maximum delay of a decision in milliseconds; the clock runs until it is sent. */
export const SOON = 100;

/** A question under consideration. */
interface Thinking {
  readonly game: OpenGame;
  readonly question: Question;
  readonly view: View;
  readonly choice: Choice | Promise<Choice>;
}

/** Sends early answers; resolves when they are on their way. */
export type Send = (request: PlayRequest) => Promise<void>;

/** One stream. Without `send` all answers of a message are sent together. */
export class Session {
  readonly #player: Player;
  readonly #send: Send | null;
  readonly #games = new Map<number, OpenGame>();
  #table: Table | null = null;
  #newBot: (() => Bot) | null = null;

  constructor(player: Player, send: Send | null = null) {
    this.#player = player;
    this.#send = send;
  }

  /** Return the first message to send. */
  hello(token: string, maxGames: number): PlayRequest {
    const name = nameOf(this.#player).slice(0, NAME_LENGTH);
    return {
      hello: { protocol: PROTOCOL, token, name, sdk: SDK, maxGames },
      answers: [],
      plain: new Uint8Array(),
    };
  }

  /**
   * Process a message; return the unsent answers to its questions, if any. Throws BotError and RefereeFault.
   */
  async reply(message: PlayResponse): Promise<PlayRequest | null> {
    if (message.welcome) this.#welcome(message.welcome);
    for (const start of message.starts) this.#start(start);
    for (const news of message.news) this.#game(news.game).add(news.events);
    const request = message.questions.length ? await this.#answers(message.questions) : null;
    for (const end of message.ends) this.#end(end);
    const { fault } = message;
    if (fault) throw new RefereeFault(`${Verdict[fault.verdict] ?? fault.verdict}: ${fault.detail}`);
    return request;
  }

  #welcome(welcome: Welcome): void {
    const pack = packOf(welcome.cards);
    const { bankMs: bank = 0, incrementMs: increment = 0, capMs: cap = 0 } = welcome.clock ?? {};
    const match = new MatchInfo(
      welcome.ruleset,
      JSON.parse(welcome.rulesetJson),
      cardsOf(pack, Uint8Array.from(welcome.cards.keys())),
      welcome.seats,
      welcome.maxGames,
      { bank, increment, cap },
    );
    this.#table = { match, pack, events: new Events(pack) };
    this.#newBot = guarded(null, () => botsOf(this.#player, (bot) => ready(bot, match)));
  }

  #start(start: GameStart): void {
    const bot = guarded(null, this.#newBot!);
    this.#games.set(start.game, new OpenGame(this.#table!, bot, start.game, start.seat, start.seed));
  }

  #game(number: number): OpenGame {
    return this.#games.get(number)!;
  }

  async #answers(questions: readonly Question[]): Promise<PlayRequest | null> {
    let answers = new Answers(questions.length);
    let since = performance.now();
    let open = 0;
    const decided: [Thinking, Choice][] = [];
    const waiting: Promise<void>[] = [];
    const late = () => this.#send && performance.now() - since > SOON;
    const take = () => {
      for (const [thinking, choice] of decided.splice(0)) decide(answers, thinking, choice);
    };
    const hurry = async () => {
      await turn(); // to let async bots finish
      take();
      if (answers.none) return;
      await this.#send!(answers.request);
      answers = new Answers(questions.length);
      since = performance.now();
    };
    const wait = async (thinking: Thinking) => {
      decided.push([thinking, await settled(thinking)]);
      open -= 1;
    };
    for (const question of questions) {
      if (late()) await hurry();
      const thinking = this.#ask(question, since);
      if (thinking.choice instanceof Choice) decide(answers, thinking, thinking.choice);
      else {
        open += 1;
        waiting.push(wait(thinking));
        waiting.at(-1)!.catch(() => {}); // early exceptions are reported below
      }
    }
    const all = Promise.all(waiting);
    while (open) {
      await Promise.race([all, sleep(SOON, null, { ref: false })]);
      take();
      if (open && late()) await hurry();
    }
    take();
    return answers.none ? null : answers.request;
  }

  #ask(question: Question, arrived: number): Thinking {
    const game = this.#game(question.game);
    game.add(question.events);
    const view = new View(game, question, game.shown, arrived);
    game.miss(question.hand);
    game.shown = game.known;
    const choice = guarded(view, () => {
      if (question.number === 0) game.bot.onGameStart?.(view);
      game.tell();
      return game.bot.choose(view);
    });
    return { game, question, view, choice };
  }

  #end(end: GameEnd): void {
    const game = this.#game(end.game);
    this.#games.delete(end.game);
    game.add(end.events);
    const { totals, verdict, detail } = end;
    if (detail) console.error(`maumau: ${Verdict[verdict] ?? verdict}: ${detail}`);
    guarded(null, () => {
      game.tell();
      game.bot.onGameEnd?.({ seat: game.seat, places: [...end.places], totals, verdict, detail }, game);
    });
  }
}

function ready(bot: Bot, match: MatchInfo): Bot {
  bot.onMatchStart?.(match);
  return bot;
}

/** Return the result of the bot's code. */
function guarded<T>(view: View | null, own: () => T): T {
  try {
    return own();
  } catch (error) {
    throw new BotError(error, view);
  }
}

/** The decision of an async bot. */
async function settled({ view, choice }: Thinking): Promise<Choice> {
  try {
    return await choice;
  } catch (error) {
    throw new BotError(error, view);
  }
}

/** Add the answer. Throws BotError if it is not one of the choices. */
function decide(answers: Answers, { game, question, view }: Thinking, choice: Choice): void {
  check(view, choice);
  answers.add(game, question, choice);
}

/** Throw BotError unless it is one of the choices. */
function check(view: View, choice: Choice): void {
  if (choice instanceof Choice && view.legal[choice.index] === (choice.base ?? choice)) return;
  throw new BotError(new NotAllowed(`choose returned ${choice}, which is not in view.legal`), view);
}
