// `run`: connect a bot to the referee.
import { existsSync } from "node:fs";
import type { Player } from "./bots.js";
import { dial } from "./dialing.js";

const SOCKET = "/run/arena/referee.sock";
const MAX_GAMES = 256;
const HELP = "ARENA_TARGET is not set. To play a game here: arena play ./mybot builtin:random";

/** Options of `run`. */
export interface Options {
  /** The maximum number of games at once, 1 to 256; default 256. */
  maxGames?: number;
}

/**
 * Play for the referee at ARENA_TARGET until it has no more games.
 *
 * `player`: a bot or a function for all games, or a class to instantiate for each game.
 * Exits the process with code 1 if the bot threw and 2 if the referee ended it because of a fault.
 */
export async function run(player: Player, options: Options = {}): Promise<void> {
  const target = process.env.ARENA_TARGET || (existsSync(SOCKET) ? `unix://${SOCKET}` : "");
  const code = target ? await play(player, target, options) : help();
  if (code) process.exit(code);
}

function play(player: Player, target: string, { maxGames = MAX_GAMES }: Options): Promise<number> {
  return dial(player, target, process.env.ARENA_TOKEN ?? "", maxGames);
}

function help(): number {
  console.error(HELP);
  return 1;
}
