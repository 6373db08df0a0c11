"""The rules of the games, as functions that read and change a position. They use only the standard library.

game = game_for(ruleset("mau-mau"), seats=2)
position, events = start(game, dealer)
while not position.over:
    events = apply(position, choices(position)[0].default(), dealer)
outcome(position).places
"""

from arena.rules.apply import apply, carry_out
from arena.rules.choices import Action, ActionKind, Ask, Choice, IllegalAction, Word, expand
from arena.rules.dealing import start
from arena.rules.ending import Outcome, forfeit, outcome
from arena.rules.events import Event, EventKind, Reason, Termination, redact
from arena.rules.game import GameRules, WrongNumberOfPlayers, game_for
from arena.rules.house_rules.parse import ruleset_from, ruleset_named
from arena.rules.house_rules.problems import BadRuleset
from arena.rules.legal import choices
from arena.rules.notation import action_named, notation, parse_action
from arena.rules.position import Observation, Position, observe
from arena.rules.ruleset import Ruleset
from arena.rules.rulesets import UnknownRuleset, ruleset, rulesets

__all__ = [
    "Action",
    "ActionKind",
    "Ask",
    "BadRuleset",
    "Choice",
    "Event",
    "EventKind",
    "GameRules",
    "IllegalAction",
    "Observation",
    "Outcome",
    "Position",
    "Reason",
    "Ruleset",
    "Termination",
    "UnknownRuleset",
    "Word",
    "WrongNumberOfPlayers",
    "action_named",
    "apply",
    "carry_out",
    "choices",
    "expand",
    "forfeit",
    "game_for",
    "notation",
    "observe",
    "outcome",
    "parse_action",
    "redact",
    "ruleset",
    "ruleset_from",
    "ruleset_named",
    "rulesets",
    "start",
]
