"""Commands that play: `run`, `demo`, `play`, `compare`."""
