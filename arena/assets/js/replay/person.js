// A person at the table: follows the game ply by ply, and answers the server's questions (arena/service/people). The
// addresses `answer`, `resign`, `hint` and `again` are attributes of the element.

import { indexesOf } from "./cards.js";
import { Countdown } from "./countdown.js";
import { Decision } from "./decision.js";
import { MovePanel, askedPart } from "./move-panel.js";
import { explainKeys, resignDialog } from "./person-dialogs.js";
import { post } from "./source.js";

const FOLLOW_TIME = 700; // ms a ply at speed 1
const MAX_FOLLOW_TIME = 6000; // ms for all plies that have arrived
const NOT_NOW = "It is not your turn.";

export class Person {
  constructor(replay) {
    this.replay = replay;
    this.panel = new MovePanel({
      card: (index) => this.chooseCard(index),
      option: (value) => this.chooseOption(value),
      undo: () => this.undo(),
      hint: () => this.hint(),
      resign: () => this.resign(),
    });
    this.countdown = new Countdown(this.panel.left, (text) => this.panel.say(text));
    this.leaving = resignDialog(() => this.leave());
    replay.parts.table.after(this.panel.box);
    replay.append(this.leaving);
    replay.classList.add("seated");
    replay.table.handIsApart = true;
    explainKeys(replay.parts.help);
  }

  get seat() {
    return this.replay.seat;
  }

  // True if the table shows an earlier ply than the person has seen.
  get isAway() {
    return this.replay.ply < this.at;
  }

  // Switches to another film, which is shown at `ply`.
  take(film, ply) {
    this.film = film;
    this.at = ply; // the last ply that the person has seen
    this.nextAt = 0;
    this.isSending = false;
    this.isLost = false;
    this.isSent = false;
    this.question = this.decision = this.over = null;
    this.problem = "";
    this.stop();
    this.panel.take(film);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.countdown.start(null);
  }

  // --- the game ---------------------------------------------------------------------------------------------

  // Shows the next ply that has arrived, in time. A move of the person is shown at once.
  follow() {
    const { replay, film, at } = this;
    if (this.timer || this.isAway || at >= film.last) return;
    const speed = replay.speed === "instant" ? Infinity : Number(replay.speed);
    const time = Math.min(FOLLOW_TIME / speed, MAX_FOLLOW_TIME / (film.last - at));
    const isOwn = Number(film.at("actor", replay.side, at + 1) || NaN) === this.seat;
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.isAway) return;
      this.nextAt = performance.now() + time;
      replay.step(this.at + 1, time);
    }, isOwn ? 0 : Math.max(0, this.nextAt - performance.now()));
  }

  // Takes a question of the server; null: none is open any more.
  ask(question) {
    const isSame = question && this.question?.ply === question.ply;
    if (isSame && (this.isSending || (this.decision && !this.isSent))) return; // it was sent again, after a lost connection
    Object.assign(this, { question, decision: null, isSent: false, hinted: null, problem: "" });
    this.countdown.start(question?.left_ms ?? null);
    this.redraw();
  }

  finish(over) {
    this.ask(null);
    this.over = over ?? null;
    this.redraw();
  }

  connected(isConnected) {
    if (this.isLost === !isConnected) return;
    this.isLost = !isConnected;
    this.redraw();
  }

  redraw() {
    if (this.replay.film === this.film) this.replay.show();
  }

  // --- the decision -----------------------------------------------------------------------------------------

  // Returns the open decision, or null: nothing is asked, it was sent, or the table shows an earlier ply.
  get open() {
    const { question, film } = this;
    if (!question || this.isLost || this.isSent || this.replay.ply < film.last || film.last < question.ply) return null;
    this.decision ??= new Decision(question, film.frame(this.replay.side, film.last).seats[this.seat].hand ?? []);
    return this.decision;
  }

  chooseCard(index) {
    const { open: decision } = this;
    if (!decision) return this.explain(NOT_NOW);
    const card = decision.hand[index];
    const { part, laid } = decision;
    if (part === "choice" && decision.playOf(card)) {
      decision.laid = [index];
      this.choose("choice", decision.playOf(card));
    } else if (part === "choice") {
      this.explain(decision.question.why?.[card] ?? `${this.film.cardText.named(card)} cannot be played now.`);
    } else if (part === "more" && laid.indexOf(index) > 0) {
      laid.splice(laid.indexOf(index), 1);
      this.redraw();
    } else if (part === "more" && index !== laid[0] && decision.mayLay([...decision.further, card], true)) {
      laid.push(index);
      this.redraw();
    }
  }

  chooseOption(value) {
    if (typeof value === "function") return value();
    const { open: decision } = this;
    if (!decision) return;
    const { part } = decision;
    if (part !== "more") this.choose(part, value);
    else if (decision.mayLay(decision.further)) this.choose(part, decision.further);
  }

  // Chooses a part. After the last part, sends the answer.
  choose(part, value) {
    const { decision } = this;
    decision.choose(part, value);
    this.problem = "";
    if (decision.part === null) return this.send(decision);
    this.redraw();
    this.panel.focus(true);
    this.panel.say(askedPart(decision.part));
  }

  undo() {
    if (!this.open?.undo()) return;
    this.problem = "";
    this.redraw();
    this.panel.focus(true);
  }

  async send(decision) {
    this.isSent = this.isSending = true;
    this.redraw();
    const problem = await this.request("answer", decision.answer);
    this.isSending = false;
    if (decision !== this.decision) return;
    if (problem === null) return this.countdown.start(null);
    this.isSent = false;
    decision.undo();
    this.explain(problem);
  }

  // Sends a request. Returns null, or the problem in words; passes the answer to `then`.
  async request(name, data, then = () => {}) {
    try {
      then(await post(this.replay.addresses.of(name), data));
      return null;
    } catch (reason) {
      return reason.message;
    }
  }

  async hint() {
    const { open: decision } = this;
    if (!decision?.question.hint) return;
    const problem = await this.request("hint", { ply: decision.question.ply }, (hinted) => {
      if (decision === this.decision) this.hinted = hinted;
    });
    this.explain(problem ?? "");
  }

  explain(text) {
    this.problem = text;
    this.redraw();
  }

  // --- the end ----------------------------------------------------------------------------------------------

  resign() {
    if (!this.canResign) return;
    this.leaving.showModal();
    this.leaving.querySelector("button").focus();
  }

  get canResign() {
    return Boolean(this.replay.addresses.of("resign")) && !this.film.over && !this.over;
  }

  async leave() {
    this.explain((await this.request("resign", {})) ?? "");
  }

  // Starts another game: the next one, or the same cards at the other side of the table.
  async again(sameCards) {
    this.explain("Dealing the cards …");
    const problem = await this.request("again", { same_cards: sameCards }, ({ page }) => location.assign(page));
    if (problem) this.explain(problem);
  }

  // --- the panel --------------------------------------------------------------------------------------------

  show() {
    const { replay, film, panel } = this;
    if (replay.ply >= this.at) this.at = replay.ply;
    this.follow();
    const frame = film.frame(replay.side, replay.ply);
    const { open: decision } = this;
    const hand = frame.seats[this.seat].hand ?? [];
    panel.show({ hand, fresh: indexesOf(hand, frame.drawn[this.seat] ?? []), decision, ...this.state(frame, decision) });
    if (decision && decision !== this.announced) this.announce(decision);
  }

  // Returns what the panel shows in a state of the game.
  state(frame, decision) {
    const { film, over } = this;
    const tools = this.canResign ? ["resign"] : [];
    const now = { text: "Back to the game", value: () => this.replay.obey("last"), main: true };
    if (this.isAway) return { title: `Looking back at ply ${frame.ply}`, options: [now], tools };
    if (this.isLost) return { title: "Connection lost", message: "Trying to connect again …", tools };
    if (over && frame.ply === film.last) {
      return { title: "The game is over", options: this.afterwards(over), message: this.problem };
    }
    if (this.isSent) return { title: "You", chosen: this.summary(this.decision), laid: this.decision.laid, tools };
    if (!decision) {
      const title = frame.turn === null || frame.turn === this.seat ? "One moment …" : `${film.names[frame.turn]} is to play`;
      return { title, message: this.problem, tools };
    }
    const { hinted } = this;
    return {
      title: askedPart(decision.part) || decision.question.title,
      chosen: this.summary(decision),
      laid: decision.laid,
      hinted,
      message: this.problem || (hinted && `Hint: ${hinted.text}`) || reminder(decision),
      tools: decision.steps.length ? ["undo"] : decision.question.hint ? ["hint", ...tools] : tools,
    };
  }

  // Returns the chosen parts in words, "" if nothing is chosen.
  summary(decision) {
    const { cardText, suits, names } = this.film;
    const words = {
      choice: (choice) => choice.text,
      more: (cards) => cards.length && `with ${cards.map((card) => cardText.named(card)).join(", ")}`,
      claim: (card) => `as ${cardText.named(card)}`,
      suit: (suit) => (suit === null ? "no suit" : suits[suit]),
      target: (seat) => (seat === null ? "at nobody" : `at ${names[seat]}`),
      word: (word) => (decision.textOf(word) ? `“${decision.textOf(word)}”` : "no word"),
    };
    return decision.steps.map(({ part, value }) => words[part](value)).filter(Boolean).join(" · ");
  }

  afterwards({ page, again, same_cards: sameCards }) {
    return [
      again && { text: "Rematch", main: true, value: () => this.again(false) },
      sameCards && { text: "Same cards, other side", note: "unrated: you know the cards", value: () => this.again(true) },
      page && { text: "Watch and analyse", href: page },
    ].filter(Boolean);
  }

  // Announces an open decision once, and moves the focus to it, unless it is in a dialog or a field.
  announce(decision) {
    const { panel } = this;
    this.announced = decision;
    panel.say(decision.question.title);
    const isElsewhere = document.querySelector("dialog[open]") || document.activeElement.matches("input, select, textarea");
    if (!isElsewhere) panel.focus(true);
  }
}

// Returns the reminder of the word that a play needs, "" if none does.
function reminder(decision) {
  const { word, part } = decision;
  if (!word) return "";
  return part === "word" ? `Without “${word}” you may have to draw cards.` : `Remember to say “${word}”.`;
}
