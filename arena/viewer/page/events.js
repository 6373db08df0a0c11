// The list of what happened: click goes to a ply, hovering peeks at it, the arrow keys walk along.

import { element, write } from "./dom.js";

export class EventList {
  // `rows`: { ply, text, marks }; `go` and `peek` are called with a ply, `peek` with null when it is over.
  constructor(root, meanings, { go, peek }) {
    this.root = root;
    this.meanings = meanings;
    this.go = go;
    this.current = null;
    root.addEventListener("click", (event) => this.asked(event, go));
    root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.asked(event, peek));
    root.addEventListener("pointerleave", () => peek(null));
    root.addEventListener("keydown", (event) => this.walk(event));
  }

  asked(event, then) {
    const button = event.target.closest("button");
    if (button) then(Number(button.dataset.ply));
  }

  fill(rows) {
    this.rows = rows.map((row) => row.ply);
    this.root.replaceChildren(...rows.map((row) => this.row(row)));
    this.current = null;
  }

  row({ ply, text, marks }) {
    const signs = marks.map((mark) => element("abbr", { className: "mark", title: this.meanings[mark] }, mark));
    for (const sign of signs) sign.dataset.mark = sign.textContent;
    const button = element(
      "button",
      { type: "button", tabIndex: -1 },
      element("span", { className: "number" }, String(ply)),
      element("span", { className: "text" }, text),
      ...signs,
    );
    button.dataset.ply = ply;
    return element("li", {}, button);
  }

  // Marks the last row at or before a ply.
  show(ply) {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle] <= ply) low = middle + 1;
      else high = middle;
    }
    this.select(low - 1, this.rows[low - 1] === ply);
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
    reveal(button.parentNode, this.root.parentNode);
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

// Scrolls a panel, and nothing around it, so that a row is in it.
function reveal(row, panel) {
  const top = row.offsetTop;
  if (top < panel.scrollTop + 40) panel.scrollTop = top - 40;
  else if (top + row.offsetHeight > panel.scrollTop + panel.clientHeight - 40) {
    panel.scrollTop = top + row.offsetHeight - panel.clientHeight + 40;
  }
}
