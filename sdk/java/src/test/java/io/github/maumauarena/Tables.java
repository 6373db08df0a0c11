package io.github.maumauarena;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import io.github.maumauarena.v1.Referee.Clock;
import io.github.maumauarena.v1.Referee.GameStart;
import io.github.maumauarena.v1.Referee.PlayResponse;
import io.github.maumauarena.v1.Referee.Question;
import io.github.maumauarena.v1.Referee.Welcome;

/** A table to test at: a pack, and what a referee might say. */
final class Tables {
    static final List<String> NAMES = names();
    static final Pack PACK = new Pack(NAMES);
    private static final String RULES = "{\"values\": {\"7\": 7, \"QS\": 13}, \"wild\": {\"J\": \"\"},"
            + " \"effects\": {\"7\": {\"is\": \"OweCards\", \"cards\": 2}}}";

    private Tables() {}

    static Card card(String name) {
        return PACK.at(NAMES.indexOf(name));
    }

    static List<Card> cards(String... names) {
        return Stream.of(names).map(Tables::card).toList();
    }

    static Choice choice(
            String card,
            List<Suit> suits,
            List<Word> words,
            List<Integer> targets,
            List<Card> claims,
            List<Card> further,
            int least,
            int most) {
        Card laid = card(card);
        return new Choice(
                0, new Choice.Allowed(Kind.PLAY, laid, suits, words, targets, claims, further, least, most));
    }

    static PlayResponse welcome() {
        return PlayResponse.newBuilder()
                .setWelcome(Welcome.newBuilder()
                        .setRuleset("test@1")
                        .setRulesetJson(RULES)
                        .addAllCards(NAMES)
                        .setSeats(2)
                        .setMaxGames(4)
                        .setClock(Clock.newBuilder().setBankMs(10_000)))
                .build();
    }

    /** The games of these numbers begin. */
    static PlayResponse starting(int... games) {
        PlayResponse.Builder message = PlayResponse.newBuilder();
        for (int game : games) {
            message.addStarts(GameStart.newBuilder().setGame(game).setSeed(bytes(1, 2, 3, 4, 5, 6, 7, game)));
        }
        return message.build();
    }

    /** The {@code number}-th question in a game: lay 7C, or draw. */
    static Question asking(int number, int game) {
        return Question.newBuilder()
                .setGame(game)
                .setNumber(number)
                .setEvents(bytes(3, 0, 0, 0))
                .setChoices(bytes(1, 0, 0, 0, 0, 0, 0, 0, 2, 255, 0, 0, 0, 0, 0, 0))
                .setHand(bytes(0, 9))
                .setTable(bytes(2, 0, 0, 1, 0, 0, 20, 1, 0, 0, 0, 255, 255, 3, 2, 3, 2, 2, 0, 5, 255, 251))
                .setClockMs(900)
                .setPly(7)
                .build();
    }

    /** The {@code number}-th question in each of these games. */
    static PlayResponse askingAll(int number, int... games) {
        PlayResponse.Builder message = PlayResponse.newBuilder();
        for (int game : games) {
            message.addQuestions(asking(number, game));
        }
        return message.build();
    }

    static ByteString bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int place = 0; place < bytes.length; place++) {
            bytes[place] = (byte) values[place];
        }
        return ByteString.copyFrom(bytes);
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (char suit : "CDHS".toCharArray()) {
            "789TJQKA".chars().forEach(rank -> names.add((char) rank + "" + suit));
        }
        names.addAll(List.of("XX", "XX"));
        return names;
    }
}
