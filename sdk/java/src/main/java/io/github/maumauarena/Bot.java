package io.github.maumauarena;

/**
 * A bot. Implement {@code choose}; all other methods are optional.
 *
 * <p>Many games are open at once. {@code Maumau.run(MyBot::new)} creates a bot for each game, which can store its state
 * in fields. {@code Maumau.run(new MyBot())} uses one bot for all games, which stores the state of a game in
 * {@code memory}. One thread calls all methods.
 */
@FunctionalInterface
public interface Bot {
    /** Return a choice of {@code view.legal()}, as it is or refined. */
    Choice choose(View view);

    /** Called once, before this bot's first game. */
    default void onMatchStart(MatchInfo info) {}

    /** Called at the first question of a game, before {@code onEvent} and {@code choose}. */
    default void onGameStart(View view) {}

    /** Called for each event since the last question, before {@code choose} and at the end of the game. */
    default void onEvent(Event event, Game game) {}

    /** Called at the end of a game. */
    default void onGameEnd(GameResult result, Game game) {}
}
