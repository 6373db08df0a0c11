"""The first legal choice: a bot that costs next to nothing."""

import maumau


class FirstLegal(maumau.Bot):
    def choose(self, view: maumau.View) -> maumau.Choice:
        return view.legal[0]


if __name__ == "__main__":
    maumau.run(FirstLegal())
