"""Running games and tournaments."""
