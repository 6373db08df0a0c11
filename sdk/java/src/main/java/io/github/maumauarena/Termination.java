package io.github.maumauarena;

/** Why a deal or a game ended: the value of DEAL_OVER and GAME_OVER is its ordinal. */
public enum Termination {
    UNKNOWN,
    /** A player won by the rules. */
    WON,
    /** No player could play or draw. */
    BLOCKED,
    /** A deal of 2,000 decisions. */
    DECISIONS,
    /** A game of 200 deals. */
    DEALS,
    /** All bots but one were at fault. */
    FORFEIT
}
