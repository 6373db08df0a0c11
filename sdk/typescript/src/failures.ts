// Errors that end a stream early, and their reports.
import type { View } from "./views.js";

/** The bot threw or returned an illegal choice; see the cause. */
export class BotError extends Error {
  override readonly name = "BotError";

  /** `view`: the view of the question, if any. */
  constructor(
    cause: unknown,
    readonly view: View | null = null,
  ) {
    super("the bot failed", { cause });
  }

  /** Return the error with its stack, and the view. */
  report(): string {
    const cause = this.cause instanceof Error ? (this.cause.stack ?? String(this.cause)) : String(this.cause);
    return this.view ? `${cause}\nThe view that the bot got:\n${this.view}\n` : `${cause}\n`;
  }
}

/** The referee closes the stream because of the bot's fault. */
export class RefereeFault extends Error {
  override readonly name = "RefereeFault";
}
