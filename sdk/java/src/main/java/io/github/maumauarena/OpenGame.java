package io.github.maumauarena;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** One game: its bot, its events, and the extras of the next answer. */
final class OpenGame implements Game {
    private static final int EVENT_BYTES = 4;
    private static final int FEW_EVENTS = 1024; // bytes to begin with
    private static final Set<EventKind> GAINS =
            EnumSet.of(EventKind.DEALT, EventKind.DREW, EventKind.CUT_KEPT, EventKind.TAKEN_BACK);

    final Bot bot;
    final Pack pack;
    final int number; // on the stream
    final List<Card> laid = new ArrayList<>(); // played face down by this seat
    int known; // events
    int shown; // of them in the last view
    String note = "";
    Float win; // null: none
    boolean resigned;
    private final MatchInfo match;
    private final int seat;
    private final Random rng;
    private final Map<String, Object> memory = new HashMap<>();
    private byte[] events = new byte[FEW_EVENTS];
    private ByteString hand = ByteString.EMPTY; // at the last question
    private int heard;
    private final Pile pile;

    OpenGame(MatchInfo match, Pack pack, Bot bot, int number, int seat, ByteString seed) {
        this.match = match;
        this.pack = pack;
        this.bot = bot;
        this.number = number;
        this.seat = seat;
        rng = new Random(seed.asReadOnlyByteBuffer().getLong());
        pile = new Pile(seat);
    }

    @Override
    public MatchInfo match() {
        return match;
    }

    @Override
    public int seat() {
        return seat;
    }

    @Override
    public Random rng() {
        return rng;
    }

    @Override
    public Map<String, Object> memory() {
        return memory;
    }

    /** Add packed events. */
    void add(ByteString more) {
        int used = known * EVENT_BYTES;
        int needed = used + more.size();
        if (needed > events.length) {
            events = Arrays.copyOf(events, Math.max(needed, 2 * events.length));
        }
        more.copyTo(events, used);
        known = needed / EVENT_BYTES;
    }

    /**
     * Find the cards that this seat played face down since the last question: its hand lacks them. They may differ from
     * the bot's answer if the bot is asked about a game played before.
     */
    void miss(ByteString hand) {
        List<Card> held = pack.cards(this.hand);
        boolean claimed = false;
        for (int at = shown; at < known; at++) {
            Event event = event(at);
            boolean mine = event.isOf(seat);
            if (event.kind() == EventKind.DEAL) {
                held.clear();
            } else if (mine && GAINS.contains(event.kind())) {
                held.add(event.card());
            }
            claimed |= mine && event.kind() == EventKind.CLAIMED;
        }
        this.hand = hand;
        if (claimed) {
            pack.cards(hand).forEach(held::remove);
            laid.add(held.isEmpty() ? null : held.get(0)); // null: of a deal that is over
        }
    }

    /** Return the event at an index. */
    Event event(int at) {
        return Event.of(pack, events, at * EVENT_BYTES);
    }

    /** The discard pile after a number of events. */
    List<Card> pile(int known) {
        Pile pile = known >= this.pile.events() ? this.pile : new Pile(seat);
        while (pile.events() < known) {
            pile.add(event(pile.events()), laid);
        }
        return pile.cards();
    }

    /** Call {@code onEvent} for all new events. */
    void tell() {
        while (heard < known) {
            bot.onEvent(event(heard++), this);
        }
    }
}
