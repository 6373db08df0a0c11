package io.github.maumauarena;

import java.util.function.Supplier;

/** Provides the bot of each game: one for all, or a new one each. */
final class Player {
    private static final int NAME_LENGTH = 16; // characters, each of at most 4 bytes

    private final Bot one;
    private final Supplier<? extends Bot> each;

    private Player(Bot one, Supplier<? extends Bot> each) {
        this.one = one;
        this.each = each;
    }

    /** This bot plays all games. */
    static Player of(Bot one) {
        return new Player(one, null);
    }

    /** Each game has its own bot. */
    static Player of(Supplier<? extends Bot> each) {
        return new Player(null, each);
    }

    /** The bot's name, for the owner's log. */
    String name() {
        String name = (one == null ? each : one).getClass().getSimpleName();
        int lambda = name.indexOf("$$Lambda");
        String plain = lambda < 0 ? name : name.substring(0, lambda);
        return plain.substring(0, Math.min(plain.length(), NAME_LENGTH));
    }

    /** The match begins. */
    void ready(MatchInfo match) {
        if (one != null) {
            one.onMatchStart(match);
        }
    }

    /** The bot of a new game. */
    Bot bot(MatchInfo match) {
        if (one != null) {
            return one;
        }
        Bot made = each.get();
        made.onMatchStart(match);
        return made;
    }
}
