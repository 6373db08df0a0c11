// Plays the most costly card it can, keeps wild cards, names its longest suit.
import { Ask, type Choice, Kind, run, type Suit, type View } from "maumau";

function greedy(view: View): Choice {
  const doubt = view.find(Kind.DOUBT);
  if (view.ask === Ask.BELIEVE && doubt && view.unseen.of(view.claim) === 0) return doubt;
  const choices = view.plays.map((choice) => decided(view, choice));
  return best(choices, (choice) => worth(view, choice)) ?? view.legal[0];
}

/** Play many cards, name the longest suit, aim at the shortest hand, claim the truth if possible. */
function decided(view: View, choice: Choice): Choice {
  const others = view.hand.filter((card) => card !== choice.card);
  const held = (suit: Suit | null) => others.filter((card) => card.suit === suit).length;
  const further = [...choice.further].sort((one, other) => held(one.suit) - held(other.suit));
  return choice.with({
    more: choice.most ? further.slice(-choice.most) : [],
    suit: best(choice.suits, held),
    target: best(choice.targets, (seat) => -view.counts[seat]),
    claim: best(choice.claims, (card) => (card === choice.card ? Infinity : view.unseen.of(card))),
  });
}

/** Prefer true claims, then cards that are not wild, then many points. */
function worth(view: View, choice: Choice): number {
  const points = choice.cards.reduce((sum, card) => sum + view.match.points(card), 0);
  const wild = choice.cards.some((card) => view.match.isWild(card));
  return points + (wild ? 0 : 1000) + (choice.isTrue ? 2000 : 0);
}

/** The first one of the highest worth. */
function best<T>(values: readonly T[], worthOf: (value: T) => number): T | undefined {
  const highest = Math.max(...values.map(worthOf));
  return values.find((value) => worthOf(value) === highest);
}

run(greedy);
