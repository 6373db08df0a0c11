"""The pages of one bot."""
