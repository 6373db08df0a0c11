package io.github.maumauarena;

/** The referee's judgement of a bot in a game. */
public enum Verdict {
    /** Something that this version of the package does not know. */
    UNKNOWN,
    /** No fault. */
    OK,
    /** The answer was not a legal action. */
    ILLEGAL,
    /** The bot's time for the game ran out. */
    TIMEOUT,
    /** The game was open when the bot was judged TIMEOUT in another one. */
    STALL,
    /** The stream or the bot ended. */
    DISCONNECT,
    /** The bot broke the protocol or one of its limits. */
    PROTOCOL,
    /** The bot exceeded its memory limit. */
    OOM,
    /** The bot did not start, connect or say Hello in time. */
    NO_START,
    /** The bot resigned. */
    RESIGN,
    /** An internal failure of the referee; the board is replayed. */
    INTERNAL,
    /** The board was cancelled after internal failures of the referee; it does not count. */
    VOID;

    private static final Verdict[] ALL = values();

    static Verdict of(int number) {
        return number >= 0 && number < ALL.length ? ALL[number] : UNKNOWN;
    }
}
