// A table to test at: a pack, and sessions that are asked one question.
import { type Card, cardsOf, packOf } from "../src/cards.js";
import { Choice, Kind } from "../src/choices.js";
import { AskKind, PlayRequest, PlayResponse } from "../src/maumau/v1/referee.js";

const RANKS = [..."789TJQKA"];
export const NAMES = [..."CDHS"].flatMap((suit) => RANKS.map((rank) => rank + suit)).concat("XX", "XX");
export const PACK = packOf(NAMES);
export const ALL = cardsOf(PACK, Uint8Array.from(NAMES.keys()));
export const RULES = {
  values: { "7": 7, QS: 13 },
  effects: { "7": { is: "OweCards", cards: 2 } },
  wild: { J: "" },
};

/** The card of this name. */
export function card(name: string): Card {
  return ALL.find((one) => one.name === name)!;
}

/** A choice with what is not given left empty. */
export function choiceOf(allowed: Partial<Choice>): Choice {
  const empty = { kind: Kind.PLAY, card: null, suits: [], words: [], targets: [], claims: [], further: [] };
  return new Choice({ ...empty, least: 0, most: 0, ...allowed }, 0);
}

/** A message with nothing in it but this. */
export function message(parts: Partial<PlayResponse>): PlayResponse {
  return { ...PlayResponse.decode(new Uint8Array()), ...parts };
}

export const WELCOME = message({
  welcome: {
    protocol: 1,
    ruleset: "test@1",
    rulesetJson: JSON.stringify(RULES),
    cards: NAMES,
    seats: 2,
    maxGames: 4,
    clock: { bankMs: 10_000, incrementMs: 100, capMs: 60_000 },
  },
});

/** The games of these numbers begin. */
export function starting(...games: number[]): PlayResponse {
  const starts = games.map((game) => ({
    game,
    seat: 0,
    seed: Uint8Array.from(NAMES.keys()).subarray(game, game + 8),
  }));
  return message({ starts: starts.map((start) => ({ ...start, commitment: new Uint8Array(32) })) });
}

/** The `number`-th question in these games: lay 7C, or draw. */
export function asking(number: number, ...games: number[]): PlayResponse {
  const table = [AskKind.TURN, 0, 0, 1, 0, 0, 20, 1, 0, 0, 0, 255, 255, 3, 2, 3, 2, 2, 0, 5, 255, 251];
  const choices = Uint8Array.of(Kind.PLAY, 0, 0, 0, 0, 0, 0, 0, Kind.DRAW, 255, 0, 0, 0, 0, 0, 0);
  const question = {
    number,
    choices,
    hand: Uint8Array.of(0, 9),
    table: Uint8Array.from(table),
    clockMs: 900,
    ply: 7,
  };
  const rest = { events: Uint8Array.of(3, 0, 0, 0), claims: new Uint8Array() };
  return message({ questions: games.map((game) => ({ game, ...question, ...rest })) });
}

/** What is said in `plain`: for each answer game, choice and number of the question. */
export function plainOf(request: PlayRequest | null): number[][] {
  const plain = Buffer.from(request?.plain ?? []);
  return Array.from({ length: plain.length / 6 }, (_, place) => {
    const at = 6 * place;
    return [plain[at], plain[at + 1], plain.readUInt32BE(at + 2)];
  });
}
