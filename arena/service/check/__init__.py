"""Whether a bot does what every bot has to: it starts, says Hello, decides whatever is asked, and ends."""

from arena.service.check.check import SEED, check
from arena.service.check.messages import CheckProgress
from arena.service.check.report import TITLES, CheckStep, Report
from arena.service.check.request import Bounds

__all__ = ["SEED", "TITLES", "Bounds", "CheckProgress", "CheckStep", "Report", "check"]
