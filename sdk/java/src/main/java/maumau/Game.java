package maumau;

import java.util.Map;
import java.util.Random;

/** A game that is open, as hooks see it. */
public interface Game {
    /** What is the same for all games. */
    MatchInfo match();

    /** This bot's seat, from 0. */
    int seat();

    /** Random numbers from the referee's seed, so that games repeat. */
    Random rng();

    /** Yours, for this game; empty when it starts. */
    Map<String, Object> memory();
}
