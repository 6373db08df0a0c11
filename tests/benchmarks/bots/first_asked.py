"""The first legal choice; its first note is when it was asked, by the machine's monotonic clock."""

import time

import maumau


class FirstAsked(maumau.Bot):
    def choose(self, view: maumau.View) -> maumau.Choice:
        if view.number == 0:
            self.note(repr(time.monotonic()))
        return view.legal[0]


if __name__ == "__main__":
    maumau.run(FirstAsked())
