package maumau;

/** What happened. In brackets what {@code card} and {@code value} tell, where they tell anything. */
public enum EventKind {
    /** Something that this version of the package does not know. */
    UNKNOWN,
    /** A deal begins; seat: the dealer (value: number of the deal from 0). */
    DEAL,
    /** A card is dealt to a seat (card, if it is one's own). */
    DEALT,
    /** The first face-up card (card). */
    TURNED,
    /** A card is drawn (card, if it is one's own; value: a {@link DrawReason}). */
    DREW,
    /** The discard pile without its top is the stock now (value: cards in it). */
    RESHUFFLED,
    /** A card is laid (card; value: further cards of the same play still to come). */
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
    /** A card is met in cutting (card). */
    CUT_MET,
    /** The cutter keeps it (card). */
    CUT_KEPT,
    /** The cutter leaves it (card). */
    CUT_LEFT,
    /** Only cards with an effect were met: shuffled and cut again. */
    CUT_AGAIN,
    /** A seat says the missing word first (value: the seat caught). */
    CATCHES,
    /** A seat does not. */
    LETS_PASS,
    /** A card is laid face down (card: the one claimed). */
    CLAIMED,
    /** The claim is believed. */
    BELIEVED,
    /** The claim is doubted. */
    DOUBTED,
    /** A face-down card is shown (card). */
    SHOWN,
    /** A card goes back from the pile to a hand (card). */
    TAKEN_BACK,
    /** A seat has no card left (value: its place in the deal, 1 is first). */
    OUT,
    /** The deal is over (value: a {@link Termination}). */
    DEAL_OVER,
    /** A seat's total changed (value: by how much). */
    SCORED,
    /** A seat is out of the game. */
    ELIMINATED,
    /** The game is over (value: a {@link Termination}). */
    GAME_OVER,
    /** A seat's bot was at fault, somebody plays on for it. */
    FORFEITED;

    private static final EventKind[] ALL = values();

    static EventKind of(int number) {
        return number < ALL.length ? ALL[number] : UNKNOWN;
    }
}
