// The list of plies: a click on a row goes to its ply, hovering previews it, arrow keys move along the list.

import { element, write } from "./dom.js";

const REVEAL_FRAMES = 5;
const BATCH_SIZE = 200; // rows that are built at once; a long game has several batches

export class EventList {
  // `go(ply)` is called to go to a ply, `peek(ply)` to preview one, `peek(null)` to end a preview.
  constructor(root, { go, peek }) {
    this.root = root;
    this.go = go;
    this.pending = null;
    this.clear();
    root.addEventListener("click", (event) => this.forward(event, go));
    root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.forward(event, peek));
    root.addEventListener("pointerleave", () => peek(null));
    root.addEventListener("keydown", (event) => this.walk(event));
  }

  forward(event, then) {
    const button = event.target.closest("button");
    if (button) then(Number(button.dataset.ply));
  }

  // Switches to the marks and card names of another film.
  take({ marks, cardText }) {
    this.meanings = marks;
    this.cardText = cardText;
  }

  clear() {
    clearTimeout(this.timer);
    this.rows = [];
    this.waiting = [];
    this.root.replaceChildren();
    this.current = null;
  }

  // Adds rows at the end of the list, each { ply, text, marks, table }. `table`: an element to show below, if any.
  add(rows) {
    this.rows.push(...rows.map((row) => row.ply));
    const others = this.waiting.length > 0;
    this.waiting.push(...rows);
    if (!others) this.build();
  }

  build() {
    this.root.append(...this.waiting.splice(0, BATCH_SIZE).map((row) => this.row(row)));
    if (this.waiting.length) this.timer = setTimeout(() => this.build());
    if (this.pending !== null) this.show(this.pending);
  }

  row({ ply, text, marks, table }) {
    const signs = marks.map((mark) => element("abbr", { className: "mark", title: this.meanings[mark], role: "img", ariaLabel: this.meanings[mark] }, mark));
    for (const sign of signs) sign.dataset.mark = sign.textContent;
    const number = element("span", { className: "number" }, String(ply));
    const sentence = element("span", { className: "text" });
    this.cardText.write(sentence, text);
    const button = element("button", { type: "button", tabIndex: -1 }, number, sentence, ...signs);
    button.dataset.ply = ply;
    return element("li", {}, button, ...(table ? [element("div", { className: "wide" }, table)] : []));
  }

  // Highlights the row of a ply, or else the last row before it, as soon as that row is built.
  show(ply) {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle] <= ply) low = middle + 1;
      else high = middle;
    }
    this.pending = low > this.root.children.length ? ply : null;
    if (this.pending === null) this.select(low - 1, this.rows[low - 1] === ply);
  }

  select(row, exactly) {
    const button = this.root.children[Math.max(row, 0)]?.firstChild;
    if (this.current && this.current !== button) {
      this.current.removeAttribute("aria-current");
      this.current.tabIndex = -1;
    }
    this.current = button;
    if (!button) return;
    button.tabIndex = 0;
    if (exactly) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    // Scroll again in later frames: rows that came into view can be higher than the browser had estimated.
    const show = (frames) => requestAnimationFrame(() => {
      if (this.current !== button) return;
      reveal(button.parentNode, this.root.parentNode);
      if (frames > 1) show(frames - 1);
    });
    show(REVEAL_FRAMES);
  }

  walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = event.target.closest("li");
    const next = step > 0 ? row?.nextSibling : row?.previousSibling;
    if (!step || !next) return;
    event.preventDefault();
    this.go(Number(next.firstChild.dataset.ply));
    next.firstChild.focus({ preventScroll: true });
  }
}

// Scrolls the panel, but not the page, so that a row is visible.
function reveal(row, panel) {
  const top = row.offsetTop;
  if (top < panel.scrollTop + 40) panel.scrollTop = top - 40;
  else if (top + row.offsetHeight > panel.scrollTop + panel.clientHeight - 40) {
    panel.scrollTop = top + row.offsetHeight - panel.clientHeight + 40;
  }
}
