"""The page of a comparison: a sequential test (SPRT) whether one bot is better than another."""

from collections.abc import Iterator
from typing import Final

from fastapi import Request
from starlette.responses import Response

from arena.ratings.match_statistics import MatchEstimate, MatchStatistics
from arena.service.compare.report import CompareResult
from arena.service.compare.result import error_rate
from arena.service.formats import PAIR
from arena.service.reports.variance import NO_LUCK
from arena.web.page import number, percent
from arena.web.pages.tournament.frame import JSON_FORMAT, TournamentView, render_tab
from arena.web.tables.listing import json_response

Fact = tuple[str, str, str]  # name, value, explanation

SCORES_OF_PAIRS: Final = 2 * PAIR + 1
MAX_SCORES: Final = 13  # different scores of board results, in one line


def render_comparison(request: Request, view: TournamentView, format: str) -> Response:
    """Return the page of a comparison with its statistical test. `format`: "" for the page, else for JSON."""
    result, is_stale = view.comparison()
    if format:
        return json_response({"format": JSON_FORMAT, "tournament": view.line, "test": result})
    return render_tab(
        request,
        view,
        "test",
        test=result,
        facts=tuple(comparison_facts(result)),
        progress=progress(result),
        is_stale=is_stale,
    )


def progress(test: CompareResult) -> int:
    """Return how near a comparison is to a decision, from −100 (not better, H0) to 100 (better, H1)."""
    share = test.llr / (test.upper if test.llr > 0 else -test.lower)
    return round(100 * max(-1.0, min(1.0, share)))


def comparison_facts(test: CompareResult) -> Iterator[Fact]:
    """Yield the statistics of the first bot's games against the second: name, value and explanation."""
    unit = "Elo" if test.model == "logistic" else "nElo"
    if not test.figures or test.figures.has_spread:
        yield (
            "LLR",
            f"{test.llr:.2f} of {test.lower:.2f} … {test.upper:.2f}".replace("-", "−"),
            "Log-likelihood ratio (normal approximation): below the first bound H0 fits, above the second H1",
        )
    yield "Hypotheses", f"H0: {test.elo0:g} {unit}, H1: {test.elo1:g} {unit}".replace("-", "−"), ""
    yield (
        "Errors",
        f"α {error_rate(test.alpha)}, β {error_rate(test.beta)}",
        f"How often H1 and H0 are wrongly accepted; chosen: {test.alpha:g} and {test.beta:g}",
    )
    if test.figures:
        yield from _figures(test.figures)
    yield "Games", f"{number(test.games_played)} of at most {number(test.games_most)}", ""


def _figures(figures: MatchStatistics) -> Iterator[Fact]:
    if figures.has_spread:
        yield "Elo", _figure(figures.elo), "± is a 95 % interval"
        yield "nElo", _figure(figures.nelo), "Elo in units of a game's luck"
    yield "Score", f"{percent(figures.score, 2)} %", "Mean over the board results"
    wins = f"{number(figures.wins)} won, {number(figures.draws)} drawn, {number(figures.losses)} lost"
    yield "Games that count", f"{number(figures.games)}: {wins}", ""
    yield "Board groups", f"{number(figures.groups)}: {_groups(figures)}", "How many got each score"
    if figures.has_spread and figures.saving and figures.saving.value is not None:
        saving = _saving(figures, figures.saving.value)
        yield "Duplicate boards", saving, "The gain from playing every seating"


def _groups(figures: MatchStatistics) -> str:
    if len(figures.group_scores) == SCORES_OF_PAIRS:
        return ", ".join(f"{count} at {score * PAIR:g}" for score, count in figures.group_scores)
    scores = [f"{count} at {100 * score:.0f} %" for score, count in figures.group_scores if count]
    return ", ".join(scores[:MAX_SCORES]) + (", …" if len(scores) > MAX_SCORES else "")


def _figure(figure: MatchEstimate) -> str:
    if figure.value is None:
        return f"– ({figure.no_margin})"
    margin = f" ({figure.no_margin})" if figure.margin is None else f" ± {figure.margin:.1f}"
    return f"{figure.value:z.1f}".replace("-", "−") + margin


def _saving(figures: MatchStatistics, ratio: float) -> str:
    if ratio < NO_LUCK:
        return "the seatings cancelled all luck"
    return f"variance × {ratio:.2f}: worth {number(figures.games / ratio)} independent games"
