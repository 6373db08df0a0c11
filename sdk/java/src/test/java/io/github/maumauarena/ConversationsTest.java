package io.github.maumauarena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import io.github.maumauarena.v1.Referee.Answer;
import io.github.maumauarena.v1.Referee.PlayRequest;
import io.github.maumauarena.v1.Referee.PlayResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded conversations: the views and answers have to be those that every SDK makes of them. */
class ConversationsTest {
    private static final Path FILE = Path.of("../conversations.json");

    /** Answers as the file says and records the views. */
    private static final class Recorder implements Bot {
        final List<Object> views = new ArrayList<>();
        final List<Object> chosen = new ArrayList<>();
        final List<Choice> lowest = new ArrayList<>();
        final List<Object> ends = new ArrayList<>();

        @Override
        public Choice choose(View view) {
            int place = (5 * view.number() + view.ply()) % view.legal().size();
            Choice lowest = view.legal().get(place);
            Choice choice = view.number() % 3 == 0 ? lowest : decided(lowest, view.ply());
            String note = view.number() % 5 == 0 ? "n" + view.number() : "";
            if (!note.isEmpty()) {
                view.note(note);
            }
            if (view.number() % 4 == 0) {
                view.win(view.number() % 3 / 2.0);
            }
            views.add(shown(view));
            this.lowest.add(lowest);
            chosen.add(List.of(number(place), choice.toString(), note));
            return choice;
        }

        @Override
        public void onGameEnd(GameResult result, Game game) {
            Map<String, Object> end = new HashMap<>();
            end.put("seat", number(result.seat()));
            end.put("places", numbers(result.places()));
            end.put("totals", numbers(result.totals()));
            end.put("verdict", result.verdict().name());
            end.put("detail", result.detail());
            ends.add(end);
        }
    }

    static Stream<Map<?, ?>> conversations() throws IOException {
        List<?> conversations = list(Json.read(Files.readString(FILE)).get("conversations"));
        return conversations.stream().map(one -> (Map<?, ?>) one);
    }

    @ParameterizedTest
    @MethodSource("conversations")
    void isReplayed(Map<?, ?> conversation) throws InvalidProtocolBufferException {
        Recorder recorder = new Recorder();
        Session session = new Session(Player.of(recorder));
        for (Object one : list(conversation.get("steps"))) {
            Map<?, ?> step = (Map<?, ?>) one;
            byte[] message = Base64.getDecoder().decode((String) step.get("message"));
            PlayRequest request = session.reply(PlayResponse.parseFrom(message));
            List<?> answers = list(step.get("answers"));
            assertEquals(list(step.get("views")), recorder.views);
            assertEquals(list(step.get("ends")), recorder.ends);
            assertEquals(answers.stream().map(ConversationsTest::chosen).toList(), recorder.chosen);
            checkAnswers(request, answers, recorder.lowest);
            Stream.of(recorder.views, recorder.ends, recorder.chosen, recorder.lowest).forEach(List::clear);
        }
    }

    @ParameterizedTest
    @MethodSource("conversations")
    void whatWasLaidIsKnownWhateverWasAnswered(Map<?, ?> conversation) throws InvalidProtocolBufferException {
        Recorder recorder = new Recorder();
        Bot obstinate = view -> {
            recorder.choose(view);
            return view.legal().get(view.legal().size() - 1);
        };
        Session session = new Session(Player.of(obstinate));
        for (Object one : list(conversation.get("steps"))) {
            Map<?, ?> step = (Map<?, ?>) one;
            session.reply(PlayResponse.parseFrom(Base64.getDecoder().decode((String) step.get("message"))));
            assertEquals(list(step.get("views")), recorder.views);
            recorder.views.clear();
        }
    }

    private static Object chosen(Object answer) {
        Map<?, ?> fields = (Map<?, ?>) answer;
        return List.of(fields.get("choice"), fields.get("text"), fields.get("note"));
    }

    /** Fails unless what is sent says what was to be said. {@code lowest}: the choices with nothing decided. */
    private static void checkAnswers(PlayRequest request, List<?> wanted, List<Choice> lowest) {
        Map<List<Integer>, Object> sent = new HashMap<>();
        if (request != null) {
            ByteBuffer plain = request.getPlain().asReadOnlyByteBuffer();
            while (plain.hasRemaining()) {
                int game = plain.get();
                int choice = plain.get();
                sent.put(List.of(game, plain.getInt()), choice);
            }
            request.getAnswersList().forEach(answer -> sent.put(List.of(answer.getGame(), answer.getNumber()), answer));
        }
        assertEquals(wanted.size(), sent.size());
        for (int place = 0; place < wanted.size(); place++) {
            Map<?, ?> one = (Map<?, ?>) wanted.get(place);
            List<Integer> key = List.of(whole(one.get("game")), whole(one.get("number")));
            checkAnswer(sent.get(key), one, lowest.get(place));
        }
    }

    private static void checkAnswer(Object sent, Map<?, ?> wanted, Choice lowest) {
        boolean plain = sent instanceof Integer;
        Answer answer = plain ? Answer.newBuilder().setChoice((int) sent).build() : (Answer) sent;
        assertEquals(whole(wanted.get("choice")), answer.getChoice());
        assertEquals(wanted.get("note"), answer.getNote());
        assertEquals(wanted.get("win"), answer.hasWin() ? Double.valueOf(answer.getWin()) : null);
        assertEquals(wanted.get("fields"), fields(answer, lowest));
        boolean open = lowest.most() > 0 || lowest.options().size() > 1;
        assertTrue(plain || open || answer.hasWin() || !answer.getNote().isEmpty(), "nothing is open, so it goes into plain");
    }

    /** What an answer decides, with the lowest for what it leaves out. */
    private static Map<String, Object> fields(Answer answer, Choice lowest) {
        Map<String, Object> fields = new HashMap<>();
        Integer suit = lowest.suit() == null ? null : (Integer) lowest.suit().ordinal();
        Integer word = lowest.word() == null ? null : (Integer) lowest.word().ordinal();
        Integer claim = lowest.claim() == null ? null : (Integer) lowest.claim().code();
        fields.put("suit", number(answer.hasSuit() ? (Integer) answer.getSuit() : suit));
        fields.put("word", number(answer.hasWord() ? (Integer) answer.getWord() : word));
        fields.put("target", answer.hasTarget() ? number(answer.getTarget()) : number(lowest.target()));
        fields.put("claim", number(answer.hasClaim() ? (Integer) answer.getClaim() : claim));
        List<Object> more = new ArrayList<>();
        answer.getMore().forEach(code -> more.add(number((int) code)));
        fields.put("more", more);
        return fields;
    }

    private static Choice decided(Choice choice, int ply) {
        Integer target = at(choice.targets(), ply);
        return (target == null ? choice : choice.withTarget(target))
                .withSuit(at(choice.suits(), ply))
                .withWord(at(choice.words(), ply))
                .withClaim(at(choice.claims(), ply))
                .withMore(choice.further().subList(0, choice.most()));
    }

    private static <T> T at(List<T> values, int ply) {
        return values.isEmpty() ? null : values.get(ply % values.size());
    }

    private static Map<String, Object> shown(View view) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("ask", view.ask().name());
        shown.put("number", number(view.number()));
        shown.put("ply", number(view.ply()));
        shown.put("seat", number(view.seat()));
        shown.put("seats", number(view.seats()));
        shown.put("ruleset", view.ruleset());
        shown.put("legal", view.legal().stream().map(ConversationsTest::allowed).toList());
        shown.put("plays", number(view.plays().size()));
        shown.put("hand", cards(view.hand()));
        shown.put("top", card(view.top()));
        shown.put("suit", letter(view.suit()));
        shown.put("wished_suit", letter(view.wishedSuit()));
        shown.put("claim", card(view.claim()));
        shown.put("claimant", number(view.claimant()));
        shown.put("pending_draw", number(view.pendingDraw()));
        shown.put("misses", number(view.misses()));
        shown.put("drawn", card(view.drawn()));
        shown.put("met", card(view.met()));
        shown.put("direction", number(view.direction()));
        shown.put("counts", numbers(Arrays.stream(view.counts()).boxed().toList()));
        shown.put("stock", number(view.stock()));
        shown.put("pile", number(view.pile()));
        shown.put("lying", cards(view.lying()));
        List<Card> unseen = new ArrayList<>();
        view.unseen().forEach(unseen::add);
        shown.put("unseen", cards(unseen));
        shown.put("said", view.said().stream().map(Word::name).toList());
        shown.put("totals", numbers(Arrays.stream(view.totals()).boxed().toList()));
        shown.put("inside", IntStream.range(0, view.seats()).mapToObj(view::inside).toList());
        shown.put("opponents", numbers(view.opponents()));
        shown.put("dealer", number(view.dealer()));
        shown.put("deal", number(view.deal()));
        shown.put("history", number(view.history().size()));
        shown.put("news", view.news().stream().map(Event::toString).toList());
        shown.put("clock_ms", number(view.clockMs()));
        shown.put("points", ofHand(view, card -> number(view.match().points(card))));
        shown.put("effects", ofHand(view, card -> view.match().effect(card).getOrDefault("is", "")));
        shown.put("wild", ofHand(view, view.match()::isWild));
        return shown;
    }

    private static List<Object> ofHand(View view, Function<Card, Object> value) {
        return view.hand().stream().map(value).toList();
    }

    private static String allowed(Choice choice) {
        Object[] parts = {
            choice,
            choice.kind(),
            card(choice.card()),
            Text.joined(" ", choice.suits()),
            Text.joined(" ", choice.words()),
            Text.joined(" ", choice.targets()),
            cards(choice.claims()),
            cards(choice.further()),
            choice.least(),
            choice.most(),
        };
        return Text.joined("|", List.of(parts));
    }

    private static String card(Card card) {
        return Objects.toString(card, "-");
    }

    private static String cards(Collection<Card> cards) {
        return Text.joined(" ", cards.stream().map(ConversationsTest::card).toList());
    }

    private static String letter(Suit suit) {
        return suit == null ? "-" : String.valueOf(suit.letter());
    }

    private static List<?> list(Object read) {
        return read == null ? List.of() : (List<?>) read;
    }

    private static int whole(Object read) {
        return ((Double) read).intValue();
    }

    /** As JSON has it. */
    private static Double number(OptionalInt value) {
        return value.isEmpty() ? null : number(value.getAsInt());
    }

    private static Double number(Integer value) {
        return value == null ? null : value.doubleValue();
    }

    private static List<Double> numbers(List<Integer> values) {
        return values.stream().map(ConversationsTest::number).toList();
    }
}
