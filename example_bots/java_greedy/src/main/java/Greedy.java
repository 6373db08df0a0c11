import static java.util.Comparator.comparing;

import io.github.maumauarena.*;
import java.util.List;
import java.util.function.ToIntFunction;

/** Plays the most costly card it can, keeps wild cards, names its longest suit. */
public final class Greedy implements Bot {
    public static void main(String[] arguments) {
        Maumau.run(new Greedy());
    }

    @Override
    public Choice choose(View view) {
        boolean lie = view.ask() == Ask.BELIEVE && view.unseen().of(view.claim()) == 0;
        var choices = view.plays().stream().map(choice -> decided(view, choice)).toList();
        Choice best = choices.isEmpty() ? view.legal().get(0) : best(choices, choice -> worth(view, choice));
        return lie ? view.find(Kind.DOUBT).orElse(best) : best;
    }

    /** Play many cards, name the longest suit, aim at the shortest hand, claim the truth if possible. */
    private static Choice decided(View view, Choice choice) {
        ToIntFunction<Suit> held = suit -> (int) view.hand().stream().filter(card -> card.suit() == suit).count();
        Choice aimed = choice.targets().stream().min(comparing(seat -> view.counts()[seat]))
                .map(choice::withTarget).orElse(choice);
        return aimed.withMore(choice.further().subList(0, choice.most())).withSuit(best(choice.suits(), held))
                .withClaim(best(choice.claims(), card -> card.equals(choice.card()) ? 99 : view.unseen().of(card)));
    }

    /** Prefer true claims, then cards that are not wild, then many points. */
    private static int worth(View view, Choice choice) {
        int points = choice.cards().stream().mapToInt(view.match()::points).sum();
        boolean wild = choice.cards().stream().anyMatch(view.match()::isWild);
        return points + (wild ? 0 : 1000) + (choice.isTrue() ? 2000 : 0);
    }

    private static <T> T best(List<T> values, ToIntFunction<T> worth) {
        return values.stream().max(comparing(worth::applyAsInt)).orElse(null);
    }
}
