package io.github.maumauarena;

/** The kind of a question. */
public enum Ask {
    /** Something that this version of the package does not know. */
    UNKNOWN,
    /** Keep or leave the card seen when cutting. */
    CUT,
    /** A fresh turn. */
    TURN,
    /** After an ordinary draw: play or end the turn. */
    DRAWN,
    /** Cover the card just played. */
    COVER,
    /** Cards are owed: answer or draw them. */
    DEBT,
    /** After drawing the cards owed: play or end the turn. */
    PAID,
    /** A turn must be missed: answer or miss it. */
    MISS,
    /** Play another card, or still say a missing word. */
    GO_ON,
    /** A player owes or owed an announcement: catch or let pass. */
    CATCH,
    /** A card was played face down: believe or doubt. */
    BELIEVE,
    /** Name the suit to follow. */
    NAME,
    /** The first cards of a debt are drawn: play one of them or end the turn. */
    DRAWN_SEVEN;

    private static final Ask[] ALL = values();

    static Ask of(int number) {
        return number < ALL.length ? ALL[number] : UNKNOWN;
    }
}
