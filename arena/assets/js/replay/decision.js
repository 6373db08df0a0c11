// A decision in parts: the choices of a question (arena/service/people), and what the person has chosen so far. It knows no
// rules of the game. Choices of the same card are one for the person: the parts that follow tell them apart.

export class Decision {
  constructor(question, hand) {
    this.question = question;
    this.steps = []; // the chosen parts, each { part, value }
    this.laid = []; // indexes in `hand`: the card to play and the further cards on it, the last one on top
    this.hand = hand;
    const groups = new Map(question.choices.map((choice) => [groupOf(choice), choice]).reverse());
    this.groups = [...groups.values()].reverse(); // the first choice of each group
  }

  // Returns the choices that are still possible.
  get possible() {
    const { choices } = this.question;
    const group = this.valueOf("choice") ?? (this.isClear ? this.groups[0] : null);
    return this.steps.reduce(
      (left, { part, value }) => left.filter((choice) => part === "choice" || allows(choice, part, value)),
      group ? choices.filter((choice) => groupOf(choice) === groupOf(group)) : choices,
    );
  }

  // True if there is only one choice, without a card, that has parts: then the first part is asked at once.
  get isClear() {
    const [first, ...others] = this.groups;
    return !others.length && !first.card && ["suits", "targets", "words"].some((name) => first[name]?.length > 1);
  }

  // Returns the part to choose next: "choice", "more", "claim", "suit", "target" or "word"; null if all are chosen.
  get part() {
    if (this.valueOf("choice") === undefined && !this.isClear) return "choice";
    const { possible } = this;
    const canLay = ({ most, least, further }) => most && (possible.length > 1 || most > least || further.length > 1);
    if (this.valueOf("more") === undefined && possible.some(canLay)) return "more";
    const differ = new Set(possible.map((choice) => `${!choice.suits} ${!choice.targets}`)).size > 1;
    const wordDecides = differ && possible.some(({ words }) => words); // whether a suit or a target is chosen
    const order = wordDecides ? ["claim", "word", "suit", "target"] : ["claim", "suit", "target", "word"];
    return order.find((part) => this.valueOf(part) === undefined && this.values(part).length > 1) ?? null;
  }

  // Returns the values that a part may take. A choice without the part has the value null.
  values(part) {
    return [...new Set(this.possible.flatMap((choice) => valuesOf(choice, part)))];
  }

  // Returns the chosen value of a part; undefined if none was chosen.
  valueOf(part) {
    return this.steps.find((step) => step.part === part)?.value;
  }

  // Returns the choice that plays a card, or undefined.
  playOf(card) {
    return this.groups.find((choice) => choice.card === card);
  }

  // Returns the further cards that are to be laid.
  get further() {
    return this.laid.slice(1).map((index) => this.hand[index]);
  }

  choose(part, value) {
    this.steps.push({ part, value });
  }

  // Takes back the last further card, or else the last part. Returns false if nothing has been chosen.
  undo() {
    if (this.part === "more" && this.laid.length > 1) return Boolean(this.laid.splice(-1));
    const step = this.steps.pop();
    if (step?.part === "choice") this.laid = [];
    return Boolean(step);
  }

  // True if these further cards may be laid. `partly`: true if they may be laid with others.
  mayLay(cards, partly = false) {
    return this.possible.some((choice) => allows(choice, "more", cards, partly));
  }

  // Returns the word to say with a play, "" if none is needed.
  get word() {
    return this.possible.flatMap(({ words = [] }) => words).find(([, text]) => text)?.[1] ?? "";
  }

  // Returns the text of a word.
  textOf(word) {
    return this.possible.flatMap(({ words = [] }) => words).find(([number]) => number === word)?.[1] ?? "";
  }

  // Returns the answer to send.
  get answer() {
    const parts = this.steps.filter(({ part, value }) => part !== "choice" && value !== null);
    const { ply, choices } = this.question;
    return { ply, choice: choices.indexOf(this.possible[0]), ...Object.fromEntries(parts.map(({ part, value }) => [part, value])) };
  }
}

function groupOf({ kind, card }) {
  return `${kind} ${card ?? ""}`;
}

function valuesOf(choice, part) {
  const values = choice[`${part}s`];
  if (!values) return [null];
  return part === "word" ? values.map(([number]) => number) : values;
}

function allows(choice, part, value, partly = false) {
  if (part !== "more") return valuesOf(choice, part).includes(value);
  const { further = [], least = 0, most = 0 } = choice;
  const left = [...further];
  const there = value.every((card) => left.includes(card) && left.splice(left.indexOf(card), 1));
  return there && value.length <= most && (partly || value.length >= least);
}
