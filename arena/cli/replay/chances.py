"""Win chances as text: in per cent, with their errors and a remark on how far to trust them."""

from arena.analysis.game import SURE


def points(chance: float, sign: str = "") -> str:
    """Return a win chance, or a change of one, in per cent with one decimal. `sign`: "+" shows the plus.

    >>> points(0.123), points(-0.05), points(0.05, "+")
    ('12.3', '−5.0', '+5.0')
    """
    return format(100 * chance, f"{sign}z.1f").replace("-", "−")


def points_with_error(chance: float, error: float, sign: str = "") -> str:
    """Return a win chance in per cent, ± twice its standard error (a 95 % interval).

    >>> points_with_error(0.123, 0.01)
    '12.3 ± 2.0'
    """
    return f"{points(chance, sign)} ± {points(SURE * error)}"


def sureness(error: float | None) -> str:
    """Return a sentence on how accurate the fast policy's win chances are.

    `error`: their root mean square difference from strong bots' results; None if they are not calibrated.
    """
    if error is None:
        return "The fast policy's chances are not calibrated for these rules."
    return f"The fast policy's chances differ from the results of strong bots by {points(error)} points."
