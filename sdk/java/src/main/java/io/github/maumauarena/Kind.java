package io.github.maumauarena;

/** The kind of a choice. */
public enum Kind {
    /** Something that this version of the package does not know. */
    UNKNOWN("?"),
    /** Play the card. */
    PLAY(""),
    /** Draw one card. */
    DRAW("draw"),
    /** End the turn without (another) play. */
    PASS("pass"),
    /** Draw all the cards owed. */
    TAKE_DEBT("take"),
    /** Miss the turn instead of answering. */
    MISS_TURN("miss"),
    /** Keep the card seen when cutting. */
    KEEP_CUT("keep"),
    /** Leave the card seen when cutting. */
    LEAVE_CUT("leave"),
    /** Catch a player who has not said the word. */
    CATCH("catch"),
    /** Do not catch. */
    LET_PASS("let"),
    /** Believe the claim. */
    BELIEVE("believe"),
    /** Doubt the claim. */
    DOUBT("doubt"),
    /** Name a suit. */
    NAME_SUIT("name");

    private static final Kind[] ALL = values();

    /** Its word in logs. */
    final String word;

    Kind(String word) {
        this.word = word;
    }

    static Kind of(int number) {
        return number < ALL.length ? ALL[number] : UNKNOWN;
    }
}
