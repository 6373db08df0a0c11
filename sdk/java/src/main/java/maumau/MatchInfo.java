package maumau;

import java.util.List;
import java.util.Map;

/**
 * What is the same for all games of a match.
 *
 * @param ruleset id and version, "mau-mau@1"
 * @param rules the whole ruleset as data: maps, lists, strings, doubles, booleans and null
 * @param cards one pack, each Joker counted; two packs are played as one
 * @param seats 2 to 8
 * @param maxGames how many may be open at once
 */
public record MatchInfo(
        String ruleset, Map<String, Object> rules, List<Card> cards, int seats, int maxGames, Clock clock) {

    /** What a card counts at the end, by the ruleset's {@code values}. */
    public int points(Card card) {
        return ofCard("values", card) instanceof Number points ? points.intValue() : 0;
    }

    /** What a card does, by the ruleset's {@code effects}: "is" names it, "OweCards" for example; empty if nothing. */
    public Map<String, Object> effect(Card card) {
        return ofCard("effects", card) instanceof Map<?, ?> effect ? Json.object(effect) : Map.of();
    }

    /** Whether a card may be laid on others whatever their suit, by the ruleset's {@code wild}. */
    public boolean isWild(Card card) {
        return table("wild").containsKey(String.valueOf(card.rank()));
    }

    /** What a table that goes by card or by rank says of a card; null if nothing. */
    private Object ofCard(String table, Card card) {
        Object found = table(table).get(card.name());
        return found != null ? found : table(table).get(String.valueOf(card.rank()));
    }

    private Map<?, ?> table(String name) {
        return rules.get(name) instanceof Map<?, ?> table ? table : Map.of();
    }
}
