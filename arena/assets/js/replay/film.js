// A film: a recorded game, decoded from JSON (arena/viewer/replay/film_json.py). It returns the table after any ply,
// as any side saw it.

import { CardText } from "./card-text.js";
import { signed } from "./dom.js";

const PER_SEAT = ["hand", "cards", "said", "inside", "keepsPlace", "out", "gone", "total", "place", "used"];
const MOMENTS = ["text", "brief", "scores", "marks", "actor", "note", "own", "moves"];

export class Film {
  // `sides`: all sides that the server has, if the document holds only some of them.
  constructor(data, sides) {
    if (data.format !== "maumau-film-2") throw new Error(`not a film this page can show: ${data.format}`);
    this.title = data.title;
    this.ruleset = data.ruleset;
    this.pack = data.style;
    this.board = data.board;
    this.rotation = data.rotation;
    this.keepsScore = data.keepsScore;
    this.unit = data.unit;
    this.names = data.names;
    this.marks = data.marks;
    this.suits = data.suits;
    this.ranks = data.ranks;
    this.cardText = new CardText(this.pack, this.suits, this.ranks);
    this.over = data.over;
    this.last = data.plies - 1;
    this.sides = sides ?? data.sides.map((side) => side.seat);
    this.columns = [];
    this.addedMarks = []; // marks from `mark`, which are not in the document
    this.add(data);
  }

  // Adds the sides that another document of the same game holds.
  add(data) {
    let base;
    for (const side of data.sides) {
      const columns = expand(side, data.plies, base);
      base ??= columns;
      if (!this.sides.includes(side.seat)) this.sides = [...this.sides, side.seat];
      this.columns[this.sides.indexOf(side.seat)] = columns;
    }
    for (const one of this.addedMarks) this.addMark(one);
  }

  // True if a side is loaded. `side` is an index of `sides`, here and below.
  has(side) {
    return Boolean(this.columns[side]);
  }

  // Appends the new plies of a running game, which has only one side. Returns false if plies before them are missing.
  append(piece) {
    const end = piece.first + piece.plies;
    if (end <= this.last + 1) return true; // all these plies are known
    if (piece.first !== this.last + 1) return false;
    for (const columns of this.columns.filter(Boolean)) {
      for (const [name, values] of Object.entries(columns)) grow(name, values, piece);
    }
    this.last = end - 1;
    this.over = piece.over;
    return true;
  }

  // Adds a mark to a ply of the side `seat`, or of every side without it, including sides loaded later.
  mark(ply, mark, meaning, seat) {
    this.marks[mark] = meaning;
    this.addedMarks.push({ ply, mark, seat });
    this.addMark({ ply, mark, seat });
  }

  // Removes a mark that `mark` added. Returns whether there was one.
  unmark(mark) {
    const count = this.addedMarks.length;
    this.addedMarks = this.addedMarks.filter((one) => one.mark !== mark);
    delete this.marks[mark];
    this.columns.forEach((columns) => (columns.marks = columns.marks.map((marks) => marks.replace(mark, ""))));
    return this.addedMarks.length < count;
  }

  addMark({ ply, mark, seat }) {
    this.columns.forEach(({ marks }, side) => {
      const meant = seat === undefined || seat === this.sides[side];
      if (meant && !marks[ply].includes(mark)) marks[ply] += mark;
    });
  }

  // Returns the table after a ply, as a side saw it.
  frame(side, ply) {
    const at = (name) => this.columns[side][name][ply];
    return {
      ply,
      text: at("text"),
      brief: this.brief(side, ply),
      scores: this.scores(side, ply),
      marks: [...at("marks")],
      actor: at("actor") === "" ? null : Number(at("actor")),
      turn: at("turn"),
      question: at("question"),
      top: at("top"),
      recent: cards(at("recent")),
      beneath: cards(at("beneath")).map((card) => (card === "--" ? null : card)),
      suit: at("suit"),
      named: at("named"),
      debt: at("debt"),
      misses: at("misses"),
      forwards: at("forwards"),
      stock: at("stock"),
      pile: at("pile"),
      deal: at("deal"),
      dealer: at("dealer"),
      met: at("met"),
      cut: cards(at("cut")),
      note: at("note"),
      own: at("own") === "" ? null : at("own"),
      laid: this.laid(side, ply),
      drawn: this.drawn(side, ply),
      seats: this.names.map((name, seat) => this.seat(name, (column) => at(`${column}${seat}`))),
    };
  }

  seat(name, at) {
    const values = Object.fromEntries(PER_SEAT.map((column) => [column, at(column)]));
    return { name, ...values, hand: values.hand === null ? null : cards(values.hand) };
  }

  // Returns the name of a card in words, like "8 of spades".
  cardName(card) {
    const rank = this.ranks[card[0]] ?? card[0];
    return card[0] === "X" ? rank : `${rank} of ${this.suits[card[1]]}`;
  }

  // Returns a player's total with its unit, like "12 points".
  totalText(total) {
    return `${signed(total)} ${this.unit[total === 1 ? 0 : 1]}`;
  }

  // Returns the value of one column at a ply.
  at(name, side, ply) {
    return this.columns[side][name][ply];
  }

  // Returns the moves of a ply: source and target ("s", "p" or a seat), and the card, empty if hidden.
  moves(side, ply) {
    const words = this.columns[side].moves[ply];
    return words ? words.split(" ").map((word) => ({ from: word[0], to: word[1], card: word.slice(2) })) : [];
  }

  // Returns how many of the top cards of the discard pile were laid in a ply.
  laid(side, ply) {
    return this.startsDeal(side, ply) ? 0 : this.moves(side, ply).filter(({ from, to }) => from !== "s" && to === "p").length;
  }

  // Returns the cards drawn in a ply by seat, such as { 1: ["7H", ""] }; a hidden card is empty.
  drawn(side, ply) {
    const drawn = {};
    if (this.startsDeal(side, ply)) return drawn;
    for (const { from, to, card } of this.moves(side, ply)) if (from === "s" && to !== "p") (drawn[to] ??= []).push(card);
    return drawn;
  }

  startsDeal(side, ply) {
    const { deal, met } = this.columns[side];
    return ply === 0 || deal[ply] !== deal[ply - 1] || met[ply - 1] !== null;
  }

  // Returns the sentence about a ply, without the scores of a deal that ended: `scores` has them.
  brief(side, ply) {
    return this.at("brief", side, ply) || this.at("text", side, ply);
  }

  // Returns what each seat scored in the deal that ended at a ply: a number, null for none; empty if no deal ended.
  scores(side, ply) {
    const scores = this.at("scores", side, ply);
    return scores ? scores.split(" ").map((score) => (score === "" ? null : Number(score))) : [];
  }

  // Returns the first ply of each deal.
  deals(side) {
    const { deal } = this.columns[side];
    return deal.flatMap((number, ply) => (ply === 0 || number !== deal[ply - 1] ? [ply] : []));
  }

  // Returns the next ply after `ply` (step 1) or before it (step -1) that has this mark, or any mark if `mark` is "";
  // `ply` itself if there is none.
  nextMark(side, ply, step, mark) {
    for (let at = ply + step; at >= 0 && at <= this.last; at += step) {
      const marks = this.columns[side].marks[at];
      if (marks && marks.includes(mark)) return at;
    }
    return ply;
  }

  // Returns the ply at which the turn of the current player comes next (step 1), or came before (step -1).
  nextRound(side, ply, step) {
    const turns = this.columns[side].turn;
    let at = ply + step;
    while (at > 0 && at < this.last && turns[at] === turns[ply]) at += step;
    while (at > 0 && at < this.last && turns[at] !== turns[ply]) at += step;
    return Math.max(0, Math.min(this.last, at));
  }
}

function expand(side, plies, base) {
  const columns = { ...base };
  for (const [name, changes] of Object.entries(side.held)) columns[name] = held(changes, plies);
  for (const name of MOMENTS) columns[name] = moments(side.moments[name] ?? [], plies, base?.[name]);
  return columns;
}

function held(changes, plies) {
  const values = new Array(plies);
  for (let at = 0; at < changes.length; at += 2) {
    values.fill(changes[at + 1], changes[at], changes[at + 2] ?? plies);
  }
  return values;
}

function moments(changes, plies, base) {
  const values = base ? base.slice() : new Array(plies).fill("");
  for (let at = 0; at < changes.length; at += 2) values[changes[at]] = changes[at + 1];
  return values;
}

// Extends a column by the plies of a piece (some consecutive plies of a running game).
function grow(name, values, piece) {
  const ofMoment = MOMENTS.includes(name);
  const changes = (ofMoment ? piece.moments : piece.held)[name] ?? [];
  for (let ply = piece.first, at = 0; ply < piece.first + piece.plies; ply++) {
    const changed = changes[at] === ply;
    values.push(changed ? changes[at + 1] : ofMoment ? "" : values[ply - 1]);
    if (changed) at += 2;
  }
}

// Splits the text of several cards, "7HTC", into cards.
function cards(text) {
  return text.match(/../g) ?? [];
}
