// The clock of a film that plays: calls at every ply until it is stopped.

const PLY_TIME = 900; // ms at speed 1
const INSTANT = 400; // frames of the screen for a whole game

export const SPEEDS = ["0.5", "1", "2", "4", "8", "16", "instant"];

export class Clock {
  // `tick` gets how many plies to go on and how many ms they may take; false ends it.
  constructor(tick) {
    this.tick = tick;
    this.callOff = null;
  }

  get running() {
    return this.callOff !== null;
  }

  // `speed` and `last`, the number of the last ply, are asked for at every tick.
  start(speed, last) {
    this.stop();
    const go = () => {
      const instant = speed() === "instant";
      const time = instant ? 0 : PLY_TIME / Number(speed());
      this.callOff = after(time, go);
      if (!this.tick(instant ? Math.ceil(last() / INSTANT) : 1, time)) this.stop();
    };
    go();
  }

  stop() {
    this.callOff?.();
    this.callOff = null;
  }
}

// Calls `then` after a time in ms, with the next frame of the screen if it is none. What is returned calls it off.
function after(time, then) {
  const number = time ? setTimeout(then, time) : requestAnimationFrame(then);
  return () => (time ? clearTimeout(number) : cancelAnimationFrame(number));
}
