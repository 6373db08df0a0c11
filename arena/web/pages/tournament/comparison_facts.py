"""The facts of a comparison's test, as names and values."""

from collections.abc import Iterator
from typing import Final

from arena.service.compare.report import CompareResult
from arena.service.compare.result import ComparisonFigures, Figure, error_rate
from arena.service.formats import PAIR
from arena.service.reports.variance import NO_LUCK
from arena.web.page import number, percent

Fact = tuple[str, str, str]  # a name, its value, and what it means

SCORES_OF_PAIRS: Final = 2 * PAIR + 1
MAX_KINDS: Final = 13  # of group scores


def way(test: CompareResult) -> int:
    """How far the test has gone to the bound that it is nearer to: −100 at H0, 100 at H1."""
    share = test.llr / (test.upper if test.llr > 0 else -test.lower)
    return round(100 * max(-1.0, min(1.0, share)))


def comparison_facts(test: CompareResult) -> Iterator[Fact]:
    """The statistics of what counts, of the first bot against the second."""
    unit = "Elo" if test.model == "logistic" else "nElo"
    if not test.figures or test.figures.has_spread:
        yield (
            "LLR",
            f"{test.llr:.2f}".replace("-", "−")
            + f" of {test.lower:.2f} … {test.upper:.2f}".replace("-", "−"),
            "Log-likelihood ratio (normal approximation): below the first bound H0 fits, above the second H1",
        )
    yield "Hypotheses", f"H0: {test.elo0:g} {unit}, H1: {test.elo1:g} {unit}".replace("-", "−"), ""
    yield (
        "Errors",
        f"α {error_rate(test.alpha)}, β {error_rate(test.beta)}",
        f"How often H1 and H0 are accepted wrongly; announced: {test.alpha:g} and {test.beta:g}",
    )
    if test.figures:
        yield from _figures(test.figures)
    yield "Games", f"{number(test.games_played)} of at most {number(test.games_most)}", ""


def _figures(found: ComparisonFigures) -> Iterator[Fact]:
    if found.has_spread:
        yield "Elo", _figure(found.elo), "± 95 %"
        yield "nElo", _figure(found.nelo), "In units of the luck of a game"
    yield "Score", f"{percent(found.score, 2)} %", "The mean of the board groups"
    wins = f"{number(found.wins)} won, {number(found.draws)} drawn, {number(found.losses)} lost"
    yield "Games that count", f"{number(found.games)}: {wins}", ""
    yield "Board groups", f"{number(found.groups)}: {_groups(found)}", "How many came to each score"
    if found.has_spread and found.saving and found.saving.value is not None:
        yield "Duplicate boards", _saving(found, found.saving.value), "What playing in all seatings was worth"


def _groups(found: ComparisonFigures) -> str:
    if len(found.group_scores) == SCORES_OF_PAIRS:
        return ", ".join(f"{count} at {score * PAIR:g}" for score, count in found.group_scores)
    came = [(score, count) for score, count in found.group_scores if count]
    shown = ", ".join(f"{count} at {100 * score:.0f} %" for score, count in came[:MAX_KINDS])
    return f"{shown}{', …' if len(came) > MAX_KINDS else ''}"


def _figure(figure: Figure) -> str:
    if figure.value is None:
        return f"– ({figure.no_margin})"
    margin = f" ({figure.no_margin})" if figure.margin is None else f" ± {figure.margin:.1f}"
    return f"{figure.value:z.1f}".replace("-", "−") + margin


def _saving(found: ComparisonFigures, ratio: float) -> str:
    if ratio < NO_LUCK:
        return "the seatings cancelled all luck"
    return f"variance × {ratio:.2f}: as much as {number(found.games / ratio)} independent games"
