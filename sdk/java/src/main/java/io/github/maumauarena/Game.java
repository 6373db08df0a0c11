package io.github.maumauarena;

import java.util.Map;
import java.util.Random;

/** An open game, as hooks get it. */
public interface Game {
    /** The common facts of all games. */
    MatchInfo match();

    /** This bot's seat, from 0. */
    int seat();

    /** Random numbers seeded by the referee, so that games can be repeated. */
    Random rng();

    /** Yours, for this game; empty when it starts. */
    Map<String, Object> memory();
}
