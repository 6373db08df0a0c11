package io.github.maumauarena;

/** The kind of an event. The comments explain {@code card} and {@code value} in brackets. */
public enum EventKind {
    /** Something that this version of the package does not know. */
    UNKNOWN,
    /** A deal begins; seat: the dealer (value: number of the deal from 0). */
    DEAL,
    /** A card is dealt to a seat (card, if it is your own). */
    DEALT,
    /** The first face-up card (card). */
    TURNED,
    /** A card is drawn (card, if it is one's own; value: a {@link DrawReason}). */
    DREW,
    /** The discard pile without its top becomes the stock (value: number of its cards). */
    RESHUFFLED,
    /** A card is played (card; value: number of further cards of the same play). */
    PLAYED,
    /** A word was said with the play before (value: a {@link Word}). */
    SAID,
    /** A suit was named (value: a {@link Suit}). */
    NAMED,
    /** The direction changed (value: 1 the first direction, 0 the other). */
    REVERSED,
    /** A seat misses its turn. */
    SKIPPED,
    /** A seat ends its turn without (another) play. */
    PASSED,
    /** A card is seen when cutting (card). */
    CUT_MET,
    /** The cutter keeps it (card). */
    CUT_KEPT,
    /** The cutter leaves it (card). */
    CUT_LEFT,
    /** Only cards with an effect were seen: shuffled and cut again. */
    CUT_AGAIN,
    /** A seat catches a missing word (value: the seat caught). */
    CATCHES,
    /** A seat does not catch. */
    LETS_PASS,
    /** A card is played face down (card: the claimed card). */
    CLAIMED,
    /** The claim is believed. */
    BELIEVED,
    /** The claim is doubted. */
    DOUBTED,
    /** A face-down card is shown (card). */
    SHOWN,
    /** A card returns from the pile to a hand (card). */
    TAKEN_BACK,
    /** A seat has no cards left (value: its place in the deal, 1 is first). */
    OUT,
    /** The deal is over (value: a {@link Termination}). */
    DEAL_OVER,
    /** A seat's total changed (value: the change). */
    SCORED,
    /** A seat is out of the game. */
    ELIMINATED,
    /** The game is over (value: a {@link Termination}). */
    GAME_OVER,
    /** A seat's bot was at fault; a fallback player takes over. */
    FORFEITED;

    private static final EventKind[] ALL = values();

    static EventKind of(int number) {
        return number < ALL.length ? ALL[number] : UNKNOWN;
    }
}
