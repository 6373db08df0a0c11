// The clock of a playing film: ticks at every ply until it is stopped.

const PLY_TIME = 900; // ms at speed 1
const INSTANT_FRAMES = 400; // of the screen, for a whole game

export const SPEEDS = ["0.5", "1", "2", "4", "8", "16", "instant"];

export class Clock {
  // `tick(plies, ms)` goes some plies on within a time; it returns false to stop.
  constructor(tick) {
    this.tick = tick;
    this.cancel = null;
  }

  get running() {
    return this.cancel !== null;
  }

  // `speed` and `last` (the last ply) are functions, called at every tick.
  start(speed, last) {
    this.stop();
    const go = () => {
      const instant = speed() === "instant";
      const time = instant ? 0 : PLY_TIME / Number(speed());
      this.cancel = after(time, go);
      if (!this.tick(instant ? Math.ceil(last() / INSTANT_FRAMES) : 1, time)) this.stop();
    };
    go();
  }

  stop() {
    this.cancel?.();
    this.cancel = null;
  }
}

// Calls `then` after some ms, or at the next frame of the screen for 0. Returns a function that cancels it.
function after(time, then) {
  const number = time ? setTimeout(then, time) : requestAnimationFrame(then);
  return () => (time ? clearTimeout(number) : cancelAnimationFrame(number));
}
