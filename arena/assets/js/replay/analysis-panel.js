// The panel of an analysis: the choices at the ply, the costly mistakes, accuracy and luck of each seat; without an analysis,
// a button to request one.

import { luckInSum, percent, points, sureness } from "./analysis-text.js";
import { element } from "./dom.js";
import { EventList } from "./events.js";

export class AnalysisPanel {
  constructor({ request, report, choices, mistakes, flawless, players, sureness }, lists) {
    Object.assign(this, { request, report, choices, flawless, players, sureness });
    this.mistakes = new EventList(mistakes, lists);
  }

  // Shows an analysis, or if `data` is null why there is none. `state`: undefined while it is being loaded, "queued", "none",
  // { ply } while it is being computed, { problem, advice }, or an analysis without values. `requestable`: it can be requested
  // from the server, again unless there is advice what else to do.
  fill({ data, state, film, seat, requestable }) {
    this.request.hidden = Boolean(data);
    this.report.hidden = !data;
    this.mistakes.clear();
    if (!data) return this.request.replaceChildren(...requested(state, requestable, seat, film));
    Object.assign(this, { data, film });
    this.mistakes.take(film);
    const decisions = data.decisions.filter(({ ply }) => data.mistakes.includes(ply));
    this.mistakes.add(decisions.map((one) => ({ ply: one.ply, text: mistakeText(one, data.texts, film), marks: [] })));
    this.flawless.hidden = decisions.length > 0;
    this.players.replaceChildren(playerTable(data, film.names));
    this.sureness.replaceChildren(...sureness(data).map((sentence) => element("p", {}, sentence)));
  }

  // Shows the choices at a ply, best first.
  show(ply) {
    const decision = this.data.decisions.find((one) => one.ply === ply);
    this.choices.replaceChildren(...(decision ? [choiceTable(decision, this.data.texts, this.film)] : []));
    this.mistakes.show(ply);
  }
}

function requested(state, requestable, seat, { names, last }) {
  if (state?.chances) return [element("p", {}, "This player had nothing to decide.")];
  if (!requestable) return [element("p", {}, "This file has no analysis of this view.")];
  if (state === undefined) return [element("p", {}, "Loading …")];
  if (state.ply !== undefined) return [element("p", {}, `The game is being analysed: ply ${state.ply} of ${last} …`)];
  if (state === "queued") return [element("p", { role: "status" }, "The game is being analysed …")];
  if (state.advice) return [element("p", { role: "alert" }, `${state.problem} ${state.advice}`)];
  const button = element("button", { type: "button", className: "copy inline" }, "Analyse this game");
  button.dataset.do = "analyse";
  const view = seat === null ? "with all hands open" : `from what ${names[seat]} knew`;
  const about = `Win chances at every ply, costly mistakes and luck, ${view}.`;
  return [state.problem ? element("p", { role: "alert" }, state.problem) : element("p", {}, about), button];
}

function mistakeText({ seat, played, best, cost }, texts, { names }) {
  return `${names[seat]} ${texts[played]}. Better: ${texts[best]} (−${points(cost)})`;
}

function choiceTable({ seat, played, best, chances }, texts, { names, cardText }) {
  const rows = chances.map(([action, chance]) => {
    const words = element("span");
    cardText.write(words, texts[action]);
    const cell = element("td", { className: action === best ? "best" : "" }, words, ...(action === played ? [" ", element("small", {}, "played")] : []));
    return element("tr", {}, cell, element("td", {}, percent(chance)));
  });
  return table([`Choices of ${names[seat]}`, "Win chance"], rows);
}

function playerTable({ accuracy, luck, luck_in_sum }, names) {
  const rows = names.map((name, seat) => {
    const cells = [accuracy[seat] === null ? "–" : percent(accuracy[seat] / 100), ...(luck.length ? [luckInSum(luck_in_sum[seat])] : [])];
    return element("tr", {}, element("th", { scope: "row" }, element("bdi", {}, name)), ...cells.map((cell) => element("td", {}, cell)));
  });
  return table(["Player", "Accuracy", ...(luck.length ? ["Luck, percentage points"] : [])], rows);
}

function table(heads, rows) {
  const head = element("tr", {}, ...heads.map((text) => element("th", { scope: "col" }, text)));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
}
