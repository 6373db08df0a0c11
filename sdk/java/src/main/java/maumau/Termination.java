package maumau;

/** Why a deal or a game ended: the value of DEAL_OVER and GAME_OVER is its ordinal. */
public enum Termination {
    UNKNOWN,
    /** Somebody won by the rules. */
    WON,
    /** Nobody could play or draw. */
    BLOCKED,
    /** A deal of 2,000 decisions. */
    DECISIONS,
    /** A game of 200 deals. */
    DEALS,
    /** All seats but one were at fault. */
    FORFEIT
}
