"""The referee of an arena that is always there: the ladder goes on by itself, whoever submits a bot."""
