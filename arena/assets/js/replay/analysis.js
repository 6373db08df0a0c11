// The analysis of a game: loads it for the side that is shown, marks the mistakes, and shows the panel, the chart of win
// chances and the judgement of each ply. An analysis is used only for the side that it was made for.

import { AnalysisPanel } from "./analysis-panel.js";
import { judge, percent, percents, summarize } from "./analysis-text.js";
import { path, steps } from "./chart.js";
import { element, write } from "./dom.js";
import { fetchAnalysis } from "./source.js";

const MISTAKE = "▼";
const POLL_INTERVAL = 2000; // ms
const TOP = 4; // of the chart of win chances
const BOTTOM = 96;

export class Analysis {
  constructor(replay, chart, lists) {
    this.replay = replay;
    this.chart = chart;
    this.panel = new AnalysisPanel(replay.parts, lists);
    // By game and side: the analysis (arena/analysis/report.py), "queued", "none", { ply } or { problem, advice }.
    this.states = new Map();
  }

  // Takes the analyses in the page's own document, and opens the panel if there are any.
  embed(analyses) {
    this.embedded = analyses.length > 0;
    for (const one of analyses) this.states.set(keyOf(null, one.seat), one);
    if (this.embedded) this.replay.tabs.openTab("analysis");
  }

  get key() {
    return keyOf(this.replay.game, this.replay.seat);
  }

  get address() {
    const { addresses, game, seat } = this.replay;
    return addresses.of("analysis") && addresses.seen("analysis", game, seat);
  }

  get offered() {
    const { film, seat } = this.replay;
    return film.over && seat !== "public" && Boolean(this.embedded || this.address);
  }

  get open() {
    return this.replay.tabs.name === "analysis";
  }

  // Returns the analysis of the side that is shown; null if it is not loaded, or has no values.
  get data() {
    const state = this.states.get(this.key);
    return state?.chances?.length && state.seat === this.replay.seat ? state : null;
  }

  // Returns the analysis if it is to be seen.
  get shown() {
    return this.open ? this.data : null;
  }

  // Returns the mark to which the keys `n` and `p` go: mistakes while the panel is open, "" for all marks.
  get mark() {
    return this.shown?.mistakes.length ? MISTAKE : "";
  }

  toggle() {
    if (this.offered) this.replay.tabs.openTab(this.open ? "events" : "analysis");
    else this.replay.notify("There is no analysis of this view.");
  }

  // Turns to the game and the side that are shown now.
  turn() {
    const { tabs } = this.replay;
    this.stop();
    tabs.offer("analysis", this.offered);
    this.markMistakes();
    if (!this.open) return;
    if (this.offered) this.load();
    else tabs.openTab("events");
  }

  stop() {
    clearTimeout(this.timer);
    this.running?.abort();
  }

  markMistakes() {
    const { film, seat } = this.replay;
    for (const ply of this.data?.mistakes ?? []) film.mark(ply, MISTAKE, "costly mistake", seat);
  }

  // Loads the analysis of the side that is shown, or requests it with the method "POST". While it is queued, asks again,
  // once with "POST": that moves the game forward if it was queued with its whole match.
  async load(method = "GET") {
    const { key, address } = this;
    this.stop();
    this.fill();
    if (this.data || !address) return;
    const moved = method === "POST" || this.states.get(key) === "queued";
    const running = (this.running = new AbortController());
    const progress = ({ done }) => {
      this.states.set(key, { ply: done });
      if (key === this.key) this.fill();
    };
    const options = { progress, signal: running.signal };
    const state = await fetchAnalysis(address, method, options).catch(({ message, advice }) => ({ problem: message, advice }));
    this.states.set(key, running.signal.aborted ? undefined : state);
    if (key !== this.key || running.signal.aborted) return;
    if (state === "queued" && this.open) this.timer = setTimeout(() => this.load(moved ? "GET" : "POST"), POLL_INTERVAL);
    if (this.data) {
      this.markMistakes();
      this.replay.relist();
    }
    this.fill();
    this.replay.show();
  }

  // Fills the panel and the chart, which do not depend on the ply.
  fill() {
    const { film, seat } = this.replay;
    const { data } = this;
    this.panel.fill({ data, state: this.states.get(this.key), film, seat, requestable: Boolean(this.address) });
    if (!data) return;
    const rows = (chances) => film.names.map((_, number) => everyPly(chances, number, film.last));
    this.percents = rows(data.chances.map(([ply, chances]) => [ply, percents(chances)]));
    this.own = film.names.map((_, number) => ownEstimates(film, this.replay.side, number));
    this.chart.name("Win chance (middle line: 50 %)", film.names);
    this.values = this.chart.names.map((name) => name.appendChild(element("span", { className: "value" })));
    this.ownValues = this.own.map((row, number) => row.at(-1) !== null && this.chart.nameOwn(number).appendChild(element("span", { className: "value" })));
    const lines = [...steps(rows(data.chances), TOP, BOTTOM), ...steps(this.own, TOP, BOTTOM, "own")];
    this.chart.draw([path(`M0 ${(TOP + BOTTOM) / 2}H${film.last}`, "grid"), ...lines], film.last, `Win chance. ${summarize(this.percents, this.own, film.names)}`);
    this.chart.lines.setAttribute("aria-valuemin", 0);
    this.chart.lines.setAttribute("aria-valuemax", film.last);
  }

  // Shows a ply.
  show(ply) {
    const { parts, film, side } = this.replay;
    const { shown } = this;
    parts.chances.hidden = parts.judged.hidden = !shown;
    film.cardText.write(parts.judgement, shown ? judge(shown, film, side, ply) : "");
    const words = shown ? this.words(ply) : "";
    write(parts.spoken, words && `Win chance: ${words}.`);
    if (!shown) return;
    this.values.forEach((value, seat) => write(value, `${this.percents[seat][ply]} %`));
    this.ownValues.forEach((value, seat) => value && write(value, this.own[seat][ply] === null ? "–" : percent(this.own[seat][ply])));
    this.chart.show(ply);
    this.chart.lines.setAttribute("aria-valuenow", ply);
    this.chart.lines.setAttribute("aria-valuetext", `ply ${ply}: ${words}`);
    this.panel.show(ply);
  }

  // Returns the win chances at a ply in words, with the deciding bot's own estimate.
  words(ply) {
    const { film, side } = this.replay;
    const chances = film.names.map((name, seat) => `${name} ${this.percents[seat][ply]} %`).join(", ");
    const own = film.at("own", side, ply);
    return own === "" ? chances : `${chances}; own estimate of ${film.names[film.at("actor", side, ply)]} ${percent(own)}`;
  }

  // Returns the cards that would have been better to play in a ply than what was played: { seat, cards }; null if there are
  // none, or if a new deal has begun.
  better(ply) {
    const decision = this.shown?.decisions.find((one) => one.ply === ply);
    if (!decision?.is_mistake || this.replay.film.startsDeal(this.replay.side, ply)) return null;
    return { seat: decision.seat, cards: decision.best.split(/[=:@ ]/)[0].match(/[0-9A-Z]{2}/g) ?? [] };
  }
}

function keyOf(game, seat) {
  return `${game}/${seat}`;
}

// Returns a seat's chance at each ply up to `last`: each lasts until the next. Before the first one it is the first one.
function everyPly(chances, seat, last) {
  const row = new Array(last + 1).fill(chances[0][1][seat]);
  for (const [ply, values] of chances) row.fill(values[seat], ply);
  return row;
}

// Returns the own estimates of the bot on a seat at each ply: each lasts until the next. Before the first one it is null.
function ownEstimates(film, side, seat) {
  let last = null;
  return Array.from({ length: film.last + 1 }, (_, ply) => {
    const own = film.at("own", side, ply);
    if (own !== "" && Number(film.at("actor", side, ply)) === seat) last = own;
    return last;
  });
}
