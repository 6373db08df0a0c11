// The panel "What if": the choices at a ply, how much another choice would have been worth, and what another bot would
// have played. A server on this machine computes it (arena/service/replay/page_server.py). Without one, the panel shows
// the commands that do. Nothing is used in another view than the one that it was computed for.

import { percent, percentagePoints, points } from "./analysis-text.js";
import { element, write } from "./dom.js";
import { EventList } from "./events.js";
import { Film } from "./film.js";
import { fetchAs, post } from "./source.js";

const DIFFERENT = "≠";

export class WhatIf {
  constructor(replay, lists) {
    this.replay = replay;
    this.parts = replay.parts;
    this.opinions = new EventList(this.parts.opinions, lists);
    this.moves = new EventList(this.parts.moves, { go: (ply) => this.step(ply), peek: () => {} });
    this.running = {}; // by kind of request: the AbortController of the last one
    this.legal = new Map(); // by game: its legal actions (arena/viewer/replay/legal_actions.py)
    for (const field of ["action", "playedBy", "boards", "askedBot"]) this.parts[field].addEventListener("change", () => this.command());
  }

  // Takes the legal actions in the page's own document.
  embed(choices) {
    if (choices) this.legal.set(null, choices);
  }

  get open() {
    return this.replay.tabs.name === "whatIf";
  }

  get offered() {
    const { addresses, film, seat, game } = this.replay;
    return film.over && seat !== "public" && Boolean(addresses.of("name") && (this.legal.has(game) || addresses.of("choices")));
  }

  // Returns the mark to which the keys `n` and `p` go: other decisions of the asked bot, if there are any; "" for all marks.
  get mark() {
    return this.open && this.opinions.rows.length ? DIFFERENT : "";
  }

  // Opens the panel, so that an action can be chosen with the keyboard.
  async toggle() {
    const { tabs } = this.replay;
    if (!this.offered) return this.replay.notify("There are no choices to change in this view.");
    if (this.open) return tabs.openTab("events");
    tabs.openTab("whatIf");
    await this.loading;
    (this.parts.choosing.hidden ? this.parts.askedBot : this.parts.action).focus();
  }

  // Turns to the game and the side that are shown now.
  turn() {
    const { replay } = this;
    replay.tabs.offer("whatIf", this.offered);
    this.at = undefined;
    for (const request of Object.values(this.running)) request.abort();
    this.forget();
    this.setContinuation(null);
    for (const part of ["branched", "asked"]) this.parts[part].replaceChildren();
    if (!this.open) return;
    if (this.offered) this.load();
    else replay.tabs.openTab("events");
  }

  // Removes what the asked bot would have played.
  forget() {
    const { film, bar } = this.replay;
    this.opinions.clear();
    if (this.marked?.unmark(DIFFERENT) && this.marked === film) bar.explain();
    this.marked = null;
  }

  load() {
    this.loading = this.fill();
  }

  // Fills the fields, as soon as the legal actions of the game are loaded.
  async fill() {
    const { replay, parts, legal } = this;
    const { addresses, game } = replay;
    const bots = addresses.of("bots").split(" ");
    const options = () => bots.map((bot) => new Option(bot, bot));
    parts.playedBy.replaceChildren(new Option("a fast policy", ""), ...(replay.seat === null ? options() : []));
    parts.askedBot.replaceChildren(...options());
    if (!legal.has(game)) {
      await replay.change(() => fetchAs(addresses.of("choices", game), "json"), (found) => legal.set(game, found));
    }
    if (game === replay.game) replay.show();
  }

  // Shows the choices at a ply. It is not the one that is previewed: then the rows would move below the pointer.
  show(ply) {
    const { game, seat, film } = this.replay;
    const { parts, at } = this;
    const legal = this.legal.get(game);
    if (this.showsTable) this.moves.show(this.replay.ply);
    if (!this.open || !legal || at === ply) return;
    this.at = ply;
    this.decision = legal.decisions.find((one) => one[0] === ply && (seat === null || one[1] === seat));
    parts.choosing.hidden = !this.decision;
    parts.noChoice.hidden = Boolean(this.decision);
    if (this.decision) {
      const [, decider, actions] = this.decision;
      write(parts.decider, `${film.names[decider]} at ply ${ply}`);
      parts.action.replaceChildren(...actions.map((number, n) => new Option(`${legal.actions[number][1]}${n ? "" : " (played)"}`, legal.actions[number][0])));
      parts.action.selectedIndex = Math.min(1, actions.length - 1);
    }
    this.command();
  }

  // Offers what the panel can ask for now.
  command() {
    const { addresses, game, seat } = this.replay;
    const { parts, at, decision } = this;
    const name = quote(addresses.of("name", game));
    const view = seat === null ? [] : ["--seat", seat + 1];
    const players = parts.playedBy.value ? ["--as", parts.playedBy.value] : [];
    const branch = ["branch", name, "--ply", at, "--action", quote(parts.action.value), ...players, "--boards", parts.boards.value, ...view];
    this.offer("branch", decision ? branch : []);
    this.offer("ask", ["ask", name, "--as", parts.askedBot.value, ...view]);
    const log = addresses.of("log", game);
    parts.needsLog.hidden = !log || Boolean(addresses.of("branch"));
    if (log) parts.needsLog.querySelector("a").href = log;
  }

  // Shows the button that sends a request; without a server, the command that does the same, if there is one.
  offer(kind, words) {
    const served = Boolean(this.replay.addresses.of(kind));
    const command = this.parts[`${kind}Command`];
    this.parts[`${kind}Button`].hidden = !served;
    command.parentNode.hidden = served || !words.length;
    write(command, `arena replay ${words.join(" ")}`);
  }

  // Plays on with the chosen action, and shows what it is worth.
  async branch() {
    const { parts, at, decision } = this;
    const { film } = this.replay;
    const { value: bot } = parts.playedBy;
    const { text } = parts.action.selectedOptions[0];
    const boards = Number(parts.boards.value);
    const request = { ply: at, action: parts.action.value, bot, boards };
    const progress = ({ done }) => {
      Object.assign(parts.progress, { max: boards, value: done });
      write(parts.progressText, `${done} of ${boards}`);
    };
    progress({ done: 0 });
    parts.branching.hidden = false;
    const then = (found) => {
      const sentences = branchSentences(found, film.names[decision[1]], text, at, bot);
      parts.branched.replaceChildren(...sentences.map((sentence) => paragraph(film, sentence)));
      this.setContinuation(new Film(found.film), at);
    };
    await this.send("branch", request, parts.branched, parts.branchButton, then, progress);
    if (parts.branching.contains(document.activeElement)) parts.branchButton.focus();
    parts.branching.hidden = true;
  }

  // Lists the plies of a continuation from `first` on; null for none.
  setContinuation(film, first) {
    const { parts, moves } = this;
    this.hideTable();
    this.continuation = film;
    parts.continued.hidden = !film;
    moves.clear();
    if (!film) return;
    moves.take(film);
    const plies = Array.from({ length: film.last + 1 - first }, (_, n) => first + n);
    moves.add(plies.map((ply) => ({ ply, text: film.brief(0, ply), marks: [...film.at("marks", 0, ply)] })));
  }

  get showsTable() {
    return Boolean(this.continuation) && this.replay.comparison.tables.some(({ film }) => film === this.continuation);
  }

  // Shows the game and the continuation side by side, or the game alone again.
  toggleTable() {
    const { replay, continuation } = this;
    if (this.showsTable) return this.hideTable();
    replay.comparison.open([{ film: replay.film, title: "As played" }, { film: continuation, title: "What if" }]);
    replay.comparisonChanged();
  }

  hideTable() {
    if (!this.showsTable) return;
    this.replay.comparison.close();
    this.replay.comparisonChanged();
  }

  // Goes to a ply of the continuation.
  step(ply) {
    if (!this.showsTable) this.toggleTable();
    this.replay.go(ply);
  }

  // Asks a bot what it would have played, and marks where it would have decided otherwise.
  ask() {
    const { parts, replay } = this;
    const { film, seat } = replay;
    this.forget();
    const count = element("span", { ariaHidden: "true" }); // a screen reader would read every change
    const progress = ({ done }) => {
      if (!count.parentNode) parts.asked.lastChild?.append(" ", count);
      write(count, `${done} answered`);
    };
    const show = ({ bot, decisions, different, faults }) => {
      this.marked = film;
      for (const [ply] of different) film.mark(ply, DIFFERENT, `${bot} would play otherwise`, seat);
      this.opinions.take(film);
      this.opinions.add(different.map(([ply, decider, words]) => ({ ply, text: `${film.names[decider]}: ${bot} ${words}`, marks: [] })));
      const agreed = `${bot} would have played the same in ${decisions - different.length} of ${decisions} decisions${different.length ? ". Otherwise:" : "."}`;
      parts.asked.replaceChildren(...[...faults, agreed].map((sentence) => paragraph(film, sentence)));
      replay.relist();
      replay.show();
    };
    return this.send("ask", { bot: parts.askedBot.value }, parts.asked, parts.askButton, show, progress);
  }

  // Stops playing on.
  cancel() {
    this.running.branch?.abort();
  }

  // Sends a request of the view that is shown, unless one is running. Calls `then` with the answer if that view is still shown,
  // and `progress` with what is known before.
  async send(kind, request, status, button, then, progress) {
    const { replay } = this;
    const { film, seat, game } = replay;
    if (button.disabled) return;
    const running = new AbortController();
    this.running[kind] = running;
    button.disabled = true;
    status.replaceChildren(element("p", {}, "Computing …"));
    const options = { progress, signal: running.signal };
    const found = await post(replay.addresses.of(kind, game), { ...request, seat }, options).catch(({ message }) => ({ problem: message }));
    button.disabled = false;
    if (film !== replay.film || seat !== replay.seat) return;
    if (running.signal.aborted) status.replaceChildren(element("p", {}, "Cancelled."));
    else if (found.problem) status.replaceChildren(element("p", { role: "alert" }, found.problem));
    else then(found);
  }
}

function paragraph({ cardText }, sentence) {
  const made = element("p");
  cardText.write(made, sentence);
  return made;
}

function branchSentences({ played, other, difference, boards, calibration_error: error }, name, text, ply, bot) {
  const by = bot ? `${bot} on every seat` : "a fast policy";
  const trust = bot
    ? "The chances hold for these bots."
    : error === null
      ? "The fast policy is not calibrated for these rules."
      : `The fast policy’s chances differ from those of strong bots by ${percentagePoints(error)} on average.`;
  return [
    `Ply ${ply}: ${name} ${text}.`,
    `Win chance after the played action ${percent(played[0])}, after this one ${percent(other[0])} (± ${points(2 * other[1])}). Difference: ${signedPoints(difference[0])} ± ${points(2 * difference[1])} percentage points.`,
    `${boards} continuations by ${by}; ± is two standard errors. ${trust}`,
  ];
}

function signedPoints(share) {
  const whole = points(share);
  return whole > 0 ? `+${whole}` : `${whole}`.replace("-", "−");
}

// Returns a text as one word of a shell command.
function quote(text) {
  return /^[\w./:@+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
