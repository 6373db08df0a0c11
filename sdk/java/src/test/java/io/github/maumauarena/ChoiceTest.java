package io.github.maumauarena;

import static io.github.maumauarena.Tables.card;
import static io.github.maumauarena.Tables.cards;
import static io.github.maumauarena.Tables.choice;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Choices: what may be decided, their notation, and every way to decide them. */
class ChoiceTest {
    private static final Choice SEVEN = choice("7H", List.of(), List.of(), List.of(), List.of(), List.of(), 0, 0);
    private static final Choice JACK = choice(
            "JC",
            List.of(Suit.CLUBS, Suit.SPADES),
            List.of(Word.LAST_CARD, Word.SILENT),
            List.of(),
            List.of(),
            List.of(),
            0,
            0);
    private static final Choice NINES =
            choice("9C", List.of(), List.of(), List.of(1, 3), List.of(), cards("9D", "9H", "9H"), 1, 2);
    private static final Choice LIE = choice("9C", List.of(), List.of(), List.of(), cards("7C", "9C"), List.of(), 0, 0);

    @Test
    void whatIsOpenHasTheLowestValue() {
        assertEquals(Suit.CLUBS, JACK.suit());
        assertEquals(Word.LAST_CARD, JACK.word());
        assertTrue(JACK.target().isEmpty());
        assertEquals(cards("9D"), NINES.more());
    }

    @Test
    void decidesSomeFieldsAndLeavesTheOthers() {
        Choice decided = JACK.withSuit(Suit.SPADES).withWord(Word.SILENT).withClaim(null);
        assertEquals("JC:S", decided.toString());
        assertEquals("JC:C Mau", JACK.toString());
        assertTrue(decided.withSuit(Suit.CLUBS).withWord(Word.LAST_CARD).isLowest());
        assertFalse(decided.isLowest());
    }

    @Test
    void keepsTheOrderOfFurtherCards() {
        assertEquals(cards("9C", "9H", "9D"), NINES.withMore(cards("9H", "9D")).cards());
    }

    @Test
    void aCardIsTrueIfItIsTheOneClaimed() {
        assertFalse(LIE.isTrue());
        assertTrue(LIE.withClaim(card("9C")).isTrue());
        assertTrue(SEVEN.isTrue());
    }

    @Test
    void refusesWhatIsNotAllowed() {
        refuses("suit HEARTS: this choice allows CLUBS SPADES", () -> JACK.withSuit(Suit.HEARTS));
        refuses("word SILENT: this choice allows none", () -> NINES.withWord(Word.SILENT));
        refuses("target 2: this choice allows 1 3", () -> NINES.withTarget(2));
        refuses("claim 8C: this choice allows 7C 9C", () -> LIE.withClaim(card("8C")));
        refuses("more none: this choice allows 1 to 2 of 9D 9H 9H", () -> NINES.withMore(List.of()));
        refuses("more 9D 9D: this choice allows 1 to 2 of 9D 9H 9H", () -> NINES.withMore(cards("9D", "9D")));
    }

    @Test
    void hasTheNotationOfLogs() {
        assertEquals("7H", SEVEN.toString());
        assertEquals("9C+9D@1", NINES.toString());
        assertEquals("9C=7C", LIE.toString());
    }

    @Test
    void optionsAreAllWaysEqualOnesOnce() {
        assertEquals(List.of("JC:C Mau", "JC:C", "JC:S Mau", "JC:S"), texts(JACK.options()));
        List<List<Card>> ways = NINES.waysToLay();
        assertEquals(
                List.of(cards("9D"), cards("9H"), cards("9D", "9H"), cards("9H", "9D"), cards("9H", "9H")), ways);
        assertEquals(2 * ways.size(), NINES.options().size());
    }

    private static void refuses(String says, Executable decide) {
        assertEquals(says, assertThrows(NotAllowedException.class, decide).getMessage());
    }

    private static List<String> texts(List<Choice> choices) {
        return choices.stream().map(Choice::toString).toList();
    }
}
