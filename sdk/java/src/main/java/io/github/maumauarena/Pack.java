package io.github.maumauarena;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The card of each code, if any. */
final class Pack {
    private static final int CODES = 256;

    private final Card[] cards = new Card[CODES];
    private final List<Card> all;

    /** The cards of these names, by code. Jokers are equal. */
    Pack(List<String> names) {
        for (int code = 0; code < names.size(); code++) {
            int first = names.indexOf(names.get(code));
            cards[code] = first < code ? cards[first] : cardNamed(names.get(code), code);
        }
        all = List.of(Arrays.copyOf(cards, names.size()));
    }

    /** All cards, each Joker counted. */
    List<Card> all() {
        return all;
    }

    /** The card of a code; null if there is none. */
    Card at(int code) {
        return cards[code];
    }

    /** The cards with these codes; other codes are skipped. */
    List<Card> cards(ByteString codes) {
        List<Card> found = new ArrayList<>(codes.size());
        for (int place = 0; place < codes.size(); place++) {
            Card card = cards[codes.byteAt(place) & 0xFF];
            if (card != null) {
                found.add(card);
            }
        }
        return found;
    }

    private static Card cardNamed(String name, int code) {
        int suit = "CDHS".indexOf(name.charAt(1));
        return new Card(code, name, suit < 0 ? null : Suit.of(suit));
    }
}
