"""Two bots in one file, to be named by their class."""

import maumau


class Shortest(maumau.Bot):
    """The choice whose notation is the shortest."""

    def choose(self, view: maumau.View) -> maumau.Choice:
        return min(view.legal, key=lambda choice: len(str(choice)))


class Longest(maumau.Bot):
    """The choice whose notation is the longest."""

    def choose(self, view: maumau.View) -> maumau.Choice:
        return max(view.legal, key=lambda choice: len(str(choice)))
