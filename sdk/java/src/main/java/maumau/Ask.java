package maumau;

/** What is asked. */
public enum Ask {
    /** Something that this version of the package does not know. */
    UNKNOWN,
    /** Keep or leave the card met in cutting. */
    CUT,
    /** A fresh turn. */
    TURN,
    /** After an ordinary draw: play or end the turn. */
    DRAWN,
    /** A card must be put on the one just played. */
    COVER,
    /** Cards are owed: answer or draw them. */
    DEBT,
    /** After drawing what was owed: play or end the turn. */
    PAID,
    /** A turn is to be missed: answer or miss it. */
    MISS,
    /** Another card may be played, or a missing word still be said. */
    GO_ON,
    /** Somebody owes or owed an announcement: catch or let pass. */
    CATCH,
    /** A card was laid face down: believe or doubt. */
    BELIEVE,
    /** Name the suit to follow. */
    NAME,
    /** Of a debt the first cards are drawn: play one of them or end the turn. */
    DRAWN_SEVEN;

    private static final Ask[] ALL = values();

    static Ask of(int number) {
        return number < ALL.length ? ALL[number] : UNKNOWN;
    }
}
