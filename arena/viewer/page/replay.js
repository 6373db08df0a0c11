// <maumau-replay>: plays a film that Python made. It knows no rules; every view is a function of the ply.
// The film is JSON in a script inside it, or given as the property `data`.

import { Bar, SPEEDS } from "./bar.js";
import { write } from "./dom.js";
import { EventList } from "./events.js";
import { Film } from "./film.js";
import { commandOf } from "./keys.js";
import { copy, linkTo, readLink, showLink } from "./link.js";
import { Table } from "./table.js";
import { Tabs } from "./tabs.js";

const PLY_TIME = 900; // ms at speed 1
const STEP_TIME = 450; // ms that a step by hand may take
const INSTANT = 400; // frames of the screen for a whole game
const ANNOUNCED = 2; // speed up to which every ply is announced, above it marked ones

class MaumauReplay extends HTMLElement {
  connectedCallback() {
    if (this.film) return;
    const script = this.querySelector("script[type='application/json']");
    if (script) this.data = JSON.parse(script.textContent);
  }

  disconnectedCallback() {
    this.pause();
    this.listening?.abort();
  }

  set data(data) {
    this.film = new Film(data);
    this.ply = 0;
    this.side = 0;
    this.peeked = null;
    this.speed = "1";
    this.stopClock = null;
    this.build();
    this.follow(readLink(location.hash));
    this.fill();
    this.show();
  }

  get playing() {
    return this.stopClock !== null;
  }

  // The seat at the bottom of the table: whose view it is, else the last whose view it was.
  get bottom() {
    return this.film.sides[this.side] ?? this.lastSeat ?? 0;
  }

  build() {
    this.replaceChildren(document.getElementById("maumau-replay").content.cloneNode(true));
    const parts = Object.fromEntries([...this.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
    this.parts = parts;
    const { film } = this;
    const go = (ply) => this.go(ply);
    write(parts.title, film.title);
    this.table = new Table(parts, film, () => this.show());
    this.bar = new Bar(parts, film, { go, speed: (speed) => this.setSpeed(speed), side: (side) => this.setSide(side) });
    this.events = new EventList(parts.events, film.marks, { go, peek: (ply) => this.peek(ply) });
    this.notes = new EventList(parts.notes, film.marks, { go, peek: (ply) => this.peek(ply) });
    this.tabs = new Tabs(this, () => this.bar && this.events.rows && this.show());
    this.listen();
  }

  listen() {
    this.listening = new AbortController();
    const { signal } = this.listening;
    this.addEventListener("click", (event) => {
      const button = event.target.closest("[data-do]");
      if (button) this.obey(button.dataset.do);
    }, { signal });
    document.addEventListener("keydown", (event) => this.press(event), { signal });
    addEventListener("hashchange", () => {
      const link = readLink(location.hash);
      if (link) {
        this.follow(link);
        this.fill();
        this.show();
      }
    }, { signal });
  }

  press(event) {
    const mine = this.contains(event.target) || event.target === document.body;
    const command = mine && commandOf(event);
    if (!command) return;
    event.preventDefault();
    this.obey(...command);
  }

  obey(command, argument) {
    const { film, ply, side } = this;
    const commands = {
      first: () => this.go(0),
      back: () => this.go(ply - 1),
      next: () => this.go(ply + 1),
      last: () => this.go(film.last),
      roundBack: () => this.go(film.round(side, ply, -1)),
      roundNext: () => this.go(film.round(side, ply, 1)),
      markBack: () => this.go(film.marked(side, ply, -1)),
      markNext: () => this.go(film.marked(side, ply, 1)),
      toggle: () => (this.playing ? this.pause() : this.play()),
      faster: () => this.setSpeed(SPEEDS[Math.min(SPEEDS.indexOf(this.speed) + 1, SPEEDS.length - 1)]),
      slower: () => this.setSpeed(SPEEDS[Math.max(SPEEDS.indexOf(this.speed) - 1, 0)]),
      view: () => this.setSide(film.sides.indexOf(argument < 0 ? null : argument)),
      hide: () => this.setSide(film.sides.indexOf(film.sides[side] === null ? this.bottom : null)),
      goTo: () => this.parts.goto.select(),
      release: () => this.peek(null),
      help: () => this.parts.help.showModal(),
      copyLink: () => this.copyOut(new URL(this.link, location.href).href, "Link copied"),
      copyState: () => this.copyOut(this.parts.state.textContent, "State copied"),
    };
    commands[command]();
  }

  get link() {
    return linkTo(this.ply, this.film.sides.length > 1 ? this.film.sides[this.side] : null);
  }

  // Takes over what a link says, as far as this film has it.
  follow(link) {
    if (!link) return;
    this.pause();
    this.ply = Math.min(link.ply, this.film.last);
    const side = this.film.sides.indexOf(link.seat);
    if (side >= 0) this.chooseSide(side);
  }

  // Goes to a ply and stays there; one ply on or back lets its cards move.
  go(ply) {
    this.pause();
    this.step(ply, STEP_TIME);
    showLink(this.link);
  }

  step(ply, time) {
    const to = Math.max(0, Math.min(this.film.last, ply));
    const step = this.peeked === null && Math.abs(to - this.ply) === 1 ? to - this.ply : 0;
    const moves = step ? this.film.moves(this.side, Math.max(to, this.ply)) : [];
    this.peeked = null;
    this.ply = to;
    this.show({ step, moves, time });
  }

  peek(ply) {
    if (this.playing || this.peeked === ply) return;
    this.peeked = ply === this.ply ? null : ply;
    this.show();
  }

  play() {
    this.peeked = null;
    if (this.ply === this.film.last) this.ply = 0;
    this.stopClock = () => {};
    this.tick();
  }

  pause() {
    if (!this.playing) return;
    this.stopClock();
    this.stopClock = null;
    showLink(this.link);
    this.show();
  }

  tick() {
    const instant = this.speed === "instant";
    const time = instant ? 0 : PLY_TIME / Number(this.speed);
    this.step(this.ply + (instant ? Math.ceil(this.film.last / INSTANT) : 1), time);
    if (this.ply === this.film.last) this.pause();
    else this.stopClock = after(time, () => this.tick());
  }

  setSpeed(speed) {
    this.speed = speed;
    this.show();
  }

  setSide(side) {
    if (side < 0 || side >= this.film.sides.length) return;
    this.chooseSide(side);
    this.fill();
    this.show();
    if (!this.playing) showLink(this.link);
  }

  chooseSide(side) {
    this.side = side;
    this.lastSeat = this.film.sides[side] ?? this.lastSeat;
  }

  async copyOut(text, done) {
    const { toast } = this.parts;
    write(toast, (await copy(text)) ? done : text);
    toast.hidden = false;
    setTimeout(() => (toast.hidden = true), 2500);
  }

  // The lists, which are the same at every ply.
  fill() {
    const { film, side } = this;
    const plies = Array.from({ length: film.last + 1 }, (_, ply) => ply);
    const told = (ply) => film.at("text", side, ply);
    this.events.fill(plies.map((ply) => ({ ply, text: told(ply), marks: [...film.at("marks", side, ply)] })));
    const noted = plies.filter((ply) => film.at("note", side, ply));
    this.notes.fill(noted.map((ply) => ({ ply, text: this.noteAt(ply), marks: [] })));
    this.parts["no-notes"].hidden = noted.length > 0;
  }

  noteAt(ply) {
    const note = this.film.at("note", this.side, ply);
    return note && `${this.film.names[this.film.at("actor", this.side, ply)]}: ${note}`;
  }

  show(motion) {
    const { film, side, parts } = this;
    const ply = this.peeked ?? this.ply;
    const frame = film.frame(side, ply);
    this.table.show(frame, this.bottom, motion);
    this.classList.toggle("peeking", this.peeked !== null);
    write(parts.subtitle, `${film.ruleset} · board ${film.board + 1}, seating ${film.rotation + 1} · deal ${frame.deal + 1}`);
    parts.caption.setAttribute("aria-live", this.told(frame) ? "polite" : "off");
    write(parts.caption, frame.text);
    write(parts.remark, this.noteAt(ply));
    const { speed, playing } = this;
    this.bar.show({ ply: this.ply, side, speed, playing, text: film.at("text", side, this.ply) });
    if (this.tabs.name === "events") this.events.show(this.ply);
    if (this.tabs.name === "notes") this.notes.show(this.ply);
    if (this.tabs.name === "state") write(parts.state, JSON.stringify(frame, null, 2));
  }

  // In quick play only what is marked is said, so that who listens can follow.
  told(frame) {
    return !this.playing || Number(this.speed) <= ANNOUNCED || frame.marks.length > 0;
  }
}

// Calls `then` after a time in ms, with the next frame of the screen if it is none. What is returned calls it off.
function after(time, then) {
  const number = time ? setTimeout(then, time) : requestAnimationFrame(then);
  return () => (time ? clearTimeout(number) : cancelAnimationFrame(number));
}

customElements.define("maumau-replay", MaumauReplay);
