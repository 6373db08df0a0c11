"""The pages of one tournament."""
