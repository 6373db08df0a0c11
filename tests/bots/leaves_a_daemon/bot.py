"""Starts a process in a session of its own that outlives it, and plays on."""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.bots import plain

subprocess.Popen(["sleep", "600"], start_new_session=True)
plain.play(plain.honest)
