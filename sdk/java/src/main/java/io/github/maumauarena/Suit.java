package io.github.maumauarena;

import java.util.List;

/** A suit, with its name in a French pack. */
public enum Suit {
    /** Or acorns. */
    CLUBS,
    /** Or bells. */
    DIAMONDS,
    HEARTS,
    /** Or leaves. */
    SPADES;

    private static final List<Suit> ALL = List.of(values());

    /** Its letter in the notation of cards. */
    public char letter() {
        return name().charAt(0);
    }

    /** The suit of this number on the wire; null for "none". */
    static Suit of(int number) {
        return number < ALL.size() ? ALL.get(number) : null;
    }
}
