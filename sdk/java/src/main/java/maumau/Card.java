package maumau;

/**
 * A card by what is printed on it.
 *
 * @param code its number on the wire
 * @param name what logs call it: "7H", "XX"
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
