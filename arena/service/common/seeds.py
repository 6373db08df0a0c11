"""What a seed stands for: the secret of all cards that are dealt."""

from secrets import token_bytes

from arena.service.common.utf8 import is_utf8
from arena.service.errors import BadSettings
from arena.tournament.secrets import TournamentSecret, tournament_secret


def secret_of(seed: str | None) -> TournamentSecret:
    """The secret of an event with this seed; without one it is drawn."""
    return TournamentSecret(token_bytes(32)) if seed is None else tournament_secret(seed)


def check_seed(seed: str | None) -> None:
    """Raises BadSettings for a seed that is none."""
    if wrong := wrong_seed(seed):
        raise BadSettings(wrong)


def wrong_seed(seed: str | None) -> str:
    """What is wrong with it; empty if nothing is."""
    if seed is not None and not seed.strip():
        return "a seed cannot be empty: leave it out, and one is drawn"
    return "" if seed is None or is_utf8(seed) else f"the seed {seed!r} is not UTF-8: choose another"
