"""Whether a bot does what every bot has to: it starts, says Hello, decides whatever is asked, and ends."""

from arena.service.conformance.check import SEED, check
from arena.service.conformance.lines import Progress
from arena.service.conformance.order import Bounds
from arena.service.conformance.report import TITLES, Report, Step

__all__ = ["SEED", "TITLES", "Bounds", "Progress", "Report", "Step", "check"]
