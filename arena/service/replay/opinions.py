"""What a bot says about the decisions of a game."""

from dataclasses import dataclass

from arena.record.match import Verdict


@dataclass(frozen=True, slots=True)
class Opinion:
    """One decision: what was played, and what the bot would play; actions as logs write them."""

    ply: int  # as `replay show` counts
    seat: int  # from 0
    played: str
    would: str
    choices: int  # among how many it chose
    note: str  # of the bot that is asked
    played_note: str  # of the one that played
    ms: float  # that it thought
    output: str  # what it printed before it answered

    @property
    def agrees(self) -> bool:
        """Whether it would do the same."""
        return self.played == self.would


@dataclass(frozen=True, slots=True)
class Trouble:
    """What was wrong with the bot on a seat, after which it was asked no more there."""

    seat: int  # from 0
    ply: int  # of the decision that was open; 0 if none was
    verdict: Verdict
    detail: str
    output: str  # the last that it printed


@dataclass(frozen=True, slots=True)
class Asked:
    """What a bot says about a game; `names`: who played it, by seat."""

    bot: str
    version: str  # SHA-256 of its files
    game: str
    ruleset: str
    names: tuple[str, ...]
    opinions: tuple[Opinion, ...]
    troubles: tuple[Trouble, ...]

    @property
    def agreed(self) -> int:
        """In how many decisions it would do the same."""
        return sum(one.agrees for one in self.opinions)
