// Short ticks for cards that are laid or drawn. They are off until the viewer turns them on.

import { recall, remember } from "./memory.js";

const LAID = 620; // Hz
const DRAWN = 310;
const LENGTH = 0.07; // s

export class Sound {
  // `offered`: the viewer can turn it on and off here.
  constructor(offered) {
    this.on = offered && recall("sound") === "on";
  }

  toggle() {
    this.on = !this.on;
    remember("sound", this.on ? "on" : "off");
    if (this.on) this.tick(LAID);
  }

  // Plays the tick of a ply. `laid`: the number of cards laid; `drawn`: the cards drawn by seat.
  play(laid, drawn) {
    if (!this.on) return;
    if (laid) this.tick(LAID);
    else if (Object.keys(drawn).length) this.tick(DRAWN);
  }

  tick(frequency) {
    this.context ??= new AudioContext();
    const { context } = this;
    const end = context.currentTime + LENGTH;
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    const volume = new GainNode(context, { gain: 0.2 });
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(end);
  }
}
