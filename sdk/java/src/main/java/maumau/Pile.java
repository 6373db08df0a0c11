package maumau;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What lies on the discard pile, as one seat knows it; null: face down, somebody else's. */
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

    /** After so many events. */
    int events() {
        return events;
    }

    /** This happened next. {@code laid}: all that the seat itself laid face down in this game. */
    void add(Event event, List<Card> laid) {
        events++;
        switch (event.kind()) {
            case DEAL -> cards.clear();
            case TURNED -> { // also one that is turned before it goes back
                cards.clear();
                cards.add(event.card());
            }
            case PLAYED -> cards.add(event.card());
            case CLAIMED -> cards.add(event.seat() == seat ? laid.get(own++) : null);
            case SHOWN -> cards.set(cards.size() - 1, event.card());
            case TAKEN_BACK -> cards.remove(cards.size() - 1);
            case RESHUFFLED -> cards.subList(0, Math.max(0, cards.size() - 1)).clear();
            default -> {}
        }
    }
}
