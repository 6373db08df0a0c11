"""Submitting bots: what is given, its copy, its check and qualification, and the register of all of them."""
