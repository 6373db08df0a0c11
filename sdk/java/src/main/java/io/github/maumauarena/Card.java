package io.github.maumauarena;

/**
 * A playing card.
 *
 * @param code its number in the protocol
 * @param name its notation in logs: "7H", "XX"
 * @param suit null for a Joker
 */
public record Card(int code, String name, Suit suit) implements Comparable<Card> {

    /** '2' … '9', 'T', 'J', 'Q', 'K', 'A', 'X' for a Joker. */
    public char rank() {
        return name.charAt(0);
    }

    /** In the order of the pack. */
    @Override
    public int compareTo(Card other) {
        return Integer.compare(code, other.code);
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Card card && code == card.code && name.equals(card.name));
    }

    @Override
    public int hashCode() {
        return code;
    }

    @Override
    public String toString() {
        return name;
    }
}
