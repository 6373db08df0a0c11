package maumau;

/** Why a card was drawn: the value of DREW is its ordinal. */
public enum DrawReason {
    /** An ordinary draw. */
    DRAW,
    /** Cards that were owed. */
    DEBT,
    /** A missing or wrong announcement. */
    CALL,
    /** A last card that may not go out. */
    LAST_CARD,
    /** Somebody's card makes others draw. */
    OTHERS,
    /** A lost doubt. */
    DOUBT
}
