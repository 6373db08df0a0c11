package io.github.maumauarena;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Counts of cards. Iterating gives each as often as it is there, in the order of the pack. */
public final class CardCounts implements Iterable<Card> {
    private final List<Card> pack;
    private final int[] counts;

    CardCounts(List<Card> pack, int packs) {
        this.pack = pack;
        counts = new int[pack.size()];
        for (Card card : pack) {
            counts[card.code()] += packs;
        }
    }

    /** The number of this card. */
    public int of(Card card) {
        return card == null ? 0 : counts[card.code()];
    }

    /** All of them together. */
    public int total() {
        int total = 0;
        for (int count : counts) {
            total += count;
        }
        return total;
    }

    @Override
    public Iterator<Card> iterator() {
        List<Card> cards = new ArrayList<>();
        for (int code = 0; code < counts.length; code++) {
            for (int left = counts[code]; left > 0; left--) {
                cards.add(pack.get(code));
            }
        }
        return cards.iterator();
    }

    /** One less of each, if there is one. */
    void take(Iterable<Card> cards) {
        for (Card card : cards) {
            if (of(card) > 0) {
                counts[card.code()]--;
            }
        }
    }
}
