"""Opens streams and leaves them open, 300 and more."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

from tests.hostile.attacks.catalogue import attack

attack("calls_without_end")
