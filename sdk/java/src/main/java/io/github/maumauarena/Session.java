package io.github.maumauarena;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import io.github.maumauarena.v1.Referee.GameEnd;
import io.github.maumauarena.v1.Referee.GameStart;
import io.github.maumauarena.v1.Referee.Hello;
import io.github.maumauarena.v1.Referee.News;
import io.github.maumauarena.v1.Referee.PlayRequest;
import io.github.maumauarena.v1.Referee.PlayResponse;
import io.github.maumauarena.v1.Referee.Question;
import io.github.maumauarena.v1.Referee.Welcome;

/** The conversation with the referee, message by message, without the connection. */
final class Session {
    private static final int PROTOCOL = 1;
    private static final String SDK = "maumau-java 0.1.0";
    // Maximum delay of a decision; the clock runs until it is sent.
    private static final long SOON_NANOS = 100_000_000;

    private final Player player;
    private final long soonNanos;
    private final Map<Integer, OpenGame> games = new HashMap<>();
    private Pack pack;
    private MatchInfo match;

    Session(Player player) {
        this(player, SOON_NANOS);
    }

    Session(Player player, long soonNanos) {
        this.player = player;
        this.soonNanos = soonNanos;
    }

    /** Return the first message to send. */
    PlayRequest hello(String token, int maxGames) {
        Hello.Builder hello = Hello.newBuilder().setProtocol(PROTOCOL).setToken(token).setSdk(SDK);
        return PlayRequest.newBuilder()
                .setHello(hello.setName(player.name()).setMaxGames(maxGames))
                .build();
    }

    /** Take a message in; the answers to its questions, null if it has none. Throws BotException and RefereeException. */
    PlayRequest reply(PlayResponse message) {
        return reply(message, null);
    }

    /** The same, with early answers sent by {@code send}. */
    PlayRequest reply(PlayResponse message, Consumer<PlayRequest> send) {
        if (message.hasWelcome()) {
            welcome(message.getWelcome());
        }
        for (GameStart start : message.getStartsList()) {
            start(start);
        }
        for (News news : message.getNewsList()) {
            games.get(news.getGame()).add(news.getEvents());
        }
        PlayRequest request = message.getQuestionsCount() == 0 ? null : answers(message.getQuestionsList(), send);
        for (GameEnd end : message.getEndsList()) {
            end(end);
        }
        if (message.hasFault()) {
            Verdict verdict = Verdict.of(message.getFault().getVerdictValue());
            throw new RefereeException(verdict + ": " + message.getFault().getDetail());
        }
        return request;
    }

    private void welcome(Welcome welcome) {
        pack = new Pack(welcome.getCardsList());
        var clock = welcome.getClock();
        match = new MatchInfo(
                welcome.getRuleset(),
                Json.read(welcome.getRulesetJson()),
                pack.all(),
                welcome.getSeats(),
                welcome.getMaxGames(),
                new Clock(clock.getBankMs(), clock.getIncrementMs(), clock.getCapMs()));
        BotException.guarded(() -> player.ready(match));
    }

    private void start(GameStart start) {
        Bot bot = BotException.guarded(null, () -> player.bot(match));
        int number = start.getGame();
        games.put(number, new OpenGame(match, pack, bot, number, start.getSeat(), start.getSeed()));
    }

    private PlayRequest answers(List<Question> questions, Consumer<PlayRequest> send) {
        long since = System.nanoTime();
        Answers answers = new Answers(questions.size());
        for (Question question : questions) {
            if (send != null && System.nanoTime() - since > soonNanos && !answers.isEmpty()) {
                send.accept(answers.request());
                answers = new Answers(questions.size());
                since = System.nanoTime();
            }
            OpenGame game = games.get(question.getGame());
            Choice choice = ask(game, question, since);
            answers.add(game, question, choice);
        }
        return answers.request();
    }

    private static Choice ask(OpenGame game, Question question, long arrived) {
        game.add(question.getEvents());
        View view = new View(game, question, game.shown, arrived);
        game.miss(question.getHand());
        game.shown = game.known;
        return BotException.guarded(view, () -> {
            if (question.getNumber() == 0) {
                game.bot.onGameStart(view);
            }
            game.tell();
            return checked(view, game.bot.choose(view));
        });
    }

    /** The choice, if it is one of those in the view. */
    private static Choice checked(View view, Choice choice) {
        List<Choice> legal = view.legal();
        if (choice != null && choice.index() < legal.size() && legal.get(choice.index()) == choice.base()) {
            return choice;
        }
        throw new NotAllowedException("choose returned " + choice + ", which is not in view.legal()");
    }

    private void end(GameEnd end) {
        OpenGame game = games.remove(end.getGame());
        game.add(end.getEvents());
        List<Integer> places = new ArrayList<>();
        end.getPlaces().forEach(place -> places.add((int) place));
        Verdict verdict = Verdict.of(end.getVerdictValue());
        List<Integer> totals = List.copyOf(end.getTotalsList());
        if (!end.getDetail().isEmpty()) {
            System.err.println("maumau: " + verdict + ": " + end.getDetail());
        }
        BotException.guarded(() -> {
            game.tell();
            game.bot.onGameEnd(new GameResult(game.seat(), places, totals, verdict, end.getDetail()), game);
        });
    }
}
