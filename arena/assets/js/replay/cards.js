// The cards on the table, each with a slot (where it lies) and a key that identifies it in the next frame.

import { drawing, redraw } from "./dom.js";
import { fan, piles } from "./layout.js";

const STOCK_DRAWN = 3;

// Returns all visible cards of a frame: key → { name, slot, level, called, fresh, better }. `called`: the card lies face down,
// and `name` is the card that its player claims it to be. `fresh`: it was laid or drawn in this ply.
// `better`: it is one of the cards that would have been better to play, { seat, cards } or null.
export function arrange(frame, plan, better) {
  const cards = new Map();
  const asked = frame.cut.indexOf(frame.met);
  const { stock, pile, met } = piles(plan, Math.min(frame.stock, STOCK_DRAWN), frame.recent.length, frame.cut.length, asked);
  stock.forEach((slot, n) => cards.set(`s:${n}`, { name: "back", slot, level: n }));
  frame.cut.forEach((name, n) => cards.set(`s:${name}:met`, { name, slot: met[n], level: STOCK_DRAWN + n }));
  const below = frame.pile - frame.recent.length;
  frame.recent.forEach((name, n) => cards.set(`p:${name}:${below + n}`, { name, slot: pile[n], level: n, called: Boolean(frame.beneath[n]), fresh: n >= frame.recent.length - frame.laid }));
  frame.seats.forEach((seat, number) => {
    const hand = seat.hand ?? new Array(seat.cards).fill("back");
    const slots = fan(plan.seats[number], hand.length, frame.turn === number);
    const fresh = indexesOf(hand, frame.drawn[number] ?? []);
    const missed = indexesOf(hand, better?.seat === number ? better.cards : []);
    const seen = new Map();
    hand.forEach((name, n) => {
      const copy = seen.get(name) ?? 0;
      seen.set(name, copy + 1);
      cards.set(`${number}:${name}:${copy}`, { name, slot: slots[n], level: n, fresh: fresh.has(n), better: missed.has(n) });
    });
  });
  return cards;
}

// Returns where cards are in a hand. Hidden cards are the last ones.
export function indexesOf(hand, cards) {
  const found = new Set();
  for (const card of cards) {
    let at = hand.length - 1;
    while (at >= 0 && (found.has(at) || hand[at] !== (card || "back"))) at--;
    found.add(at);
  }
  return found;
}

// The SVG elements of the cards on the table.
export class CardLayer {
  constructor(root) {
    this.root = root;
    this.elements = new Map();
  }

  // Removes all cards and switches to another pack: "french" or "german".
  take(pack) {
    this.pack = pack;
    this.elements.clear();
    this.root.replaceChildren();
  }

  show(cards) {
    for (const [key, svg] of this.elements) {
      if (!cards.has(key)) {
        svg.remove();
        this.elements.delete(key);
      }
    }
    for (const [key, card] of cards) place(this.element(key, card.name), card);
  }

  element(key, name) {
    const drawn = name === "back" ? "card-back" : `card-${this.pack}-${name}`;
    let svg = this.elements.get(key);
    if (!svg) {
      svg = drawing(drawn, "card");
      this.elements.set(key, svg);
      this.root.append(svg);
    }
    redraw(svg, drawn);
    return svg;
  }
}

function place(svg, { slot, level, called = false, fresh = false, better = false }) {
  const there = transform(slot);
  if (svg.place !== there) svg.style.transform = svg.place = there;
  if (svg.level !== level) svg.style.zIndex = svg.level = level;
  svg.classList.toggle("called", called);
  svg.classList.toggle("fresh", fresh);
  svg.classList.toggle("better", better);
}

// Returns the CSS transform that puts a card into a slot. Cards are drawn 100 wide, centred at the layer's corner.
export function transform({ x, y, turn, size }) {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${turn.toFixed(2)}deg) scale(${(size / 100).toFixed(3)})`;
}
