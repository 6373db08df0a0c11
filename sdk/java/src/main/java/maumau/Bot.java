package maumau;

/**
 * A bot. Write {@code choose}; the rest may be left as it is.
 *
 * <p>Many games are open at once. {@code Maumau.run(MyBot::new)} makes a bot for each of them, which may keep in its
 * fields what it remembers of its game; {@code Maumau.run(new MyBot())} asks this one about all, and what it remembers
 * belongs in {@code memory}. All are called by one thread.
 */
@FunctionalInterface
public interface Bot {
    /** One of {@code view.legal()}, as it is or with its fields decided. */
    Choice choose(View view);

    /** Called once, before this bot's first game. */
    default void onMatchStart(MatchInfo info) {}

    /** Called when this bot is asked for the first time in a game, before {@code onEvent} and {@code choose}. */
    default void onGameStart(View view) {}

    /** Called for everything that happened since the last question, before {@code choose} and at the end. */
    default void onEvent(Event event, Game game) {}

    /** Called when a game is over. */
    default void onGameEnd(GameResult result, Game game) {}
}
