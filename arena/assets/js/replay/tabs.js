// A row of tabs with a panel for each. One panel is open; arrow keys switch tabs while a tab has the focus.

export class Tabs {
  constructor(root, opened) {
    this.tabs = [...root.querySelectorAll("[role=tab]")];
    this.panels = [...root.querySelectorAll("[role=tabpanel]")];
    this.opened = opened;
    const prefix = `maumau-${Math.random().toString(36).slice(2, 8)}`;
    this.tabs.forEach((tab, n) => {
      tab.id = `${prefix}-tab-${n}`;
      this.panels[n].id = `${prefix}-panel-${n}`;
      tab.setAttribute("aria-controls", this.panels[n].id);
      this.panels[n].setAttribute("aria-labelledby", tab.id);
      tab.addEventListener("click", () => this.open(n));
      tab.addEventListener("keydown", (event) => this.walk(event, n));
    });
    this.open(0);
  }

  // Shows the tab with this name if `offered`, else hides it.
  offer(name, offered) {
    this.tabs[this.indexOf(name)].hidden = !offered;
  }

  openTab(name) {
    this.open(this.indexOf(name));
  }

  indexOf(name) {
    return this.tabs.findIndex((tab) => tab.dataset.tab === name);
  }

  get name() {
    return this.tabs[this.at].dataset.tab;
  }

  open(at) {
    this.at = at;
    this.tabs.forEach((tab, n) => {
      tab.setAttribute("aria-selected", String(n === at));
      tab.tabIndex = n === at ? 0 : -1;
      this.panels[n].hidden = n !== at;
    });
    this.opened(this.name);
  }

  walk(event, at) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const count = this.tabs.length;
    let next = at;
    do next = (next + step + count) % count;
    while (this.tabs[next].hidden);
    this.open(next);
    this.tabs[next].focus();
  }
}
