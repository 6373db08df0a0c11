package io.github.maumauarena;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import io.github.maumauarena.v1.Referee.Question;

/** Decode packed choices. {@code referee.proto} describes the layout. */
final class Decoder {
    private static final int STEP = 8; // bytes of a choice
    private static final int APART = 255; // between claims without and with a suit
    private static final List<List<Suit>> SUITS = masks(4, Suit::of);
    private static final List<List<Word>> WORDS = masks(3, number -> Word.values()[number]);
    private static final List<List<Integer>> SEATS = masks(8, number -> number);

    private final Pack pack;
    private final Question question;
    private final ByteString choices;
    private final List<Card> plain;
    private final List<Card> naming;

    private Decoder(Pack pack, Question question) {
        this.pack = pack;
        this.question = question;
        choices = question.getChoices();
        ByteString claims = question.getClaims();
        int apart = claims.isEmpty() ? -1 : apart(claims);
        plain = pack.cards(apart < 0 ? claims : claims.substring(0, apart));
        naming = apart < 0 ? plain : pack.cards(claims.substring(apart + 1));
    }

    /** The choices of a question. */
    static List<Choice> choices(Pack pack, Question question) {
        Decoder decoder = new Decoder(pack, question);
        int count = decoder.choices.size() / STEP;
        Choice[] choices = new Choice[count];
        for (int index = 0; index < count; index++) {
            choices[index] = new Choice(index, decoder.allowed(index * STEP));
        }
        return List.of(choices);
    }

    private Choice.Allowed allowed(int start) {
        Kind kind = Kind.of(at(start));
        Card card = pack.at(at(start + 1));
        List<Suit> suits = SUITS.get(at(start + 2) & 15);
        int most = at(start + 6);
        return new Choice.Allowed(
                kind,
                card,
                suits,
                WORDS.get(at(start + 3) & 7),
                SEATS.get(at(start + 4)),
                kind != Kind.PLAY ? List.of() : suits.isEmpty() ? plain : naming,
                most == 0 ? List.of() : othersOfRank(card),
                at(start + 5),
                most);
    }

    private int at(int place) {
        return choices.byteAt(place) & 0xFF;
    }

    /** The other cards of the same rank in the hand. */
    private List<Card> othersOfRank(Card card) {
        List<Card> equal = new ArrayList<>(pack.cards(question.getHand()));
        equal.removeIf(other -> other.rank() != card.rank());
        equal.remove(card);
        return List.copyOf(equal);
    }

    private static int apart(ByteString claims) {
        return IntStream.range(0, claims.size())
                .filter(place -> (claims.byteAt(place) & 0xFF) == APART)
                .findFirst()
                .orElse(-1);
    }

    /** The values that each mask of so many bits stands for. */
    private static <T> List<List<T>> masks(int bits, IntFunction<T> value) {
        return IntStream.range(0, 1 << bits).mapToObj(mask -> masked(mask, bits, value)).toList();
    }

    private static <T> List<T> masked(int mask, int bits, IntFunction<T> value) {
        return IntStream.range(0, bits).filter(bit -> (mask >> bit & 1) == 1).mapToObj(value).toList();
    }
}
