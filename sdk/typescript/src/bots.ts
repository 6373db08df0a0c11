// What an author writes: a function, an object with `choose`, or a class of such.
import type { Choice } from "./choices.js";
import type { Event } from "./events.js";
import type { Game } from "./games.js";
import type { GameResult, MatchInfo } from "./matches.js";
import type { Random } from "./random.js";
import type { View } from "./views.js";

/**
 * A bot. Write `choose`; the rest may be left out.
 *
 * Many games are open at once. `run(MyBot)`, with a class, makes a bot for each of them, which may keep in `this`
 * what it remembers of its game; `run(new MyBot())` asks this one about all, and what it remembers belongs in
 * `memory`.
 */
export interface Bot {
  /** One of `view.legal`, as it is or with its fields decided by `with`. May be async. */
  choose(view: View): Choice | Promise<Choice>;

  /** Called once, before this bot's first game. */
  onMatchStart?(info: MatchInfo): void;

  /** Called when this bot is asked for the first time in a game, before `onEvent` and `choose`. */
  onGameStart?(view: View): void;

  /** Called for everything that happened since the last question, before `choose` and at the end. */
  onEvent?(event: Event, game: Game): void;

  /** Called when a game is over. */
  onGameEnd?(result: GameResult, game: Game): void;
}

/** A bot made of a function. It may be async. */
export type Choose = (view: View, rng: Random) => Choice | Promise<Choice>;

/** One bot for all games, or a class: then each game gets its own. */
export type Player = Bot | (new () => Bot) | Choose;

/** What the player calls itself, for the owner's log. */
export function nameOf(player: Player): string {
  return typeof player === "function" ? player.name : player.constructor.name;
}

/** What gives each new game its bot. `ready` is called with every new one. */
export function botsOf(player: Player, ready: (bot: Bot) => Bot): () => Bot {
  if (isClass(player)) return () => ready(new player());
  const one = ready(typeof player === "function" ? { choose: (view) => player(view, view.rng) } : player);
  return () => one;
}

function isClass(player: Player): player is new () => Bot {
  return (
    typeof player === "function" && Object.getOwnPropertyDescriptor(player, "prototype")?.writable === false
  );
}
