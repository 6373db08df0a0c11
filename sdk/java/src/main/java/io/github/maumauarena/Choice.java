package io.github.maumauarena;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * One thing that may be done now, ready to be returned from {@code choose}. It never changes.
 *
 * <p>Plural methods have the allowed values, singular methods the decided one: at first the lowest allowed value. If
 * there is nothing to decide, the target is empty, and suit, word and claim are null. Those that begin with "with" decide
 * otherwise.
 *
 * <p>If cards are played face down, each card has up to two choices: one that claims a card without a suit to name, and
 * one, with {@code suits}, that claims a card that names a suit.
 */
public final class Choice {
    private final Choice base;
    private final int index;
    private final Allowed allowed;
    private final Suit suit;
    private final Word word;
    private final OptionalInt target;
    private final Card claim;
    private final List<Card> more;

    /** The allowed values of a choice. */
    record Allowed(
            Kind kind,
            Card card,
            List<Suit> suits,
            List<Word> words,
            List<Integer> targets,
            List<Card> claims,
            List<Card> further,
            int least,
            int most) {}

    /** The one at this place of {@code view.legal()}. */
    Choice(int index, Allowed allowed) {
        this.base = this;
        this.index = index;
        this.allowed = allowed;
        suit = lowest(allowed.suits);
        word = lowest(allowed.words);
        target = allowed.targets.stream().mapToInt(Integer::intValue).findFirst();
        claim = lowest(allowed.claims);
        more = allowed.further.subList(0, allowed.least);
    }

    private Choice(Choice made, Suit suit, Word word, OptionalInt target, Card claim, List<Card> more) {
        base = made.base;
        index = made.index;
        allowed = made.allowed;
        this.suit = suit;
        this.word = word;
        this.target = target;
        this.claim = claim;
        this.more = more;
    }

    /** The kind of the choice. */
    public Kind kind() {
        return allowed.kind;
    }

    /** Of a play: the card, the bottom one of several; null of others. */
    public Card card() {
        return allowed.card;
    }

    /** Allowed suits to name. */
    public List<Suit> suits() {
        return allowed.suits;
    }

    /** Allowed words. */
    public List<Word> words() {
        return allowed.words;
    }

    /** Allowed seats to aim at. */
    public List<Integer> targets() {
        return allowed.targets;
    }

    /** Allowed claims about a face-down card. */
    public List<Card> claims() {
        return allowed.claims;
    }

    /** Cards of the same rank to play on it, {@code least} to {@code most}. */
    public List<Card> further() {
        return allowed.further;
    }

    /** The fewest further cards. */
    public int least() {
        return allowed.least;
    }

    /** The most further cards. */
    public int most() {
        return allowed.most;
    }

    /** The suit that is named. */
    public Suit suit() {
        return suit;
    }

    /** The word that is said. */
    public Word word() {
        return word;
    }

    /** The seat that is aimed at. */
    public OptionalInt target() {
        return target;
    }

    /** The claimed card. */
    public Card claim() {
        return claim;
    }

    /** The further cards to play, the last one on top. */
    public List<Card> more() {
        return more;
    }

    /** This choice with this suit named; null leaves it as it is. */
    public Choice withSuit(Suit suit) {
        return new Choice(this, check("suit", suit, this.suit, suits()), word, target, claim, more);
    }

    /** This choice with this word said; null leaves it as it is. */
    public Choice withWord(Word word) {
        return new Choice(this, suit, check("word", word, this.word, words()), target, claim, more);
    }

    /** This choice aimed at this seat. */
    public Choice withTarget(int target) {
        int checked = check("target", target, null, targets());
        return new Choice(this, suit, word, OptionalInt.of(checked), claim, more);
    }

    /** This choice with the card said to be this one; null leaves it as it is. */
    public Choice withClaim(Card claim) {
        return new Choice(this, suit, word, target, check("claim", claim, this.claim, claims()), more);
    }

    /** This choice with these further cards, the last one on top; null leaves them as they are. */
    public Choice withMore(List<Card> more) {
        return new Choice(this, suit, word, target, claim, more == null ? this.more : checkMore(more));
    }

    /** The played cards from bottom to top; empty if this is not a play. */
    public List<Card> cards() {
        List<Card> cards = new ArrayList<>(more.size() + 1);
        if (card() != null) {
            cards.add(card());
            cards.addAll(more);
        }
        return cards;
    }

    /** True if the claim is true or nothing is claimed. */
    public boolean isTrue() {
        return claim == null || claim.equals(card());
    }

    /** Every variant of this choice, the lowest values first. With two packs there may be thousands. */
    public List<Choice> options() {
        List<Choice> options = waysToLay().stream().map(this::withMore).toList();
        options = Options.each(options, suits(), Choice::withSuit);
        options = Options.each(options, words(), Choice::withWord);
        options = Options.each(options, targets(), Choice::withTarget);
        return Options.each(options, claims(), Choice::withClaim);
    }

    /** Every allowed {@code more}, the smallest first; the order below the top does not matter. */
    public List<List<Card>> waysToLay() {
        return Options.waysToLay(further(), least(), most());
    }

    /** The notation of logs: "7H", "JC:S Mau", "draw". */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(kind().word);
        if (kind() == Kind.PLAY) {
            text.append(Text.joined("+", cards()));
        }
        text.append(claim == null ? "" : "=" + claim);
        text.append(suit == null ? "" : ":" + suit.letter());
        text.append(target.isEmpty() ? "" : "@" + target.getAsInt());
        return text.append(word == null ? "" : word.spoken).toString();
    }

    /** The one in {@code view.legal()} that it was made of, or it itself. */
    Choice base() {
        return base;
    }

    /** Its place in {@code view.legal()}. */
    int index() {
        return index;
    }

    /** True if all values are those of the choice in {@code view.legal()}. */
    boolean isLowest() {
        return suit == base.suit
                && word == base.word
                && Objects.equals(target, base.target)
                && Objects.equals(claim, base.claim)
                && more.equals(base.more);
    }

    private static <T> T lowest(List<T> values) {
        return values.isEmpty() ? null : values.get(0);
    }

    private static <T> T check(String field, T value, T now, List<T> values) {
        if (value == null) {
            return now;
        }
        if (!values.contains(value)) {
            throw new NotAllowedException(field + " " + value + ": this choice allows " + Text.orNone(values));
        }
        return value;
    }

    private List<Card> checkMore(List<Card> cards) {
        List<Card> left = new ArrayList<>(further());
        boolean held = cards.stream().allMatch(left::remove);
        if (!held || cards.size() < least() || cards.size() > most()) {
            String bounds = least() + " to " + most() + " of " + Text.orNone(further());
            throw new NotAllowedException("more " + Text.orNone(cards) + ": this choice allows " + bounds);
        }
        return List.copyOf(cards);
    }
}
