package io.github.maumauarena;

import java.util.List;
import java.util.Map;

/**
 * The common facts of all games of a match.
 *
 * @param ruleset id and version, "mau-mau@1"
 * @param rules the whole ruleset as data: maps, lists, strings, doubles, booleans and null
 * @param cards one pack, each Joker counted; two packs are played as one
 * @param seats 2 to 8
 * @param maxGames the maximum number of open games
 */
public record MatchInfo(
        String ruleset, Map<String, Object> rules, List<Card> cards, int seats, int maxGames, Clock clock) {

    /** A card's points at the end, from the ruleset's {@code values}. */
    public int points(Card card) {
        return ofCard("values", card) instanceof Number points ? points.intValue() : 0;
    }

    /** A card's effect, from the ruleset's {@code effects}; "is" is its name, "OweCards" for example. May be empty. */
    public Map<String, Object> effect(Card card) {
        return ofCard("effects", card) instanceof Map<?, ?> effect ? Json.object(effect) : Map.of();
    }

    /** True if a card may be played on any suit, from the ruleset's {@code wild}. */
    public boolean isWild(Card card) {
        return table("wild").containsKey(String.valueOf(card.rank()));
    }

    /** The entry for a card, or else for its rank; null without one. */
    private Object ofCard(String table, Card card) {
        Object found = table(table).get(card.name());
        return found != null ? found : table(table).get(String.valueOf(card.rank()));
    }

    private Map<?, ?> table(String name) {
        return rules.get(name) instanceof Map<?, ?> table ? table : Map.of();
    }
}
