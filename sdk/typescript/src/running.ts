// `run`: connect a bot to the referee.
import { existsSync } from "node:fs";
import type { Player } from "./bots.js";
import { dial } from "./dialing.js";

const SOCKET = "/run/arena/referee.sock";
const MAX_GAMES = 256;
const HELP = "ARENA_TARGET is not set. To play a game here: arena play ./mybot builtin:random";

/** How to run. */
export interface Options {
  /** How many games the bot can play at once, 1 to 256; 256 unless told. */
  maxGames?: number;
}

/**
 * Play for the referee at ARENA_TARGET until it has no more games.
 *
 * `player`: a bot or a function that is asked about all games, or a class: then each game gets its own bot.
 * Exits the process with code 1 if the bot threw and 2 if the referee found fault with it.
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
