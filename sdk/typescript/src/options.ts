// All variants of a choice.
import type { Card } from "./cards.js";
import type { Choice } from "./choices.js";

/** Every variant, the lowest values first. With two packs there may be thousands. */
export function* optionsOf(choice: Choice): Generator<Choice> {
  for (const more of waysToLay(choice)) {
    for (const suit of orNone(choice.suits)) {
      for (const word of orNone(choice.words)) {
        for (const target of orNone(choice.targets)) {
          for (const claim of orNone(choice.claims)) yield choice.with({ suit, word, target, claim, more });
        }
      }
    }
  }
}

/** Every allowed `more`, the smallest first; the order below the top does not matter. */
export function* waysToLay(choice: Choice): Generator<readonly Card[]> {
  for (let many = choice.least; many <= choice.most; many++) {
    for (const laid of distinct(combinations(choice.further, many))) yield* tops(laid);
  }
}

function orNone<T>(values: readonly T[]): readonly (T | null)[] {
  return values.length ? values : [null];
}

/** Yield these with each of them on top once, the last one first. */
function tops(laid: readonly Card[]): Iterable<readonly Card[]> {
  if (laid.length === 0) return [[]];
  const places = [...laid.keys()].reverse();
  return distinct(places.map((top) => [...laid.slice(0, top), ...laid.slice(top + 1), laid[top]]));
}

function* combinations<T>(values: readonly T[], many: number): Generator<readonly T[]> {
  if (many === 0) yield [];
  else {
    for (let first = 0; first <= values.length - many; first++) {
      for (const rest of combinations(values.slice(first + 1), many - 1)) yield [values[first], ...rest];
    }
  }
}

/** Of equal variants the first. */
function* distinct(ways: Iterable<readonly Card[]>): Generator<readonly Card[]> {
  const seen = new Set<string>();
  for (const way of ways) {
    const name = way.join(" ");
    if (!seen.has(name)) yield way;
    seen.add(name);
  }
}
