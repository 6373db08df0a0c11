// The clock of a playing film: it calls a function for every ply until it is stopped.

const PLY_TIME = 900; // ms at speed 1
const INSTANT_FRAMES = 400; // frames of the screen in which a whole game is played at speed "instant"

export const SPEEDS = ["0.5", "1", "2", "4", "8", "16", "instant"];

export class Clock {
  // `tick(plies, ms)` is called to advance by some plies within a time; it returns false to stop the clock.
  constructor(tick) {
    this.tick = tick;
    this.cancel = null;
  }

  get running() {
    return this.cancel !== null;
  }

  // Starts ticking. `speed()` and `last()` return the current speed and the film's last ply at every tick.
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

// Calls `then` after `time` ms, for 0 at the screen's next frame. Returns a function that cancels the call.
function after(time, then) {
  const number = time ? setTimeout(then, time) : requestAnimationFrame(then);
  return () => (time ? clearTimeout(number) : cancelAnimationFrame(number));
}
