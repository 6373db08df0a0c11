// The interface of bots: a function, an object with `choose`, or its class.
import type { Choice } from "./choices.js";
import type { Event } from "./events.js";
import type { Game } from "./games.js";
import type { GameResult, MatchInfo } from "./matches.js";
import type { Random } from "./random.js";
import type { View } from "./views.js";

/**
 * A bot. Implement `choose`; all other methods are optional.
 *
 * Many games are open at once. `run(MyBot)`, with a class, creates a bot for each game, which can store its state in
 * `this`. `run(new MyBot())` uses one bot for all games, which stores the state of a game in `memory`.
 */
export interface Bot {
  /** Return a choice of `view.legal`, as it is or refined by `with`. May be async. */
  choose(view: View): Choice | Promise<Choice>;

  /** Called once, before this bot's first game. */
  onMatchStart?(info: MatchInfo): void;

  /** Called at the first question of a game, before `onEvent` and `choose`. */
  onGameStart?(view: View): void;

  /** Called for each event since the last question, before `choose` and at the end of the game. */
  onEvent?(event: Event, game: Game): void;

  /** Called at the end of a game. */
  onGameEnd?(result: GameResult, game: Game): void;
}

/** A bot made from a function. It may be async. */
export type Choose = (view: View, rng: Random) => Choice | Promise<Choice>;

/** One bot for all games, or a class to instantiate for each game. */
export type Player = Bot | (new () => Bot) | Choose;

/** The bot's own name, for the owner's log. */
export function nameOf(player: Player): string {
  return typeof player === "function" ? player.name : player.constructor.name;
}

/** Return the bot of each new game; call `ready` with every new bot. */
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
