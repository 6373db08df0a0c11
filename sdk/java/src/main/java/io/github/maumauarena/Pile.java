package io.github.maumauarena;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The discard pile as one seat knows it; null: an unknown face-down card. */
final class Pile {
    private final int seat;
    private final List<Card> cards = new ArrayList<>();
    private int events;
    private int own;

    Pile(int seat) {
        this.seat = seat;
    }

    /** From the bottom to the top. */
    List<Card> cards() {
        return Collections.unmodifiableList(new ArrayList<>(cards));
    }

    /** Return the pile after a number of events. */
    int events() {
        return events;
    }

    /** Apply a further event. {@code laid}: all cards that the seat played face down in this game. */
    void add(Event event, List<Card> laid) {
        events++;
        switch (event.kind()) {
            case DEAL -> cards.clear();
            case TURNED -> { // also one that is turned before it goes back
                cards.clear();
                cards.add(event.card());
            }
            case PLAYED -> cards.add(event.card());
            case CLAIMED -> cards.add(event.isOf(seat) ? laid.get(own++) : null);
            case SHOWN -> cards.set(cards.size() - 1, event.card());
            case TAKEN_BACK -> cards.remove(cards.size() - 1);
            case RESHUFFLED -> cards.subList(0, Math.max(0, cards.size() - 1)).clear();
            default -> {}
        }
    }
}
