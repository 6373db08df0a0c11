// The element <maumau-replay>, which plays a film (a recorded game). It knows no rules of the game: everything that it
// shows depends only on film, side and ply. The film is JSON in a script inside the element, or on a server;
// arena/viewer/html.py describes the attributes.

import { percent } from "./analysis-text.js";
import { drawCards, nameCards } from "./chart.js";
import { Clock, SPEEDS } from "./clock.js";
import { COMMANDS } from "./commands.js";
import { element, write } from "./dom.js";
import { Film } from "./film.js";
import { copy, linkTo, readLink, showLink } from "./link.js";
import { recall, remember } from "./memory.js";
import { scoreTable } from "./result.js";
import { connectReplay, setUpReplay } from "./setup.js";
import { Addresses, Source, fetchAs, parseSeat } from "./source.js";

const STEP_TIME = 450; // ms for a manual step
const MIN_SOUND_TIME = 100; // ms; plies that pass faster are silent
const MAX_ANNOUNCED_SPEED = 2; // at higher speeds screen readers announce only marked plies

class MaumauReplay extends HTMLElement {
  connectedCallback() {
    if (this.listening?.signal.aborted) this.listening = connectReplay(this); // it was moved within the page
    if (this.film || this.source) return;
    const script = this.querySelector("script[type='application/json']");
    if (script) this.data = JSON.parse(script.textContent);
    else if (this.getAttribute("src")) this.load();
  }

  disconnectedCallback() {
    this.clock?.stop();
    this.live?.stop();
    this.analysis?.stop();
    this.person?.stop();
    this.listening?.abort();
  }

  // Shows the film in a JSON document.
  set data(data) {
    const film = new Film(data);
    this.prepare();
    this.analysis.embed(data.analyses ?? []);
    this.whatIf.embed(data.choices);
    const link = readLink(location.hash);
    this.take(film, null, Math.max(0, film.sides.indexOf(link?.seat ?? null)), link?.ply ?? 0);
    this.begin();
  }

  // Loads the film at the address in the element's attributes, and shows it.
  async load() {
    this.addresses = new Addresses(this);
    this.source = new Source(this.addresses);
    const given = this.getAttribute("game");
    const game = given && Number(given);
    const seat = this.hasAttribute("seat") ? parseSeat(this.getAttribute("seat")) : this.addresses.sides[0];
    try {
      const film = await this.source.film(game, seat);
      this.prepare();
      const link = readLink(location.hash);
      const ply = this.getAttribute("live") ? film.last : 0;
      this.take(film, game, film.sides.indexOf(seat), this.person ? ply : link?.ply ?? ply);
    } catch (reason) {
      this.classList.add("failed");
      this.prepend(element("p", { className: "problem", role: "alert" }, reason.message));
      return;
    }
    this.begin();
    this.live.begin();
  }

  // Returns an option: an attribute of the element, or else a parameter of the page's address; null if missing.
  option(name) {
    return this.getAttribute(name) ?? new URLSearchParams(location.search).get(name);
  }

  get playing() {
    return this.clock.running;
  }

  // Returns the seat at the bottom of the table: the seat that the game is shown from, or was shown from last.
  get bottom() {
    return this.lastSeat ?? 0;
  }

  get seat() {
    return this.film.sides[this.side];
  }

  get last() {
    return this.comparison.on ? this.comparison.last : this.film.last;
  }

  // Returns the ply that this game's table shows. `ply` can be larger if a longer game is shown side by side.
  get shown() {
    return Math.min(this.peeked ?? this.ply, this.film.last);
  }

  // Returns the mark to which the keys `n` and `p` go; "" for all marks.
  get mark() {
    return this.analysis.mark || this.whatIf.mark;
  }

  get link() {
    const seat = this.film.sides.length > 1 ? this.seat : null;
    return linkTo(this.addresses.of("path", this.game), seat, this.ply);
  }

  get url() {
    return new URL(this.link, location.href).href;
  }

  // Builds the parts of the element that do not depend on the film, and starts listening to the user.
  prepare() {
    this.addresses ??= new Addresses(this);
    this.peeked = null;
    this.clock = new Clock((plies, time) => this.tick(plies, time));
    const alone = this.option("controls") === "0"; // then the viewer cannot change speed and sound
    const speed = this.option("speed") ?? (alone ? null : recall("speed"));
    this.speed = SPEEDS.includes(speed) ? speed : "1";
    if (["light", "dark"].includes(this.option("theme"))) this.setAttribute("theme", this.option("theme"));
    this.classList.add("ready");
    this.classList.toggle("alone", alone);
    setUpReplay(this);
    this.listening = connectReplay(this);
  }

  // Switches to a film and shows it from a side (an index of its sides) at a ply.
  take(film, game, side, ply) {
    this.clock.stop();
    this.comparison.close();
    this.classList.remove("two");
    this.film = film;
    this.game = this.requestedGame = game;
    this.ply = Math.min(ply, film.last);
    this.peeked = null;
    this.chooseSide(side);
    write(this.parts.title, film.title);
    this.table.take(film);
    this.result.take(film, game);
    this.person?.take(film, this.ply);
    this.bar.take(film, film.last);
    nameCards(this.chart, film);
    this.events.take(film);
    this.notes.take(film);
    this.parts.output.replaceChildren();
    this.parts.seatings.replaceChildren();
    this.turn();
    this.fill();
    this.show();
    if (["output", "seatings"].includes(this.tabs.name)) this.opened(this.tabs.name);
  }

  // Starts playing if the option `autoplay` says so, the game has finished and the user does not avoid motion.
  begin() {
    const autoplay = this.option("autoplay");
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (autoplay !== null && autoplay !== "0" && !calm && this.film.over) this.play();
  }

  obey(command, argument) {
    COMMANDS[command](this, argument);
  }

  // Goes to the ply and the side that a link within the page names.
  goLinked(link) {
    if (!link) return;
    this.pause();
    this.peeked = null;
    this.ply = Math.min(link.ply, this.last);
    this.show();
    if (!this.addresses.of("path")) this.setSide(this.film.sides.indexOf(link.seat));
  }

  showAddress() {
    if (this.person) return; // no link leads to a ply of a game that is being played
    showLink(this.link, this.ply, this.addresses.of("path").replace(/\/games\/.*/, ""));
  }

  // Goes to a ply and stays there; a step of one ply animates its cards.
  go(ply) {
    this.pause();
    this.step(ply, STEP_TIME);
    this.showAddress();
  }

  step(ply, time) {
    const to = Math.max(0, Math.min(this.last, ply));
    const step = this.peeked === null && Math.abs(to - this.ply) === 1 && to <= this.film.last ? to - this.ply : 0;
    const moves = step ? this.film.moves(this.side, Math.max(to, this.ply)) : [];
    this.peeked = null;
    this.ply = to;
    this.show({ step, moves, time });
    if (step > 0 && time >= MIN_SOUND_TIME) this.sound.play(this.film.laid(this.side, to), this.film.drawn(this.side, to));
  }

  peek(ply) {
    if (this.playing || this.peeked === ply) return;
    this.peeked = ply === this.ply ? null : ply;
    this.show();
  }

  play() {
    this.peeked = null;
    if (this.ply === this.last) this.ply = 0;
    this.clock.start(() => this.speed, () => this.last);
    this.show();
  }

  pause() {
    if (!this.playing) return;
    this.clock.stop();
    this.showAddress();
    this.show();
  }

  // Advances by some plies within `time` ms. Returns false at the end of the game, to stop the clock.
  tick(plies, time) {
    this.step(this.ply + plies, time);
    if (this.ply < this.last) return true;
    this.pause();
    return false;
  }

  setSpeed(speed) {
    this.speed = speed;
    remember("speed", speed);
    this.show();
  }

  // Shows the game from another side (an index of the film's sides), as soon as that is loaded.
  async setSide(side) {
    if (side < 0 || side >= this.film.sides.length) return;
    const { film, game } = this;
    this.requestedSide = side;
    if (side === this.side) return this.show(); // another side may still be loading
    this.whatIf.hideTable(); // no other side has its cards
    const apply = () => {
      if (this.film !== film || this.requestedSide !== side) return;
      this.chooseSide(side);
      this.turn();
      this.fill();
      this.show();
      if (!this.playing) this.showAddress();
    };
    if (film.has(side) && !this.comparison.on) return apply();
    const seen = [{ game, film }, ...this.comparison.tables.filter((one) => one.film !== film)];
    await this.change(() => this.source.complete(seen, film.sides[side]), apply);
  }

  // Turns the panels to the game and the side that are shown now.
  turn() {
    this.analysis.turn();
    this.whatIf.turn();
  }

  chooseSide(side) {
    this.side = side;
    if (typeof this.seat === "number") this.lastSeat = this.seat;
  }

  // Opens another game of the match at its first ply.
  async openGame(number) {
    if (!this.games.count) return;
    const game = this.games.within(number);
    this.requestedGame = game;
    if (game === this.game) return this.show();
    const { seat } = this;
    await this.change(() => this.source.film(game, seat), (film) => {
      if (this.requestedGame !== game) return;
      this.take(film, game, film.sides.indexOf(seat), 0);
      this.showAddress();
    });
    if (this.requestedGame === game) this.requestedGame = this.game; // also if it could not be loaded
  }

  // Waits for the data that `wait()` promises, then calls `then(data)`; shows an error if it cannot be loaded.
  async change(wait, then) {
    this.setAttribute("aria-busy", "true");
    try {
      then(await wait());
    } catch (reason) {
      this.notify(reason.message);
      this.show();
    } finally {
      this.removeAttribute("aria-busy");
    }
  }

  comparisonChanged() {
    this.classList.toggle("two", this.comparison.on);
    this.ply = Math.min(this.ply, this.last);
    this.bar.measure(this.last);
    this.bar.ticks(this.side);
    this.show();
  }

  async opened(name) {
    const { game } = this;
    const there = (part) => this.parts[part].childNodes.length > 0;
    if (name === "output" && !there("output")) {
      await this.change(() => fetchAs(this.addresses.of("output", game), "text"), (text) => {
        if (this.game === game) write(this.parts.output, text || "The bot printed nothing.");
      });
    }
    if (name === "seatings" && !there("seatings")) await this.seatings.fill(this.parts.seatings);
    if (name === "analysis") this.analysis.load();
    if (name === "whatIf") this.whatIf.load();
    this.show();
  }

  openShare() {
    const { game, ply, url, film } = this;
    this.menu.open({ game, ply, link: url, title: `${film.title}: ${film.names.join(" vs ")}` });
  }

  async copyOut(text, done) {
    this.notify((await copy(text)) ? done : text);
  }

  notify(text) {
    const { toast } = this.parts;
    write(toast, text);
    toast.hidden = false;
    clearTimeout(this.toasted);
    this.toasted = setTimeout(() => (toast.hidden = true), 3500);
  }

  // Fills the lists of plies and notes, which depend on the side but not on the ply.
  fill() {
    this.events.clear();
    this.notes.clear();
    this.addRows(0);
  }

  // Updates the lists and the legend after marks were added.
  relist() {
    this.fill();
    this.bar.explain();
  }

  // Shows plies that were added to a running game, from `first` on. `follows`: go to the last ply.
  extend(first, follows) {
    this.bar.measure(this.last);
    this.addRows(first);
    if (follows) this.step(this.film.last, STEP_TIME);
    else this.show();
  }

  // Adds the plies from `first` on to the lists.
  addRows(first) {
    const { film, side } = this;
    const plies = Array.from({ length: film.last + 1 - first }, (_, n) => first + n);
    this.events.add(plies.map((ply) => ({
      ply,
      text: film.brief(side, ply),
      marks: [...film.at("marks", side, ply)],
      table: film.at("scores", side, ply) && scoreTable(film, film.frame(side, ply), side, true),
    })));
    const noted = plies.map((ply) => ({ ply, text: this.noteAt(ply), marks: [] }));
    this.notes.add(noted.filter(({ text }) => text));
    this.parts["no-notes"].hidden = this.notes.rows.length > 0;
    this.games.deals(film.deals(side));
    this.bar.ticks(side);
    drawCards(this.chart, film, side);
  }

  // Returns the bot's note at a ply and its own estimate of its chance to win, as text; empty if there is neither.
  noteAt(ply) {
    const [note, own, actor] = ["note", "own", "actor"].map((name) => this.film.at(name, this.side, ply));
    const said = [note, own === "" ? "" : `own estimate ${percent(own)}`].filter(Boolean).join(" · ");
    return said && `${this.film.names[actor]}: ${said}`;
  }

  show(motion) {
    const { film, side, parts, ply, shown } = this;
    const frame = film.frame(side, shown);
    if (this.comparison.on) this.comparison.show(this.peeked ?? ply, this.seat, this.bottom, motion);
    else this.table.show(frame, this.bottom, { ...motion, better: this.analysis.better(shown) });
    this.classList.toggle("peeking", this.peeked !== null);
    write(parts.subtitle, `${film.ruleset} · board ${film.board + 1}, seating ${film.rotation + 1} · deal ${frame.deal + 1}`);
    for (const part of [parts.caption, parts.judged]) part.setAttribute("aria-live", this.isAnnounced(frame) ? "polite" : "off");
    film.cardText.write(parts.caption, frame.brief);
    this.result.show(frame, side);
    film.cardText.write(parts.remark, this.noteAt(shown));
    const { speed, playing } = this;
    this.bar.show({ ply, side, speed, playing, text: film.at("text", side, Math.min(ply, film.last)) });
    this.chart.show(shown);
    this.analysis.show(shown);
    this.whatIf.show(Math.min(ply, film.last));
    parts.sound.setAttribute("aria-pressed", String(this.sound.on));
    this.person?.show();
    this.games.show(this.game, ply);
    if (this.tabs.name === "events") this.events.show(ply);
    if (this.tabs.name === "notes") this.notes.show(ply);
    if (this.tabs.name === "state") write(parts.state, JSON.stringify(frame, null, 2));
  }

  // True if screen readers shall announce this ply. At high speed only marked plies are announced.
  isAnnounced(frame) {
    return !this.playing || Number(this.speed) <= MAX_ANNOUNCED_SPEED || frame.marks.length > 0;
  }
}

customElements.define("maumau-replay", MaumauReplay);
