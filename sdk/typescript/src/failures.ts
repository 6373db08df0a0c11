// What ends a stream early, and what the author is told of it.
import type { View } from "./views.js";

/** The bot threw, or returned what is none of its choices: see the cause. */
export class BotError extends Error {
  override readonly name = "BotError";

  /** `view`: what it was shown, if it was asked. */
  constructor(
    cause: unknown,
    readonly view: View | null = null,
  ) {
    super("the bot failed", { cause });
  }

  /** The error, where it came from, and the view. */
  report(): string {
    const cause = this.cause instanceof Error ? (this.cause.stack ?? String(this.cause)) : String(this.cause);
    return this.view ? `${cause}\nThe view that the bot got:\n${this.view}\n` : `${cause}\n`;
  }
}

/** The referee closes the stream because of a fault of the bot. */
export class RefereeFault extends Error {
  override readonly name = "RefereeFault";
}
