// The table seen from above: it shows a frame (the state after a ply) as cards, name plates and badges.

import { CardLayer, arrange } from "./cards.js";
import { drawing, write } from "./dom.js";
import { layout, piles } from "./layout.js";
import { Motion, reversed } from "./motion.js";
import { Seats } from "./seats.js";

export class Table {
  constructor(parts, redraw) {
    this.parts = parts;
    this.layer = new CardLayer(parts.cards);
    this.motion = new Motion();
    this.handIsApart = false; // true: the bottom seat's hand is not on the table
    this.observer = new ResizeObserver(redraw);
    this.observer.observe(parts.table);
  }

  // Switches to another film.
  take(film) {
    this.film = film;
    this.before = new Map();
    this.layer.take(film.pack);
    this.plates = new Seats(this.parts.plates, film);
    this.parts.table.classList.toggle("crowded", film.names.length > 6);
    delete this.parts.suit.dataset.suit;
  }

  close() {
    this.observer.disconnect();
  }

  // Shows a frame with a seat at the bottom. `step`: 1 or -1 if the frame shown last was the ply before or after; then
  // the cards of `moves` are animated for `time` ms. `better`: the better cards to have played, if known: { seat, cards }.
  show(frame, bottom, { step = 0, moves = [], time = 0, better = null } = {}) {
    const { clientWidth, clientHeight } = this.parts.table;
    if (!clientWidth) return; // the table is invisible
    const plan = this.seatLayout(clientWidth, clientHeight, bottom);
    const cards = arrange(frame, plan, better);
    this.parts.table.classList.toggle("still", !step || time < 200);
    this.layer.show(cards);
    this.plates.show(frame, plan);
    this.middle(frame, plan);
    if (step) this.motion.play(step > 0 ? moves : reversed(moves), this.before, cards, this.layer, time);
    else this.motion.stop();
    this.before = cards;
  }

  // Returns the seat layout. It is computed again when the table's size or the bottom seat has changed.
  seatLayout(width, height, bottom) {
    const key = [width, height, this.film.names.length, bottom].join();
    if (this.key !== key) this.plan = layout(width, height, this.film.names.length, bottom, this.handIsApart);
    this.key = key;
    return this.plan;
  }

  middle(frame, plan) {
    const { stock, slot, direction, badges } = this.parts;
    const { card, centre } = plan;
    const left = piles(plan, 1, 0).stock[0].x;
    at(stock, left, centre.y - 12);
    write(stock, String(frame.stock));
    stock.title = `${frame.stock} cards in the stock, ${frame.pile} in the discard pile`;
    at(slot, left, centre.y - card * 0.7);
    slot.style.width = `${card}px`;
    fillBox(badges, plan.badges);
    at(direction, centre.x, centre.y - plan.arrow.height / 2);
    direction.style.width = `${Math.round(plan.arrow.width)}px`;
    direction.style.height = `${Math.round(plan.arrow.height)}px`;
    direction.classList.toggle("backwards", !frame.forwards);
    this.badges(frame);
    write(this.parts.summary, this.summary(frame));
  }

  // Returns the middle of the table in words: "Top card 8 of spades; clubs named; stock 19 cards, discard pile 5".
  summary(frame) {
    const cards = frame.met ? `Cut: ${frame.cut.map((card) => this.film.cardName(card)).join(", ")}` : frame.top && `Top card ${this.film.cardName(frame.top)}`;
    const badges = [...this.parts.badges.children].filter((badge) => !badge.hidden).map((badge) => badge.textContent);
    return [cards, ...badges, `stock ${frame.stock} cards, discard pile ${frame.pile}`].filter(Boolean).join("; ");
  }

  badges(frame) {
    const { suit, called, debt, misses, turned } = this.parts;
    suit.hidden = !frame.named || !frame.suit;
    if (!suit.hidden && suit.dataset.suit !== frame.suit) {
      suit.dataset.suit = frame.suit;
      suit.replaceChildren(drawing(`pip-${this.film.pack}-${frame.suit}`, "pip"), `${this.film.suits[frame.suit]} named`);
    }
    const beneath = frame.beneath.at(-1);
    called.hidden = !beneath;
    if (beneath) this.film.cardText.write(called, this.calledSo(frame.recent.at(-1), beneath));
    misses.hidden = !frame.misses;
    write(misses, `${frame.misses} turn${frame.misses === 1 ? "" : "s"} to skip`);
    debt.hidden = !frame.debt;
    write(debt, `+${frame.debt} to draw`);
    turned.hidden = frame.forwards;
    write(turned, "↺ direction reversed");
  }

  // Describes a top card that lies face down: the card that its player claims it to be, and the real one if known.
  calledSo(card, beneath) {
    const { cardText } = this.film;
    const what = `face down as ${cardText.named(card)}`;
    if (beneath === "??") return what;
    return beneath === card ? `${what}, true` : `${what}, really ${cardText.named(beneath)}`;
  }
}

function at(node, x, y) {
  node.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(-50%, 0)`;
}

// Gives an element the place and size of a box of the plan.
function fillBox(node, { left, top, right, bottom, form }) {
  node.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  node.style.width = `${Math.floor(right - left)}px`;
  node.style.height = `${Math.floor(bottom - top)}px`;
  node.dataset.form = form;
}
