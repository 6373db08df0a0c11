package io.github.maumauarena;

import java.util.OptionalInt;

/**
 * A game event.
 *
 * @param seat empty: everybody
 * @param card null: no card, or one that may not be seen
 * @param value its meaning depends on the kind
 */
public record Event(EventKind kind, OptionalInt seat, Card card, int value) {
    private static final int EVERYBODY = 15;

    /** True if the event is about this seat. */
    boolean isOf(int seat) {
        return this.seat.isPresent() && this.seat.getAsInt() == seat;
    }

    @Override
    public String toString() {
        String where = seat.isEmpty() ? "" : " seat " + seat.getAsInt();
        String what = card == null ? "" : " " + card;
        return kind + where + what + " " + value;
    }

    /** The event of these four bytes. */
    static Event of(Pack pack, byte[] bytes, int at) {
        EventKind kind = EventKind.of(bytes[at] & 0xFF);
        int seat = bytes[at + 1] & 0xFF;
        boolean scored = kind == EventKind.SCORED;
        Card card = scored ? null : pack.at(bytes[at + 2] & 0xFF);
        int value = scored ? bytes[at + 2] << 8 | bytes[at + 3] & 0xFF : bytes[at + 3] & 0xFF;
        return new Event(kind, seat == EVERYBODY ? OptionalInt.empty() : OptionalInt.of(seat), card, value);
    }
}
