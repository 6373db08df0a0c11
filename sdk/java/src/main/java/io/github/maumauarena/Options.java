package io.github.maumauarena;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** All variants of a choice. */
final class Options {
    private Options() {}

    /** Each choice with each of the values, or as it is if there are none. */
    static <T> List<Choice> each(List<Choice> choices, List<T> values, BiFunction<Choice, T, Choice> with) {
        if (values.isEmpty()) {
            return choices;
        }
        List<Choice> made = new ArrayList<>();
        for (Choice choice : choices) {
            values.forEach(value -> made.add(with.apply(choice, value)));
        }
        return made;
    }

    static List<List<Card>> waysToLay(List<Card> further, int least, int most) {
        Set<List<Card>> ways = new LinkedHashSet<>();
        for (int many = least; many <= most; many++) {
            for (List<Card> laid : new LinkedHashSet<>(combinations(further, many))) {
                addTops(ways, laid);
            }
        }
        return List.copyOf(ways);
    }

    /** These with each of them on top, the last one first. */
    private static void addTops(Set<List<Card>> ways, List<Card> laid) {
        for (int top = laid.size() - 1; top >= 0; top--) {
            List<Card> way = new ArrayList<>(laid);
            way.add(way.remove(top));
            ways.add(List.copyOf(way));
        }
        if (laid.isEmpty()) {
            ways.add(laid);
        }
    }

    private static List<List<Card>> combinations(List<Card> cards, int many) {
        if (many == 0) {
            return List.of(List.of());
        }
        List<List<Card>> found = new ArrayList<>();
        for (int first = 0; first <= cards.size() - many; first++) {
            for (List<Card> rest : combinations(cards.subList(first + 1, cards.size()), many - 1)) {
                List<Card> one = new ArrayList<>(List.of(cards.get(first)));
                one.addAll(rest);
                found.add(one);
            }
        }
        return found;
    }
}
