"""Sandboxes for bots: the runners for processes, Docker containers and bots started by hand."""
