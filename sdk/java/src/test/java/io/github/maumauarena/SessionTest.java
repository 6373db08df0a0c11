package io.github.maumauarena;

import static io.github.maumauarena.Tables.asking;
import static io.github.maumauarena.Tables.askingAll;
import static io.github.maumauarena.Tables.bytes;
import static io.github.maumauarena.Tables.card;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import io.github.maumauarena.v1.Referee.Answer;
import io.github.maumauarena.v1.Referee.Fault;
import io.github.maumauarena.v1.Referee.GameEnd;
import io.github.maumauarena.v1.Referee.PlayRequest;
import io.github.maumauarena.v1.Referee.PlayResponse;
import io.github.maumauarena.v1.Referee.Question;
import org.junit.jupiter.api.Test;

/** The conversation: bots of all kinds, what they are told, and what goes wrong. */
class SessionTest {
    private static Session playing(Player player, int... games) {
        Session session = new Session(player);
        session.reply(Tables.welcome());
        session.reply(Tables.starting(games));
        return session;
    }

    private static Session playing(Bot bot, int... games) {
        return playing(Player.of(bot), games);
    }

    @Test
    void answersAllQuestionsOfAMessageInOne() {
        PlayRequest request = playing(view -> view.legal().get(1), 1, 3).reply(askingAll(258, 1, 3));
        assertEquals(bytes(1, 1, 0, 0, 1, 2, 3, 1, 0, 0, 1, 2), request.getPlain());
        assertEquals(0, request.getAnswersCount());
    }

    @Test
    void whatIsDecidedDoesNotWaitLongForTheRest() {
        Session session = playing(
                view -> {
                    long end = System.nanoTime() + 150_000_000;
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                    return view.legal().get(1);
                },
                1,
                3);
        assertEachGoesAlone(session);
    }

    /** The answers to two questions of one message go out one by one. */
    private static void assertEachGoesAlone(Session session) {
        List<PlayRequest> sent = new ArrayList<>();
        PlayRequest last = session.reply(askingAll(258, 1, 3), sent::add);
        assertEquals(1, sent.size());
        assertEquals(bytes(1, 1, 0, 0, 1, 2), sent.get(0).getPlain());
        assertEquals(bytes(3, 1, 0, 0, 1, 2), last.getPlain());
    }

    @Test
    void noMessageIsSentWithoutAnswers() {
        Bot bot = view -> view.legal().get(1);
        Session session = new Session(Player.of(bot), -1); // as if the process were held up before every question
        session.reply(Tables.welcome());
        session.reply(Tables.starting(1, 3));
        assertEachGoesAlone(session);
    }

    @Test
    void eachGameHasABotThatHearsOfEverythingOnce() {
        List<String> told = new ArrayList<>();
        class Listener implements Bot {
            @Override
            public Choice choose(View view) {
                return view.find(Kind.DRAW).orElseThrow();
            }

            @Override
            public void onMatchStart(MatchInfo info) {
                told.add("match " + info.ruleset());
            }

            @Override
            public void onGameStart(View view) {
                told.add("game at " + view.ply());
            }

            @Override
            public void onEvent(Event event, Game game) {
                told.add(event.toString());
            }

            @Override
            public void onGameEnd(GameResult result, Game game) {
                told.add("end " + result.places() + result.totals() + result.verdict());
            }
        }
        Supplier<Bot> each = Listener::new;
        Session session = playing(Player.of(each), 1, 2);
        session.reply(askingAll(0, 1));
        GameEnd.Builder end = GameEnd.newBuilder().setGame(1).setEvents(bytes(27, 15, 255, 1));
        end.setPlaces(bytes(2, 1)).addTotals(3).addTotals(-4).setVerdictValue(1);
        session.reply(PlayResponse.newBuilder().addEnds(end).build());
        List<String> heard = List.of("game at 7", "TURNED seat 0 7C 0", "GAME_OVER 1", "end [2, 1][3, -4]OK");
        assertEquals(List.of("match test@1", "match test@1"), told.subList(0, 2));
        assertEquals(heard, told.subList(2, told.size()));
    }

    @Test
    void randomNumbersRepeatAndDifferBetweenGames() {
        List<Integer> seen = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            Bot bot = view -> {
                seen.add(view.rng().nextInt());
                return view.legal().get(0);
            };
            playing(bot, 0, 1).reply(askingAll(0, 0, 1));
        }
        assertEquals(seen.subList(0, 2), seen.subList(2, 4));
        assertNotEquals(seen.get(0), seen.get(1));
    }

    @Test
    void memoryIsKeptForEachGame() {
        Bot bot = view -> view.legal().get((int) view.memory().merge("asked", 0, (old, none) -> (int) old + 1));
        Session session = playing(bot, 0, 1);
        session.reply(askingAll(0, 0));
        assertEquals(bytes(0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1), session.reply(askingAll(1, 0, 1)).getPlain());
    }

    @Test
    void aNoteIsCutAndResigningIsSaid() {
        Bot bot = view -> {
            view.note("ä".repeat(99) + "x😀".repeat(9));
            view.resign();
            return view.legal().get(0);
        };
        Answer answer = playing(bot, 0).reply(askingAll(0, 0)).getAnswers(0);
        assertEquals("ä".repeat(99) + "x", answer.getNote());
        assertTrue(answer.getResign());
    }

    @Test
    void anEstimateIsSentUnlessItIsNoChance() {
        Map<Double, Boolean> chances =
                Map.of(0.25, true, 0.0, true, 1.0, true, -0.01, false, 1.01, false, Double.NaN, false);
        chances.forEach((chance, isSent) -> {
            Bot bot = view -> {
                view.note("so");
                view.win(chance);
                return view.legal().get(0);
            };
            Answer answer = playing(bot, 0).reply(askingAll(0, 0)).getAnswers(0);
            assertEquals(isSent, answer.hasWin());
            assertEquals(isSent ? chance : 0, answer.getWin());
        });
    }

    @Test
    void theViewTellsWhatTheTableSays() {
        List<View> views = new ArrayList<>();
        Bot bot = view -> {
            views.add(view);
            return view.legal().get(0);
        };
        playing(bot, 0).reply(askingAll(0, 0));
        View view = views.get(0);
        assertEquals(List.of(5, -5), List.of(view.totals()[0], view.totals()[1]));
        assertEquals(List.of(1), view.opponents());
        assertEquals(0, view.unseen().of(card("7C")) + view.unseen().of(null));
        assertEquals(List.of(13, 0), List.of(view.match().points(card("QS")), view.match().points(card("QH"))));
        assertEquals("OweCards", view.match().effect(card("7H")).get("is"));
        assertTrue(view.match().isWild(card("JS")));
        assertTrue(view.deadline().getAsLong() <= System.nanoTime() + 900_000_000L);
        assertEquals(card("7C"), view.history().get(0).card());
    }

    @Test
    void numbersOfALaterProtocolDoNoHarm() {
        Bot bot = view -> {
            assertEquals(Ask.UNKNOWN, view.ask());
            assertTrue(view.toString().contains("UNKNOWN") && view.history().toString().contains("UNKNOWN"));
            return view.legal().get(0);
        };
        Question.Builder later = asking(0, 0).toBuilder().setEvents(bytes(200, 1, 255, 9));
        later.setTable(bytes(77).concat(later.getTable().substring(1)));
        later.setChoices(bytes(99).concat(later.getChoices().substring(1)));
        PlayRequest request = playing(bot, 0).reply(PlayResponse.newBuilder().addQuestions(later).build());
        assertEquals(6, request.getPlain().size());
    }

    @Test
    void aBotThatFailsIsReportedWithItsView() {
        Bot throwing = view -> {
            throw new IllegalStateException("oh");
        };
        for (Bot bot : List.of(throwing, view -> null)) {
            Session session = playing(bot, 0);
            String report = assertThrows(BotException.class, () -> session.reply(askingAll(0, 0))).report();
            String says = bot == throwing ? "IllegalStateException: oh" : "choose returned null, which is not in";
            assertTrue(report.contains(says) && report.contains("legal   7C, draw"), report);
        }
    }

    private static final class Weights {
        static final int FIRST = Integer.parseInt("none");
    }

    @Test
    void soIsOneThatCannotBeLoaded() {
        Session session = playing(view -> view.legal().get(Weights.FIRST), 0);
        String report = assertThrows(BotException.class, () -> session.reply(askingAll(0, 0))).report();
        assertTrue(report.contains("For input string: \"none\"") && report.contains("legal   7C, draw"), report);
    }

    @Test
    void aChoiceOfAnotherQuestionIsNoneOfThese() {
        List<Choice> kept = new ArrayList<>();
        Bot bot = view -> {
            kept.add(view.legal().get(0));
            return kept.get(0);
        };
        Session session = playing(bot, 0);
        session.reply(askingAll(0, 0));
        assertThrows(BotException.class, () -> session.reply(askingAll(1, 0)));
    }

    @Test
    void aFaultEndsTheSession() {
        Session session = playing(view -> view.legal().get(0), 0);
        Fault fault = Fault.newBuilder().setVerdictValue(6).setDetail("too long").build();
        PlayResponse message = PlayResponse.newBuilder().setFault(fault).build();
        assertEquals(
                "PROTOCOL: too long",
                assertThrows(RefereeException.class, () -> session.reply(message)).getMessage());
    }
}
