// Cards that move: the card at its new place comes from where it was. Short, and over at the next step.

import { transform } from "./cards.js";

const LONGEST = 360; // ms for one card
const ALL_TOGETHER = 900; // ms for all the cards of a ply
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  constructor() {
    this.running = [];
  }

  // Ends at once what still moves.
  stop() {
    for (const animation of this.running) animation.cancel();
    this.running = [];
  }

  // Lets the cards of a ply move. `before` and `after` are what was and is arranged; `time` is what the ply may take.
  play(moves, before, after, layer, time) {
    this.stop();
    if (calm.matches || time < 60) return;
    const flights = paired(moves, before, after);
    const one = Math.min(LONGEST, time * 0.6);
    const gap = Math.min(70, (Math.min(ALL_TOGETHER, time) - one) / Math.max(1, flights.length));
    flights.forEach(({ key, from, to }, n) => this.fly(layer.elements.get(key), from, to, one, n * Math.max(0, gap)));
  }

  fly(svg, from, to, duration, delay) {
    const frames = [
      { transform: transform(from), zIndex: 100 },
      { transform: transform(to), zIndex: 100 },
    ];
    this.running.push(svg.animate(frames, { duration, delay, easing: "cubic-bezier(.3,.7,.3,1)", fill: "backwards" }));
  }
}

// For each move the card that is new at its target and the slot that one has left at its source.
function paired(moves, before, after) {
  const fresh = groups(after, before);
  const gone = groups(before, after);
  const flights = [];
  for (const { from, to, card } of moves) {
    const key = taken(fresh.get(to), card) ?? (to === "s" ? lastKey(after, "s") : undefined);
    const left = taken(gone.get(from), card);
    const origin = left ? before.get(left).slot : lastSlot(before, from) ?? lastSlot(after, from);
    if (key && origin) flights.push({ key, from: origin, to: after.get(key).slot });
  }
  return flights;
}

// The keys of one arrangement that the other does not have, by place.
function groups(cards, others) {
  const found = new Map();
  for (const key of cards.keys()) {
    if (others.has(key)) continue;
    if (!found.has(key[0])) found.set(key[0], []);
    found.get(key[0]).push(key);
  }
  return found;
}

// Takes the key of a card out of a group: this card, or any where it is hidden; where there is but one it is that,
// whatever it was called.
function taken(keys, card) {
  if (!keys) return undefined;
  const named = keys.findIndex((key) => key.split(":")[1] === card || key.split(":")[1] === "back");
  const at = named < 0 && keys.length === 1 ? 0 : named;
  return at < 0 ? undefined : keys.splice(at, 1)[0];
}

function lastKey(cards, place) {
  return [...cards.keys()].filter((key) => key[0] === place).at(-1);
}

function lastSlot(cards, place) {
  const key = lastKey(cards, place);
  return key && cards.get(key).slot;
}

// The moves of a ply undone.
export function undone(moves) {
  return moves.map(({ from, to, card }) => ({ from: to, to: from, card })).reverse();
}
