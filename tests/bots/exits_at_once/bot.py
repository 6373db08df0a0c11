"""Ends before it connects."""

import sys

print("goodbye")
sys.exit(7)
