// Write a bot for the Mau-Mau arena: `run((view) => view.legal[0])`.
export type { Bot, Choose, Player } from "./bots.js";
export { Card, Suit } from "./cards.js";
export { Choice, Kind, NotAllowed, Word, type Decisions } from "./choices.js";
export { CardCounts } from "./counts.js";
export { DrawReason, Event, EventKind, Termination } from "./events.js";
export type { Game } from "./games.js";
export { History } from "./history.js";
export { MatchInfo, Verdict, type Clock, type Effect, type GameResult, type Rules } from "./matches.js";
export { Random } from "./random.js";
export { run, type Options } from "./running.js";
export { Ask, View, type Legal } from "./views.js";
