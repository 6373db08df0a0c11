"""Whether a bot does what every bot has to: it starts, says Hello, decides whatever is asked, and ends."""

from arena.service.check.check import SEED, check
from arena.service.check.messages import Progress
from arena.service.check.report import TITLES, Report, Step
from arena.service.check.request import Bounds

__all__ = ["SEED", "TITLES", "Bounds", "Progress", "Report", "Step", "check"]
