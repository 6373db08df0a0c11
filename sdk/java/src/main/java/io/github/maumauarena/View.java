package io.github.maumauarena;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import io.github.maumauarena.v1.Referee.Question;

/** All that this seat may know now, and its legal choices. A view never changes. Missing cards and suits are null. */
public final class View {
    private static final int ROWS = 14; // where the table's rows by seat begin
    private static final int FIRST_DIRECTION = 1;
    private static final int NAMED = 2;
    private static final int NOTE_BYTES = 200;

    private final OpenGame game;
    private final Question question;
    private final ByteString table;
    private final int told;
    private final int known;
    private final long arrived;
    private List<Choice> legal;
    private List<Card> hand;
    private CardCounts unseen;

    /** {@code told}: number of events before the news; {@code arrived}: by {@code System.nanoTime()}. */
    View(OpenGame game, Question question, int told, long arrived) {
        this.game = game;
        this.question = question;
        this.table = question.getTable();
        this.told = told;
        this.known = game.known;
        this.arrived = arrived;
    }

    /** The legal choices, at least one; each is legal as it is. */
    public List<Choice> legal() {
        if (legal == null) {
            legal = Decoder.choices(game.pack, question);
        }
        return legal;
    }

    /** The choices of {@code legal} that play a card; may be empty. */
    public List<Choice> plays() {
        return legal().stream().filter(choice -> choice.kind() == Kind.PLAY).toList();
    }

    /** The first choice of this kind. */
    public Optional<Choice> find(Kind kind) {
        return legal().stream().filter(choice -> choice.kind() == kind).findFirst();
    }

    /** This seat's cards, in the order of the pack. */
    public List<Card> hand() {
        if (hand == null) {
            hand = List.copyOf(game.pack.cards(question.getHand()));
        }
        return hand;
    }

    /** The kind of a question. */
    public Ask ask() {
        return Ask.of(at(0));
    }

    /** The top of the discard pile, as claimed if it is face down; null before a card is turned up. */
    public Card top() {
        return game.pack.at(at(1));
    }

    /** The claimed card on top, if the question is to believe or doubt it; else null. */
    public Card claim() {
        return ask() == Ask.BELIEVE ? top() : null;
    }

    /** The seat that made the claim; empty without a claim to believe. */
    public OptionalInt claimant() {
        if (ask() != Ask.BELIEVE) {
            return OptionalInt.empty();
        }
        int last = known - 1;
        while (game.event(last).kind() != EventKind.CLAIMED) {
            last--;
        }
        return game.event(last).seat();
    }

    /** The suit to follow, printed or named; null without one. */
    public Suit suit() {
        return Suit.of(at(2));
    }

    /** The suit to follow if it was named, else null. */
    public Suit wishedSuit() {
        return (at(3) & NAMED) != 0 ? suit() : null;
    }

    /** 1 if play runs in ascending order of seats, -1 if descending. */
    public int direction() {
        return (at(3) & FIRST_DIRECTION) != 0 ? 1 : -1;
    }

    /** The number of cards that the current player owes. */
    public int pendingDraw() {
        return at(4);
    }

    /** The number of turns that are still to be missed. */
    public int misses() {
        return at(5);
    }

    /** The number of cards in the stock. */
    public int stock() {
        return at(6);
    }

    /** The number of cards in the discard pile, including its top. */
    public int pile() {
        return at(7);
    }

    /** The discard pile from bottom to top; null for unknown face-down cards. */
    public List<Card> lying() {
        return game.pile(known);
    }

    /** The cards that this seat does not see: in the stock, in other hands, or face down on the pile. */
    public CardCounts unseen() {
        if (unseen == null) {
            List<Card> pack = match().cards();
            int packs = (stock() + pile() + IntStream.of(counts()).sum()) / pack.size();
            unseen = new CardCounts(pack, packs);
            unseen.take(hand());
            unseen.take(lying());
        }
        return unseen;
    }

    /** Number of the deal in this game, from 0. */
    public int deal() {
        return at(8);
    }

    /** The dealer's seat. */
    public int dealer() {
        return at(9);
    }

    /** The card seen when cutting, if the question is about it. */
    public Card met() {
        return game.pack.at(at(11));
    }

    /** The card just drawn that may be played now (the lowest of several), if any. */
    public Card drawn() {
        return game.pack.at(at(12));
    }

    /** The number of cards in each hand, by seat. */
    public int[] counts() {
        return eachSeat(seat -> at(ROWS + seat));
    }

    /** The word in force, by seat. */
    public List<Word> said() {
        return Arrays.stream(eachSeat(seat -> at(ROWS + seats() + seat))).mapToObj(word -> Word.values()[word]).toList();
    }

    /** The points, chips or lives so far, by seat. */
    public int[] totals() {
        int start = ROWS + 2 * seats();
        return eachSeat(seat -> table.byteAt(start + 2 * seat) << 8 | at(start + 2 * seat + 1));
    }

    /** True if this seat is still in the deal. */
    public boolean inside(int seat) {
        return (at(13) >> seat & 1) == 1;
    }

    /** This bot's seat, from 0. */
    public int seat() {
        return game.seat();
    }

    /** Number of seats at the table. */
    public int seats() {
        return match().seats();
    }

    /** The other seats that are still in the deal, in the order of play, the next one first. */
    public List<Integer> opponents() {
        return IntStream.range(1, seats())
                .map(step -> Math.floorMod(seat() + step * direction(), seats()))
                .filter(this::inside)
                .boxed()
                .toList();
    }

    /** Id and version of the ruleset, "mau-mau@1". */
    public String ruleset() {
        return match().ruleset();
    }

    /** The common facts of all games: the ruleset as data, the pack, seats, the clock. */
    public MatchInfo match() {
        return game.match();
    }

    /** The number of earlier questions to this bot in this game. */
    public int number() {
        return question.getNumber();
    }

    /** The number of decisions of all seats so far: the position in the log and in a replay. */
    public int ply() {
        return question.getPly();
    }

    /** Time left for this game in milliseconds, with this decision's increment; empty without a clock. */
    public OptionalInt clockMs() {
        int left = question.getClockMs();
        return left == 0 ? OptionalInt.empty() : OptionalInt.of(left);
    }

    /**
     * The latest end of this game's time, by {@code System.nanoTime()}; empty without a clock.
     *
     * <p>Questions that come together share the time until they are answered together.
     */
    public OptionalLong deadline() {
        OptionalInt left = clockMs();
        return left.isEmpty() ? OptionalLong.empty() : OptionalLong.of(arrived + left.getAsInt() * 1_000_000L);
    }

    /** All events of this game so far, as this seat learned them. */
    public List<Event> history() {
        return new History(game::event, 0, known);
    }

    /** The events since the last question to this bot. */
    public List<Event> news() {
        return new History(game::event, told, known);
    }

    /** Random numbers for this game, seeded by the referee, so that games can be repeated. */
    public Random rng() {
        return game.rng();
    }

    /** Storage for your own state of this game, empty at its start. */
    public Map<String, Object> memory() {
        return game.memory();
    }

    /** Show text here in the replay, cut to 200 bytes of UTF-8. The last call counts. */
    public void note(String text) {
        int length = Math.min(text.length(), NOTE_BYTES);
        while (text.substring(0, length).getBytes(StandardCharsets.UTF_8).length > NOTE_BYTES) {
            length = text.offsetByCodePoints(length, -1);
        }
        game.note = text.substring(0, length);
    }

    /**
     * Show your own estimate of the chance to win this game, 0 to 1, here in the replay. Nothing is sent if it is
     * outside this range. The last call counts.
     */
    public void win(double chance) {
        game.win = chance >= 0 && chance <= 1 ? (float) chance : null;
    }

    /** Resign this game, whatever {@code choose} returns. */
    public void resign() {
        game.resigned = true;
    }

    @Override
    public String toString() {
        String named = wishedSuit() == null ? "" : ", named";
        String claimed = claim() == null ? "" : ", claimed by seat " + claimant().getAsInt();
        String[] lines = {
            "seat %d of %d, %s, deal %d, ply %d: %s".formatted(seat(), seats(), ruleset(), deal(), ply(), ask()),
            "hand    " + Text.joined(" ", hand()),
            "top     %s, suit %s%s%s".formatted(Objects.toString(top(), "none"), suit(), named, claimed),
            "counts  %s, stock %d, pile %d, owed %d".formatted(spaced(counts()), stock(), pile(), pendingDraw()),
            "totals  " + spaced(totals()),
            "legal   " + Text.joined(", ", legal()),
        };
        return String.join("\n", lines);
    }

    private int at(int place) {
        return table.byteAt(place) & 0xFF;
    }

    private int[] eachSeat(IntUnaryOperator value) {
        return IntStream.range(0, seats()).map(value).toArray();
    }

    private static String spaced(int[] values) {
        return Text.joined(" ", Arrays.stream(values).boxed().toList());
    }
}
