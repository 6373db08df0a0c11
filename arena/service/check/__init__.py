"""The bot check: tests in numbered steps that a bot starts, says Hello, answers every kind of question, and
ends.
"""

from arena.service.check.check import SEED, check
from arena.service.check.report import TITLES, CheckProgress, CheckStep, Report
from arena.service.check.request import CheckLimits

__all__ = ["SEED", "TITLES", "CheckLimits", "CheckProgress", "CheckStep", "Report", "check"]
