// Text in which suits are drawn as symbols.

import { drawing, element } from "./dom.js";

const SYMBOLS = { C: "♣", D: "♦", H: "♥", S: "♠" };

// Finds and draws the cards, and the suits that are named, in the text of a film. The text has them as in
// arena/viewer/cards/glyphs.py: "K♥" in the French pack, "K·hearts" in the German pack. drawn_text.py does the same on the server.
export class CardText {
  constructor(pack, suits, ranks) {
    this.pack = pack;
    this.ranks = ranks;
    this.marks = pack === "german" ? Object.fromEntries(Object.entries(suits).map(([suit, name]) => [suit, `·${name}`])) : SYMBOLS;
    this.written = [...Object.entries(this.marks), ...Object.entries(suits)];
    this.card = new RegExp(`((?:10|[2-9A-Z:]|\\bnames )(?:${this.written.map(([, mark]) => mark).join("|")}))`);
  }

  // Returns the name of a card, given in the notation of game logs, as the text of a film has it.
  named(card) {
    const rank = this.ranks[card[0]] ?? card[0];
    return card[0] === "X" ? rank : `${rank === "10" ? rank : rank[0]}${this.marks[card[1]]}`;
  }

  // Shows a text in an element. Suits are drawn; their characters stay for screen readers and for copying.
  write(node, text) {
    if (node.shownText === text) return;
    node.shownText = text;
    node.replaceChildren(...text.split(this.card).map((part, n) => (n % 2 ? this.face(part) : part)));
  }

  face(text) {
    const [suit, mark] = this.written.find(([, one]) => text.endsWith(one));
    const symbol = element("span", { className: "symbol" }, drawing(`pip-${this.pack}-${suit}`, "pip"), mark);
    return element("span", { className: "face" }, text.slice(0, -mark.length), symbol);
  }
}
