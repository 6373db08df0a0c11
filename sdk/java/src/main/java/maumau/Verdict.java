package maumau;

/** What was wrong with a bot in a game. */
public enum Verdict {
    /** Something that this version of the package does not know. */
    UNKNOWN,
    /** Nothing. */
    OK,
    /** The answer was no legal action. */
    ILLEGAL,
    /** The time of the game was used up. */
    TIMEOUT,
    /** The game was open when the bot was judged TIMEOUT in another one. */
    STALL,
    /** The stream or the bot ended. */
    DISCONNECT,
    /** The bot broke the protocol or a limit of it. */
    PROTOCOL,
    /** The bot needed more memory than it may have. */
    OOM,
    /** The bot did not start, connect or say Hello in time. */
    NO_START,
    /** The bot gave the game up. */
    RESIGN,
    /** A fault of the referee's; the board is played again. */
    INTERNAL,
    /** The board was taken out because of faults of the referee's; it counts for nobody. */
    VOID;

    private static final Verdict[] ALL = values();

    static Verdict of(int number) {
        return number >= 0 && number < ALL.length ? ALL[number] : UNKNOWN;
    }
}
