"""Always the last choice."""

import maumau


@maumau.bot
def last(view: maumau.View) -> maumau.Choice:
    return view.legal[-1]


if __name__ == "__main__":
    maumau.run(last)
