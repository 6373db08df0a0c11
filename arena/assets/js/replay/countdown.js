// The time left for an answer. Screen readers announce it only twice.

import { write } from "./dom.js";

const URGENT = 10; // s
const ANNOUNCED = [30, URGENT]; // s
const INTERVAL = 250; // ms

export class Countdown {
  // `say(text)` announces a text to screen readers.
  constructor(node, say) {
    this.node = node;
    this.say = say;
    this.start(null);
  }

  // Starts to count down from `left` ms; null: there is no clock.
  start(left) {
    clearInterval(this.timer);
    this.node.hidden = left === null;
    if (left === null) return;
    const end = performance.now() + left;
    this.seconds = Math.ceil(left / 1000) + 1;
    const tick = () => this.show(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    this.timer = setInterval(tick, INTERVAL);
    tick();
  }

  show(seconds) {
    const passed = ANNOUNCED.find((one) => one < this.seconds && one >= seconds);
    if (passed) this.say(`${seconds} seconds left`);
    this.seconds = seconds;
    write(this.node, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
    this.node.classList.toggle("urgent", seconds <= URGENT);
  }
}
