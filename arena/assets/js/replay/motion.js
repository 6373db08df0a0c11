// Animates cards from their old place to the new one.

import { transform } from "./cards.js";

const MAX_CARD_TIME = 360; // ms for one card
const MAX_PLY_TIME = 900; // ms for all the cards of a ply
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  constructor() {
    this.running = [];
  }

  // Stops all animations.
  stop() {
    for (const animation of this.running) animation.cancel();
    this.running = [];
  }

  // Animates the cards that moved in a ply, between the arrangements before and after it, within `time` ms.
  play(moves, before, after, layer, time) {
    this.stop();
    if (calm.matches || time < 60) return;
    const flights = pairMoves(moves, before, after);
    const one = Math.min(MAX_CARD_TIME, time * 0.6);
    const gap = Math.min(70, (Math.min(MAX_PLY_TIME, time) - one) / Math.max(1, flights.length));
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

// Returns for each move { key, from, to }: the key of the moved card, and its slots before and after the move.
function pairMoves(moves, before, after) {
  const fresh = groups(after, before);
  const gone = groups(before, after);
  const flights = [];
  for (const { from, to, card } of moves) {
    const key = takeKey(fresh.get(to), card) ?? (to === "s" ? lastKey(after, "s") : undefined);
    const left = takeKey(gone.get(from), card);
    const origin = left ? before.get(left).slot : lastSlot(before, from) ?? lastSlot(after, from);
    if (key && origin) flights.push({ key, from: origin, to: after.get(key).slot });
  }
  return flights;
}

// Returns the keys of the cards that are in `cards` but not in `others`, grouped by place: stock, pile or seat.
function groups(cards, others) {
  const found = new Map();
  for (const key of cards.keys()) {
    if (others.has(key)) continue;
    if (!found.has(key[0])) found.set(key[0], []);
    found.get(key[0]).push(key);
  }
  return found;
}

// Removes from a group the key of this card, or of a hidden card, or the only key. Returns it, if there is one.
function takeKey(keys, card) {
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

// Returns the moves that undo the moves of a ply.
export function reversed(moves) {
  return moves.map(({ from, to, card }) => ({ from: to, to: from, card })).reverse();
}
