"""The rules alone: `uv run python -m tests.benchmarks.engine [--json] [--passes N] [--seats N]`.

Random play of every ruleset on one core: deal, choices, one of them at random, carrying it out; no view, no
log, no wire. Base game and subject are measured in turns, in time of the processor, and what counts is the
median of each pass's ratio of the time of a decision. OpenSpiel's `crazy_eights` is played the same way by
its Python interface where it is installed (`uv sync --group oracles`): is the game over, is it chance's turn,
what may be done, one of them at random, do it. Its chance nodes deal the cards that our dealer deals; they
are no decisions of ours and are not counted. The same game in its own loop in C++ is a row of its own, and
so is RLCard's `uno` where that is installed (`uv run --with rlcard --with pip python -m …`).

Two more rows are the loops that users write first: ours with every action and the check of `apply`,
OpenSpiel's with cards drawn by `chance_outcomes`.
"""

import argparse
import json
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from arena.rules import Ruleset, apply, carry_out, choices, expand, game_for, ruleset, rulesets, start
from arena.rules.dealer import SamplingDealer
from tests.benchmarks.spread import spread

BASE = "mau-mau"
CHECKED = "crazy-eights, every action, checked"
SPIEL = "OpenSpiel crazy_eights"
SPIEL_CHANCE = f"{SPIEL}, chance outcomes"
RLCARD = "RLCard uno"
OTHERS = (SPIEL, RLCARD)  # how the rows of others begin
Play = Callable[[int], int]  # plays the game of this number; how many decisions it had


def subjects(seats: int) -> dict[str, Play]:
    """Return every ruleset with this number of players, or the nearest number it allows."""
    found = {one.id: _ours(one, seats) for one in rulesets()} | {CHECKED: _checked(seats)}
    for others in (_spiel, _rlcard):
        with suppress(ImportError):
            found |= others(seats)
    return found


def _ours(rules: Ruleset, seats: int) -> Play:
    fewest, most = rules.players
    game = game_for(rules, min(max(seats, fewest), most))

    def play(number: int) -> int:
        chance = random.Random(number)
        dealer, pick = SamplingDealer(chance), chance.random
        position, _ = start(game, dealer)
        while not position.over:
            offered = choices(position)
            carry_out(position, offered[int(pick() * len(offered))].plain, dealer)
        return position.ply

    return play


def _checked(seats: int) -> Play:
    game = game_for(ruleset("crazy-eights"), seats)

    def play(number: int) -> int:
        chance = random.Random(number)
        dealer = SamplingDealer(chance)
        position, _ = start(game, dealer)
        while not position.over:
            actions = [action for choice in choices(position) for action in expand(choice)]
            apply(position, chance.choice(actions), dealer)
        return position.ply

    return play


def _spiel(seats: int) -> dict[str, Play]:
    """Raise ImportError if OpenSpiel is not installed."""
    import pyspiel

    def made(special: bool) -> Play:
        game = pyspiel.load_game("crazy_eights", {"players": seats, "use_special_cards": special})

        def play(number: int) -> int:
            pick = random.Random(number).random
            state, decisions = game.new_initial_state(), 0
            while not state.is_terminal():
                decisions += not state.is_chance_node()
                offered = state.legal_actions()
                state.apply_action(offered[int(pick() * len(offered))])
            return decisions

        return play

    def with_chance_outcomes() -> Play:
        game = pyspiel.load_game("crazy_eights", {"players": seats, "use_special_cards": False})

        def play(number: int) -> int:
            chance = random.Random(number)
            state, decisions = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(outcomes, probabilities)[0])
                else:
                    decisions += 1
                    state.apply_action(chance.choice(state.legal_actions()))
            return decisions

        return play

    def looped() -> Play:
        game = pyspiel.load_game("crazy_eights", {"players": seats})
        decisions: dict[int, int] = {}  # a number is always the same game, and to count them takes time

        def play(number: int) -> int:
            state = game.new_initial_state()
            bots = [pyspiel.make_uniform_random_bot(seat, number * seats + seat) for seat in range(seats)]
            pyspiel.evaluate_bots(state, bots, number)
            if number not in decisions:
                decisions[number] = sum(done.player >= 0 for done in state.full_history())
            return decisions[number]

        return play

    return {
        SPIEL: made(False),
        SPIEL_CHANCE: with_chance_outcomes(),
        f"{SPIEL}, special cards": made(True),
        f"{SPIEL}, C++ loop": looped(),
    }


def _rlcard(seats: int) -> dict[str, Play]:
    """Raise ImportError if RLCard is not installed."""
    import rlcard
    from rlcard.agents import RandomAgent

    table = rlcard.make("uno", config={"game_num_players": seats})
    table.set_agents([RandomAgent(num_actions=table.num_actions) for _ in range(seats)])

    def play(number: int) -> int:
        table.seed(number)
        before = table.timestep
        table.run(is_training=False)
        return int(table.timestep - before)

    return {RLCARD: play}


def microseconds(play: Play, decisions: int) -> float:
    """Return the processor time of a decision in whole games, deals included."""
    done = number = 0
    begun = time.process_time()
    while done < decisions:
        done += play(number)
        number += 1
    return (time.process_time() - begun) / done * 1e6


def measure(passes: int, decisions: int, seats: int, only: str) -> dict[str, list[tuple[float, float]]]:
    """Return microseconds per decision by row: per pass the row's and, just before, the base game's."""
    base = _ours(ruleset(BASE), seats)
    rows = {name: play for name, play in subjects(seats).items() if only in name}
    for play in (base, *rows.values()):
        microseconds(play, decisions)  # fills what is looked up
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in rows}
    for number in range(passes):
        print(f"pass {number + 1} of {passes}", file=sys.stderr)
        for name, play in rows.items():
            floor = microseconds(base, decisions)
            found[name].append((microseconds(play, decisions), floor))
    return found


def ratios(found: dict[str, list[tuple[float, float]]]) -> dict[str, list[float]]:
    """Return each row's time divided by the base game's of the same pass."""
    return {name: [subject / floor for subject, floor in pairs] for name, pairs in found.items()}


def told(by_row: dict[str, list[float]]) -> dict[str, list[float]]:
    """Return the figures to watch per pass: the slowest ruleset, and ours against OpenSpiel's game."""
    ours = [name for name in by_row if not name.startswith((*OTHERS, CHECKED))]
    figures: dict[str, list[float]] = {}
    if ours:
        slowest = max(ours, key=lambda name: statistics.median(by_row[name]))
        figures[f"slowest ruleset ÷ {BASE} per decision: {slowest}"] = by_row[slowest]
    for mine, theirs in (
        ("crazy-eights", SPIEL),
        ("crazy-eights", f"{SPIEL}, C++ loop"),
        ("crazy-eights-special", f"{SPIEL}, special cards"),
        (CHECKED, SPIEL_CHANCE),
    ):
        if mine in by_row and theirs in by_row:
            pairs = zip(by_row[mine], by_row[theirs], strict=True)
            figures[f"{mine} ÷ {theirs} per decision"] = [one / other for one, other in pairs]
    return figures


def table(found: dict[str, list[tuple[float, float]]]) -> str:
    """Return the rows as text, slowest last: decisions per second, ratio to the base game."""
    by_row = ratios(found)
    lines = [f"{'one core, random play':40} {'decisions/s':>12} {'µs ÷ ' + BASE + ' µs':>22}"]
    for name in sorted(by_row, key=lambda name: statistics.median(by_row[name])):
        speed = 1e6 / statistics.median(subject for subject, _ in found[name])
        lines.append(f"{name:40} {speed:12,.0f} {spread(by_row[name]):>22}")
    lines += ["", *(f"{name} {spread(figures)}" for name, figures in told(by_row).items())]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="all figures as JSON on stdout")
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--decisions", type=int, default=50_000, help="in each row and pass")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--only", default="", help="rows with these words in their name")
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found = measure(asked.passes, asked.decisions, asked.seats, asked.only)
    if asked.json:
        by_row = ratios(found)
        print(json.dumps({"microseconds": found, "ratio": by_row, "told": told(by_row)}))
        return
    print(table(found))


if __name__ == "__main__":
    main()
