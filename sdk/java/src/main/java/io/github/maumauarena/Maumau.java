package io.github.maumauarena;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Play for the referee: {@code Maumau.run(view -> view.legal().get(0))}. */
public final class Maumau {
    private static final String SOCKET = "/run/arena/referee.sock";
    private static final int MAX_GAMES = 256;
    private static final String HELP = "ARENA_TARGET is not set. To play a game here: arena play ./mybot builtin:random";

    private Maumau() {}

    /**
     * Play for the referee at ARENA_TARGET until it has no more games.
     *
     * <p>Exits the process with code 1 if the bot threw and 2 if the referee found fault with it.
     *
     * @param bot plays all games
     */
    public static void run(Bot bot) {
        run(Player.of(bot), MAX_GAMES);
    }

    /** As {@code run(bot)}, with a bot for each game: {@code Maumau.run(MyBot::new)}. */
    public static void run(Supplier<? extends Bot> bots) {
        run(Player.of(bots), MAX_GAMES);
    }

    /** As {@code run(bot)}, with at most {@code maxGames} games at once, 1 to 256. */
    public static void run(Bot bot, int maxGames) {
        run(Player.of(bot), maxGames);
    }

    /** As {@code run(bots)}, with at most {@code maxGames} games at once, 1 to 256. */
    public static void run(Supplier<? extends Bot> bots, int maxGames) {
        run(Player.of(bots), maxGames);
    }

    private static void run(Player player, int maxGames) {
        int code = play(player, target(), maxGames);
        if (code != 0) {
            System.exit(code);
        }
    }

    private static int play(Player player, String target, int maxGames) {
        if (target.isEmpty()) {
            System.err.println(HELP);
            return 1;
        }
        try {
            Session session = new Session(player);
            new Connection(target).play(session, session.hello(environment("ARENA_TOKEN"), maxGames));
            return 0;
        } catch (BotException error) {
            System.err.print(error.report());
            return 1;
        } catch (RefereeException fault) {
            System.err.println("maumau: the referee ended this bot: " + fault.getMessage());
            return 2;
        }
    }

    private static String target() {
        String target = environment("ARENA_TARGET");
        return target.isEmpty() && Files.exists(Path.of(SOCKET)) ? "unix://" + SOCKET : target;
    }

    private static String environment(String name) {
        String value = System.getenv(name);
        return value == null ? "" : value;
    }
}
