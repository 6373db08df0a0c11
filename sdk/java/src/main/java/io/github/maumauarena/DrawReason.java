package io.github.maumauarena;

/** Why a card was drawn: the value of DREW is its ordinal. */
public enum DrawReason {
    /** An ordinary draw. */
    DRAW,
    /** Cards owed. */
    DEBT,
    /** A missing or wrong announcement. */
    CALL,
    /** A last card that may not be played to go out. */
    LAST_CARD,
    /** A card that makes others draw. */
    OTHERS,
    /** A lost doubt. */
    DOUBT
}
