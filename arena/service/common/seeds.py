"""Seeds of tournaments: checks them, and makes tournament secrets of them."""

from secrets import token_bytes

from arena.service.common.text import is_utf8
from arena.service.errors import BadSettings
from arena.tournament.secrets import TournamentSecret, tournament_secret


def secret_of(seed: str | None) -> TournamentSecret:
    """Return the tournament secret that a seed determines; a random secret if `seed` is None."""
    return TournamentSecret(token_bytes(32)) if seed is None else tournament_secret(seed)


def check_seed(seed: str | None) -> None:
    """Raise BadSettings if a seed is empty or not UTF-8."""
    if wrong := wrong_seed(seed):
        raise BadSettings(wrong)


def wrong_seed(seed: str | None) -> str:
    """Return what is wrong with a seed; empty if it is valid."""
    if seed is not None and not seed.strip():
        return "a seed cannot be empty: leave it out, and one is drawn"
    return "" if seed is None or is_utf8(seed) else f"the seed {seed!r} is not UTF-8: choose another"
