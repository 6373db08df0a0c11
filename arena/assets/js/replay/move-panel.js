// The panel of a person who plays: their hand as buttons, and the other choices of a question, part by part.

import { drawing, element, write } from "./dom.js";

const ASKED = {
  more: "Lay more cards on it?", claim: "Which card do you say it is?", suit: "Which suit?", target: "Which player?", word: "Say it now?",
};
const MAX_LARGE_CARDS = 12; // in a hand; more cards are drawn smaller
const MAX_IN_A_ROW = 4; // cards among the options

export class MovePanel {
  // `card(index)` is called for a card of the hand, `option(value)` for another choice; `undo`, `hint` and `resign` for the
  // buttons at the top.
  constructor(commands) {
    this.commands = commands;
    const button = (name, text, key) => {
      return element("button", { type: "button", className: name, title: `${text} (${key})`, onclick: () => commands[name]() }, text);
    };
    this.title = element("h2");
    this.chosen = element("span", { className: "chosen" });
    this.left = element("span", { className: "left", role: "timer", ariaLive: "off" });
    this.tools = { undo: button("undo", "Back", "u"), hint: button("hint", "Hint", "h"), resign: button("resign", "Resign", "r") };
    this.hand = element("div", { className: "hand", role: "group", ariaLabel: "Your hand" });
    this.options = element("div", { className: "options", role: "group", ariaLabel: "Choices" });
    this.message = element("p", { className: "message", role: "status" });
    this.spoken = element("p", { className: "unseen", role: "status" });
    this.box = element("section", { className: "move", tabIndex: -1, ariaLabel: "Your move" },
      element("header", {}, this.title, this.chosen, this.message, this.left, ...Object.values(this.tools)),
      element("div", { className: "choices" }, this.hand, this.options), this.spoken);
    this.cards = new Map(); // the buttons of the hand, by card and copy
    this.box.addEventListener("click", (event) => this.ignoreDoubles(event), true);
    this.box.addEventListener("keydown", (event) => this.walk(event));
  }

  // Ignores the second click of a double click if the first one has put another button under the pointer.
  ignoreDoubles(event) {
    const button = event.target.closest("button");
    if (event.detail > 1 && button !== this.clicked) event.stopPropagation();
    else this.clicked = button;
  }

  // Switches to another film.
  take(film) {
    this.film = film;
    this.cards.clear();
    this.hand.replaceChildren();
  }

  // Announces a text to screen readers.
  say(text) {
    write(this.spoken, "");
    write(this.spoken, text);
  }

  // Shows a state: `title`, `chosen` (texts), `hand` (cards), `fresh` (indexes of drawn cards), `decision` (the open one, or
  // null), `laid` (indexes of chosen cards), `hinted` (the hinted answer, or null), `options` (instead of those of the
  // decision), `message` and the available `tools`.
  show({ title, chosen = "", hand, fresh, decision, laid = [], hinted = null, options, message = "", tools = [] }) {
    const { cardText } = this.film;
    const within = this.box.contains(document.activeElement);
    cardText.write(this.title, title);
    cardText.write(this.chosen, chosen);
    cardText.write(this.message, message);
    for (const [name, tool] of Object.entries(this.tools)) tool.hidden = !tools.includes(name);
    this.box.classList.toggle("open", Boolean(decision));
    this.box.classList.toggle("part", Boolean(decision) && !["choice", "more"].includes(decision.part));
    this.showHand(hand, fresh, decision, laid, hinted);
    this.showOptions(options ?? (decision ? this.optionsOf(decision, hinted) : []));
    for (const button of this.box.querySelectorAll(".choices button")) button.dataset.key = "";
    this.enabled.slice(0, 10).forEach((button, n) => (button.dataset.key = (n + 1) % 10));
    if (within && !this.box.contains(document.activeElement)) this.focus(Boolean(decision));
  }

  // Returns the buttons that can be chosen now, in their order.
  get enabled() {
    return [...this.box.querySelectorAll(".choices button:not([aria-disabled=true])")];
  }

  // Chooses the button with this number, from 0.
  press(number) {
    this.enabled[number]?.click();
  }

  // Moves the focus to the first choice, or to the panel.
  focus(first) {
    ((first && this.enabled[0]) || this.box).focus({ preventScroll: true });
  }

  walk(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const buttons = [...this.box.querySelectorAll(".choices button")].filter((button) => button.offsetParent);
    const at = buttons.indexOf(document.activeElement);
    if (event.repeat && [" ", "Enter"].includes(event.key)) event.preventDefault();
    if (!step || at < 0 || event.shiftKey) return;
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length].focus();
  }

  showHand(hand, fresh, decision, laid, hinted) {
    const copies = {};
    const buttons = hand.map((card, index) => {
      const copy = (copies[card] = (copies[card] ?? 0) + 1);
      const key = `${card} ${copy}`;
      const button = this.cards.get(key) ?? this.cardButton(card);
      this.cards.set(key, button);
      button.onclick = () => this.commands.card(index);
      const able = Boolean(decision) && isEnabled(decision, hand, index);
      button.ariaDisabled = able ? null : "true";
      button.classList.toggle("hinted", Boolean(decision && hinted) && isHinted(decision, hinted, card));
      button.classList.toggle("fresh", fresh.has(index));
      const order = laid.indexOf(index) + 1;
      button.classList.toggle("laid", order > 0);
      button.ariaPressed = order || decision?.part === "more" ? String(order > 0) : null;
      button.dataset.order = (laid.length > 1 && order) || "";
      return button;
    });
    this.hand.classList.toggle("large", hand.length > MAX_LARGE_CARDS);
    for (const [key, button] of this.cards) if (!buttons.includes(button)) this.cards.delete(key);
    const { children } = this.hand;
    const isSame = buttons.length === children.length && buttons.every((button, n) => button === children[n]);
    if (!isSame) this.hand.replaceChildren(...buttons); // which takes the focus from them
  }

  cardButton(card) {
    const { film } = this;
    const drawn = drawing(`card-${film.pack}-${card}`, "drawn");
    return element("button", { type: "button", className: "face-up", ariaLabel: film.cardName(card) }, drawn);
  }

  // Shows options, each { value, text, card, suit, note, href, main, disabled, hinted }. They are built again only if they
  // differ.
  showOptions(options) {
    const key = JSON.stringify(options);
    if (this.shownOptions === key) return;
    this.shownOptions = key;
    this.options.classList.toggle("many", options.filter(({ card }) => card).length > MAX_IN_A_ROW);
    this.options.replaceChildren(...options.map((option) => this.optionButton(option)));
  }

  optionButton({ value, text, card, suit, disabled = false, main = false, hinted = false, note, href }) {
    const { film } = this;
    if (href) return element("a", { className: "option", href }, text);
    const button = card ? this.cardButton(card) : element("button", { type: "button", className: suit ? "option suit" : "option" });
    button.onclick = () => this.commands.option(value);
    button.classList.toggle("main", main);
    button.classList.toggle("hinted", hinted);
    button.ariaDisabled = disabled ? "true" : null;
    if (card) return button;
    const label = element("span");
    film.cardText.write(label, text);
    button.append(...(suit ? [drawing(`pip-${film.pack}-${suit}`, "pip")] : []), label, ...(note ? [element("small", {}, note)] : []));
    return button;
  }

  // Returns the options of the part that is asked, apart from the hand.
  optionsOf(decision, hinted) {
    const { film } = this;
    const { part } = decision;
    if (part === "choice") {
      const others = decision.groups.filter(({ card }) => !card);
      const best = hintedChoice(decision, hinted);
      return others.map((choice) => ({ value: choice, text: capital(choice.text), hinted: choice === best }));
    }
    if (part === "more") {
      const count = decision.laid.length;
      const text = count > 1 ? `Lay these ${count} cards` : "Lay it alone";
      return [{ value: null, text, main: true, disabled: !decision.mayLay(decision.further) }];
    }
    const values = decision.values(part);
    if (part === "claim") values.sort((one, other) => (one[1] < other[1] ? -1 : Number(one[1] > other[1]))); // by suit
    return values.map((value) => {
      const option = { value, hinted: decision.possible.includes(hintedChoice(decision, hinted)) && hinted[part] === value };
      if (part === "claim") return { ...option, card: value };
      if (part === "suit" && value === null) return { ...option, text: "No suit" };
      if (part === "suit") return { ...option, suit: value, text: capital(film.suits[value]) };
      if (part === "target") return { ...option, text: value === null ? "Nobody" : film.names[value] };
      const word = decision.textOf(value);
      return { ...option, text: word ? `Say “${word}”` : "Say nothing", main: Boolean(word) };
    });
  }
}

// Returns the question of a part in words, "" for the first.
export function askedPart(part) {
  return ASKED[part] ?? "";
}

// True if a hint names a card of the hand for the part that is asked.
function isHinted(decision, hinted, card) {
  if (decision.part === "choice") return hintedChoice(decision, hinted).card === card;
  if (decision.part !== "more" || !decision.possible.includes(hintedChoice(decision, hinted))) return false;
  return Boolean(hinted.more?.includes(card));
}

// Returns the choice of a hint, if there is one.
function hintedChoice(decision, hinted) {
  return hinted && decision.question.choices[hinted.choice];
}

// True if a card of the hand can be chosen now.
function isEnabled(decision, hand, index) {
  if (decision.part === "choice") return Boolean(decision.playOf(hand[index]));
  if (decision.part !== "more" || index === decision.laid[0]) return false;
  return decision.laid.includes(index) || decision.mayLay([...decision.further, hand[index]], true);
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
